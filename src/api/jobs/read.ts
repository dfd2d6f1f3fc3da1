import type { ApiDeps } from '../deps.ts';
import type { Call, Reply } from '../operation.ts';
import { paymentRequired } from '../payment.ts';
import { notFound } from '../problem.ts';
import { newestQuote, toPricedRequest } from '../quotes/saved.ts';
import { findPolled, type KnownJob } from './find.ts';
import { presentJob, stateOf } from './present.ts';

/** The job as it is now; 402 while it waits for credits, which also asks the controller to look again. */
export async function getJob(deps: ApiDeps, call: Call): Promise<Reply> {
  const known = await findPolled(deps, call.credential.workspace, call.params['jobId']!);
  if (!known) throw notFound('job');
  if (known.stage === 'live' && stateOf(known) === 'input_required') throw await creditsMissing(deps, known);
  return { status: 200, body: presentJob(known) };
}

/** The answer 402 for a job that waits for credits; the controller is asked to look again. */
export async function creditsMissing(
  deps: ApiDeps,
  { base, intent, job }: Extract<KnownJob, { stage: 'live' }>,
): Promise<Error> {
  deps.nudge(base.jobId);
  const { workspace, spec } = base;
  const required = intent?.waiting?.requiredCredits ?? job.status?.credits?.required ?? 0;
  const balance = await deps.ledger.balance(workspace);
  return paymentRequired(
    deps,
    required,
    balance?.available ?? 0,
    await newestQuote(deps, workspace, toPricedRequest(spec)),
  );
}
