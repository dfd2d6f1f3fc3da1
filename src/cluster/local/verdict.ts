import { EXIT } from '../../job/worker-protocol.ts';
import type { IndexState } from '../launcher.ts';
import type { ChildExit } from './child.ts';

type FailedReason = Extract<IndexState, { state: 'failed' }>['reason'];

export type Verdict =
  /** The worker wrote its outcome, or was told that it is no longer wanted. */
  | { readonly end: 'ended' }
  /** `attempts` caps how often it is worth trying: a limit that was passed will most likely be passed again. */
  | { readonly end: 'failed'; readonly reason: FailedReason; readonly detail: string; readonly attempts: number };

const CRASHES: ReadonlySet<string> = new Set(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGFPE', 'SIGSYS']);
const WRITTEN: ReadonlySet<number> = new Set([EXIT.done, EXIT.failure, EXIT.stopped, EXIT.needsNative]);

/** What the end of a converter process means. The details are sentences for the user. */
export function judge(exit: ChildExit): Verdict {
  const failed = (reason: FailedReason, detail: string, attempts = Infinity): Verdict => ({
    end: 'failed',
    reason,
    detail,
    attempts,
  });
  switch (exit.ended) {
    case 'memory':
      return failed('out_of_memory', 'Converting the document needed more memory than one process may use.', 2);
    case 'deadline':
      return failed('conversion_timeout', 'Converting the document took longer than one process may run.', 2);
    case 'scratch':
      return failed('limit_exceeded', 'Converting the document needed more scratch space than one process may use.', 2);
    case 'output':
      return failed('conversion_failed', 'The converter process misbehaved on this document.', 2);
    case 'ended':
      return { end: 'ended' };
    case undefined:
      break;
  }
  if (exit.code !== null && WRITTEN.has(exit.code)) return { end: 'ended' };
  // V8 says on standard error, and nowhere else, that its heap is full; then it aborts.
  if (exit.signal === 'SIGABRT' && exit.stderr.includes('out of memory'))
    return failed('out_of_memory', 'Converting the document needed more memory than one process may use.', 2);
  if (exit.signal !== null && !CRASHES.has(exit.signal))
    return failed('stranded_running', 'The converter process disappeared.');
  return failed('conversion_failed', 'The converter process broke down on this document.');
}
