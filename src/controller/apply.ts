import { signToken } from '../secrets/worker-tokens.ts';
import { admit, afterAdmission, nextSlowStep, type Admission, type SlowStep } from '../lifecycle/admission.ts';
import { isHeld } from '../lifecycle/admission-steps.ts';
import { applyToRecords } from '../lifecycle/apply.ts';
import { copyCached } from '../lifecycle/cache.ts';
import { cleanUp, forgetConversion } from '../lifecycle/clean-up.ts';
import type { RecordAction } from '../lifecycle/actions.ts';
import { inSpan, inTrace, startSpan } from '../telemetry/trace.ts';
import { isSmallJob, rangesOf } from '../lifecycle/tasks.ts';
import type { ControllerDeps } from './deps.ts';
import type { Facts } from './facts.ts';
import type { Action } from './actions.ts';
import { NO_OUTCOMES } from './outcomes.ts';

/** The result of an action: go on with the next one, look at the job again at once, or later. */
export type Applied = 'next' | 'again' | { readonly againInMs: number };

const GIVEN_UP: Readonly<Record<SlowStep, string>> = {
  fetch: 'The URL could not be fetched because of an error of the service.',
  pin: 'The document could not be stored because of an error of the service.',
  probe: 'The document could not be read because of an error of the service.',
};

/** How long a launch may present its token: its processes may be tried again, or wait for a node. */
const TOKEN_MS = 24 * 60 * 60 * 1000;

/** Carries out one action of the plan. */
export async function apply(deps: ControllerDeps, facts: Facts, action: Action): Promise<Applied> {
  if (isRecordAction(action)) return changeRecords(deps, facts, action);
  switch (action.do) {
    case 'admit':
      return goOnWithAdmission(deps, facts);
    case 'use-cache':
      return useCache(deps, facts);
    case 'launch':
      return launch(deps, facts, action);
    case 'convert-again':
      await forgetConversion(deps, facts.jobId, action.asked);
      return 'again';
    case 'clean-up':
      await inSpan('clean up', {}, () => cleanUp(deps, facts.jobId, action));
      return 'next';
    case 'write-status':
      return writeStatus(deps, facts, action);
    case 'delete-resource': {
      const { name, uid, resourceVersion } = facts.job.metadata;
      await deps.jobs.delete(name, { uid, resourceVersion });
      return 'next';
    }
  }
}

const RECORD_ACTIONS: Readonly<Record<RecordAction['do'], true>> = {
  open: true,
  'wait-for-credits': true,
  reopen: true,
  end: true,
  refuse: true,
  'follow-receipt': true,
  drop: true,
};

const isRecordAction = (action: Action): action is RecordAction => Object.hasOwn(RECORD_ACTIONS, action.do);

async function changeRecords(
  deps: ControllerDeps,
  { jobId, job, startedAt }: Facts,
  action: RecordAction,
): Promise<Applied> {
  deps.records.delete(jobId);
  const complete =
    action.do === 'end' && startedAt !== undefined ? { ...action, how: { ...action.how, startedAt } } : action;
  const { record } = await applyToRecords({ ...deps, onEnded: (ended) => deps.onEnded(ended, job) }, jobId, complete);
  if (record) deps.records.set(jobId, { record, intent: undefined, receipt: undefined });
  return action.do === 'follow-receipt' ? 'next' : 'again';
}

type Left = Extract<Admission, { result: 'left' }>;

/** Goes on with admission as far as that takes milliseconds. A slow step goes to its lane, which goes on from there. */
async function goOnWithAdmission(
  deps: ControllerDeps,
  facts: Facts,
  lane?: { readonly step: SlowStep; readonly signal: AbortSignal },
): Promise<Applied> {
  const { jobId, intent, etag } = facts;
  // Of what waits in a lane already, nothing has to be read.
  const slow = lane || intent?.state !== 'accepted' ? undefined : nextSlowStep(intent);
  if (intent && slow) {
    toLane(deps, facts, { step: slow, intent });
    return 'next';
  }
  deps.records.delete(jobId);
  // Whether what has waited in a lane is as it was, the write will show.
  const known = lane && intent && etag !== undefined ? { value: intent, etag } : jobId;
  const admission = await admit(deps, known, 'source', async ({ step, run }) =>
    step === lane?.step ? run(lane.signal) : 'left',
  );
  learn(deps, admission);
  return follow(deps, facts, admission);
}

