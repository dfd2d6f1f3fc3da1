import type { Block } from './document.ts';
import type { Format } from './formats.ts';
import type { LayoutPage, LayoutSummary } from './layout/page-model.ts';
import type { Limits } from './limits.ts';

/** Pages `start` to `end`, 1-based and inclusive. */
export interface PageRange {
  readonly start: number;
  readonly end: number;
}

/** A document on disk. Readers open it by path, so that a format may stream; nothing else of the machine is read. */
export interface SourceFile {
  readonly path: string;
  readonly bytes: number;
  /** The name that the sender gave, used only where the content cannot tell (CSV, TXT, Markdown). */
  readonly fileName?: string;
}

export interface ConvertOptions {
  /** True stores image bodies through the sink; false skips them. */
  readonly includeImages: boolean;
  /**
   * `allow`: pages that need OCR are read by OCR here (native code and worker threads are used). `refuse`: the first page that
   * needs it ends the conversion with the outcome `needs-native`, and the caller repeats the range in a process that allows it.
   */
  readonly native: 'allow' | 'refuse';
  readonly ocr: OcrOptions;
  readonly limits: Limits;
}

export interface OcrOptions {
  /** Tesseract language codes; `['eng']` by default. */
  readonly languages: readonly string[];
  /** Folder of more `*.traineddata(.gz)` files; English is always there. */
  readonly dataFolder?: string;
}

/** What was dropped or doubted, so that a user can know which pages to look at. */
export interface Warning {
  /** Stable, kebab-case: `read-by-ocr`, `low-ocr-confidence`, `unmapped-glyphs`, `image-skipped`, `cell-truncated`, … */
  readonly kind: string;
  readonly page?: number;
  /** How many times on this page. */
  readonly count: number;
  readonly detail?: string;
}

/**
 * One page as a reader leaves it: a pure function of the document's bytes, the page number and the options. It is one line of
 * JSON in a part; geometry is quantised, and nothing in it depends on another page.
 *
 * `flow`: the format states its structure (Office, HTML, CSV). `layout`: the structure has to be inferred (PDF, OCR).
 */
export type PageModel = FlowPage | LayoutPage;

export interface FlowPage {
  readonly kind: 'flow';
  readonly page: number;
  readonly blocks: readonly Block[];
}

/** An image of the document. `name` is its file name: unique in the document and the same whatever the range. */
export interface Asset {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly page: number;
}

/** Where a reader leaves what it made. Awaiting each call gives back-pressure. */
export interface PartSink {
  page(model: PageModel): Promise<void>;
  asset(asset: Asset): Promise<void>;
}

/** What the merge must know of a part before it streams the pages. */
export interface PartSummary {
  readonly format: Format;
  readonly range: PageRange;
  /** Pages of the whole document. */
  readonly pages: number;
  readonly ocrPages: number;
  readonly warnings: readonly Warning[];
  /** Only for `layout` pages. */
  readonly layout?: LayoutSummary;
}

export type ConvertResult =
  | { readonly outcome: 'done'; readonly summary: PartSummary }
  | { readonly outcome: 'needs-native' };

/** A part as the merge reads it: the summary first, then the pages once, in order. */
export interface PartReader {
  readonly summary: PartSummary;
  pages(): AsyncIterable<PageModel>;
}

/** What a probe learns without converting. */
export interface Probe {
  readonly format: Format;
  /** Page count as priced: PDF pages, frames, slides, or text by 3,000 characters. */
  readonly pages: number;
  /** True when a sample of the pages has no usable text, so that small ranges and a native process are worth starting with. */
  readonly scanned: boolean;
}
