import type { IndexState } from '../runtime/launcher.ts';
import type { JobFailure } from '../failures/failure.ts';
import type { JobSettings } from '../resource/settings.ts';
import { computeCacheKey } from '../lifecycle/cache.ts';
import { joinOutcomes, buildManifest } from '../lifecycle/manifest.ts';
import { rangesOf } from '../lifecycle/tasks.ts';
import type { Intent } from '../records/types.ts';
import type { Facts } from './facts.ts';
import { stallOf } from './phase.ts';
import type { Action } from './actions.ts';

const MESSAGES: Record<Extract<IndexState, { state: 'failed' }>['reason'], string> = {
  conversion_timeout: 'The conversion exceeded its time limit.',
  out_of_memory: 'The conversion exceeded its memory limit.',
  limit_exceeded: 'The conversion exceeded its scratch space limit.',
  stranded_running: 'The converter was lost and could not be restarted.',
  conversion_failed: 'The conversion failed.',
};

/** The facts of a job whose document is read and priced. */
type Admitted = Facts & { readonly intent: Intent };

const endFailed = (failure: JobFailure): Action => ({ do: 'end', how: { outcome: 'failed', failure } });

/** Looked at in this order: the first that applies is all that is to be done now. */
const CHECKS: readonly ((facts: Admitted, settings: JobSettings) => Action | undefined)[] = [
  failedRange,
  outdatedParts,
  convertedDocument,
  lostIndex,
  stalledForGood,
  unusedCache,
];

/** The next step of an accepted job: its end, a cached result, or converters. */
export function planConversion(facts: Facts, settings: JobSettings): readonly Action[] {
  const admitted = { ...facts, intent: facts.intent! };
  for (const check of CHECKS) {
    const action = check(admitted, settings);
    if (action) return [action];
  }
  return missingLaunches(admitted);
}

/** A document that a converter could not convert: no other range is waited for. */
function failedRange({ outcomes }: Admitted): Action | undefined {
  for (const outcome of outcomes.values()) if (outcome.outcome === 'failed') return endFailed(outcome.failure);
  return undefined;
}

/** The index whose outcome is the whole document: the only range, or the merge after the last one. */
function lastIndex(intent: Intent): number {
  const { length } = rangesOf(intent);
  return length === 1 ? 0 : length;
}

/** The merge met parts of another version of the engine. */
function outdatedParts({ intent, outcomes }: Admitted): Action | undefined {
  const last = lastIndex(intent);
  return outcomes.get(last)?.outcome === 'outdated-parts' ? { do: 'convert-again', asked: last } : undefined;
}

function convertedDocument({ intent, outcomes, now }: Admitted, settings: JobSettings): Action | undefined {
  if (!outcomes.has(lastIndex(intent))) return undefined;
  const inOrder = [...outcomes].sort(([a], [b]) => a - b).map(([, outcome]) => outcome);
  const { ocrPages, engine } = joinOutcomes(intent.jobId, inOrder);
  const rememberAs = computeCacheKey(intent, settings.ocrLanguages, engine);
  return {
    do: 'end',
    intent,
    how: {
      outcome: 'succeeded',
      manifest: buildManifest(intent, inOrder, now),
      ocrPages,
      cached: false,
      ...(rememberAs === undefined ? {} : { rememberAs }),
    },
  };
}

/** An index that has no attempt left, or whose process ended without an outcome and left no mark either. */
function lostIndex({ launches, outcomes, nativeMarks }: Admitted): Action | undefined {
  for (const { kind, indexes } of launches) {
    for (const [index, state] of indexes) {
      if (outcomes.has(index)) continue;
      const handedOn = nativeMarks.has(index) && kind !== 'convert-native';
      const reason =
        state.state === 'failed' ? state.reason : state.state === 'ended' && !handedOn ? 'stranded_running' : undefined;
      if (reason) return endFailed({ code: reason, message: MESSAGES[reason] });
    }
  }
  return undefined;
}

/** A converter that could not start for so long that somebody should have acted. */
function stalledForGood(facts: Admitted, settings: JobSettings): Action | undefined {
  const stall = stallOf(facts);
  const stalled = facts.job.status?.conditions?.find(({ type, status }) => type === 'Stalled' && status === 'True');
  if (!stall || stall.waits || !stalled) return undefined;
  if (facts.now.getTime() - Date.parse(stalled.lastTransitionTime) <= settings.stalled * 1000) return undefined;
  return endFailed({
    code: 'stranded_running',
    message: `The converter could not be started within ${settings.stalled} seconds (${stall.reason}).`,
  });
}

/** The cache is asked once, before anything was launched. */
function unusedCache({ launches, outcomes, cacheChecked, intent }: Admitted): Action | undefined {
  const untouched = launches.length === 0 && outcomes.size === 0;
  return untouched && !cacheChecked && !intent.spec.forceRefresh ? { do: 'use-cache' } : undefined;
}

/** Launches that are needed and not known: of all ranges, of those that need native code, or of the merge. */
function missingLaunches({ intent, launches, outcomes, nativeMarks }: Admitted): Action[] {
  const ranges = rangesOf(intent);
  const wanted: Omit<Extract<Action, { do: 'launch' }>, 'do'>[] = [];
  if (ranges.every((_, index) => outcomes.has(index))) {
    wanted.push({ kind: 'merge', firstIndex: lastIndex(intent), count: 1, native: false });
  } else {
    const native =
      intent.source?.native ||
      intent.source?.scanned ||
      intent.spec.includeImages === true ||
      intent.spec.ocr?.mode === 'force';
    wanted.push({ kind: 'convert', firstIndex: 0, count: ranges.length, native });
    for (const index of nativeMarks)
      if (!outcomes.has(index)) wanted.push({ kind: 'convert-native', firstIndex: index, count: 1, native: true });
  }
  return wanted
    .filter(({ kind, firstIndex }) => !launches.some((one) => one.kind === kind && one.firstIndex === firstIndex))
    .map((launch) => ({ do: 'launch', ...launch }));
}
