import type { FinishRequest, Outcome, WrittenFile } from '../../job/worker-protocol.ts';
import { keys } from '../../records/keys.ts';
import { createOrRead } from '../../records/store.ts';
import { rangesOf } from '../../records/tasks.ts';
import type { AttemptClaim } from '../../records/tokens.ts';
import type { Intent } from '../../records/types.ts';
import { invalidRequest } from '../problem.ts';
import type { InternalDeps } from './app.ts';
import { prefixOf, stillCurrent, stopped } from './attempt.ts';

/** Writes the outcome of an index, if it is the first; the same attempt may say it again. */
export async function finish(deps: InternalDeps, claim: AttemptClaim, request: FinishRequest): Promise<void> {
  const intent = await stillCurrent(deps, claim);
  if (request.outcome === 'needs-native') {
    if (claim.native) throw invalidRequest('This attempt has native code already.');
    await deps.objects.putIfAbsent(keys.nativeMark(claim.jobId, claim.index), '{}', {
      contentType: 'application/json',
    });
    return;
  }
  const prefix = prefixOf(claim);
  if (request.outcome === 'succeeded') await check(deps, intent, claim, prefix, request);
  const outcome: Outcome = {
    ...request,
    index: claim.index,
    attempt: claim.attempt,
    prefix,
    finishedAt: deps.now().toISOString(),
  };
  const stored = await createOrRead(deps.objects, keys.outcome(claim.jobId, claim.index), outcome);
  if (stored.value.attempt !== claim.attempt) throw stopped();
}

/** The one file that the task owes has to be there, in the length that was said; pages cannot be more than were given. */
async function check(
  deps: InternalDeps,
  intent: Intent,
  claim: AttemptClaim,
  prefix: string,
  request: Extract<FinishRequest, { outcome: 'succeeded' }>,
): Promise<void> {
  const ranges = rangesOf(intent);
  const range = ranges[claim.index];
  const owed: WrittenFile | undefined = range && ranges.length > 1 ? request.part : request.markdown;
  if (!owed) throw invalidRequest('The file that this task owes is missing.');
  if (range && (request.pages > range.end - range.start + 1 || request.ocrPages > request.pages))
    throw invalidRequest('More pages than the range has.');
  const info = await deps.objects.head(prefix + owed.name);
  if (info?.bytes !== owed.bytes) throw invalidRequest(`${owed.name} is not there in the length that was said.`);
}
