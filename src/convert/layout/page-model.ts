import type { Inline } from '../document.ts';

/**
 * The page model of formats whose structure has to be inferred: one shape for a PDF's text layer and for OCR.
 * Coordinates: points (1/72 inch), origin at the top left of the crop box with the page's rotation applied, y down, quantised to 1/100.
 *
 * Everything that one page alone can tell is decided here. What needs the whole document (which style is a heading, which edge lines are
 * running ones, what continues on the next page) is left to the merge, and the blocks carry the evidence for it.
 */
export interface LayoutPage {
  readonly kind: 'layout';
  readonly page: number;
  readonly width: number;
  readonly height: number;
  /** In reading order. */
  readonly blocks: readonly LayoutBlock[];
  /** What `TextBlock.style` counts into. */
  readonly styles: readonly TextStyle[];
  /** Letters of each style on the page, in tables too. */
  readonly letters: readonly number[];
  readonly outline?: readonly OutlineEntry[];
  readonly warnings?: readonly PageWarning[];
}

export interface PageWarning {
  readonly kind: string;
  readonly count: number;
}

/** The look of a block: that of most of its letters. */
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

export type LayoutBlock = TextBlock | TableBlock | CodeBlock | FigureBlock;

/** `[x0, y0, x1, y1]` */
export type Box = readonly [number, number, number, number];

interface Placed {
  readonly box: Box;
  /** Left and right edge of the column that it stands in. */
  readonly column: readonly [number, number];
  /** Role of the structure tree, for text that is tagged: `H1` … `H6`, `P`, `LI`, `Caption`, … */
  readonly tag?: string;
  /** Which edge of the page it stands at, when it is set apart from the rest: only then it may be a running line. */
  readonly edge?: 'top' | 'bottom' | 'side';
}

/** A paragraph, heading, list item, caption, footnote, line of a table of contents, … */
export interface TextBlock extends Placed {
  readonly kind: 'text';
  /** Without the label, when there is one. A soft hyphen stands where a line end broke a word: the merge drops it or makes it a hyphen. */
  readonly content: readonly Inline[];
  readonly style: number;
  readonly lines: number;
  /** Letters, without white space. */
  readonly chars: number;
  /** White space before and after it in the same column, in units of its own size; absent at the column's ends. */
  readonly above?: number;
  readonly below?: number;
  readonly label?: Label;
  readonly role?: 'caption' | 'footnote' | 'toc' | 'formula' | 'figure';
  /** May be a heading by its own looks: few lines, no sentence, no caption, … */
  readonly candidate?: true;
  readonly centered?: true;
  /** All letters that have cases are upper case. */
  readonly caps?: true;
  /** How many letters of a bold stretch at its start: a heading run into its paragraph. */
  readonly runIn?: number;
  /** Its first line is indented (`in`) or hangs to the left of the others (`out`). */
  readonly indent?: 'in' | 'out';
  /** The text seems to go on: it ends without a stop. `line`: its last line is full; `hyphen`: it ends within a word. */
  readonly open?: 'line' | 'ragged' | 'hyphen';
  /** The number of a note that a raised number (`sup`) of the same page refers to. */
  readonly note?: string;
  /** The block of the structure tree that it is, or is a piece of; by number, within the page. */
  readonly node?: number;
  /** Starts as the middle of a sentence does. */
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

/** What the merge needs of a part before it streams: statistics of styles over its pages, edge lines, outline. */
export interface LayoutSummary {
  readonly pages: number;
  /** By style key; numbers add up over parts. */
  readonly styles: Readonly<Record<string, StyleCount>>;
  readonly edges: readonly PageEdges[];
  /** Words with a hyphen inside that stand within a line, in lower case. */
  readonly compounds: readonly string[];
  /** Entries of the outline that lead to these pages. */
  readonly outline: number;
  /** Text blocks in all, those that are tagged, and those that are tagged as headings. */
  readonly blocks: number;
  readonly tagged: number;
  readonly taggedHeadings: number;
}

export interface StyleCount {
  readonly style: TextStyle;
  /** All letters, and those of text blocks that cannot be headings. */
  readonly chars: number;
  readonly prose: number;
  readonly blocks: number;
  /** Blocks that may be headings by their own looks. */
  readonly candidates: number;
  /** Candidates that the outline or a tag says to be headings, by level 1 to 6. */
  readonly known: readonly number[];
  /** Candidates whose number has one, two, … parts (`1`, `1.2`, …). */
  readonly numbered: readonly number[];
}

export interface PageEdges {
  readonly page: number;
  readonly height: number;
  /** True when the page has more than what stands at its edges. */
  readonly body: boolean;
  readonly lines: readonly EdgeLine[];
}

/** A text block at the page's edge, by which running lines are known. */
export interface EdgeLine {
  readonly edge: 'top' | 'bottom' | 'side';
  /** Text with each number written as `#`, cut to 80 letters. */
  readonly text: string;
  readonly numbers: readonly number[];
  readonly y: number;
}
