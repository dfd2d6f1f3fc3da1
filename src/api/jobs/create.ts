import type { ConversionJobSpec, Source } from '../../job/conversion-job.ts';
import type { JobFailure } from '../../job/failure.ts';
import { newJobId } from '../../job/ids.ts';
import { rateCard } from '../../job/price.ts';
import { admit, openIntent } from '../../records/admission.ts';
import { closeJob, refuseJob } from '../../records/closing.ts';
import { countEnded } from '../../records/count-ended.ts';
import { keys } from '../../records/keys.ts';
import { readSlot } from '../../records/slots.ts';
import { readRecord, replaceRecord } from '../../records/store.ts';
import type { Intent, JobRecord } from '../../records/types.ts';
import { oneOfBoth } from '../aliases.ts';
import type { ApiDeps } from '../deps.ts';
import { claim, recall, requestHash } from '../idempotency.ts';
import type { Call, Reply } from '../operation.ts';
import { paymentRequired } from '../payment.ts';
import { invalidRequest, notFound, Problem, unavailable } from '../problem.ts';
import { newestQuote } from '../quotes/saved.ts';
import { endedOf, findJob, readJobRecord, type KnownJob } from './find.ts';
import { presentJob } from './present.ts';

export interface CreateJobRequest {
  readonly operation: 'convert';
  readonly capabilityVersion: string;
  readonly source: Source;
  readonly includeImages: boolean;
  readonly force_refresh?: boolean;
  readonly forceRefresh?: boolean;
  readonly allowPartial?: boolean;
  readonly startPage?: number;
  readonly content_hash?: string;
  readonly contentHash?: string;
  readonly webhookUrl?: string;
}

/** The requests that are under way in this process, by job, so that racing retries do the work once. */
const underWay = new WeakMap<ApiDeps, Map<string, Promise<Made>>>();

/** The job, and whether this request made it. */
interface Made {
  readonly known: KnownJob;
  readonly created: boolean;
}

/** Makes a job, or goes on with the one that an earlier request under the same idempotency key began. */
export async function createJob(deps: ApiDeps, call: Call<CreateJobRequest>): Promise<Reply> {
  const spec = specOf(call);
  const hash = requestHash(spec);
  const known = await recall(deps, call, 'createJob', hash);
  if (known === undefined) await requireSlot(deps, spec);
  const { id: jobId } = await claim(deps, call, 'createJob', hash, known ?? newJobId(deps.now()));
  const flights = underWay.get(deps) ?? new Map<string, Promise<Made>>();
  underWay.set(deps, flights);
  const flight = flights.get(jobId);
  if (flight) return { status: 200, body: presentJob((await flight).known) };
  const own = makeJob(deps, call, jobId, spec, hash).finally(() => flights.delete(jobId));
  flights.set(jobId, own);
  const made = await own;
  return { status: made.created ? 201 : 200, body: presentJob(made.known) };
}

