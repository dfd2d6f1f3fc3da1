import type { ProcessLimits } from '../launcher.ts';
import type { TaskOrder, WorkerOutcome } from '../../protocol/supervisor.ts';
import type { TaskRequest, TaskName, TaskResult } from '../../protocol/tasks.ts';
import { isSmall } from '../../resource/ranges.ts';
import { isResult, TASKS } from '../task-table.ts';
import type { TaskRunner } from '../tasks.ts';
import type { Dispatcher, Work } from './dispatcher.ts';

export interface WorkerTaskRunnerOptions {
  readonly dispatcher: Pick<Dispatcher, 'dispatch'>;
  /** Of one task. */
  readonly scratchBytes: number;
}

/** Each page picture is waited for by a person; a probe by a client. */
const COST = { probe: 1, draw: 1 } as const;

/** Runs the tasks of documents on workers. */
export function workerTaskRunner({ dispatcher, scratchBytes }: WorkerTaskRunnerOptions): TaskRunner {
  const workOf = (name: 'probe' | 'draw', request: TaskRequest<'probe' | 'draw'>): Work => {
    const { seconds, memoryBytes } = TASKS[name];
    const limits: ProcessLimits = { seconds, memoryBytes, scratchBytes };
    return {
      workspace: request.workspace,
      jobId: request.jobId,
      priority: 0,
      cost: COST[name],
      order: () => ({ do: name, request }) as TaskOrder,
      limits,
      ...(name === 'probe' && (request as TaskRequest<'probe'>).converts === true && { keeps: isConvertible }),
    };
  };
  return async <N extends TaskName>(name: N, request: TaskRequest<N>, signal?: AbortSignal): Promise<TaskResult<N>> => {
    if (name !== 'probe' && name !== 'draw') throw new Error(`Workers do not ${name}`);
    const work = workOf(name, request as TaskRequest<'probe' | 'draw'>);
    for (let tried = 1; ; tried++) {
      const outcome = await dispatcher.dispatch(work, signal);
      const result = resultOf(name, outcome);
      if (result !== undefined) return result;
      const { reason, detail } = endOf(outcome);
      if (reason === 'stranded_running' || reason === undefined)
        throw Object.assign(new Error(`The ${name} ended without a result: ${detail}`), {
          transient: true,
          lostProcess: reason !== undefined,
        });
      if (tried >= TASKS[name].attempts)
        return { ok: false, failure: { code: reason, message: detail } } as TaskResult<N>;
    }
  };
}

/** The result if it is one: it comes from a pod that opened a document. */
function resultOf<N extends TaskName>(name: N, outcome: WorkerOutcome): TaskResult<N> | undefined {
  return outcome.outcome === 'done' && isResult(name, outcome.result) ? outcome.result : undefined;
}

type End = { readonly reason?: Extract<WorkerOutcome, { outcome: 'ended' }>['reason']; readonly detail: string };

function endOf(outcome: WorkerOutcome): End {
  if (outcome.outcome === 'done') return { reason: 'conversion_failed', detail: 'The result is invalid.' };
  return outcome;
}

/** A small document that was read is converted next, unless credits are lacking. */
function isConvertible(outcome: WorkerOutcome): boolean {
  const result = resultOf('probe', outcome);
  return result?.ok === true && isSmall(result.source.pages, result.source.scanned);
}
