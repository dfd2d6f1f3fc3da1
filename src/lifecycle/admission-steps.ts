import { price } from '../accounting/pricing.ts';
import type { Passwords } from '../runtime/passwords.ts';
import type { ClassOf } from '../runtime/converter-classes.ts';
import type { Tasks } from '../runtime/tasks.ts';
import type { ConversionJobSpec, SourceFacts } from '../resource/conversion-job.ts';
import { fileNameOf } from '../resource/file-name.ts';
import type { JobFailure } from '../failures/failure.ts';
import { creditsToHold, rateCard } from '../accounting/rate-card.ts';
import { sealPassword, unsealPassword } from '../secrets/sealed-password.ts';
import { pagesIn, scannedRangePages, textRangePages, type PageRange } from '../resource/ranges.ts';
import type { JobSettings } from '../resource/settings.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Objects } from '../objects/objects.ts';
import { keys } from '../records/keys.ts';
import { readRecord } from '../records/store.ts';
import type { Intent, UploadSlot } from '../records/types.ts';
import { moved } from './intent.ts';
import { readSlot, uploadTooLarge } from './uploads.ts';

export interface AdmissionDeps {
  readonly objects: Objects;
  readonly ledger: Ledger;
  readonly tasks: Pick<Tasks, 'probe' | 'fetch' | 'release'>;
  /** Seals passwords of documents. */
  readonly secret: string;
  /** Where there are Secrets. */
  readonly passwords?: Passwords;
  readonly settings: JobSettings;
  readonly now: () => Date;
  /** The converter class of a job, where there are classes. */
  readonly classOf?: ClassOf;
  /** Converters that would begin at once, where that is known. */
  readonly freeConverters?: () => number;
  /** Ends a step that waits for a process. */
  readonly signal?: AbortSignal;
  /** The slot of the upload, where it was just read. */
  readonly slot?: UploadSlot | undefined;
}

/** The obstacle of a job: the workspace lacks credits, or the job has to fail. */
export type Obstacle =
  | { readonly result: 'insufficient'; readonly requiredCredits: number; readonly availableCredits: number }
  | { readonly result: 'failed'; readonly failure: JobFailure };

/**
 * The result of a step: the intent as it is to be written, or an obstacle. `held`: the pages that it names are held.
 */
export type StepResult = { readonly next: Intent; readonly held?: true } | Obstacle;

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

/** Checks of a job created with kubectl that the API makes before there is a job. */
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
  const held = await deps.ledger.setHold({ jobId: intent.jobId, workspace: intent.workspace, credits });
  if (!held.held) return { result: 'insufficient', requiredCredits: credits, availableCredits: held.available };
  return { next: moved({ ...intent, hold: credits }, 'admit') };
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
  const fileName = nameOf(source.fileName ?? fetched.fileName);
  return { next: { ...intent, pinned: true, inputBytes: fetched.bytes, fileName } };
}

const nameOf = (given: string | undefined): string => fileNameOf(given ?? '') ?? 'document';

const MISSING: JobFailure = { code: 'upload_missing', message: 'The document has not been uploaded.' };
const REPLACED: JobFailure = {
  code: 'content_hash_mismatch',
  message: 'The document was replaced while the job was starting.',
};

async function pinUpload(deps: AdmissionDeps, intent: Intent): Promise<StepResult> {
  const refusal = await refusalOfKubectl(deps, intent);
  if (refusal) return refusal;
  if (intent.spec.source.type !== 'document') throw new Error('only an upload is pinned');
  const slot = deps.slot ?? (await readSlot(deps.objects, intent.workspace, intent.spec.source.documentId));
  const info = slot && (await deps.objects.head(slot.objectKey));
  if (!info) return failed(MISSING);
  const failure = uploadTooLarge(info.bytes, deps.settings.maxUploadBytes) ?? failureOfReplaced(intent, info.etag);
  if (failure) return failed(failure);
  const copied = await deps.objects.copy(slot.objectKey, keys.input(intent.jobId), { ifMatch: info.etag });
  if (!copied) return { next: intent };
  const contentHash = intent.spec.contentHash ?? slot.contentHash;
  return {
    next: {
      ...intent,
      pinned: true,
      inputBytes: info.bytes,
      fileName: nameOf(slot.fileName),
      ...(intent.quoteId === undefined ? {} : await quotedInput(deps, intent, info.etag)),
      spec: { ...intent.spec, ...(contentHash === undefined ? {} : { contentHash }) },
    },
  };
}

const failureOfReplaced = ({ detached }: Intent, etag: string): JobFailure | undefined =>
  detached?.etag !== undefined && detached.etag !== etag ? REPLACED : undefined;

