import type { Launcher } from '../cluster/launcher.ts';
import type { JobFailure } from '../job/failure.ts';
import { creditsToHold, rateCard } from '../job/price.ts';
import type { JobSettings } from '../job/settings.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Objects } from '../objects/objects.ts';
import { keys } from './keys.ts';
import { price } from './pricing.ts';
import { readSlot, uploadTooLarge } from './slots.ts';
import { createOrRead, readRecord, replaceRecord, type Stored } from './store.ts';
import type { Intent } from './types.ts';

export interface AdmissionDeps {
  readonly objects: Objects;
  readonly ledger: Ledger;
  readonly launcher: Pick<Launcher, 'probe' | 'fetch'>;
  readonly settings: JobSettings;
  readonly now: () => Date;
}

export type Admission =
  /** Input pinned (or a URL that is yet to be fetched), credits held, intent accepted: the resource may be made. */
  | { readonly result: 'accepted'; readonly intent: Intent }
  /** The intent stays as it is; a later try goes on from there. */
  | {
      readonly result: 'insufficient';
      readonly intent: Intent;
      readonly requiredCredits: number;
      readonly availableCredits: number;
    }
  /** The job has to be closed as failed. */
  | { readonly result: 'failed'; readonly intent: Intent; readonly failure: JobFailure }
  /** The intent is gone: the job has ended. */
  | { readonly result: 'ended' };

/** One step of admission: a changed intent, to be written before the next step, or the end of it. */
type Step = { readonly next: Intent } | Admission;

/** The first write for a job; a retry finds the intent that is there. */
export async function openIntent(objects: Objects, intent: Intent): Promise<Stored<Intent>> {
  return createOrRead(objects, keys.intent(intent.jobId), intent);
}

/**
 * Takes a job from its intent to `accepted`, step by step: pin the input, probe it, price it, write the hold into the intent, hold,
 * accept, and hold again (the ledger may have been rebuilt in between). Every step finds what is there and can be repeated by
 * anyone at any time. `through: 'hold'` stops at a URL that is yet to be fetched, with one page held; `'source'` fetches it too.
 */
export async function admit(deps: AdmissionDeps, jobId: string, through: 'hold' | 'source'): Promise<Admission> {
  for (;;) {
    const stored = await readRecord<Intent>(deps.objects, keys.intent(jobId));
    if (!stored) return { result: 'ended' };
    if (stored.value.state === 'dropped')
      throw Object.assign(new Error(`job ${jobId} is being dropped`), { transient: true });
    const step = await nextStep(deps, stored.value, through);
    if ('result' in step) return step;
    await replaceRecord(deps.objects, keys.intent(jobId), stored.etag, {
      ...step.next,
      updatedAt: deps.now().toISOString(),
    });
  }
}

async function nextStep(deps: AdmissionDeps, intent: Intent, through: 'hold' | 'source'): Promise<Step> {
  const external = intent.spec.source.type === 'external';
  if (external && !intent.pinned) {
    if (intent.state === 'pending') return holdOnePage(deps, intent);
    if (through === 'hold') return { result: 'accepted', intent };
  }
  if (!intent.pinned) return external ? fetchInput(deps, intent) : pinUpload(deps, intent);
  if (!intent.source) return probeInput(deps, intent);
  if (!intent.range) return priceSource(deps, intent);
  const held = await deps.ledger.raise({ jobId: intent.jobId, workspace: intent.workspace, credits: intent.hold });
  if (!held.held) return { next: withoutRange(intent, (await deps.ledger.holdOf(intent.jobId)) ?? 0) };
  return intent.state === 'accepted' ? { result: 'accepted', intent } : { next: { ...intent, state: 'accepted' } };
}

/** A URL's first hold is the price of one page; more is held once its bytes are known. */
async function holdOnePage(deps: AdmissionDeps, intent: Intent): Promise<Step> {
  const card = rateCard(intent.spec.capabilityVersion ?? '1', intent.priceVersion);
  if (!card) throw new Error(`no rate card ${intent.priceVersion}`);
  const credits = creditsToHold(card, 1, true);
  if (intent.hold !== credits) return { next: { ...intent, hold: credits } };
  const held = await deps.ledger.hold({ jobId: intent.jobId, workspace: intent.workspace, credits });
  if (!held.held) return { result: 'insufficient', intent, requiredCredits: credits, availableCredits: held.available };
  return { next: { ...intent, state: 'accepted' } };
}

