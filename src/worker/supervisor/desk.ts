import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hearing, TaskLimits } from '../../protocol/supervisor.ts';
import type { Limits } from '../../../packages/engine/src/limits.ts';
import type { PoolAnswer, PoolRequest } from '../pool-request.ts';
import { answerOf, type Answer } from './answers.ts';
import { ProcessEnded, type Runner } from './runner-client.ts';
import type { Service } from './service.ts';

export interface DeskOptions {
  readonly runner: Runner;
  /** Where documents are put, for the process that opens them. In a worker, the runner's container can only read it. */
  readonly inputFolder: string;
  readonly service: Service;
  /** False where processes without native code are tried first. */
  readonly native: boolean;
  /** Ceilings inside one conversion, where they differ from the defaults. */
  readonly limits?: Partial<Limits>;
  readonly ocrDataFolder?: string;
}

/** A document that lies in the input folder, and whose process is alive. */
export interface OpenDocument {
  readonly jobId: string;
  readonly path: string;
  readonly bytes: number;
  /** 64 hex digits, computed here and not by the process that parses the document. */
  readonly sha256: string;
  /** The object that it is, where it may be asked for again. */
  readonly key?: string;
  /** True until its process has been asked something. */
  fresh: boolean;
}

/** State that the tasks share: one document at a time, with one process. */
export interface Desk extends DeskOptions {
  /** Downloads a document in the place of the former one, and ends that one's process. */
  open(what: { jobId: string; url: string; bytes: number; key?: string }): Promise<OpenDocument>;
  /** The document that is open, if it is that object of that job. */
  stillOpen(jobId: string, key: string, sha256: string): OpenDocument | undefined;
  /** Asks the process of the document. An answer of another kind is the process's fault. */
  ask<O extends PoolAnswer['outcome']>(document: OpenDocument, ask: Ask, outcome: O): Promise<Answer<O>>;
}

/** Fields of all requests of a task. */
export interface TaskTerms {
  readonly limits: TaskLimits;
  readonly signal: AbortSignal;
  /** No other document is expected after this one. */
  readonly last?: boolean | undefined;
}

export interface Ask extends TaskTerms, Hearing {
  readonly request: PoolRequest;
}

export function openDesk(options: DeskOptions): Desk {
  const { runner, inputFolder, service } = options;
  let current: OpenDocument | undefined;
  let path: string | undefined;
  return {
    ...options,
    open: async ({ jobId, url, bytes, key }) => {
      current = undefined;
      await runner.end();
      // That alone: whatever else lies there may be put there by the process.
      if (path !== undefined) await rm(path, { force: true });
      path = join(inputFolder, randomUUID());
      const downloaded = await service.download(url, path, bytes);
      return (current = { jobId, path, ...downloaded, ...(key !== undefined && { key }), fresh: true });
    },
    stillOpen: (jobId, key, sha256) =>
      current?.jobId === jobId && current.key === key && current.sha256 === sha256 ? current : undefined,
    ask: async (document, { request, limits, last, ...asking }, outcome) => {
      const process = document.fresh ? 'new' : 'same';
      document.fresh = false;
      const ask = { process, limits, request, ...(last && { last }) } as const;
      const value = await runner.ask(ask, asking);
      const answer = answerOf(value, outcome);
      if (!answer) {
        current = undefined;
        await runner.end('output');
        throw new ProcessEnded('conversion_failed', 'The process of the document sent an invalid result.');
      }
      return answer;
    },
  };
}
