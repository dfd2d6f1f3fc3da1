import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Child } from '../../runtime/processes/child.ts';
import type { WorkerProgram } from '../../runtime/processes/child.ts';
import { detectIsolation } from '../../runtime/processes/isolation.ts';
import { terminationOf } from '../../runtime/processes/termination.ts';
import type { ProcessLimits } from '../../runtime/launcher.ts';
import type { JobFailure } from '../../failures/failure.ts';
import type { PoolAnswer, PoolRequest } from '../../worker/pool-request.ts';
import { compileOcrOnce } from '../bundles/compiled-ocr.ts';

/** Work for the pool. Of what waits, the lowest `order` runs first. */
export interface PoolWork {
  readonly order: number;
  readonly native: boolean;
  readonly request: PoolRequest;
  /** How many pages will be done, where the request tells. */
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

export async function openConvertPool(settings: ConvertPoolSettings): Promise<ConvertPool> {
  const { program, processes, folder, limits } = settings;
  const isolation = await detectIsolation({ anyFile: true });
  const idle = { plain: [] as Child[], native: [] as Child[] };
  const living = new Set<Child>();
  /** OCR may have been used. */
  let natively = false;
  const waiting: Waiting[] = [];
  let busy = 0;

  async function start(kind: 'plain' | 'native'): Promise<Child> {
    const scratch = join(folder, `process-${randomBytes(6).toString('hex')}`);
    const child = await Child.start({
      program,
      isolation,
      kind,
      role: 'pool',
      scratch,
      readable: ['*'],
      writable: folder,
      heapMegabytes: Math.ceil(limits.memoryBytes / 2 ** 20),
    });
    living.add(child);
    void leave(child, idle[kind]);
    return child;
  }
  async function leave(child: Child, among: Child[]): Promise<void> {
    await child.cleaned;
    living.delete(child);
    const at = among.indexOf(child);
    if (at !== -1) among.splice(at, 1);
  }
  function serve(): void {
    while (busy < processes && waiting.length > 0) {
      busy++;
      waiting.shift()!.start();
    }
  }
  const turn = (order: number): Promise<void> =>
    new Promise((resolve) => {
      const at = waiting.findIndex((other) => other.order > order);
      waiting.splice(at === -1 ? waiting.length : at, 0, { order, start: resolve });
      serve();
    });

  async function ask(child: Child, { request, onPages, onPage }: PoolWork): Promise<PoolAnswer | JobFailure> {
    const lift = child.limit(limits);
    const answer = new Promise<PoolAnswer>((resolve) => {
      child.onMessage = (message) => {
        if (message.type === 'pages') onPages?.((message as unknown as { count: number }).count);
        if (message.type === 'page') onPage?.();
        if (message.type === 'result') resolve((message as unknown as { result: PoolAnswer }).result);
      };
    });
    child.send(request);
    try {
      return await Promise.race([
        answer,
        child.exited.then((exit): JobFailure => {
          settings.broken(exit.stderr);
          const termination = terminationOf(exit);
          return termination.type === 'failed'
            ? { code: termination.reason, message: termination.detail }
            : { code: 'stranded_running', message: 'The converter process was lost.' };
        }),
      ]);
    } finally {
      lift();
    }
  }

  return {
    processes,
    async run(work) {
      await turn(work.order);
      try {
        const kind = work.native ? 'native' : 'plain';
        natively ||= work.native;
        const child = idle[kind].pop() ?? (await start(kind));
        const answer = await ask(child, work);
        if ('code' in answer) return { outcome: 'failed', failure: answer };
        idle[kind].push(child);
        return answer;
      } finally {
        busy--;
        serve();
      }
    },
    async close() {
      living.forEach((child) => child.end('ended'));
      await Promise.all([...living].map(({ cleaned }) => cleaned));
      // Not before: the documents of this command would wait.
      if (natively) compileOcrOnce(program);
    },
  };
}