async function fetchInput(deps: AdmissionDeps, intent: Intent): Promise<Step> {
  const source = intent.spec.source;
  if (source.type !== 'external') throw new Error('only a URL is fetched');
  const fetched = await deps.launcher.fetch({
    jobId: intent.jobId,
    url: source.fileUrl,
    key: keys.input(intent.jobId),
    maxBytes: deps.settings.maxUploadBytes,
  });
  if (!fetched.ok) return { result: 'failed', intent, failure: fetched.failure };
  return { next: { ...intent, pinned: true, fileName: source.fileName ?? fetched.fileName ?? 'document' } };
}

async function pinUpload(deps: AdmissionDeps, intent: Intent): Promise<Step> {
  const missing: JobFailure = { code: 'upload_missing', message: 'The document has not been uploaded.' };
  if (intent.spec.source.type !== 'document') throw new Error('only an upload is pinned');
  const slot = await readSlot(deps.objects, intent.workspace, intent.spec.source.documentId);
  if (!slot) return { result: 'failed', intent, failure: missing };
  const info = await deps.objects.head(slot.objectKey);
  if (!info) return { result: 'failed', intent, failure: missing };
  const tooLarge = uploadTooLarge(info.bytes, deps.settings.maxUploadBytes);
  if (tooLarge) return { result: 'failed', intent, failure: tooLarge };
  const copied = await deps.objects.copy(slot.objectKey, keys.input(intent.jobId), { ifMatch: info.etag });
  if (!copied) return { next: intent };
  const contentHash = intent.spec.contentHash ?? slot.contentHash;
  return {
    next: {
      ...intent,
      pinned: true,
      fileName: slot.fileName,
      spec: { ...intent.spec, ...(contentHash === undefined ? {} : { contentHash }) },
    },
  };
}

async function probeInput(deps: AdmissionDeps, intent: Intent): Promise<Step> {
  const key = keys.input(intent.jobId);
  const info = await deps.objects.head(key);
  if (!info) return { next: { ...intent, pinned: false } };
  const probed = await deps.launcher.probe({
    jobId: intent.jobId,
    key,
    bytes: info.bytes,
    ...(intent.fileName === undefined ? {} : { fileName: intent.fileName }),
  });
  if (!probed.ok) {
    const declared = intent.spec.contentHash;
    const mismatch =
      declared !== undefined && probed.sha256 !== undefined && declared.toLowerCase() !== `sha256:${probed.sha256}`;
    const failure: JobFailure = mismatch
      ? {
          code: 'content_hash_mismatch',
          message: `The document's checksum is sha256:${probed.sha256}, not the declared ${declared}.`,
        }
      : probed.failure;
    return { result: 'failed', intent, failure };
  }
  return { next: { ...intent, source: probed.source } };
}

async function priceSource(deps: AdmissionDeps, intent: Intent): Promise<Step> {
  const { source, workspace, jobId } = intent;
  const card = rateCard(intent.spec.capabilityVersion ?? '1', intent.priceVersion);
  if (!card || !source) throw new Error(`no rate card ${intent.priceVersion} or no source`);
  const balance = await deps.ledger.balance(workspace);
  const own = (await deps.ledger.holdOf(jobId)) ?? 0;
  const pricing = price(card, source, intent.spec, (balance?.available ?? 0) + own, deps.settings.maxPages);
  if (pricing.result === 'failed') return { result: 'failed', intent, failure: pricing.failure };
  if (pricing.result === 'insufficient') {
    return {
      result: 'insufficient',
      intent,
      requiredCredits: pricing.requiredCredits,
      availableCredits: pricing.availableCredits,
    };
  }
  const rangePages = source.scanned ? deps.settings.scannedRangePages : deps.settings.rangePages;
  return { next: { ...intent, range: pricing.range, rangePages, hold: pricing.credits, partial: pricing.partial } };
}

/** Credits went to another job between pricing and holding: price again, with `held` credits held now. */
function withoutRange(intent: Intent, held: number): Intent {
  const { range: _range, rangePages: _rangePages, partial: _partial, ...rest } = intent;
  return { ...rest, hold: held };
}
