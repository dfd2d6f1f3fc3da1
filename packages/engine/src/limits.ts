/** Ceilings inside one conversion. Passing one is the failure `limit_exceeded`, which names the limit. */
export interface Limits {
  /** Bytes that may be expanded from one archive (DOCX, XLSX, PPTX, ODF) in all. */
  readonly expandedBytes: number;
  /** Entries of one archive. */
  readonly archiveEntries: number;
  /** Documents within a document (entries of an archive, attachments), and how deep they may lie in each other. */
  readonly members: number;
  readonly memberDepth: number;
  /** Pixels of one image (a frame, or an image inside a document). */
  readonly imagePixels: number;
  /** Characters of one table cell; a longer one is cut and a warning says so. */
  readonly cellCharacters: number;
  /** Cells of one document. */
  readonly cells: number;
  /** Depth of nesting (XML elements, lists, tables, PDF forms). */
  readonly depth: number;
  /** Bytes of Markdown that one document may become. */
  readonly outputBytes: number;
}

export const DEFAULT_LIMITS: Limits = {
  expandedBytes: 1024 * 1024 * 1024,
  archiveEntries: 20_000,
  members: 1000,
  memberDepth: 3,
  imagePixels: 100_000_000,
  cellCharacters: 32_768,
  cells: 20_000_000,
  depth: 256,
  outputBytes: 512 * 1024 * 1024,
};
