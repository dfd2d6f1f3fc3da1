import type { ConversionOptions } from '../../resource/options.ts';
import type { Manifest } from '../../records/types.ts';
import type { ConvertOptions } from '../convert/options.ts';
import { dropDocument } from '../convert/receive.ts';
import { requireResult, startConversion, waitForEnd, type Input } from '../convert/run.ts';
import type { ApiDeps } from '../deps.ts';
import { cancel } from '../jobs/cancel.ts';
import type { KnownJob } from '../jobs/find.ts';
import { findDocumentName } from '../jobs/named.ts';
import type { Call } from '../operation.ts';
import { Problem } from '../problem.ts';

export type EndedJob = Extract<KnownJob, { stage: 'ended' }>;

/** As long as proxies and clients of other services wait. */
const WAIT_SECONDS = 300;
export const MOST_FILES = 32;

/** The outcome of a document. */
export interface Converted {
  readonly job: EndedJob;
  /** Of the document, as it was sent. */
  readonly fileName: string;
  readonly manifest?: Manifest;
  /** Why there is no manifest: what a call that converts only this document would answer. */
  readonly problem?: Problem;
}

/**
 * Makes a job for each document. If one is refused, those before it are canceled, since nobody would know of them, and
 * the documents behind it are dropped.
 */
export async function startEach(
  deps: ApiDeps,
  call: Call,
  inputs: readonly Input[],
  options: ConversionOptions & Pick<ConvertOptions, 'password'>,
): Promise<KnownJob[]> {
  const started: KnownJob[] = [];
  for (const [n, input] of inputs.entries()) {
    const { idempotencyKey } = call;
    const own = idempotencyKey === undefined || n === 0 ? call : { ...call, idempotencyKey: `${idempotencyKey} ${n}` };
    try {
      started.push(await startConversion(deps, own, input, { ...options, wait: 0 }));
    } catch (error) {
      for (const known of started) await cancel(deps, known);
      for (const left of inputs.slice(n + 1))
        if ('document' in left) await dropDocument(deps, call.credential.workspace, left.document);
      throw error;
    }
  }
  return started;
}

/**
 * Waits for all of them. The jobs of a client that goes away are canceled, as those of convert are; so are the others
 * where one waits for credits.
 */
export async function waitForEach(deps: ApiDeps, call: Call, started: readonly KnownJob[]): Promise<EndedJob[]> {
  const until = performance.now() + WAIT_SECONDS * 1000;
  const ended: EndedJob[] = [];
  try {
    for (const first of started) {
      const left = Math.max(0, (until - performance.now()) / 1000);
      const known = await waitForEnd(deps, first, { seconds: left, gone: call.gone });
      if (known.stage !== 'ended') throw notYet(known.base.jobId);
      ended.push(known);
    }
    return ended;
  } catch (error) {
    const isLeft = call.gone.aborted && call.idempotencyKey === undefined;
    const isOver = error instanceof Problem && error.code === 'not_finished';
    const rest = isLeft ? started : isOver ? [] : started.slice(ended.length + 1);
    for (const known of rest) await cancel(deps, known);
    throw error;
  }
}

/** A client that knows no job has nothing of a 202. */
const notYet = (jobId: string): Problem =>
  new Problem(
    504,
    'not_finished',
    `The conversion has not finished after ${WAIT_SECONDS} seconds. Job ${jobId} continues.`,
  );

/** The artifacts of a job, or why there are none. */
export async function readOutcome(deps: ApiDeps, job: EndedJob): Promise<Converted> {
  const fileName = await findDocumentName(deps, job);
  try {
    return { job, fileName, manifest: await requireResult(deps, job) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { job, fileName, problem: error };
  }
}
