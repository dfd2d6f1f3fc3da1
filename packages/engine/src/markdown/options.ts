/** Choices of the Markdown writer; the defaults are what users get. */
export interface WriteOptions {
  /**
   * Tables with merged or nested cells: `html` keeps the spans; `repeat` stays GFM and repeats the cell's text in every
   * slot that it covers.
   */
  readonly spans: 'html' | 'repeat';
  /**
   * Whether an image without a stored body leaves `<!-- image -->` (with its alternative text, if any) at its place.
   */
  readonly imagePlaceholders: boolean;
  /** Prefix of an image's name in a link: a folder with its slash, percent-encoded where a URL needs it. */
  readonly imageFolder: string;
}

export const DEFAULT_WRITE_OPTIONS: WriteOptions = { spans: 'html', imagePlaceholders: true, imageFolder: '' };