/** The facts of an upload that was quoted: the quote has read it. */
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
  // The ETag of a small one is not needed.
  const isSmall = intent.inputBytes !== undefined && intent.inputBytes < PARTS_FROM_BYTES;
  const info = isSmall ? { bytes: intent.inputBytes } : await deps.objects.head(key);
  if (!info) return { next: { ...intent, pinned: false } };
  const { workspace, jobId, fileName, sealedPassword } = intent;
  const password = sealedPassword && unsealPassword(deps.secret, jobId, sealedPassword);
  if (sealedPassword !== undefined && password === undefined)
    return failed({
      code: 'password_unavailable',
      message: 'The password of the document cannot be read any more, because the secret of the service has changed.',
    });
  const request = {
    workspace,
    jobId,
    key,
    bytes: info.bytes,
    ...(fileName === undefined ? {} : { fileName }),
    ...(password === undefined ? {} : { password }),
    converts: true,
  };
  const probed = await deps.tasks.probe(request, deps.signal);
  if (!probed.ok) return failed(failureOfOther(intent, probed.sha256) ?? probed.failure);
  const etag = 'etag' in info ? info.etag : undefined;
  return { next: { ...intent, ...(await probedInput(deps, jobId, probed.source, etag)) } };
}

/** That it is not the document that the request declares says more than why it cannot be read. */
function failureOfOther({ spec }: Intent, sha256: string | undefined): JobFailure | undefined {
  const declared = spec.contentHash;
  if (declared === undefined || sha256 === undefined || declared.toLowerCase() === `sha256:${sha256}`) return undefined;
  const message = `The checksum of the document is sha256:${sha256}, but the request declares ${declared}.`;
  return { code: 'content_hash_mismatch', message };
}

/**
 * The facts of the input once it was probed under this ETag. A range of a long scan needs few of its bytes, and
 * may fetch only those: if the input still has the ETag, that of later bytes tells that they are the same.
 */
async function probedInput(
  { objects }: AdmissionDeps,
  jobId: string,
  source: SourceFacts,
  etag: string | undefined,
): Promise<Pick<Intent, 'source' | 'inputEtag'>> {
  const inParts = source.format === 'pdf' && source.scanned && source.bytes >= PARTS_FROM_BYTES;
  if (!inParts || etag === undefined) return { source };
  const same = (await objects.head(keys.input(jobId)))?.etag === etag;
  return { source, ...(same ? { inputEtag: etag } : {}) };
}

/** Holds what the whole range costs or, where the ledger refuses that, what is priced by what it could hold. */
async function priceSource(deps: AdmissionDeps, intent: Intent): Promise<StepResult> {
  const { source, workspace, jobId, spec } = intent;
  const card = rateCard(spec.capabilityVersion ?? '1', intent.priceVersion);
  if (!card || !source) throw new Error(`no rate card ${intent.priceVersion} or no source`);
  const pinned = pinClass(deps, spec);
  if ('code' in pinned) return failed(pinned);
  for (let available = Infinity; ;) {
    const pricing = price({ card, source, spec }, available, deps.settings.maxPages);
    if (pricing.result === 'failed') return failed(pricing.failure);
    if (pricing.result === 'insufficient') return pricing;
    const { range, credits, partial } = pricing;
    const held = await deps.ledger.setHold({ jobId, workspace, credits });
    if (held.held)
      return heldBy({
        ...intent,
        range,
        rangePages: rangePagesOf(deps, source, range),
        hold: credits,
        partial,
        ...pinned,
      });
    available = held.available;
  }
}

/** The converter class as it is now, if the job has one. */
function pinClass({ classOf }: AdmissionDeps, spec: ConversionJobSpec): Pick<Intent, 'converterClass'> | JobFailure {
  const chosen = classOf?.(spec);
  if (!chosen) return {};
  const { name, found } = chosen;
  if (found) return { converterClass: { name, model: found.spec.model } };
  return { code: 'conversion_failed', message: `converterClassName: there is no converter class ${name}.` };
}

const heldBy = (intent: Intent): StepResult => ({
  held: true,
  next: intent.state === 'accepted' ? intent : moved(intent, 'admit'),
});

function rangePagesOf({ settings, freeConverters }: AdmissionDeps, { scanned }: SourceFacts, range: PageRange): number {
  const { rangePages, parallelism } = settings;
  if (!scanned) return textRangePages(pagesIn(range), rangePages, parallelism);
  const free = Math.min(freeConverters?.() ?? 1, parallelism);
  return scannedRangePages(range, settings.scannedRangePages, free);
}

/** Holds what was priced before. Where the credits went to another job meanwhile, the document is priced again. */
async function holdCredits(deps: AdmissionDeps, intent: Intent): Promise<StepResult> {
  if (await isHeld(deps.ledger, intent)) return heldBy(intent);
  await deps.ledger.setHold({ jobId: intent.jobId, workspace: intent.workspace, credits: 0 });
  const { range: _range, rangePages: _rangePages, partial: _partial, ...rest } = intent;
  return { next: { ...rest, hold: 0 } };
}

/**
 * Holds what an accepted job was priced at. The ledger holds it already, unless it was rebuilt just before the intent
 * said so.
 */
export async function isHeld(ledger: Pick<Ledger, 'setHold'>, { jobId, workspace, hold }: Intent): Promise<boolean> {
  return (await ledger.setHold({ jobId, workspace, credits: hold })).held;
}
