import { join } from 'node:path';
import { convert } from '../../packages/engine/src/convert.ts';
import { isFailure } from '../../packages/engine/src/failure.ts';
import { DEFAULT_LIMITS } from '../../packages/engine/src/limits.ts';
import type { Limits } from '../../packages/engine/src/limits.ts';
import type { PartSummary } from '../../packages/engine/src/part.ts';
import type { SourceFile } from '../../packages/engine/src/source.ts';
import { engineVersion } from '../protocol/engine-version.ts';
import { PART_NAME, type ConvertTask, type FinishOutcome } from '../protocol/worker.ts';
import { askInTurn } from './ask-reading.ts';
import type { Attempt } from './client.ts';
import { createPartFile } from './part-file.ts';
import type { PartFile } from './part-file.ts';
import { startProgress } from './progress.ts';
import { addMeasured, type Steps } from './steps.ts';
import { InputReplaced, remoteInput } from './transfer/remote-input.ts';
import { download, upload } from './transfer/transfer.ts';
import { REPLACED, storeDocument, storeFile, storeImages, type Store } from './transfer/store-files.ts';
import { writeDocument } from './write-document.ts';

const PART_TYPE = 'application/jsonl';

export interface WorkPlace {
  readonly base: string;
  readonly scratch: string;
  readonly limits?: Partial<Limits>;
  readonly ocrDataFolder?: string;
  readonly steps: Steps;
  /** Called when the attempt should end. */
  readonly onStop: () => void;
}

/**
 * Converts one range: downloads the pinned input, converts it page by page into the scratch folder, stores the part
 * (or, with `mergeHere`, the Markdown) and the images below the attempt's prefix. Returns what to finish the attempt
 * with.
 */
export async function convertRange(attempt: Attempt, task: ConvertTask, place: WorkPlace): Promise<FinishOutcome> {
  const progress = startProgress(attempt, attempt.start.reportEveryMs, place.onStop);
  const { steps } = place;
  try {
    const { input, settings } = task;
    const file = await steps.measure('download', () => inputFile(attempt, input, place));
    if (file === undefined) return { outcome: 'failed', failure: REPLACED };
    performance.mark('fetched');

    const limits = { ...DEFAULT_LIMITS, ...place.limits };
    const part = createPartFile(place.scratch, () => progress.pageDone());
    const { bytes, fileName, password } = input;
    const source = {
      ...file,
      bytes,
      ...(fileName !== undefined && { fileName }),
      ...(password !== undefined && { password }),
    };
    const began = performance.now();
    const options = {
      includeImages: settings.includeImages,
      native: settings.native ? 'allow' : 'refuse',
      ocr: {
        ...settings.ocr,
        ...(settings.asks && { ask: askInTurn(attempt.ask) }),
        ...(place.ocrDataFolder !== undefined && { dataFolder: place.ocrDataFolder }),
      },
      emphasis: settings.emphasis,
      limits,
      scratch: place.scratch,
    } as const;
    const result = await steps.measure('read', () => convert(source, task.range, options, part.sink));
    addMeasured(steps, began);
    await part.close();
    performance.mark('converted');
    if (result.outcome === 'needs-native') return { outcome: 'needs-native' };
    return await store({ attempt, place, part, summary: result.summary }, task, limits.outputBytes);
  } catch (error) {
    if (error instanceof InputReplaced) return { outcome: 'failed', failure: REPLACED };
    if (isFailure(error)) return { outcome: 'failed', failure: { code: error.code, message: error.message } };
    throw error;
  } finally {
    progress.stop();
  }
}

/** A file of the bytes that were probed and priced; undefined when others lie in their place. */
async function inputFile(
  attempt: Attempt,
  input: ConvertTask['input'],
  { base, scratch }: WorkPlace,
): Promise<Pick<SourceFile, 'path' | 'remote'> | undefined> {
  const { key, bytes, sha256 } = input;
  const path = join(scratch, 'input');
  const remote = await remoteInput(attempt, input, { base, path });
  if (remote) return { path, remote };
  const { get } = await attempt.urls({ get: [key] });
  return (await download(base, get[0]!, path, bytes)).sha256 === sha256 ? { path } : undefined;
}

interface Converted {
  readonly attempt: Attempt;
  readonly place: WorkPlace;
  readonly part: PartFile;
  readonly summary: PartSummary;
}

/** The store behind the API's internal port. */
export const storeAt = (attempt: Attempt, base: string): Store => ({
  urls: attempt.urls,
  upload: (url, content, contentType) => upload(base, url, content, contentType),
});

/** Stores the images and the part, or in its place the Markdown of a document of one range. */
async function store(
  { attempt, place, part, summary }: Converted,
  { mergeHere, settings }: ConvertTask,
  outputBytes: number,
): Promise<FinishOutcome> {
  const files = storeAt(attempt, place.base);
  const { steps } = place;
  const images = await steps.measure('store', () => storeImages(files, part.assets));
  const result = {
    outcome: 'succeeded' as const,
    engine: engineVersion(),
    images,
    pages: summary.range.end - summary.range.start + 1,
    ocrPages: summary.ocrPages,
  };
  if (!mergeHere) {
    const content = { name: PART_NAME, content: part.content(summary), contentType: PART_TYPE };
    const file = await steps.measure('store', () => storeFile(files, content));
    return { ...result, part: file, warnings: [] };
  }
  const written = await steps.measure('merge', () =>
    writeDocument([part.reader(summary)], { ...settings, folder: place.scratch, outputBytes }),
  );
  performance.mark('merged');
  return { ...result, ...(await steps.measure('store', () => storeDocument(files, written))) };
}
