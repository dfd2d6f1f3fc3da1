import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { AskRequest, Hearing, WorkerTask } from '../../protocol/supervisor.ts';
import type { Child, ChildExit } from './child.ts';

/** A process of a document, for whoever runs the tasks of documents. What it says may come from the document. */
export interface DocumentProcess {
  readonly isReady: () => Promise<boolean>;
  /** Rejects when the process has ended. */
  readonly ask: (request: AskRequest, options: { readonly signal: AbortSignal } & Hearing) => Promise<unknown>;
  /** A file that the process wrote, as it is now. */
  readonly file: (name: string) => Promise<WrittenContent>;
  readonly end: (reason?: 'output') => Promise<void>;
}

export interface WrittenContent {
  readonly bytes: number;
  readonly read: () => AsyncIterable<Uint8Array>;
}

/** Runs the tasks of one document with its process: everything but the opening of the document. */
export interface DocumentTasks {
  run(task: WorkerTask, signal: AbortSignal): Promise<unknown>;
}

/** The room `worker` has it; the command composes them. */
export type OpenDocuments = (place: {
  readonly runner: DocumentProcess;
  /** A folder that the process can read. */
  readonly inputFolder: string;
  readonly native: boolean;
}) => DocumentTasks;

/** The tasks of a child's document: of a probe, and of the conversion that may follow it. */
export type DocumentsOf = (child: Child, native: boolean) => DocumentTasks;

export function documentsOfChildren(openDocuments: OpenDocuments): DocumentsOf {
  const opened = new WeakMap<Child, DocumentTasks>();
  return (child, native) => {
    const known = opened.get(child) ?? openDocuments({ runner: processOf(child), inputFolder: child.scratch, native });
    opened.set(child, known);
    return known;
  };
}

const processOf = (child: Child): DocumentProcess => ({
  isReady: () => Promise.resolve(child.ready),
  ask: async ({ request }, { signal, ...hearing }) => {
    const abort = (): void => child.end('ended');
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    try {
      const asked = await child.ask(request, hearing);
      if ('exit' in asked) throw new Error('The process of the document ended');
      return asked.result;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  },
  file: (name) => writtenFile(child.scratch, name),
  // Another input of the same job may follow in the same process.
  end: (reason) => Promise.resolve(reason && child.end(reason)),
});

/**
 * Runs a task of a document with its process. Returns its result, or how the process ended before; throws what came of
 * the service or its stores.
 */
export async function runDocumentTask(
  child: Child,
  documents: DocumentTasks,
  task: WorkerTask,
): Promise<{ readonly result: unknown } | { readonly exit: ChildExit }> {
  const stop = new AbortController();
  const exited = child.exited.then((exit) => {
    stop.abort();
    return { exit };
  });
  try {
    return await Promise.race([documents.run(task, stop.signal).then((result) => ({ result })), exited]);
  } catch (error) {
    if (child.alive) throw error;
    return await exited;
  }
}

/** Not a path, not a link, not a device: whatever else a process puts into its folder leads nowhere. */
const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

async function openWritten(folder: string, name: string): Promise<{ file: FileHandle; bytes: number }> {
  if (!PLAIN_NAME.test(name)) throw new Error('A process named a file that is not in its folder');
  const file = await open(join(folder, name), FLAGS);
  const info = await file.stat();
  // A second name may be that of another document.
  if (info.isFile() && info.nlink === 1) return { file, bytes: info.size };
  await file.close();
  throw new Error('A process wrote something that is not a file');
}

async function writtenFile(folder: string, name: string): Promise<WrittenContent> {
  const { file, bytes } = await openWritten(folder, name);
  await file.close();
  return {
    bytes,
    read: async function* () {
      const opened = await openWritten(folder, name);
      if (opened.bytes !== bytes) {
        await opened.file.close();
        throw new Error('A file changed while it was read');
      }
      if (bytes > 0) yield* opened.file.createReadStream({ end: bytes - 1 }) as AsyncIterable<Buffer>;
      else await opened.file.close();
    },
  };
}
