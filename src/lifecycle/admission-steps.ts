import { price } from '../accounting/pricing.ts';
import type { Passwords } from '../cluster/passwords.ts';
import type { Tasks } from '../cluster/tasks.ts';
import type { SourceFacts } from '../job/conversion-job.ts';
import { fileNameOf } from '../job/file-name.ts';
import type { JobFailure } from '../job/failure.ts';
import { creditsToHold, rateCard } from '../job/price.ts';
import { sealPassword, unsealPassword } from '../job/sealed.ts';
import { pagesIn, scannedRangePages, textRangePages, type PageRange } from '../job/ranges.ts';
import type { JobSettings } from '../job/settings.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { ObjectInfo, Objects } from '../objects/objects.ts';
import { keys } from '../records/keys.ts';
import { readRecord } from '../records/store.ts';
import type { Intent, UploadSlot } from '../records/types.ts';
import { moved } from './intent.ts';
import { readSlot, uploadTooLarge } from './uploads.ts';

export interface AdmissionDeps {
  readonly objects: Objects;
  readonly ledger: Ledger;
  readonly tasks: Pick<Tasks, 'probe' | 'fetch'>;
  /** Seals passwords of documents. */
  readonly secret: string;
  /** Where there are Secrets. */
  readonly passwords?: Passwords;
  readonly settings: JobSettings;
  readonly now: () => Date;
  /** Converters that would begin at once, where that is known. */
  readonly freeConverters?: () => number;
  /** Ends a step that waits for a process. */
  readonly signal?: AbortSignal;
  /** The slot of the upload, where it was just read. */
  readonly slot?: UploadSlot | undefined;
  /** The upload, where it was just pinned. */
  readonly pinned?: ObjectInfo | undefined;
}

/** What keeps a job from going on: the workspace lacks credits, or the job has to fail. */
export type Obstacle =
  | { readonly result: 'insufficient'; readonly requiredCredits: number; readonly availableCredits: number }
  | { readonly result: 'failed'; readonly failure: JobFailure };

/** What a step led to: the intent as it is to be written, and the upload that was pinned, or an obstacle. */
export type StepResult = { readonly next: Intent; readonly pinned?: ObjectInfo } | Obstacle;

const PARTS_FROM_BYTES = 8 * 1024 * 1024;

const failed = (failure: JobFailure): Obstacle => ({ result: 'failed', failure });

/**
 * The steps of admission. Each finds what is there, and can be repeated by anyone at any time. `fetch` and `probe` wait
 * for a process that touches the document, the others for the stores alone.
 */
export const STEPS = {
  'hold-one-page': holdOnePage,
  fetch: fetchInput,
  pin: pinUpload,
  password: readPassword,
  probe: probeInput,
  price: priceSource,
  hold: holdCredits,
} as const satisfies Record<string, (deps: AdmissionDeps, intent: Intent) => Promise<StepResult>>;

export type AdmissionStep = keyof typeof STEPS;

/** What the API refuses before there is a job, of one that was created with kubectl. */
async function refusalOfKubectl(
  deps: AdmissionDeps,
  { actor, workspace, spec }: Intent,
): Promise<Obstacle | undefined> {
  if (actor.channel !== 'kubectl') return undefined;
  if (!rateCard(spec.capabilityVersion ?? '1'))
    return failed({
      code: 'conversion_failed',
      message: `capabilityVersion ${spec.capabilityVersion} does not exist.`,
    });
  if ((await deps.ledger.balance(workspace)) === undefined)
    return failed({ code: 'workspace_unknown', message: `Workspace ${workspace} does not exist.` });
  return undefined;
}

/** A URL's first hold is the price of one page; more is held once its bytes are known. */
async function holdOnePage(deps: AdmissionDeps, intent: Intent): Promise<StepResult> {
  const refusal = await refusalOfKubectl(deps, intent);
  if (refusal) return refusal;
  const card = rateCard(intent.spec.capabilityVersion ?? '1', intent.priceVersion);
  if (!card) throw new Error(`no rate card ${intent.priceVersion}`);
  const credits = creditsToHold(card, 1, true);
  if (intent.hold !== credits) return { next: { ...intent, hold: credits } };
  const held = await deps.ledger.hold({ jobId: intent.jobId, workspace: intent.workspace, credits });
  if (!held.held) return { result: 'insufficient', requiredCredits: credits, availableCredits: held.available };
  return { next: moved(intent, 'admit') };
}

