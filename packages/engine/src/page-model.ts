import type { Block } from './document.ts';
import type { LayoutPage } from './layout/model/page-model.ts';

/**
 * One page as a reader leaves it: a pure function of the document's bytes, the page number and the options. It is one
 * line of JSON in a part; geometry is quantised, and nothing in it depends on another page.
 *
 * `flow`: the format states its structure (Office, HTML, CSV). `layout`: the structure has to be inferred (PDF, OCR).
 */
export type PageModel = FlowPage | LayoutPage;

export interface FlowPage {
  readonly kind: 'flow';
  readonly page: number;
  readonly blocks: readonly Block[];
  /** Where the page looks like something: that of a PDF within a container. */
  readonly look?: PageLook;
}

/** The size of a page as it is shown, in points, and how sure OCR was of it. */
export interface PageLook {
  readonly width: number;
  readonly height: number;
  readonly confidence?: number;
}
