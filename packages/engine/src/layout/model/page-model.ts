import type { Inline } from '../../document.ts';
import type { ReadingFrame } from './raw-page.ts';

/**
 * The page model of formats whose structure has to be inferred, the same for a PDF's text layer and for OCR.
 * Coordinates: points (1/72 inch), origin at the top left of the crop box with the page's rotation applied, y down,
 * quantised to 1/100; turned and mirrored as `frame` says.
 *
 * It holds all decisions that depend on this page alone. Decisions that need the whole document (which style is a
 * heading, which lines at the edges are running headers and footers, what continues on the next page) are left to the
 * merge. The blocks carry the evidence for them.
 */
export interface LayoutPage {
  readonly kind: 'layout';
  readonly page: number;
  readonly width: number;
  readonly height: number;
  /** In reading order. */
  readonly blocks: readonly LayoutBlock[];
  /** `TextBlock.style` is an index into this list. */
  readonly styles: readonly TextStyle[];
  /** Letters of each style on the page, including those in tables. */
  readonly letters: readonly number[];
  readonly outline?: readonly OutlineEntry[];
  readonly warnings?: readonly PageWarning[];
  readonly frame?: ReadingFrame;
  /** Mean confidence of OCR, 0 to 100. */
  readonly confidence?: number;
  readonly folio?: Folio;
}

/** The number that a page bears at its top or bottom. */
export interface Folio {
  readonly number: number;
  /** How many pages there are, where it says so: `Page 3 of 15`. */
  readonly of?: number;
  readonly box: Box;
}

export interface PageWarning {
  readonly kind: string;
  readonly count: number;
}

/** The style of a block is that of most of its letters. */
export interface TextStyle {
  /** Points, rounded to a fifth. */
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly mono: boolean;
  readonly family: string;
  readonly color: number;
}

export interface OutlineEntry {
  readonly level: number;
  readonly title: string;
  readonly y?: number;
}

export type LayoutBlock = TextBlock | TableBlock | CodeBlock | FigureBlock | FormulaBlock;

/** `[x0, y0, x1, y1]` */
export type Box = readonly [number, number, number, number];

interface Placed {
  readonly box: Box;
  /** Left and right edge of its column. */
  readonly column: readonly [number, number];
  /** Role in the structure tree, if the text is tagged: `H1` … `H6`, `P`, `LI`, `Caption`, … */
  readonly tag?: string;
  /** The edge of the page at which it stands clear of the rest. Only such blocks can be running headers or footers. */
  readonly edge?: 'top' | 'bottom' | 'side';
  /** Mean confidence of OCR, 0 to 100. */
  readonly confidence?: number;
}

/** A paragraph, heading, list item, caption, footnote, line of a table of contents, … */
export interface TextBlock extends Placed {
  readonly kind: 'text';
  /**
   * Without the label, if there is one. A soft hyphen stands where a word was broken at the end of a line: the merge
   * drops it or makes it a hyphen.
   */
  readonly content: readonly Inline[];
  readonly style: number;
  readonly lines: number;
  /** Letters, without white space. */
  readonly chars: number;
  /** Distance to the lines before and after it in the same column, in em; absent at the ends of the column. */
  readonly above?: number;
  readonly below?: number;
  readonly label?: Label;
  readonly role?: 'caption' | 'footnote' | 'toc' | 'figure';
  /** Can be a heading by its own looks: few lines, no sentence, no caption, … */
  readonly candidate?: true;
  readonly centered?: true;
  /** All letters that have a case are upper case. */
  readonly caps?: true;
  /** It stands alone at the top of a frame. */
  readonly framed?: true;
  /** Letters of a bold beginning: a run-in heading. */
  readonly runIn?: number;
  /** Its first line is a bold beginning with plain text far at its right. */
  readonly valued?: true;
  /** Its first line is indented (`in`) or hangs to the left of the others (`out`). */
  readonly indent?: 'in' | 'out';
  /**
   * The text seems to continue: it ends without a full stop. `line`: its last line is full; `hyphen`: it ends within a
   * word.
   */
  readonly open?: 'line' | 'ragged' | 'hyphen';
  /** The number of a note that a raised number (`mark`) of the same page refers to. */
  readonly note?: string;
  /** The node of the structure tree that it is, or is a part of; a number within the page. */
  readonly node?: number;
  /** Starts in mid-sentence. */
  readonly resumes?: true;
}

/** What a list item, a numbered heading or a footnote starts with. */
export interface Label {
  /** As printed: `•`, `1.2`, `(a)`, `IV.` */
  readonly text: string;
  readonly kind: 'bullet' | 'decimal' | 'alpha' | 'roman' | 'section' | 'word' | 'check' | 'note' | 'reference';
  /** Values of a numbered label, outermost first: `[1, 2]` of `1.2`. */
  readonly values?: readonly number[];
  /** Where the text after the label starts. */
  readonly textX: number;
  /** Its left edge, where further lines of the text stand to the left of it. */
  readonly x?: number;
  readonly checked?: boolean;
}

export interface LayoutCell {
  readonly content: readonly Inline[];
  readonly rowSpan?: number;
  readonly colSpan?: number;
  readonly align?: 'left' | 'center' | 'right';
}

export interface TableBlock extends Placed {
  readonly kind: 'table';
  readonly source: 'ruled' | 'stream' | 'tag';
  readonly rows: readonly (readonly LayoutCell[])[];
  readonly headerRows: number;
  /** Left edges of the columns and the right edge of the last one. */
  readonly grid: readonly number[];
}

export interface CodeBlock extends Placed {
  readonly kind: 'code';
  readonly text: string;
}

export interface FigureBlock extends Placed {
  readonly kind: 'figure';
  readonly asset?: string;
  readonly alt: string;
}

/** A formula in lines of its own. */
export interface FormulaBlock extends Placed {
  readonly kind: 'formula';
  readonly latex: string;
}

/** What the merge needs to know of a part before it streams its pages. */
export interface LayoutSummary {
  readonly pages: number;
  /** By style key. The numbers of all parts are added up. */
  readonly styles: Readonly<Record<string, StyleCount>>;
  readonly edges: readonly PageEdges[];
  /** Hyphenated words that stand within a line, in lower case. */
  readonly compounds: readonly string[];
  /** Entries of the outline that lead to these pages. */
  readonly outline: number;
  /** All text blocks, those that are tagged, and those that are tagged as headings. */
  readonly blocks: number;
  readonly tagged: number;
  readonly taggedHeadings: number;
}

export interface StyleCount {
  readonly style: TextStyle;
  /** All letters, and the letters of text blocks that cannot be headings. */
  readonly chars: number;
  readonly prose: number;
  readonly blocks: number;
  /** Blocks that may be headings by their own looks. */
  readonly candidates: number;
  /** Candidates that are headings according to a tag or the outline, by level 1 to 6. */
  readonly known: readonly number[];
  /** Candidates whose number has one, two, … parts (`1`, `1.2`, …). */
  readonly numbered: readonly number[];
}

export interface PageEdges {
  readonly page: number;
  readonly height: number;
  /** True if the page has blocks that are not at its edges. */
  readonly body: boolean;
  readonly lines: readonly EdgeLine[];
}

/** A text, or a table, at the edge of a page, as it is compared with those of other pages. */
export interface EdgeLine {
  readonly edge: 'top' | 'bottom' | 'side';
  /** Text with each number written as `#`, cut to 80 letters; Roman ones too where a folio may stand. */
  readonly text: string;
  /** The last 40 letters of a longer line: many end with their folio. */
  readonly end?: string;
  readonly numbers: readonly number[];
  readonly y: number;
}
