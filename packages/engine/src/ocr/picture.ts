/** A grey picture, one byte a pixel, 0 black, rows from the top without padding. */
export interface Picture {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A picture that text is to be read from. */
export interface SourcePicture extends Picture {
  /** Pixels an inch, where something trustworthy states it (the page that a scan fills, a file's own density). */
  readonly dpi?: number;
}
