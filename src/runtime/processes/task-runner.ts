import type { Logger } from 'pino';
import { fairSemaphore, type FairSemaphore } from '../../scheduling/fair-semaphore.ts';
import type { Share } from '../../scheduling/fair-queue.ts';
import { isSmall } from '../../resource/ranges.ts';
import type { TaskResult, TaskRequest, TaskName } from '../../protocol/tasks.ts';
import type { WorkerTask } from '../../protocol/supervisor.ts';
import type { ProcessLimits } from '../launcher.ts';
import { inSpan } from '../../telemetry/trace.ts';
import { isResult, TASKS } from '../task-table.ts';
import type { TaskRunner } from '../tasks.ts';
import type { Child, ChildExit, ChildKind } from './child.ts';
import { runDocumentTask, type DocumentsOf } from './documents.ts';
import type { Pool } from './pool.ts';
import { terminationOf } from './termination.ts';

export interface TaskRunnerSettings {
  readonly pool: Pool;
  readonly log: Logger;
  /** The API's internal port, for signed URLs that are paths. */
  readonly base?: string;
  /** For tasks that open documents. */
  readonly documentsOf?: DocumentsOf;
  /** Processes at a time, by task. */
  readonly places: Readonly<Record<TaskName, TaskPlaces>>;
  readonly shareOf: (workspace: string) => Share;
  /** Calls back when shares have changed. */
  readonly followShares?: ((changed: () => void) => void) | undefined;
  /** Bytes of scratch space for one task. */
  readonly scratchBytes: number;
  /** Where they differ from the table of tasks. */
  readonly limits?: Readonly<Partial<Record<TaskName, Partial<ProcessLimits>>>>;
  /** Networks (CIDR) that URLs may lead to although they are not public. */
  readonly allowedNets: readonly string[];
  /** True where the process of a probe may go on to convert the same document. */
  readonly parkProbes?: boolean;
}

/** How many run, and how many places a workspace that has one leaves free for others. */
export interface TaskPlaces {
  readonly places: number;
  readonly reserve: number;
}

/**
 * Documents are read by as many processes as there are cores, and pages drawn for a person by half as many. What waits
 * for a server of the internet costs little but may wait long, so workspaces leave each other half of the places.
 */
export function taskPlaces(cores: number): Record<TaskName, TaskPlaces> {
  const internet: TaskPlaces = { places: 16, reserve: 8 };
  return {
    probe: { places: cores + 1, reserve: 1 },
    draw: { places: Math.max(1, Math.floor(cores / 2)) + 1, reserve: 1 },
    fetch: internet,
    size: internet,
    ask: internet,
    post: internet,
  };
}

interface Run<N extends TaskName> {
  readonly name: N;
  readonly request: TaskRequest<N>;
  readonly signal?: AbortSignal;
}

type Ended<N extends TaskName> = { readonly result: TaskResult<N> | undefined } | { readonly exit: ChildExit };

/** True where the process that probed a document is to convert it: whole, and without native code. */
function isConvertedNext({ name, request }: Run<TaskName>, ended: Ended<TaskName>): boolean {
  if (name !== 'probe' || (request as TaskRequest<'probe'>).converts !== true || !('result' in ended)) return false;
  const result = ended.result as TaskResult<'probe'> | undefined;
  if (!result?.ok) return false;
  const { native, scanned, ranged, pages } = result.source;
  return !native && !scanned && (!ranged || isSmall(pages, scanned));
}

/** A process that works by its own clock gets this much longer to start and to answer. */
const GRACE_SECONDS = 15;

/** Another try may succeed, but each try counts: the document may be the cause. */
const lostProcess = (name: TaskName): Error =>
  Object.assign(new Error(`The ${name} ended without a result`), { transient: true, lostProcess: true });

/** Runs each task in a child process of its own, held by the limits of the table. */
export function processTaskRunner(settings: TaskRunnerSettings): TaskRunner {
  const tasks = new ProcessTasks(settings);
  return (name, request, signal) => {
    const run = { name, request, ...(signal && { signal }) };
    return TASKS[name].role === 'worker' ? tasks.runOnDocument(run) : tasks.runOnUrl(run);
  };
}

class ProcessTasks {
  readonly #settings: TaskRunnerSettings;
  readonly #semaphores: ReadonlyMap<string, FairSemaphore>;

