import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { Child } from '../../runtime/processes/child.ts';
import type { ChildExit, WorkerProgram } from '../../runtime/processes/child.ts';
import { detectIsolation } from '../../runtime/processes/isolation.ts';
import { terminationOf } from '../../runtime/processes/termination.ts';
import type { ProcessLimits } from '../../runtime/launcher.ts';
import type { JobFailure } from '../../failures/failure.ts';
import type { PoolAnswer, PoolRequest } from '../../worker/pool-request.ts';
import { compileOcrOnce } from '../bundles/compiled-ocr.ts';
import { diskFailureIn } from '../system-error.ts';

/** Work for the pool. Of what waits, the lowest `order` runs first. */
export interface PoolWork {
  readonly order: number;
  readonly native: boolean;
  readonly request: PoolRequest;
  /** How many pages will be done, where the process counts them before. */
  readonly onPages?: (count: number) => void;
  readonly onPage?: () => void;
}

/**
 * Worker processes of the command line: reused between documents, since all are the user's own; one that a document
 * harmed is replaced.
 */
export interface ConvertPool {
  readonly processes: number;
  /** A process that broke down is data, like a document's own failure. */
  run(work: PoolWork): Promise<PoolAnswer>;
  close(): Promise<void>;
}

export interface ConvertPoolSettings {
  readonly program: WorkerProgram;
  readonly processes: number;
  /** The one folder that the processes write to. */
  readonly folder: string;
  readonly limits: ProcessLimits;
  /** Given what a process that broke down wrote to standard error. */
  readonly broken: (stderr: string) => void;
}

interface Waiting {
  readonly order: number;
  readonly start: () => void;
}

type Kind = 'plain' | 'native';

interface Pool {
  readonly settings: ConvertPoolSettings;
  readonly isolation: Awaited<ReturnType<typeof detectIsolation>>;
  readonly living: Set<Child>;
  readonly idle: Readonly<Record<Kind, Child[]>>;
  /** By their order. */
  readonly waiting: Waiting[];
  busy: number;
  /** OCR may have been used. */
  usedNative: boolean;
}

export async function openConvertPool(settings: ConvertPoolSettings): Promise<ConvertPool> {
  const pool: Pool = {
    settings,
    isolation: await detectIsolation({ anyFile: true }),
    living: new Set(),
    idle: { plain: [], native: [] },
    waiting: [],
    busy: 0,
    usedNative: false,
  };
  return {
    processes: settings.processes,
    run: (work) => runInTurn(pool, work),
    close: () => closePool(pool),
  };
}

async function runInTurn(pool: Pool, work: PoolWork): Promise<PoolAnswer> {
  await waitForTurn(pool, work.order);
  try {
    const kind = work.native ? 'native' : 'plain';
    pool.usedNative ||= work.native;
    const child = pool.idle[kind].pop() ?? (await startChild(pool, kind));
    const answer = await ask(pool, child, work);
    if ('code' in answer) return { outcome: 'failed', failure: answer };
    pool.idle[kind].push(child);
    return answer;
  } finally {
    pool.busy--;
    startWaiting(pool);
  }
}

async function closePool({ living, usedNative, settings }: Pool): Promise<void> {
  living.forEach((child) => child.end('ended'));
  await Promise.all([...living].map(({ cleaned }) => cleaned));
  // Not before: the documents of this command would wait.
  if (usedNative) compileOcrOnce(settings.program);
}

function waitForTurn(pool: Pool, order: number): Promise<void> {
  return new Promise((resolve) => {
    const at = pool.waiting.findIndex((other) => other.order > order);
    pool.waiting.splice(at === -1 ? pool.waiting.length : at, 0, { order, start: resolve });
    startWaiting(pool);
  });
}

function startWaiting(pool: Pool): void {
  while (pool.busy < pool.settings.processes && pool.waiting.length > 0) {
    pool.busy++;
    pool.waiting.shift()!.start();
  }
}

async function startChild(pool: Pool, kind: Kind): Promise<Child> {
  const { program, folder, limits } = pool.settings;
  const child = await Child.start({
    program,
    isolation: pool.isolation,
    kind,
    role: 'pool',
    scratch: join(folder, `process-${randomBytes(6).toString('hex')}`),
    readable: ['*'],
    writable: folder,
    heapMegabytes: Math.ceil(limits.memoryBytes / 2 ** 20),
  });
  pool.living.add(child);
  void forgetOnceGone(pool, child, kind);
  return child;
}

async function forgetOnceGone({ living, idle }: Pool, child: Child, kind: Kind): Promise<void> {
  await child.cleaned;
  living.delete(child);
  const at = idle[kind].indexOf(child);
  if (at !== -1) idle[kind].splice(at, 1);
}

/** The answer, or why there is none. */
async function ask(
  { settings }: Pool,
  child: Child,
  { request, onPages, onPage }: PoolWork,
): Promise<PoolAnswer | JobFailure> {
  const liftLimits = child.limit(settings.limits);
  const answer = new Promise<PoolAnswer>((resolve) => {
    child.onMessage = (message) => {
      if (message.type === 'pages') onPages?.((message as unknown as { count: number }).count);
      if (message.type === 'page') onPage?.();
      if (message.type === 'result') resolve((message as unknown as { result: PoolAnswer }).result);
    };
  });
  child.send(request);
  const exit = child.exited.then((ended): JobFailure => {
    settings.broken(ended.stderr);
    return failureOf(ended, settings.folder);
  });
  return await Promise.race([answer, exit]).finally(liftLimits);
}

function failureOf(exit: ChildExit, folder: string): JobFailure {
  const reason = diskFailureIn(exit.stderr);
  if (reason !== undefined)
    return { code: 'conversion_failed', message: `Failed to write temporary files to ${dirname(folder)}: ${reason}.` };
  const termination = terminationOf(exit);
  return termination.type === 'failed'
    ? { code: termination.reason, message: termination.detail }
    : { code: 'stranded_running', message: 'The converter process was lost.' };
}
