import type { Format } from './format.ts';
import type { Limits } from './limits.ts';

export interface ConvertOptions {
  /** True stores image bodies through the sink; false skips them. */
  readonly includeImages: boolean;
  /**
   * `allow`: pages that need OCR are read by OCR here (native code and worker threads are used). `refuse`: the first
   * page that needs it ends the conversion with the outcome `needs-native`, and the caller repeats the range in a
   * process that allows it.
   */
  readonly native: 'allow' | 'refuse';
  readonly ocr: OcrOptions;
  /** As `MergeOptions.emphasis`: for documents that lie in others, which are merged on the way. */
  readonly emphasis: boolean;
  readonly limits: Limits;
  /** A folder for documents that lie in others. */
  readonly scratch: string;
  /** The format, where a probe has just found it in the same process. */
  readonly known?: Format | undefined;
}

/**
 * Which pages OCR reads. `auto`: those without usable text, and those whose text is not what they show. `force`: all
 * pages of PDFs and images. `off`: none.
 */
export type OcrMode = 'auto' | 'force' | 'off';

export interface OcrOptions {
  readonly mode: OcrMode;
  /** Tesseract language codes, or `auto` for all that have data. Each page is read in the one that suits it best. */
  readonly languages: readonly string[];
  /** Folder of more `*.traineddata(.gz)` files; English is always there. */
  readonly dataFolder?: string;
  /** Asked about pages that OCR doubts. */
  readonly ask?: AskReading;
}

/**
 * Asks another reader, such as a vision model, for the text of a picture (a PNG file). Undefined where there is no
 * answer; it does not throw.
 */
export type AskReading = (picture: Uint8Array) => Promise<string | undefined>;