  constructor(settings: TaskRunnerSettings) {
    const { places, shareOf, followShares } = settings;
    this.#settings = settings;
    this.#semaphores = new Map(
      Object.entries(places).map(([name, one]) => [name, fairSemaphore({ ...one, shareOf, followShares })]),
    );
  }

  async runOnDocument<N extends TaskName>(run: Run<N>): Promise<TaskResult<N>> {
    const { name, request } = run;
    let kind: ChildKind = name === 'draw' ? 'native' : 'plain';
    for (let tried = 1; ; tried++) {
      const ended = await this.#runOnce(run, kind);
      if ('result' in ended) {
        if (ended.result) return ended.result;
        if (kind === 'native') throw new Error(`The ${name} needs more than native code`);
        kind = 'native';
        tried = 0;
        continue;
      }
      this.#logExit(name, request, ended.exit);
      const termination = terminationOf(ended.exit);
      if (termination.type === 'completed' || termination.reason === 'stranded_running') throw lostProcess(name);
      if (tried < Math.min(TASKS[name].attempts, termination.attempts)) continue;
      return { ok: false, failure: { code: termination.reason, message: termination.detail } };
    }
  }

  /** The end of the process says nothing about the URL. */
  async runOnUrl<N extends TaskName>(run: Run<N>): Promise<TaskResult<N>> {
    const { name, request } = run;
    const ended = await this.#runOnce(run, 'fetch');
    if ('result' in ended && ended.result) return ended.result;
    if ('exit' in ended) this.#logExit(name, request, ended.exit);
    throw lostProcess(name);
  }

  async #runOnce<N extends TaskName>(run: Run<N>, kind: ChildKind): Promise<Ended<N>> {
    const { name, request, signal } = run;
    const place = { workspace: request.workspace ?? '', group: groupOf(run) };
    const release = await inSpan('queue', {}, () => this.#semaphores.get(name)!.acquire(place, signal));
    try {
      return await this.#runIn(await this.#settings.pool.take(kind), run, kind);
    } finally {
      release();
    }
  }

  async #runIn<N extends TaskName>(child: Child, run: Run<N>, kind: ChildKind): Promise<Ended<N>> {
    const { pool, parkProbes } = this.#settings;
    const { name, request, signal } = run;
    const abort = (): void => child.end('ended');
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    child.limit(this.#limitsOf(name));
    try {
      const ended = await (kind === 'fetch' ? this.#askUrl(run, child) : this.#askDocument(run as never, kind, child));
      signal?.throwIfAborted();
      if (parkProbes && isConvertedNext(run, ended)) pool.park(groupOf(run), request.workspace, child);
      else child.end('ended');
      return ended;
    } catch (error) {
      child.end('ended');
      throw error;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  /** The process asks the URL, and stores what it answers (`src/worker/assignment.ts`). */
  async #askUrl<N extends TaskName>({ name, request }: Run<N>, child: Child): Promise<Ended<N>> {
    const { base = 'http://unused.invalid', allowedNets } = this.#settings;
    const { seconds } = TASKS[name];
    const asked = await child.ask({ ...request, mode: name, base, scratch: child.scratch, seconds, allowedNets });
    if ('exit' in asked) return asked;
    const { result } = asked;
    if (isResult(name, result)) return { result };
    child.end('output');
    return { exit: await child.exited };
  }

  /** The process is asked about a file; nothing comes of it where it needs native code. */
  async #askDocument(run: Run<'probe' | 'draw'>, kind: ChildKind, child: Child): Promise<Ended<TaskName>> {
    const { documentsOf } = this.#settings;
    if (!documentsOf) throw new Error('Documents are not opened here');
    const { name, request } = run;
    const task = { id: request.jobId, limits: this.#limitsOf(name), do: name, request } as WorkerTask;
    const ended = await runDocumentTask(child, documentsOf(child, kind === 'native'), task);
    return 'exit' in ended ? ended : { result: ended.result as TaskResult<'probe'> | undefined };
  }

  #limitsOf(name: TaskName): ProcessLimits {
    const { role, seconds, memoryBytes } = TASKS[name];
    const { scratchBytes, limits } = this.#settings;
    return {
      memoryBytes,
      seconds: role === 'worker' ? seconds : seconds + GRACE_SECONDS,
      scratchBytes,
      ...limits?.[name],
    };
  }

  #logExit(name: TaskName, request: object, { code, signal, ended, stderr }: ChildExit): void {
    const job = 'jobId' in request && { job: request.jobId };
    this.#settings.log.warn({ ...job, code, signal, ended, stderr }, `${name} crashed`);
  }
}

/** The unit that takes turns within a workspace. */
const groupOf = ({ name, request }: Run<TaskName>): string => ('jobId' in request ? request.jobId : name);
