import { createRequire } from 'node:module';

/** The part of tesseract.js-core that is used here (its WebIDL bindings of `TessBaseAPI` and `ResultIterator`). */
export interface Core {
  readonly FS: {
    writeFile(path: string, data: Uint8Array): void;
    unlink(path: string): void;
  };
  readonly TessBaseAPI: new () => TessApi;
}

export interface TessApi {
  /** 0 when it worked. `mode` 1: LSTM only. */
  Init(dataPath: string | null, languages: string, mode: number): number;
  SetVariable(name: string, value: string): boolean;
  /** Reads `/input`. 1 when it is not an image. */
  SetImageFile(exif: number, angle: number): number;
  Recognize(monitor: null): number;
  MeanTextConf(): number;
  GetIterator(): ResultIterator;
  Clear(): void;
  End(): void;
}

export interface ResultIterator {
  Empty(level: number): boolean;
  Next(level: number): boolean;
  IsAtBeginningOf(level: number): boolean;
  BlockType(): number;
  GetUTF8Text(level: number): string;
  Confidence(level: number): number;
  getBoundingBox(level: number): { x0: number; y0: number; x1: number; y1: number };
  getBaseline(level: number): { x0: number; y0: number; x1: number; y1: number; has_baseline: boolean };
  getRowAttributes(): { row_height: number; descenders: number; ascenders: number };
}

/** `tesseract::PageIteratorLevel` */
export const LEVEL = { block: 0, paragraph: 1, line: 2, word: 3, symbol: 4 } as const;

/**
 * Loads the engine compiled for LSTM models and relaxed SIMD, which every V8 since 11.4 has. Its files lie beside its
 * package.
 */
export async function loadCore(): Promise<Core> {
  const load = createRequire(import.meta.url)('tesseract.js-core/tesseract-core-relaxedsimd-lstm.js') as (
    options: object,
  ) => Promise<Core>;
  return load({ TesseractProgress() {}, print() {}, printErr() {} });
}
