import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { namesSource } from '../../resource/choices.ts';
import type { WriteSettings } from '../../protocol/worker.ts';
import type { PoolAnswer, PoolRequest } from '../../worker/pool-request.ts';
import {
  DocumentFailure,
  repeatable,
  resultIn,
  run,
  writeSettings,
  type Converting,
  type DocumentOptions,
  type Work,
} from './converting.ts';
import type { DocumentProgress, DocumentResult } from './document-result.ts';
import type { ConvertPool } from './pool.ts';
import { convertRanges } from './ranges.ts';

/** Pages that take one process less time than another one takes to start. */
const FEW_PAGES = 5;

/** One file of the user. */
export interface DocumentWork {
  readonly path: string;
  /** Of what waits, the lowest is converted first. */
  readonly order: number;
  /** Where the results are left: empty, or not there yet. */
  readonly folder: string;
  readonly options: DocumentOptions;
  /** Short Markdown may come without a file. */
  readonly answerText?: boolean;
  /** A document of more pages is converted by several processes. */
  readonly mostPages?: number;
  readonly progress: DocumentProgress;
}

/** Converts one file: a short one in one go, others by a probe, ranges over all processes and a merge. */
export async function convertDocument(pool: ConvertPool, work: DocumentWork): Promise<DocumentResult> {
  try {
    const converting = await openDocument(pool, work);
    const answer = await convertOrProbe(converting, work);
    if (answer.outcome === 'written') return resultIn(converting, answer);
    if (answer.outcome === 'probed') return await convertRanges(converting, answer.source);
    throw new Error(`A probe answered ${answer.outcome}`);
  } catch (error) {
    if (error instanceof DocumentFailure) return { ok: false, failure: error.failure };
    throw error;
  }
}

async function openDocument(
  pool: ConvertPool,
  { path, order, folder, options, progress }: DocumentWork,
): Promise<Converting> {
  const { password, wholePage = false } = options;
  const file = {
    path,
    bytes: statSync(path).size,
    fileName: basename(path),
    wholePage,
    ...(password !== undefined && { password }),
  };
  const source = options.outputs?.some(namesSource) ? { source: await describeSource(path) } : {};
  return { pool, order, file, folder, options: { ...options, ...source }, progress: repeatable(progress) };
}

/** The facts of the document in chunks and DoclingDocuments. */
async function describeSource(path: string): Promise<NonNullable<WriteSettings['source']>> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { name: basename(path), sha256: hash.digest('hex') };
}

/** Converts a short document that needs no native code; probes any other. */
function convertOrProbe(
  converting: Converting,
  { answerText = false, mostPages = FEW_PAGES }: DocumentWork,
): Promise<PoolAnswer> {
  const { file, folder, options, progress } = converting;
  const natively = (): Work => ({ native: true, request: { ask: 'probe', file, native: true } });
  if (options.includeImages || options.ocr.mode === 'force')
    return run(converting, { native: false, request: { ask: 'probe', file, native: false } }, natively);
  const request: PoolRequest = {
    ask: 'document',
    file,
    ...(options.pages && { range: options.pages }),
    mostPages,
    ocr: options.ocr,
    folder,
    imageFolder: options.imageFolder,
    answerText,
    ...writeSettings(options),
  };
  const listeners = {
    onPages: (count: number) => progress.pagesKnown(count),
    onPage: () => progress.pageDone(),
  };
  return run(converting, { native: false, request, ...listeners }, natively);
}
