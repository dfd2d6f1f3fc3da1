import type { Stall } from '../runtime/launcher.ts';
import type { Condition, ConversionJobStatus } from '../resource/conversion-job.ts';
import type { JobState } from '../resource/choices.ts';
import { camelCase } from '../failures/failure.ts';
import { WARNING_FIELDS } from '../resource/fields.ts';
import { PHASES, type Phase } from '../resource/lifecycle.ts';
import { pagesIn, writeIntervals } from '../resource/ranges.ts';
import type { WarningSummary } from '../resource/warnings.ts';
import { readTraceparent } from '../telemetry/trace.ts';
import { keys } from '../records/keys.ts';
import { rangesOf } from '../lifecycle/tasks.ts';
import type { Ending, Intent } from '../records/types.ts';
import { datedConditions } from './conditions.ts';
import type { Facts } from './facts.ts';
import { convertedPages, convertedRanges, endingOf, phaseOf, stallOf } from './phase.ts';

type Fields = Omit<ConversionJobStatus, 'state' | 'stage' | 'traceId' | 'updatedAt' | 'conditions'>;

/** The status that the resource should have now. Times of an unchanged state are kept from the stored one. */
export function deriveStatus(facts: Facts): ConversionJobStatus {
  const phase = phaseOf(facts);
  const ending = endingOf(facts);
  const fields = ending ? endedFields(facts, ending) : unfinishedFields(facts, phase);
  const { state } = PHASES[phase];
  // An expired job keeps the stage in which it ended.
  const { stage } = PHASES[ending?.state ?? phase];
  const before = facts.job.status;
  const updatedAt =
    before?.state === state && before.updatedAt !== undefined ? before.updatedAt : facts.now.toISOString();
  return {
    state,
    stage,
    ...fields,
    ...traceOf(facts),
    updatedAt,
    observedGeneration: facts.job.metadata.generation,
    conditions: deriveConditions(facts, state, ending, fields.message),
  };
}

function traceOf({ intent, record, job }: Facts): Pick<ConversionJobStatus, 'traceId'> {
  const { trace } = intent ?? record ?? {};
  const traceId = readTraceparent(trace?.traceparent)?.traceId ?? job.status?.traceId;
  return traceId === undefined ? {} : { traceId };
}

function endedFields(facts: Facts, ending: Ending): Fields {
  const { failure, artifacts, pageRange, nextStartPage, startedAt } = ending;
  return {
    progress: 100,
    message: endedMessage(ending),
    ...sourceOf(ending.source),
    ...(pageRange ? { pageRange, completedRanges: writeIntervals([pageRange]) } : {}),
    usage: ending.usage,
    ...(artifacts ? { artifacts: { ...artifacts, manifest: keys.manifest(facts.jobId) } } : {}),
    credits: creditsOf(facts),
    ...(ending.warnings ? { warnings: ending.warnings.map(withinBounds) } : {}),
    ...(ending.cached ? { cached: true } : {}),
    ...(ending.partial ? { partial: true } : {}),
    ...(nextStartPage === undefined ? {} : { nextStartPage }),
    ...(failure ? { errorCode: failure.code, error: failure.message } : {}),
    ...(startedAt === undefined ? {} : { startedAt }),
    finishedAt: ending.finishedAt,
  };
}

/** The API server would refuse the whole status for a longer text; the API has all pages. */
function withinBounds(warning: WarningSummary): WarningSummary {
  const { maxLength } = WARNING_FIELDS.pages;
  const { pages = '' } = warning;
  return pages.length <= maxLength ? warning : { ...warning, pages: pages.slice(0, pages.lastIndexOf(',', maxLength)) };
}

function endedMessage({ state, pageRange, failure, warnings = [] }: Ending): string {
  if (state !== 'succeeded') return failure?.message ?? 'Canceled';
  const converted = `${countPages(pageRange ? pagesIn(pageRange) : 0)} converted`;
  return warnings.length === 0 ? converted : [`${converted}.`, ...warnings.map(({ message }) => message)].join(' ');
}

const countPages = (pages: number): string => `${pages} ${pages === 1 ? 'page' : 'pages'}`;

function creditsOf({ receipt, record }: Facts): { reserved: number; settled: number } {
  const said = receipt?.receipt ?? record;
  return { reserved: said?.reservedCredits ?? 0, settled: said?.settledCredits ?? 0 };
}

