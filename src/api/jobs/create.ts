import type { ConversionJobSpec, Source } from '../../resource/conversion-job.ts';
import { newJobId } from '../../resource/ids.ts';
import { rateCard } from '../../accounting/rate-card.ts';
import { isTransient } from '../../failures/transient.ts';
import { sealPassword } from '../../secrets/sealed-password.ts';
import { rulesOf } from '../../resource/workspace.ts';
import { admit, afterAdmission, type Admission, type KnownIntent } from '../../lifecycle/admission.ts';
import { applyToRecords } from '../../lifecycle/apply.ts';
import { patiently } from '../../lifecycle/patience.ts';
import { beginJobTrace } from '../../telemetry/trace.ts';
import { keys } from '../../records/keys.ts';
import { requireQueueRoom } from './queue-room.ts';
import { readSlot } from '../../lifecycle/uploads.ts';
import { readStored } from '../../records/store.ts';
import type { Intent, JobRecord, StoredQuote, UploadSlot } from '../../records/types.ts';
import { oneOfBoth } from '../aliases.ts';
import type { ApiDeps } from '../deps.ts';
import { claim, recall, requestHash } from '../idempotency.ts';
import type { Call, Reply } from '../operation.ts';
import { paymentRequired } from '../payment.ts';
import { invalidRequest, notFound, Problem, unavailable } from '../problem.ts';
import type { Accepted } from '../schema/all.ts';
import { newestQuote, toPricedRequest } from '../quotes/saved.ts';
import { cacheUnfinished, toEndedJob, findJob, readJobRecord, type KnownJob } from './find.ts';
import { lifecycleDeps } from './lifecycle.ts';
import { presentJob } from './present.ts';

type CreateJobRequest = Accepted<'CreateJobRequest'>;

/** One request for a job, under the id that it stands for. */
interface JobRequest {
  readonly jobId: string;
  readonly spec: ConversionJobSpec;
  readonly hash: string;
  readonly call: Call;
  readonly password?: string | undefined;
  /** The id was made for this request, and no other can have it: nothing is stored under it. */
  readonly isNew: boolean;
  /** Of the document, as it was just read. */
  readonly slot: UploadSlot | undefined;
}

/**
 * The job that a request asks for, under whatever operation. A retry under the same idempotency key must have the same
 * `hash`.
 */
export interface JobSubmission {
  readonly operation: 'createJob' | 'convert' | 'retryJobs';
  readonly hash: string;
  readonly spec: ConversionJobSpec;
  /** Of the document. */
  readonly password?: string;
}

/** The job, and whether this request made it. */
interface Made {
  readonly known: KnownJob;
  readonly created: boolean;
}

/** A request that is under way. It goes on until the last client that waits for it has gone away. */
interface Flight {
  readonly made: Promise<Made>;
  join(gone: AbortSignal): void;
}

/** The requests that are under way in this process, by job, so that racing retries do the work once. */
const underWay = new WeakMap<ApiDeps, Map<string, Flight>>();

function findOrBeginFlight(deps: ApiDeps, request: JobRequest): Flight {
  const flights = underWay.get(deps) ?? new Map<string, Flight>();
  underWay.set(deps, flights);
  const known = flights.get(request.jobId);
  if (known) return known;
  const abandoned = new AbortController();
  let waiting = 0;
  const made = makeJob(deps, request, abandoned.signal).finally(() => flights.delete(request.jobId));
  const flight: Flight = {
    made,
    join: (gone) => {
      waiting += 1;
      gone.addEventListener('abort', () => {
        waiting -= 1;
        if (waiting === 0) abandoned.abort();
      });
    },
  };
  flights.set(request.jobId, flight);
  return flight;
}

export async function createJob(deps: ApiDeps, call: Call<CreateJobRequest>): Promise<Reply> {
  const spec = readSpec(call);
  const made = await submitJob(deps, call, { operation: 'createJob', hash: requestHash(spec), spec });
  return { status: made.created ? 201 : 200, body: presentJob(made.known) };
}