async function fetchInput(deps: AdmissionDeps, intent: Intent): Promise<StepResult> {
  const source = intent.spec.source;
  if (source.type !== 'external') throw new Error('only a URL is fetched');
  const request = {
    workspace: intent.workspace,
    jobId: intent.jobId,
    url: source.fileUrl,
    to: keys.input(intent.jobId),
    maxBytes: deps.settings.maxUploadBytes,
  };
  const fetched = await deps.tasks.fetch(request, deps.signal);
  if (!fetched.ok) return failed(fetched.failure);
  return { next: { ...intent, pinned: true, fileName: nameOf(source.fileName ?? fetched.fileName) } };
}

const nameOf = (given: string | undefined): string => fileNameOf(given ?? '') ?? 'document';

async function pinUpload(deps: AdmissionDeps, intent: Intent): Promise<StepResult> {
  const refusal = await refusalOfKubectl(deps, intent);
  if (refusal) return refusal;
  const missing: JobFailure = { code: 'upload_missing', message: 'The document has not been uploaded.' };
  if (intent.spec.source.type !== 'document') throw new Error('only an upload is pinned');
  const slot = deps.slot ?? (await readSlot(deps.objects, intent.workspace, intent.spec.source.documentId));
  if (!slot) return failed(missing);
  const info = await deps.objects.head(slot.objectKey);
  if (!info) return failed(missing);
  const tooLarge = uploadTooLarge(info.bytes, deps.settings.maxUploadBytes);
  if (tooLarge) return failed(tooLarge);
  const replaced: JobFailure = {
    code: 'content_hash_mismatch',
    message: 'The document was replaced while the job was starting.',
  };
  if (intent.detached?.etag !== undefined && intent.detached.etag !== info.etag) return failed(replaced);
  const copied = await deps.objects.copy(slot.objectKey, keys.input(intent.jobId), { ifMatch: info.etag });
  if (!copied) return { next: intent };
  const contentHash = intent.spec.contentHash ?? slot.contentHash;
  return {
    pinned: info,
    next: {
      ...intent,
      pinned: true,
      fileName: nameOf(slot.fileName),
      ...(intent.quoteId === undefined ? {} : await quotedInput(deps, intent, info.etag)),
      spec: { ...intent.spec, ...(contentHash === undefined ? {} : { contentHash }) },
    },
  };
}

/** What is known of an upload that was quoted: the quote has read it. */
async function quotedInput(deps: AdmissionDeps, intent: Intent, etag: string): Promise<Partial<Intent>> {
  const { source } = intent.spec;
  if (source.type !== 'document') return {};
  const probed = await readRecord(deps.objects, keys.probe(intent.workspace, source.documentId, etag));
  return probed?.ok ? probedInput(deps, intent.jobId, probed.source, etag) : {};
}

/** A Secret is read once: what becomes of it later does not change a job that has begun. */
async function readPassword(deps: AdmissionDeps, intent: Intent): Promise<StepResult> {
  const { jobId, workspace, spec } = intent;
  const unavailable = (message: string): Obstacle => failed({ code: 'password_unavailable', message });
  if (!spec.passwordSecretRef || !deps.passwords) return unavailable('passwordSecretRef needs a service in a cluster.');
  const read = await deps.passwords.read(spec.passwordSecretRef, workspace);
  if ('problem' in read) return unavailable(read.problem);
  return { next: { ...intent, sealedPassword: sealPassword(deps.secret, jobId, read.password) } };
}

