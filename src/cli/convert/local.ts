import { availableParallelism } from 'node:os';
import { findOcrData, type OcrData } from '../ocr/data.ts';
import { WrongSetting } from '../settings.ts';
import { prepareWorker, workerProgram } from '../bundles/worker-program.ts';
import type { ConversionFlags, Converter, ConvertFlags } from './converter.ts';
import type { DocumentOptions } from './converting.ts';
import { convertDocument } from './document.ts';
import { linkPrefix, type Target } from './outputs.ts';
import { openConvertPool } from './pool.ts';

export const LIMITS = { memoryBytes: 2048 * 2 ** 20, seconds: 1800, scratchBytes: Infinity };

/** Pages of one document that a process converts in one go while others have documents of their own. */
const PAGES_TOGETHER = 64;

export type LocalFlags = ConvertFlags & ConversionFlags;

export interface LocalSettings {
  /** For temporary files. */
  readonly folder: string;
  /** How many documents there are. */
  readonly documents: number;
  /** Called with what a process that broke down wrote to standard error. */
  readonly broken: (stderr: string) => void;
  readonly misused: (message: string) => never;
}

/** Converts documents in processes of this machine. */
export async function openLocal(
  flags: LocalFlags,
  { folder, documents, broken, misused }: LocalSettings,
): Promise<Converter> {
  const ocrData = await findOcrData(flags.ocrLanguages ?? ['auto'], flags.ocrDataDir).catch((error: unknown) => {
    if (error instanceof WrongSetting) return misused(error.message);
    throw error;
  });
  await prepareWorker();
  const processes = flags.processes ?? availableParallelism();
  const pool = await openConvertPool({ program: workerProgram(), processes, folder, limits: LIMITS, broken });
  return {
    // One more than there are processes, so that none waits while a document is merged.
    atOnce: processes + 1,
    convert: ({ input, target, ...work }) =>
      convertDocument(pool, {
        ...work,
        path: input.path,
        answerText: true,
        ...(documents > 2 * processes && { mostPages: PAGES_TOGETHER }),
        options: documentOptions(flags, ocrData, target),
      }),
    close: () => pool.close(),
  };
}

function documentOptions(flags: LocalFlags, ocrData: OcrData, target: Target): DocumentOptions {
  const { images, ocr: mode = 'auto', emphasis, pageMarkers, wholePage, outputs, chunkSize, given, pages } = flags;
  return {
    includeImages: images,
    ocr: { mode, languages: ocrData.languages },
    emphasis,
    pageMarkers,
    ...(outputs && { outputs }),
    ...(chunkSize !== undefined && { chunkSize }),
    wholePage,
    ...(given !== undefined && { password: given }),
    ...(ocrData.folder !== undefined && { ocrDataFolder: ocrData.folder }),
    imageFolder: linkPrefix(target),
    ...(pages && { pages }),
  };
}
