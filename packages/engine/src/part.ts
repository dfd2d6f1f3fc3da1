import type { Format } from './format.ts';
import type { LayoutSummary } from './layout/model/page-model.ts';
import type { PageModel } from './page-model.ts';
import type { PageRange } from './source.ts';
import type { Warning } from './warning.ts';

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

/** The summary of a part, which the merge needs before it streams the pages. */
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

/** A part as the merge reads it: the summary first, then the pages once, in order. */
export interface PartReader {
  readonly summary: PartSummary;
  pages(): AsyncIterable<PageModel>;
}

/** A part whose pages are in memory. */
export const heldPart = (summary: PartSummary, held: readonly PageModel[]): PartReader => ({
  summary,
  async *pages() {
    yield* held;
  },
});