/** Does what an admission leads to. */
async function follow(deps: ControllerDeps, facts: Facts, admission: Admission): Promise<Applied> {
  if (admission.result === 'left') {
    toLane(deps, { ...facts, etag: admission.etag }, admission);
    return 'next';
  }
  const action = afterAdmission(admission, 'resource');
  if (!action) return admission.result === 'insufficient' ? 'next' : 'again';
  if (admission.result === 'insufficient' && !admission.intent.waiting) deps.onWaiting?.(admission.intent, facts.job);
  return changeRecords(deps, facts, action);
}

/** Records that admission has written need not be read. */
function learn({ records, outcomes }: ControllerDeps, admission: Admission): void {
  if (admission.result !== 'accepted' && admission.result !== 'left') return;
  const { intent, etag } = admission;
  if (intent.state !== 'accepted') return;
  records.set(intent.jobId, { intent, etag, receipt: undefined, record: undefined });
  if (admission.result === 'accepted' && admission.isNew) outcomes.learn(intent.jobId, NO_OUTCOMES);
}

function toLane(deps: ControllerDeps, facts: Facts, { step, intent }: Omit<Left, 'result'>): void {
  const { jobId } = facts;
  const endWait = startSpan('queue');
  deps.lanes.submit(step, {
    jobId,
    workspace: intent.workspace,
    run: (signal) =>
      inTrace(intent.trace?.traceparent, async () => {
        endWait();
        await goOnWithAdmission(deps, { ...facts, intent }, { step, signal });
        deps.look(jobId);
      }),
    exhausted: async () => {
      const failure = { code: 'conversion_failed', message: GIVEN_UP[step] } as const;
      await changeRecords(deps, facts, { do: 'end', how: { outcome: 'failed', failure } });
      deps.look(jobId);
    },
  });
}

async function useCache(deps: ControllerDeps, facts: Facts): Promise<Applied> {
  deps.cacheChecked.add(facts.jobId);
  const cached = facts.intent && (await copyCached(deps.objects, facts.intent, deps.settings.ocrLanguages, deps.now()));
  if (!cached) return 'again';
  if (!(await isHeld(deps.ledger, facts.intent))) return goOnWithAdmission(deps, facts);
  return changeRecords(deps, facts, { do: 'end', how: { outcome: 'succeeded', cached: true, ...cached } });
}

async function launch(deps: ControllerDeps, facts: Facts, action: Extract<Action, { do: 'launch' }>): Promise<Applied> {
  const { job, jobId, intent } = facts;
  if (action.kind === 'convert' && intent && !(await isHeld(deps.ledger, intent)))
    return goOnWithAdmission(deps, facts);
  const { settings } = deps;
  const { memoryBytes, rangeSeconds, scratchBytes } = settings;
  // Of a range of the usual length.
  const seconds = Math.ceil(rangeSeconds * Math.max(1, (intent?.rangePages ?? 0) / settings.rangePages));
  const native = action.native || deps.native === 'always';
  await deps.launcher.launch({
    workspace: job.spec.workspace,
    jobId,
    kind: action.kind,
    owner: { name: job.metadata.name, uid: job.metadata.uid },
    firstIndex: action.firstIndex,
    count: action.count,
    native,
    small: action.kind === 'convert' && intent !== undefined && isSmallJob(intent),
    whole: action.kind !== 'merge' && intent !== undefined && rangesOf(intent).length === 1,
    begun: action.kind !== 'convert' || facts.startedAt !== undefined,
    launchToken: () =>
      signToken(deps.secret, { use: 'launch', jobId, native, expires: deps.now().getTime() + TOKEN_MS }),
    limits: { memoryBytes, seconds, scratchBytes },
    attempts: settings.attempts,
  });
  return 'next';
}

async function writeStatus(
  deps: ControllerDeps,
  { job }: Facts,
  { status }: Extract<Action, { do: 'write-status' }>,
): Promise<Applied> {
  const written = await deps.jobs.writeStatus(job.metadata.name, job.metadata.resourceVersion, status);
  if (written.written) return 'next';
  // The cache lags behind, or someone else wrote: the change will call us, and if it was missed we look again soon.
  return { againInMs: written.reason === 'conflict' ? 50 : 1000 };
}
