/** The role of a block. */
export type OutputRole =
  | 'heading'
  | 'paragraph'
  | 'list-item'
  | 'table'
  | 'code'
  | 'formula'
  | 'figure'
  | 'caption'
  | 'toc'
  | 'quote'
  | 'footnote'
  | 'separator';

export interface OutputBox {
  readonly page: number;
  /** `[x0, y0, x1, y1]` */
  readonly box: readonly [number, number, number, number];
}

export interface OutputCell {
  readonly text: string;
  readonly rowSpan?: number;
  readonly colSpan?: number;
}

/** A block of the document as the JSON has it: what each field means is in `schema.ts`. */
export interface OutputBlock {
  readonly role: OutputRole;
  /** Of a heading; of an item, how deep its list lies. */
  readonly level?: number;
  readonly page: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly markdown: string;
  readonly boxes?: readonly OutputBox[];
  readonly confidence?: number;
  readonly ordered?: boolean;
  readonly label?: string;
  readonly language?: string;
  readonly image?: string;
  readonly rows?: readonly (readonly OutputCell[])[];
  readonly headerRows?: number;
  readonly continues?: true;
}

/** An output block with what parts it from the block before in the Markdown. */
export interface OutputPiece {
  readonly separator: string;
  readonly block: OutputBlock;
  /** Names of the stored images that it shows. */
  readonly images: readonly string[];
}
