/**
 * A source document of the corpus: what was meant, before a typesetter made pages of it. Texts may hold `**bold**`,
 * `_italic_` and `^raised^` marks, which the truth does not keep, and `[n]` stays as it is.
 */
export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3 | 4; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string; readonly lead?: string; readonly note?: string }
  | List
  | Table
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'chart'; readonly caption: string; readonly bars: readonly (readonly [string, number])[] }
  | { readonly kind: 'aside'; readonly title?: string; readonly blocks: readonly Block[] }
  | { readonly kind: 'fields'; readonly pairs: readonly (readonly [string, string])[] }
  | { readonly kind: 'lines'; readonly lines: readonly string[]; readonly align?: 'left' | 'right' | 'center' }
  | {
      readonly kind: 'toc';
      readonly entries: readonly { readonly level: number; readonly text: string; readonly page: number }[];
    }
  | {
      readonly kind: 'side-by-side';
      readonly left: readonly Block[];
      readonly right: readonly Block[];
      readonly share: number;
    }
  | {
      readonly kind: 'equation';
      readonly latex: string;
      /** As a line of letters, where a typesetter knows no formulas; empty where there is no such line. */
      readonly linear: string;
      readonly typst?: string;
      readonly number?: string;
    }
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'page-break' };

export interface List {
  readonly kind: 'list';
  readonly marks: ListMarks;
  readonly items: readonly ListItem[];
}

export type ListMarks = 'bullet' | 'dash' | 'square' | 'decimal' | 'paren' | 'alpha' | 'roman';

export interface ListItem {
  readonly text: string;
  readonly list?: List;
}

export interface Table {
  readonly kind: 'table';
  readonly rows: readonly (readonly Cell[])[];
  readonly headerRows: number;
  readonly look: TableLook;
  readonly caption?: string;
  readonly captionBelow?: boolean;
  /** Source or note line under the table. */
  readonly note?: string;
  /** Relative column widths; even ones when absent. */
  readonly widths?: readonly number[];
}

export type TableLook = 'grid' | 'booktabs' | 'zebra' | 'plain' | 'rows' | 'header-band' | 'boxed' | 'columns';

export interface Cell {
  readonly text: string;
  readonly colSpan?: number;
  readonly rowSpan?: number;
  readonly align?: 'left' | 'center' | 'right';
  readonly bold?: boolean;
  readonly indent?: number;
}

export type Language = 'en' | 'de' | 'fr' | 'es' | 'ar' | 'he' | 'zh' | 'ja';

export interface Source {
  readonly name: string;
  readonly language: Language;
  readonly title?: string;
  /** Lines below the title: author, date, reference. */
  readonly byline?: readonly string[];
  readonly abstract?: string;
  readonly blocks: readonly Block[];
  readonly header?: string;
  readonly footer?: string;
  /** True prints page numbers in the footer. */
  readonly pageNumbers: boolean;
}

/** What a genre fills in; the rest of the source (name, language, header) comes from the caller. */
export type Draft = Pick<Source, 'title' | 'byline' | 'abstract' | 'blocks'>;

export interface GenreOptions {
  /** About how long: 1 is less than a page, 3 several pages. */
  readonly length: number;
  readonly looks: readonly TableLook[];
}

/** How a document looks; each typesetter follows what it can. */
export interface Look {
  readonly font: 'serif' | 'sans' | 'slab' | 'condensed';
  readonly headingFont: 'same' | 'sans' | 'serif';
  /** Body size in points. */
  readonly size: number;
  readonly columns: 1 | 2 | 3;
  readonly justify: boolean;
  readonly indent: boolean;
  readonly leading: number;
  readonly headings: HeadingLook;
  readonly paper: 'a4' | 'letter' | 'landscape' | 'slide';
  readonly margin: number;
  readonly color: string;
  readonly tagged: boolean;
  readonly hyphenate: boolean;
}

export interface HeadingLook {
  readonly style:
    | 'size'
    | 'bold'
    | 'caps'
    | 'small-caps'
    | 'color'
    | 'italic'
    | 'band'
    | 'centered'
    | 'ruled'
    | 'body-bold';
  readonly numbering: 'none' | 'decimal' | 'decimal-dot' | 'roman' | 'alpha' | 'section';
}