function specOf({ body, credential }: Call<CreateJobRequest>): ConversionJobSpec {
  const forceRefresh = oneOfBoth(body.force_refresh, body.forceRefresh, 'force_refresh and forceRefresh');
  const contentHash = oneOfBoth(body.content_hash, body.contentHash, 'content_hash and contentHash');
  if (body.webhookUrl !== undefined && /^[^/]*\/\/[^/?#]*@/.test(body.webhookUrl))
    throw invalidRequest('webhookUrl must not hold a user name or a password.');
  return {
    workspace: credential.workspace,
    source: sourceOf(body.source),
    capabilityVersion: body.capabilityVersion,
    includeImages: body.includeImages,
    ...(forceRefresh === undefined ? {} : { forceRefresh }),
    ...(body.allowPartial === undefined ? {} : { allowPartial: body.allowPartial }),
    ...(body.startPage === undefined ? {} : { startPage: body.startPage }),
    ...(contentHash === undefined ? {} : { contentHash }),
    ...(body.webhookUrl === undefined ? {} : { webhookUrl: body.webhookUrl }),
  };
}

function sourceOf(source: Source): Source {
  return source.type === 'document' || source.fileName ? source : { type: 'external', fileUrl: source.fileUrl };
}

/** An unknown document, or another workspace's, is 404 before a key is taken for it. */
async function requireSlot(deps: ApiDeps, { workspace, source }: ConversionJobSpec): Promise<void> {
  if (source.type === 'document' && !(await readSlot(deps.objects, workspace, source.documentId)))
    throw notFound('document');
}

async function makeJob(
  deps: ApiDeps,
  call: Call<CreateJobRequest>,
  jobId: string,
  spec: ConversionJobSpec,
  hash: string,
): Promise<Made> {
  const begun = await beginJob(deps, call, jobId, spec, hash);
  if ('ended' in begun) return replayEnded(deps, begun.ended);
  if (begun.intent.state === 'accepted') return createResource(deps, begun.intent);
  const admission = await admit(deps, jobId, 'hold');
  if (admission.result === 'accepted') return createResource(deps, admission.intent);
  if (admission.result === 'failed') return closeFailed(deps, admission.intent, admission.failure);
  if (admission.result === 'insufficient') {
    const quote = await newestQuote(deps, spec.workspace, { ...call.body, source: spec.source });
    throw paymentRequired(deps, admission.requiredCredits, admission.availableCredits, quote);
  }
  const record = await readJobRecord(deps, jobId);
  // A sweep dropped it meanwhile: a retry begins it anew.
  if (!record) throw unavailable();
  return replayEnded(deps, record);
}

/** The intent of the job: the one that is there, or a new one. An ended job has none, but a record. */
async function beginJob(
  deps: ApiDeps,
  call: Call<CreateJobRequest>,
  jobId: string,
  spec: ConversionJobSpec,
  hash: string,
): Promise<{ readonly intent: Intent } | { readonly ended: JobRecord }> {
  const there = await readRecord<Intent>(deps.objects, keys.intent(jobId));
  if (there) return { intent: there.value };
  const ended = await readJobRecord(deps, jobId);
  if (ended) return { ended };
  const quote = await newestQuote(deps, spec.workspace, { ...call.body, source: spec.source });
  const now = deps.now().toISOString();
  const opened = await openIntent(deps.objects, {
    jobId,
    workspace: spec.workspace,
    state: 'pending',
    createdAt: now,
    updatedAt: now,
    spec,
    actor: { type: 'api_key', channel: 'api', credentialId: call.credential.id },
    requestHash: hash,
    ...(call.idempotencyKey === undefined ? {} : { idempotencyKey: call.idempotencyKey }),
    ...(quote ? { quoteId: quote.id } : {}),
    priceVersion: quote?.priceVersion ?? newestPrice(spec),
    hold: 0,
    pinned: false,
  });
  // The job may have ended between the two reads and this write; its record was there before its intent went.
  const meanwhile = await readJobRecord(deps, jobId);
  if (!meanwhile) return { intent: opened.value };
  await deps.objects.delete([keys.intent(jobId)]);
  return { ended: meanwhile };
}

function newestPrice(spec: ConversionJobSpec): string {
  const card = rateCard(spec.capabilityVersion ?? '1');
  if (!card) throw new Error(`no rate card for capability ${spec.capabilityVersion}`);
  return card.priceVersion;
}

async function createResource(deps: ApiDeps, intent: Intent): Promise<Made> {
  const result = await deps.jobs.create({ name: intent.jobId, spec: intent.spec }).catch(async (error: unknown) => {
    await putBack(deps, intent.jobId);
    throw error;
  });
  if (result.created) return { known: { stage: 'live', base: intent, job: result.job, intent }, created: true };
  const known = await findJob(deps, intent.workspace, intent.jobId);
  return { known: known ?? { stage: 'accepted', base: intent, intent }, created: false };
}

/**
 * Without its resource a job is not accepted after all: like one that lacks credits it waits for a retry, with its hold, and a sweep drops both after ten
 * minutes. Should the resource be there though its answer got lost, the controller accepts it again.
 */
async function putBack(deps: ApiDeps, jobId: string): Promise<void> {
  const stored = await readRecord<Intent>(deps.objects, keys.intent(jobId));
  if (stored?.value.state !== 'accepted') return;
  await replaceRecord(deps.objects, keys.intent(jobId), stored.etag, {
    ...stored.value,
    state: 'pending',
    updatedAt: deps.now().toISOString(),
  });
}

async function closeFailed(deps: ApiDeps, intent: Intent, failure: JobFailure): Promise<Made> {
  if (failure.code === 'upload_missing') throw new Problem(400, 'upload_missing', failure.message);
  if (failure.code === 'document_too_large') {
    const record = await refuseJob(deps, intent, failure);
    countEnded(deps.metrics, record, record.ending);
    tellOfWebhook(deps, intent);
    return replayEnded(deps, record);
  }
  const stored = await closeJob(deps, intent, { outcome: 'failed', failure });
  countEnded(deps.metrics, intent, stored.ending);
  tellOfWebhook(deps, intent);
  return { known: { stage: 'ended', base: intent, ending: stored.ending }, created: true };
}

/** A job without a resource is not looked at by the controller unless it is told to. */
function tellOfWebhook(deps: ApiDeps, { jobId, spec }: Intent): void {
  if (spec.webhookUrl !== undefined) deps.nudge(jobId);
}

/** A job that was refused for its size is refused again; any other is answered as it is now. */
function replayEnded(deps: ApiDeps, record: JobRecord): Made {
  const { failure, source } = record.ending;
  if (record.receipt || failure?.code !== 'document_too_large') return { known: endedOf(record), created: false };
  throw new Problem(413, 'document_too_large', failure.message, {
    details: {
      maxPages: deps.settings.maxPages,
      ...(source ? { estimatedPages: source.pages } : {}),
      jobId: record.jobId,
    },
  });
}
