import type { SourceFile, PageRange } from '../../packages/engine/src/source.ts';
import type { Warning } from '../../packages/engine/src/warning.ts';
import type { Limits } from '../../packages/engine/src/limits.ts';
import type { SourceFacts } from '../resource/conversion-job.ts';
import type { JobFailure } from '../failures/failure.ts';
import type { OcrSettings, Step, WriteSettings } from '../protocol/worker.ts';
import type { StoredAsset } from './part-file.ts';

/**
 * A request to a process that works on files, one at a time: of the command line, of an embedded service, or of
 * the runner of a worker pod.
 */
export type PoolRequest =
  /**
   * Probes a document and, if it is short and needs no native code, converts it and writes the `DOCUMENT_FILES` to
   * `folder`, which it makes, at once. With `answerText`, short Markdown comes with the answer, and no file is written.
   * Before its pages comes a line `{type: 'pages', count}`.
   */
  | ({
      readonly ask: 'document';
      readonly file: SourceFile;
      readonly range?: PageRange;
      readonly mostPages: number;
      readonly ocr: OcrSettings;
      readonly folder: string;
      readonly imageFolder: string;
      readonly answerText?: boolean;
    } & WriteSettings)
  | {
      readonly ask: 'probe';
      readonly file: SourceFile;
      readonly native: boolean;
      readonly limits?: Partial<Limits>;
    }
  /** With `write`, it also merges its only part, and writes the `DOCUMENT_FILES` to `folder`. */
  | {
      readonly ask: 'convert';
      readonly file: SourceFile;
      readonly range?: PageRange;
      readonly includeImages: boolean;
      readonly native: boolean;
      readonly ocr: OcrSettings;
      readonly emphasis: boolean;
      readonly ocrDataFolder?: string;
      /** An empty folder for the part. */
      readonly folder: string;
      readonly limits?: Partial<Limits>;
      readonly write?: WriteSettings;
      /** The answer tells its steps. */
      readonly timed?: true;
      /** Pages that OCR doubts may be asked about. */
      readonly asks?: true;
    }
  /** Folders of parts in page order; `folder` is that of the `DOCUMENT_FILES`. */
  | ({
      readonly ask: 'merge';
      readonly folders: readonly string[];
      readonly folder: string;
      readonly imageFolder?: string;
      readonly limits?: Partial<Limits>;
    } & WriteSettings)
  /** Draws a page into the file `out`. */
  | { readonly ask: 'draw'; readonly file: SourceFile; readonly page: number; readonly out: string };

/**
 * Before the answer of `convert` and `document` come lines `{type: 'page'}`, one for each page. With `asks`, lines
 * `{type: 'question', file}` may come, of which each is answered by a line, an `AskResponse`: `file` is a PNG file in
 * the folder of the process.
 */
export type PoolAnswer = PoolOutcome & { readonly steps?: readonly Step[] };

export type PoolOutcome =
  | { readonly outcome: 'probed'; readonly source: Omit<SourceFacts, 'sha256'> }
  | {
      readonly outcome: 'converted';
      readonly pages: number;
      readonly ocrPages: number;
      readonly assets: readonly StoredAsset[];
      /** Of what was written. */
      readonly warnings: readonly Warning[];
    }
  | { readonly outcome: 'merged'; readonly warnings: readonly Warning[] }
  | {
      readonly outcome: 'written';
      readonly assets: readonly StoredAsset[];
      readonly warnings: readonly Warning[];
      /** The Markdown itself; then there are no files. */
      readonly text?: string;
    }
  | { readonly outcome: 'drawn' }
  | { readonly outcome: 'needs-native' }
  | { readonly outcome: 'failed'; readonly failure: JobFailure };
