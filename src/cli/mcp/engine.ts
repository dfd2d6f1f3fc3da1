import { availableParallelism } from 'node:os';
import type { OcrMode } from '../../resource/choices.ts';
import type { PageRange } from '../../resource/ranges.ts';
import { convertDocument } from '../convert/document.ts';
import type { DocumentProgress, DocumentResult } from '../convert/document-result.ts';
import { openConvertPool, type ConvertPool } from '../convert/pool.ts';
import type { Converter } from '../convert/converter.ts';
import { openRemote } from '../convert/remote.ts';
import { LIMITS } from '../convert/local.ts';
import { findOcrData } from '../ocr/data.ts';
import { prepareWorker, workerProgram } from '../bundles/worker-program.ts';

/** One document to convert, with page markers. */
export interface EngineWork {
  readonly path: string;
  /** An empty folder for its results. */
  readonly folder: string;
  readonly pages?: PageRange;
  readonly ocr: OcrMode;
  readonly password?: string;
  readonly progress: DocumentProgress;
}

export interface Engine {
  convert(work: EngineWork): Promise<DocumentResult>;
  close(): Promise<void>;
}

export interface EngineSettings {
  readonly folder: string;
  readonly ocrLanguages?: readonly string[];
  readonly ocrDataDir?: string;
  readonly server?: string;
  readonly key?: string;
}

export async function openEngine(settings: EngineSettings): Promise<Engine> {
  return settings.server === undefined ? await openLocal(settings) : openServer(settings.server, settings);
}

/** Converts in processes of this machine, which start with the first document: a host starts this server every day. */
async function openLocal({ folder, ocrLanguages = ['eng'], ocrDataDir }: EngineSettings): Promise<Engine> {
  const ocrData = await findOcrData(ocrLanguages, ocrDataDir);
  let order = 0;
  let opened: Promise<ConvertPool> | undefined;
  const open = async (): Promise<ConvertPool> => {
    await prepareWorker();
    return openConvertPool({
      program: workerProgram(),
      processes: availableParallelism(),
      folder,
      limits: LIMITS,
      broken: () => undefined,
    });
  };
  return {
    async convert({ path, folder: results, pages, ocr, password, progress }) {
      const pool = await (opened ??= open());
      const options = {
        includeImages: false,
        ocr: { mode: ocr, languages: ocrData.languages },
        emphasis: true,
        pageMarkers: true,
        imageFolder: '',
        ...(ocrData.folder !== undefined && { ocrDataFolder: ocrData.folder }),
        ...(pages && { pages }),
        ...(password !== undefined && { password }),
      };
      return convertDocument(pool, { path, order: order++, folder: results, progress, options });
    },
    close: async () => (await opened)?.close(),
  };
}

function openServer(server: string, { key = '', ocrLanguages }: EngineSettings): Engine {
  const open = new Set<Converter>();
  return {
    convert({ path, folder, pages, ocr, password, progress }) {
      const flags = {
        pageMarkers: true,
        ocr,
        given: password,
        ...(ocrLanguages && { ocrLanguages }),
        ...(pages && { pages }),
      };
      const input = { path, shown: path, name: 'document', beside: path };
      const remote = openRemote(server, key, flags);
      open.add(remote);
      const work = { input, order: 0, folder, target: 'stdout', progress } as const;
      return remote.convert(work).finally(() => open.delete(remote));
    },
    close: async () => {
      await Promise.all([...open].map((remote) => remote.close()));
    },
  };
}
