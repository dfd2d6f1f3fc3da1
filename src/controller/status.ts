import type { Condition, ConversionJobStatus, JobState, Stage } from '../job/conversion-job.ts';
import { camelCase } from '../job/failure.ts';
import { pagesIn, writeIntervals } from '../job/ranges.ts';
import { keys } from '../records/keys.ts';
import { rangesOf } from '../records/tasks.ts';
import type { Ending } from '../records/types.ts';
import type { Facts } from './facts.ts';

/** The status that the resource should have now. Times of an unchanged state are kept from the stored one. */
export function statusOf(facts: Facts): ConversionJobStatus {
  const ending = facts.receipt?.ending ?? facts.record?.ending;
  const { state, ...fields } = ending ? endedStatus(facts, ending) : runningStatus(facts);
  const before = facts.job.status;
  const updatedAt =
    before?.state === state && before.updatedAt !== undefined ? before.updatedAt : facts.now.toISOString();
  return {
    state,
    ...fields,
    updatedAt,
    observedGeneration: facts.job.metadata.generation,
    conditions: conditionsOf(facts, state, ending, fields.message),
  };
}

function endedStatus(
  facts: Facts,
  ending: Ending,
): Omit<ConversionJobStatus, 'updatedAt' | 'conditions'> & { state: JobState } {
  const failed = ending.state === 'failed';
  const reserved = facts.receipt?.receipt.reservedCredits ?? facts.record?.reservedCredits ?? 0;
  const settled = facts.receipt?.receipt.settledCredits ?? facts.record?.settledCredits ?? 0;
  const pages = ending.pageRange ? pagesIn(ending.pageRange) : 0;
  return {
    state: facts.record?.expiredAt === undefined ? ending.state : 'expired',
    stage: failed ? 'error' : 'complete',
    progress: 100,
    message:
      ending.state === 'succeeded'
        ? `${pages} ${pages === 1 ? 'page' : 'pages'} converted`
        : (ending.failure?.message ?? 'Canceled'),
    ...sourceOf(ending.source),
    ...(ending.pageRange ? { pageRange: ending.pageRange, completedRanges: writeIntervals([ending.pageRange]) } : {}),
    usage: ending.usage,
    ...(ending.artifacts ? { artifacts: { ...ending.artifacts, manifest: keys.manifest(facts.jobId) } } : {}),
    credits: { reserved, settled },
    ...(ending.cached ? { cached: true } : {}),
    ...(ending.partial ? { partial: true } : {}),
    ...(ending.nextStartPage === undefined ? {} : { nextStartPage: ending.nextStartPage }),
    ...(ending.failure ? { errorCode: ending.failure.code, error: ending.failure.message } : {}),
    ...(ending.startedAt === undefined ? {} : { startedAt: ending.startedAt }),
    finishedAt: ending.finishedAt,
  };
}

function runningStatus(facts: Facts): Omit<ConversionJobStatus, 'updatedAt' | 'conditions'> & { state: JobState } {
  const { intent, job } = facts;
  if (!intent) return { state: 'queued', stage: 'preparing', message: 'Waiting to be accepted' };
  const credits = { reserved: intent.hold };
  const waiting = intent.waiting;
  if (waiting && !intent.range) {
    return {
      state: 'input_required',
      stage: 'preparing',
      message: `The document needs ${waiting.requiredCredits} credits, more than the workspace has`,
      ...sourceOf(intent.source),
      credits: { ...credits, required: waiting.requiredCredits },
    };
  }
  if (!intent.source || !intent.range) {
    const external = intent.spec.source.type === 'external' && !intent.pinned;
    return {
      state: 'queued',
      stage: 'preparing',
      progress: 0,
      message: external ? 'Fetching the document' : 'Reading the document',
      ...sourceOf(intent.source),
      credits,
    };
  }
  const ranges = rangesOf(intent);
  const finished = ranges.filter((_, index) => facts.outcomes.get(index)?.outcome === 'succeeded');
  const total = pagesIn(intent.range);
  const done = ranges.reduce(
    (sum, range, index) =>
      sum +
      (finished.includes(range) ? pagesIn(range) : Math.min(pagesIn(range), facts.progress.get(index)?.pagesDone ?? 0)),
    0,
  );
  const started =
    facts.outcomes.size > 0 ||
    facts.progress.size > 0 ||
    facts.launches.some((launch) => [...launch.indexes.values()].some((index) => index.state !== 'waiting'));
  const common = {
    ...sourceOf(intent.source),
    pageRange: intent.range,
    ...(finished.length > 0 ? { completedRanges: writeIntervals(finished) } : {}),
    credits,
  };
  if (!started && job.status?.startedAt === undefined)
    return {
      state: 'queued',
      stage: 'preparing',
      progress: 100,
      message: `Waiting to convert ${total} ${total === 1 ? 'page' : 'pages'}`,
      ...common,
    };
  const finalizing = finished.length === ranges.length;
  const stage: Stage = finalizing ? 'finalizing' : 'converting';
  const progress = finalizing ? 0 : Math.floor((100 * done) / total);
  const startedAt = job.status?.startedAt ?? facts.now.toISOString();
  return {
    state: 'running',
    stage,
    progress,
    message: finalizing ? 'Putting the pages together' : `${done} of ${total} pages`,
    ...common,
    startedAt,
  };
}

function sourceOf(
  source: { format: string; bytes: number; sha256: string; pages: number } | undefined,
): Pick<ConversionJobStatus, 'source'> {
  return source
    ? { source: { format: source.format, bytes: source.bytes, sha256: source.sha256, pages: source.pages } }
    : {};
}

function conditionsOf(
  facts: Facts,
  state: JobState,
  ending: Ending | undefined,
  message: string | undefined,
): Condition[] {
  const generation = facts.job.metadata.generation;
  const wanted: Omit<Condition, 'lastTransitionTime'>[] = [];
  const accepted =
    facts.intent?.state === 'accepted' ||
    facts.job.status?.conditions?.some((one) => one.type === 'Accepted' && one.status === 'True');
  if (state === 'input_required')
    wanted.push({
      type: 'Accepted',
      status: 'False',
      reason: 'CreditsRequired',
      message: 'The workspace has too few credits.',
    });
  else if (accepted) wanted.push({ type: 'Accepted', status: 'True', reason: 'CreditsHeld' });
  if (ending?.state === 'succeeded')
    wanted.push({
      type: 'Complete',
      status: 'True',
      reason: ending.partial ? 'ConvertedPartly' : 'Converted',
      ...(message === undefined ? {} : { message }),
    });
  if (ending?.state === 'canceled') wanted.push({ type: 'Canceled', status: 'True', reason: 'Canceled' });
  if (ending?.failure)
    wanted.push({
      type: 'Failed',
      status: 'True',
      reason: camelCase(ending.failure.code),
      message: ending.failure.message,
    });
  return wanted.map((condition) => {
    const before = facts.job.status?.conditions?.find(
      (one) => one.type === condition.type && one.status === condition.status,
    );
    return {
      ...condition,
      lastTransitionTime: before?.lastTransitionTime ?? facts.now.toISOString(),
      observedGeneration: generation,
    };
  });
}
