import { EXIT } from '../../protocol/worker.ts';
import type { IndexState } from '../launcher.ts';
import type { ChildExit, EndReason } from './child.ts';

type FailedReason = Extract<IndexState, { state: 'failed' }>['reason'];

/** The meaning of a process's end. */
export type Termination =
  /** The worker wrote its outcome, or the service said that it is no longer wanted. */
  | { readonly type: 'completed' }
  /** `attempts` caps how often it is worth trying: a limit that was exceeded will most likely be exceeded again. */
  | { readonly type: 'failed'; readonly reason: FailedReason; readonly detail: string; readonly attempts: number };

const CRASHES: ReadonlySet<string> = new Set(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGFPE', 'SIGSYS']);
const COMPLETED: ReadonlySet<number> = new Set([EXIT.done, EXIT.failure, EXIT.stopped, EXIT.needsNative]);

const UNAVAILABLE = 'The service did not answer the converter.';

const failed = (reason: FailedReason, detail: string, attempts = Infinity): Termination => ({
  type: 'failed',
  reason,
  detail,
  attempts,
});
const OUT_OF_MEMORY = failed('out_of_memory', 'The conversion exceeded the memory limit of a process.', 2);

/** Of a process that was ended for a reason. */
const ENDED: Readonly<Record<EndReason, Termination>> = {
  memory: OUT_OF_MEMORY,
  deadline: failed('conversion_timeout', 'The conversion exceeded the time limit of a process.', 2),
  scratch: failed('limit_exceeded', 'The conversion exceeded the scratch space limit of a process.', 2),
  output: failed('conversion_failed', 'The converter process sent an invalid result for this document.', 2),
  unavailable: failed('stranded_running', UNAVAILABLE),
  ended: { type: 'completed' },
};

/** The meaning of a converter process's end. The details are sentences for the user. */
export function terminationOf({ ended, code, signal, stderr }: ChildExit): Termination {
  if (ended !== undefined) return ENDED[ended];
  if (code !== null && COMPLETED.has(code)) return { type: 'completed' };
  if (code === EXIT.unavailable) return failed('stranded_running', UNAVAILABLE);
  // V8 says on standard error, and nowhere else, that its heap is full; then it aborts.
  if (signal === 'SIGABRT' && stderr.includes('out of memory')) return OUT_OF_MEMORY;
  if (signal !== null && !CRASHES.has(signal)) return failed('stranded_running', 'The converter process was lost.');
  return failed('conversion_failed', 'The converter process crashed on this document.');
}
