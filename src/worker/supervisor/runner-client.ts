import type { IncomingMessage } from 'node:http';
import type { AskRequest, EndedReason, Hearing, RunnerLine } from '../../protocol/supervisor.ts';
import { call } from '../transfer/http.ts';
import { splitLines } from '../transfer/split-lines.ts';
import type { Content } from '../transfer/content.ts';

/** The process that had opened the document ended without a result. */
export class ProcessEnded extends Error {
  readonly reason: EndedReason;

  constructor(reason: EndedReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** The runner's container is gone, and the process of the document with it. */
export class RunnerLost extends ProcessEnded {
  constructor() {
    super('stranded_running', 'The container that runs documents was lost.');
  }
}

/** The other container of this pod (`src/runtime/processes/runner.ts`). What it says may come from a document. */
export interface Runner {
  /** True once a process stands ready. */
  isReady(): Promise<boolean>;
  /** Asks the process of a document; what it answers is to be checked. Throws `ProcessEnded`. */
  ask(request: AskRequest, options: { readonly signal: AbortSignal } & Hearing): Promise<unknown>;
  /** A file that the process wrote, as it is now. */
  file(path: string): Promise<Content>;
  /** Ends the process of the document; `output` says that what it answered is invalid. */
  end(reason?: 'output'): Promise<void>;
}

/** A document that is being converted says nothing for a long time; the runner's limits bound it. */
const IDLE_MS = 24 * 60 * 60 * 1000;

export function runnerOn(socket: string): Runner {
  const base = `unix:${socket}`;
  const file = (method: 'GET' | 'HEAD', path: string): Promise<IncomingMessage> =>
    call(base, { method, url: `/files?path=${encodeURIComponent(path)}` });
  const answer = async (name: string, onQuestion: Hearing['onQuestion']): Promise<void> => {
    const body = JSON.stringify((await onQuestion?.(name).catch(() => undefined)) ?? {});
    // A runner that is gone ends the request itself.
    (await call(base, { method: 'POST', url: '/answer', body }).catch(() => undefined))?.resume();
  };
  const lost = (): never => {
    throw new RunnerLost();
  };
  return {
    isReady: async () => {
      try {
        (await call(base, { method: 'GET', url: '/ready' })).resume();
        return true;
      } catch {
        return false;
      }
    },
    ask: async (request, { signal, onPage, onQuestion }) => {
      signal.throwIfAborted();
      const response = await call(base, {
        method: 'POST',
        url: '/ask',
        body: JSON.stringify(request),
        idleMs: IDLE_MS,
      }).catch(lost);
      const abort = (): void => void response.destroy();
      signal.addEventListener('abort', abort, { once: true });
      try {
        for await (const text of splitLines(response)) {
          const line = JSON.parse(text) as RunnerLine;
          if (line.type === 'page') onPage?.();
          else if (line.type === 'question') void answer(line.file, onQuestion);
          else if (line.type === 'result') return line.result;
          else throw new ProcessEnded(line.reason, line.detail);
        }
        return lost();
      } catch (error) {
        signal.throwIfAborted();
        return error instanceof ProcessEnded ? Promise.reject(error) : lost();
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
    file: async (path) => {
      const head = await file('HEAD', path).catch(lost);
      head.resume();
      const bytes = Number(head.headers['content-length']);
      return { bytes, read: () => exactly(bytes, file('GET', path)) };
    },
    end: async () => {
      (await call(base, { method: 'POST', url: '/end' }).catch(() => undefined))?.resume();
    },
  };
}

/** No more and no fewer bytes than were said, whatever a process makes of the file meanwhile. */
async function* exactly(bytes: number, response: Promise<IncomingMessage>): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of (await response) as AsyncIterable<Buffer>) {
    read += chunk.length;
    if (read > bytes) break;
    yield chunk;
  }
  if (read !== bytes) throw new Error('A file changed while it was read');
}
