/**
 * The page model of formats whose structure has to be inferred: one shape for a PDF's text layer and for OCR.
 * Coordinates: points (1/72 inch), origin at the top left of the crop box with the page's rotation applied, y down, quantised to 1/100.
 */
export interface LayoutPage {
  readonly kind: 'layout';
  readonly page: number;
  readonly width: number;
  readonly height: number;
  // what page-level layout found: blocks with their styles and places, for the merge to level and join
}

/** What the merge needs of a part before it streams: style statistics, edge lines, numbering, outline. */
export interface LayoutSummary {
  readonly pages: number;
}
