import { EXIT } from '../../protocol/worker.ts';
import type { IndexState } from '../launcher.ts';
import type { ChildExit } from './child.ts';

type FailedReason = Extract<IndexState, { state: 'failed' }>['reason'];

/** What the end of a process means. */
export type Termination =
  /** The worker wrote its outcome, or was told that it is no longer wanted. */
  | { readonly type: 'completed' }
  /** `attempts` caps how often it is worth trying: a limit that was exceeded will most likely be exceeded again. */
  | { readonly type: 'failed'; readonly reason: FailedReason; readonly detail: string; readonly attempts: number };

const CRASHES: ReadonlySet<string> = new Set(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGFPE', 'SIGSYS']);
const COMPLETED: ReadonlySet<number> = new Set([EXIT.done, EXIT.failure, EXIT.stopped, EXIT.needsNative]);

const UNAVAILABLE = 'The service did not answer the converter.';

/** What the end of a converter process means. The details are sentences for the user. */
export function terminationOf(exit: ChildExit): Termination {
  const failed = (reason: FailedReason, detail: string, attempts = Infinity): Termination => ({
    type: 'failed',
    reason,
    detail,
    attempts,
  });
  switch (exit.ended) {
    case 'memory':
      return failed('out_of_memory', 'The conversion exceeded the memory limit of a process.', 2);
    case 'deadline':
      return failed('conversion_timeout', 'The conversion exceeded the time limit of a process.', 2);
    case 'scratch':
      return failed('limit_exceeded', 'The conversion exceeded the scratch space limit of a process.', 2);
    case 'output':
      return failed('conversion_failed', 'The converter process sent an invalid result for this document.', 2);
    case 'unavailable':
      return failed('stranded_running', UNAVAILABLE);
    case 'ended':
      return { type: 'completed' };
    case undefined:
      break;
  }
  if (exit.code !== null && COMPLETED.has(exit.code)) return { type: 'completed' };
  if (exit.code === EXIT.unavailable) return failed('stranded_running', UNAVAILABLE);
  // V8 says on standard error, and nowhere else, that its heap is full; then it aborts.
  if (exit.signal === 'SIGABRT' && exit.stderr.includes('out of memory'))
    return failed('out_of_memory', 'The conversion exceeded the memory limit of a process.', 2);
  if (exit.signal !== null && !CRASHES.has(exit.signal))
    return failed('stranded_running', 'The converter process was lost.');
  return failed('conversion_failed', 'The converter process crashed on this document.');
}
