import type { FinishOutcome, Outcome, WrittenFile } from '../../protocol/worker.ts';
import { keys } from '../../records/keys.ts';
import { createOrRead, createRecord } from '../../records/store.ts';
import { rangesOf, writeSettingsOf } from '../../lifecycle/tasks.ts';
import type { AttemptClaim } from '../../secrets/worker-tokens.ts';
import type { Intent } from '../../records/types.ts';
import { invalidRequest } from '../problem.ts';
import type { InternalDeps } from './deps.ts';
import { prefixOf, reportProgress } from './attempt.ts';

/**
 * Writes the outcome of an index, if it is the first; the same attempt may say it again. False: another attempt's
 * outcome holds.
 */
export async function finish(
  deps: InternalDeps,
  intent: Intent,
  claim: AttemptClaim,
  request: FinishOutcome,
): Promise<boolean> {
  await reportProgress(deps, claim, { pagesDone: 0, ocrPages: 0 });
  if (request.outcome === 'needs-native') {
    if (claim.native) throw invalidRequest('This attempt already runs native code.');
    await createRecord(deps.objects, keys.nativeMark(claim.jobId, claim.index), {});
    return true;
  }
  if (request.outcome === 'outdated-parts' && claim.index < rangesOf(intent).length)
    throw invalidRequest('Only a merge can report outdated parts.');
  const prefix = prefixOf(claim);
  if (request.outcome === 'succeeded') await check(deps, intent, claim, request);
  const outcome: Outcome = {
    ...request,
    index: claim.index,
    attempt: claim.attempt,
    prefix,
    finishedAt: deps.now().toISOString(),
  };
  const stored = await createOrRead(deps.objects, keys.outcome(claim.jobId, claim.index), outcome);
  return stored.value.attempt === claim.attempt;
}

/** The files that the task owes have to be there, in the length that was said; pages cannot be more than were given. */
async function check(
  deps: InternalDeps,
  intent: Intent,
  claim: AttemptClaim,
  request: Extract<FinishOutcome, { outcome: 'succeeded' }>,
): Promise<void> {
  const ranges = rangesOf(intent);
  const range = ranges[claim.index];
  const { outputs: asked = [] } = writeSettingsOf(intent.spec);
  const owed: readonly (WrittenFile | undefined)[] =
    range && ranges.length > 1
      ? [request.part]
      : [request.markdown, ...asked.map((output) => request.outputs?.[output])];
  const given = range ?? intent.range;
  if (given && (request.pages > given.end - given.start + 1 || request.ocrPages > request.pages))
    throw invalidRequest('The result has more pages than the range.');
  for (const file of owed) {
    if (!file) throw invalidRequest('The result does not name a file that this task must produce.');
    const info = await deps.objects.head(prefixOf(claim) + file.name);
    if (info?.bytes !== file.bytes) throw invalidRequest(`${file.name} does not exist with the reported size.`);
  }
}