async function probeInput(deps: AdmissionDeps, intent: Intent): Promise<StepResult> {
  const key = keys.input(intent.jobId);
  // A copy of a small upload is as long, and its ETag is not needed.
  const small = deps.pinned && deps.pinned.bytes < PARTS_FROM_BYTES ? deps.pinned : undefined;
  const info = small ?? (await deps.objects.head(key));
  if (!info) return { next: { ...intent, pinned: false } };
  const { sealedPassword } = intent;
  const password = sealedPassword && unsealPassword(deps.secret, intent.jobId, sealedPassword);
  if (sealedPassword !== undefined && password === undefined)
    return failed({
      code: 'password_unavailable',
      message: 'The password of the document cannot be read any more, because the secret of the service has changed.',
    });
  const request = {
    workspace: intent.workspace,
    jobId: intent.jobId,
    key,
    bytes: info.bytes,
    ...(intent.fileName === undefined ? {} : { fileName: intent.fileName }),
    ...(password === undefined ? {} : { password }),
    converts: true,
  };
  const probed = await deps.tasks.probe(request, deps.signal);
  if (!probed.ok) {
    const declared = intent.spec.contentHash;
    const mismatch =
      declared !== undefined && probed.sha256 !== undefined && declared.toLowerCase() !== `sha256:${probed.sha256}`;
    const failure: JobFailure = mismatch
      ? {
          code: 'content_hash_mismatch',
          message: `The checksum of the document is sha256:${probed.sha256}, but the request declares ${declared}.`,
        }
      : probed.failure;
    return failed(failure);
  }
  return { next: { ...intent, ...(await probedInput(deps, intent.jobId, probed.source, info.etag)) } };
}

/**
 * What is known of the input once it was probed under this ETag. A range of a long scan needs few of its bytes, and
 * may fetch only those: if the input still has the ETag, that of later bytes tells that they are the same.
 */
async function probedInput(
  { objects }: AdmissionDeps,
  jobId: string,
  source: SourceFacts,
  etag: string,
): Promise<Pick<Intent, 'source' | 'inputEtag'>> {
  const inParts = source.format === 'pdf' && source.scanned && source.bytes >= PARTS_FROM_BYTES;
  const same = inParts && (await objects.head(keys.input(jobId)))?.etag === etag;
  return { source, ...(same ? { inputEtag: etag } : {}) };
}

async function priceSource(deps: AdmissionDeps, intent: Intent): Promise<StepResult> {
  const { source, workspace, jobId } = intent;
  const card = rateCard(intent.spec.capabilityVersion ?? '1', intent.priceVersion);
  if (!card || !source) throw new Error(`no rate card ${intent.priceVersion} or no source`);
  const balance = await deps.ledger.balance(workspace);
  const own = (await deps.ledger.holdOf(jobId)) ?? 0;
  const pricing = price({ card, source, spec: intent.spec }, (balance?.available ?? 0) + own, deps.settings.maxPages);
  if (pricing.result === 'failed') return failed(pricing.failure);
  if (pricing.result === 'insufficient') {
    return {
      result: 'insufficient',
      requiredCredits: pricing.requiredCredits,
      availableCredits: pricing.availableCredits,
    };
  }
  const { range, credits: hold, partial } = pricing;
  return { next: { ...intent, range, rangePages: rangePagesOf(deps, source, range), hold, partial } };
}

function rangePagesOf({ settings, freeConverters }: AdmissionDeps, { scanned }: SourceFacts, range: PageRange): number {
  const { rangePages, parallelism } = settings;
  if (!scanned) return textRangePages(pagesIn(range), rangePages, parallelism);
  const free = Math.min(freeConverters?.() ?? 1, parallelism);
  return scannedRangePages(range, settings.scannedRangePages, free);
}

/** Holds what was priced. An accepted job holds again, since the ledger may have been rebuilt in between. */
async function holdCredits(deps: AdmissionDeps, intent: Intent): Promise<StepResult> {
  const { jobId, workspace, hold } = intent;
  const held = await deps.ledger.setHold({ jobId, workspace, credits: hold });
  if (!held.held) return { next: withoutRange(intent, (await deps.ledger.holdOf(jobId)) ?? 0) };
  return { next: intent.state === 'accepted' ? intent : moved(intent, 'admit') };
}

/** Credits went to another job between pricing and holding: price again, with `held` credits held now. */
function withoutRange(intent: Intent, held: number): Intent {
  const { range: _range, rangePages: _rangePages, partial: _partial, ...rest } = intent;
  return { ...rest, hold: held };
}