/** Makes a job, or goes on with the one that an earlier request under the same idempotency key began. */
export async function submitJob(deps: ApiDeps, call: Call, submission: JobSubmission): Promise<Made> {
  const { operation, hash, spec, password } = submission;
  const request = { operation, hash } as const;
  const known = await recall(deps, call, request);
  let slot: UploadSlot | undefined;
  if (known === undefined) {
    slot = await requireSlot(deps, spec);
    requireClass(deps, spec);
    requireQueueRoom(deps, spec.workspace);
  }
  const { id: jobId } = await claim(deps, call, request, known ?? newJobId(deps.now()));
  const first = !underWay.get(deps)?.has(jobId);
  const isNew = known === undefined && call.idempotencyKey === undefined;
  const flight = findOrBeginFlight(deps, { jobId, spec, hash, call, password, isNew, slot });
  flight.join(call.gone);
  const made = await flight.made;
  return { ...made, created: first && made.created };
}

function readSpec({ body, credential }: Call<CreateJobRequest>): ConversionJobSpec {
  const forceRefresh = oneOfBoth(body.force_refresh, body.forceRefresh, 'force_refresh and forceRefresh');
  const contentHash = oneOfBoth(body.content_hash, body.contentHash, 'content_hash and contentHash');
  if (body.webhookUrl !== undefined && /^[^/]*\/\/[^/?#]*@/.test(body.webhookUrl))
    throw invalidRequest('webhookUrl must not contain a user name or password.');
  return {
    workspace: credential.workspace,
    source: withoutEmptyName(body.source),
    capabilityVersion: body.capabilityVersion,
    includeImages: body.includeImages,
    ...(forceRefresh === undefined ? {} : { forceRefresh }),
    ...(body.allowPartial === undefined ? {} : { allowPartial: body.allowPartial }),
    ...(body.startPage === undefined ? {} : { startPage: body.startPage }),
    ...(contentHash === undefined ? {} : { contentHash }),
    ...(body.webhookUrl === undefined ? {} : { webhookUrl: body.webhookUrl }),
  };
}

function withoutEmptyName(source: Source): Source {
  return source.type === 'document' || source.fileName ? source : { type: 'external', fileUrl: source.fileUrl };
}

/** An unknown document, or another workspace's, is 404 before a key is taken for it. */
async function requireSlot(deps: ApiDeps, { workspace, source }: ConversionJobSpec): Promise<UploadSlot | undefined> {
  if (source.type !== 'document') return undefined;
  const slot = await readSlot(deps.objects, workspace, source.documentId);
  if (!slot) throw notFound('document');
  return slot;
}

function requireClass(deps: ApiDeps, spec: ConversionJobSpec): void {
  const chosen = deps.classOf?.(spec);
  if (chosen && !chosen.found) throw invalidRequest(`converterClassName: there is no converter class ${chosen.name}.`);
}

async function makeJob(deps: ApiDeps, request: JobRequest, gone: AbortSignal): Promise<Made> {
  const begun = await findBegun(deps, request);
  const made = await answerBegun(deps, begun);
  if (made) return made;
  const intent = begun.intent ?? (await newIntent(deps, request));
  try {
    return await admitJob(deps, request, intent, gone);
  } catch (error) {
    // When a job that another replica has made ends, so does what runs for it, also the reading of its document here.
    const meanwhile = isTransient(error) ? await answerBegun(deps, await findBegun(deps, request)) : undefined;
    if (meanwhile) return meanwhile;
    throw error;
  }
}

/** A job as an earlier request under the same idempotency key left it: an ended one has a record, but no intent. */
interface Begun {
  readonly intent?: KnownIntent;
  readonly ended?: JobRecord | undefined;
}

async function findBegun(deps: ApiDeps, { jobId, isNew }: JobRequest): Promise<Begun> {
  if (isNew) return {};
  const intent = await readStored(deps.objects, keys.intent(jobId));
  return intent ? { intent } : { ended: await readJobRecord(deps, jobId) };
}

/** Undefined for a job that is still to be admitted. */
async function answerBegun(deps: ApiDeps, { intent, ended }: Begun): Promise<Made | undefined> {
  if (ended) return replayEnded(deps, ended);
  return intent?.value.state === 'accepted' ? createResource(deps, intent.value) : undefined;
}

async function admitJob(deps: ApiDeps, request: JobRequest, intent: KnownIntent, gone: AbortSignal): Promise<Made> {
  const { suspended } = rulesOf(deps.settings, deps.workspaces.get(request.spec.workspace)?.spec);
  const patience = { seconds: suspended ? 0 : deps.settings.documentWait, gone };
  const admission = await admit({ ...deps, slot: request.slot }, intent, 'hold', patiently(deps.objects, patience));
  const meanwhile = intent.etag === undefined ? await endedMeanwhile(deps, request) : undefined;
  if (meanwhile) return replayEnded(deps, meanwhile);
  if (admission.result === 'accepted') return createResource(deps, admission.intent);
  return answerNotAdmitted(deps, request, admission);
}

async function answerNotAdmitted(
  deps: ApiDeps,
  request: JobRequest,
  admission: Exclude<Admission, { result: 'accepted' }>,
): Promise<Made> {
  const action = afterAdmission(admission, 'request');
  const ended = action && (await applyToRecords(lifecycleDeps(deps), request.jobId, action)).record;
  if (admission.result === 'insufficient') {
    const { requiredCredits, availableCredits } = admission;
    throw paymentRequired(deps, requiredCredits, availableCredits, await quoteFor(deps, request));
  }
  if (ended) return answerEnded(deps, ended);
  // A failure that does not end the job: the request may be repeated.
  if (admission.result === 'failed') throw new Problem(400, admission.failure.code, admission.failure.message);
  const record = await readJobRecord(deps, request.jobId);
  // A sweep dropped it meanwhile: a retry begins it again.
  if (!record) throw unavailable();
  return replayEnded(deps, record);
}

const quoteFor = (deps: ApiDeps, { spec }: JobRequest): Promise<StoredQuote | undefined> =>
  newestQuote(deps, spec.workspace, toPricedRequest(spec));

/** An intent that is still to be stored. */
async function newIntent(deps: ApiDeps, request: JobRequest): Promise<KnownIntent> {
  const { jobId, spec, hash, call, password } = request;
  const quote = await quoteFor(deps, request);
  const trace = beginJobTrace();
  const now = deps.now().toISOString();
  const intent: Intent = {
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
    ...(password === undefined ? {} : { sealedPassword: sealPassword(deps.secret, jobId, password) }),
    priceVersion: quote?.priceVersion ?? newestPrice(spec),
    hold: 0,
    pinned: false,
    ...(trace && { trace }),
  };
  return { value: intent };
}

/**
 * The job may have ended between the two reads and the first write of its intent; its record was there before its
 * intent went.
 */
async function endedMeanwhile(deps: ApiDeps, { jobId, isNew }: JobRequest): Promise<JobRecord | undefined> {
  const record = isNew ? undefined : await readJobRecord(deps, jobId);
  if (!record) return undefined;
  deps.tasks.release(jobId);
  await deps.objects.delete([keys.intent(jobId)]);
  return record;
}

function newestPrice(spec: ConversionJobSpec): string {
  const card = rateCard(spec.capabilityVersion ?? '1');
  if (!card) throw new Error(`no rate card for capability ${spec.capabilityVersion}`);
  return card.priceVersion;
}

/**
 * Makes the resource of an accepted job. If it cannot be made, the job is not accepted after all: like one that lacks
 * credits it waits for a retry, with its hold, and a sweep drops both after ten minutes. Should the resource be there
 * though its answer got lost, the controller accepts it again.
 */
async function createResource(deps: ApiDeps, intent: Intent): Promise<Made> {
  const result = await deps.jobs.create({ name: intent.jobId, spec: intent.spec }).catch(async (error: unknown) => {
    deps.tasks.release(intent.jobId);
    await applyToRecords(lifecycleDeps(deps), intent.jobId, { do: 'reopen' });
    throw error;
  });
  if (result.created) {
    cacheUnfinished(deps, intent);
    return { known: { stage: 'live', base: intent, job: result.job, intent }, created: true };
  }
  const known = await findJob(deps, intent.workspace, intent.jobId);
  return { known: known ?? { stage: 'accepted', base: intent, intent }, created: false };
}

/** A job that this request ended. Without a resource, the controller does not look at it unless it is asked to. */
function answerEnded(deps: ApiDeps, record: JobRecord): Made {
  if (record.spec.webhookUrl !== undefined) deps.nudge(record.jobId);
  return { ...replayEnded(deps, record), created: true };
}

/** A job that was refused for its size is refused again; any other is answered as it is now. */
function replayEnded(deps: ApiDeps, record: JobRecord): Made {
  const { failure, source } = record.ending;
  if (record.receipt || failure?.code !== 'document_too_large') return { known: toEndedJob(record), created: false };
  throw new Problem(413, 'document_too_large', failure.message, {
    details: {
      maxPages: deps.settings.maxPages,
      ...(source ? { estimatedPages: source.pages } : {}),
      jobId: record.jobId,
    },
  });
}