function unfinishedFields(facts: Facts, phase: Phase): Fields {
  const { intent } = facts;
  if (!intent) return { message: 'Waiting for admission' };
  const stall = stallOf(facts);
  if (phase === 'unpaid' || phase === 'admitting') return admissionFields(intent, { phase, stall });
  const { range } = intent;
  if (!range) throw new Error(`job ${facts.jobId} is ${phase} without pages`);
  const ranges = rangesOf(intent);
  const converted = convertedRanges(facts).map((index) => ranges[index]!);
  const total = pagesIn(range);
  const done = convertedPages(facts);
  const startedAt = facts.startedAt ?? facts.now.toISOString();
  return {
    ...(phase === 'waiting' && { progress: 100, message: stall?.message ?? `Waiting to convert ${countPages(total)}` }),
    ...(phase === 'converting' && {
      progress: Math.floor((100 * done) / total),
      message: `${done} of ${total} pages`,
      startedAt,
    }),
    ...(phase === 'finalizing' && { progress: 0, message: 'Merging pages', startedAt }),
    ...sourceOf(intent.source),
    pageRange: range,
    ...(converted.length > 0 ? { completedRanges: writeIntervals(converted) } : {}),
    credits: { reserved: intent.hold },
  };
}

function admissionFields(
  { spec, pinned, hold, source, waiting }: Intent,
  { phase, stall }: { readonly phase: 'unpaid' | 'admitting'; readonly stall: Stall | undefined },
): Fields {
  if (phase === 'unpaid' && waiting) {
    const { requiredCredits: required } = waiting;
    return {
      message: `The document needs ${required} credits, but the workspace does not have enough`,
      ...sourceOf(source),
      credits: { reserved: hold, required },
    };
  }
  const step = spec.source.type === 'external' && !pinned ? 'Fetching the document' : 'Reading the document';
  return {
    progress: 0,
    message: stall?.message ?? step,
    ...sourceOf(source),
    credits: { reserved: hold },
  };
}

function sourceOf(
  source: { format: string; bytes: number; sha256: string; pages: number } | undefined,
): Pick<ConversionJobStatus, 'source'> {
  return source
    ? { source: { format: source.format, bytes: source.bytes, sha256: source.sha256, pages: source.pages } }
    : {};
}

function deriveConditions(
  facts: Facts,
  state: JobState,
  ending: Ending | undefined,
  message: string | undefined,
): Condition[] {
  const wanted: Omit<Condition, 'lastTransitionTime'>[] = [];
  const accepted =
    facts.intent?.state === 'accepted' ||
    ending?.state === 'succeeded' ||
    facts.startedAt !== undefined ||
    facts.job.status?.conditions?.some((one) => one.type === 'Accepted' && one.status === 'True');
  if (state === 'input_required')
    wanted.push({
      type: 'Accepted',
      status: 'False',
      reason: 'CreditsRequired',
      message: 'The workspace does not have enough credits.',
    });
  else if (accepted) wanted.push({ type: 'Accepted', status: 'True', reason: 'CreditsHeld' });
  wanted.push(...(ending ? endedConditions(ending, message) : unfinishedConditions(facts, state, message)));
  return datedConditions(facts.job, wanted, facts.now);
}

/**
 * `Reconciling` and `Stalled` as kstatus reads them: the first that is true counts. What waits for its turn is not in
 * trouble, so `Stalled` comes second there.
 */
function unfinishedConditions(
  facts: Facts,
  state: JobState,
  message: string | undefined,
): Omit<Condition, 'lastTransitionTime'>[] {
  const stall = stallOf(facts);
  const reason = state === 'input_required' ? 'CreditsRequired' : camelCase(PHASES[phaseOf(facts)].stage);
  const reconciling = {
    type: 'Reconciling',
    status: 'True',
    reason,
    ...(message !== undefined && { message }),
  } as const;
  if (!stall) return [reconciling];
  const stalled = { type: 'Stalled', status: 'True', reason: stall.reason, message: stall.message } as const;
  return stall.waits && !stall.outage ? [reconciling, stalled] : [stalled];
}

function endedConditions(
  { state, partial, failure }: Ending,
  message: string | undefined,
): Omit<Condition, 'lastTransitionTime'>[] {
  if (failure) {
    const why = { status: 'True', reason: camelCase(failure.code), message: failure.message } as const;
    return [
      { type: 'Failed', ...why },
      { type: 'Stalled', ...why },
    ];
  }
  if (state === 'canceled') return [{ type: 'Canceled', status: 'True', reason: 'Canceled' }];
  if (state !== 'succeeded') return [];
  const reason = partial ? 'ConvertedPartly' : 'Converted';
  return [{ type: 'Complete', status: 'True', reason, ...(message === undefined ? {} : { message }) }];
}
