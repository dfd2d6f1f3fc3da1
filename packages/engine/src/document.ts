/**
 * The block tree: what every reader ends in and what the one Markdown writer reads. Names follow CommonMark and GFM.
 * All of it is plain JSON.
 */

/** A piece of text in one style, an image within a line, a footnote mark or a hard line break. */
export type Inline = TextInline | ImageInline | FootnoteReference | LineBreak | MathInline;

export interface TextInline {
  readonly kind: 'text';
  readonly text: string;
  readonly bold?: true;
  readonly italic?: true;
  readonly strike?: true;
  readonly code?: true;
  readonly sup?: true;
  readonly sub?: true;
  /** Link destination: an absolute URL, a mail address as `mailto:`, or `#anchor`. */
  readonly href?: string;
}

export interface ImageInline {
  readonly kind: 'image';
  /**
   * Name of the asset in the part's sink, and the file name that the Markdown links to; absent when image bodies are
   * skipped.
   */
  readonly asset?: string;
  readonly alt: string;
}

export interface FootnoteReference {
  readonly kind: 'footnote';
  /** Label of a `footnote` block of the same document. */
  readonly label: string;
}

export interface LineBreak {
  readonly kind: 'break';
}

export interface MathInline {
  readonly kind: 'math';
  readonly latex: string;
}

export type Block = (
  | Heading
  | Paragraph
  | List
  | Table
  | Code
  | Quote
  | MathBlock
  | Figure
  | Footnote
  | ThematicBreak
  | Verbatim
) & {
  /** Where it stands on the pages; absent where the format has no pages that look like something. */
  readonly places?: readonly Place[];
};

/** A part of a page, as the page is shown. */
export interface Place {
  readonly page: number;
  /** `[x0, y0, x1, y1]` in points from the top left corner of the page. */
  readonly box: readonly [number, number, number, number];
  /** Mean confidence of OCR, 0 to 100. */
  readonly confidence?: number;
}

export interface Heading {
  readonly kind: 'heading';
  readonly level: 1 | 2 | 3 | 4 | 5 | 6;
  readonly content: readonly Inline[];
}

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly content: readonly Inline[];
  /** Its role, where a page tells: the caption of a table or picture, an entry of a table of contents. */
  readonly role?: 'caption' | 'toc';
}

export interface List {
  readonly kind: 'list';
  readonly ordered: boolean;
  /** Number of the first item of an ordered list. */
  readonly start?: number;
  readonly items: readonly ListItem[];
}

export interface ListItem {
  readonly blocks: readonly Block[];
  /** A GFM task list item. */
  readonly checked?: boolean;
  /** The label as the document prints it (`a)`, `IV.`), where GFM cannot express it; the writer keeps it as text. */
  readonly label?: string;
}

export interface Table {
  readonly kind: 'table';
  /**
   * Rows of the grid. A cell that is covered by a span is not repeated: each row lists only the cells that start in it.
   */
  readonly rows: readonly (readonly Cell[])[];
  /** How many of the first rows are header rows. */
  readonly headerRows: number;
  readonly caption?: readonly Inline[];
  /** Inferred from a page, though the document states its tables: merged cells keep their spans. */
  readonly inferred?: true;
  /**
   * The rows go on in the table that ended the page before (long sheets, CSV): same columns, no spans, no header rows.
   * Where nothing was written before, as in a piece that begins here, it is a table of its own.
   */
  readonly continues?: true;
}

export interface Cell {
  readonly blocks: readonly Block[];
  readonly rowSpan?: number;
  readonly colSpan?: number;
  readonly align?: 'left' | 'center' | 'right';
}

export interface Code {
  readonly kind: 'code';
  readonly text: string;
  readonly language?: string;
}

export interface Quote {
  readonly kind: 'quote';
  readonly blocks: readonly Block[];
}

export interface MathBlock {
  readonly kind: 'math';
  readonly latex: string;
}

/** An image that stands by itself, with its caption. */
export interface Figure {
  readonly kind: 'figure';
  readonly image: ImageInline;
  readonly caption?: readonly Inline[];
}

export interface Footnote {
  readonly kind: 'footnote';
  readonly label: string;
  readonly blocks: readonly Block[];
}

export interface ThematicBreak {
  readonly kind: 'thematic-break';
}

/** Markdown as its author wrote it: a document that is Markdown already passes through. */
export interface Verbatim {
  readonly kind: 'verbatim';
  readonly markdown: string;
}
