/** Dropped or doubtful content, so that a user knows which pages to look at. */
export interface Warning {
  /**
   * Stable, kebab-case: `read-by-ocr`, `low-ocr-confidence`, `unmapped-glyphs`, `image-skipped`, `cell-truncated`, …
   */
  readonly kind: string;
  readonly page?: number;
  /** How many times on this page. */
  readonly count: number;
  readonly detail?: string;
}
