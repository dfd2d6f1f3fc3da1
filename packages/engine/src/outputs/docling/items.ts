/** The parts of a DoclingDocument that are written here, as docling-core 2 has them (version 1.10.0 of its schema). */

export interface Ref {
  readonly $ref: string;
}

export interface Provenance {
  readonly page_no: number;
  readonly bbox: {
    readonly l: number;
    readonly t: number;
    readonly r: number;
    readonly b: number;
    readonly coord_origin: 'TOPLEFT';
  };
  /** Of the item's text; the whole of it, since a box of a page does not say which letters stand in it. */
  readonly charspan: readonly [number, number];
}

export interface Item {
  readonly self_ref: string;
  readonly parent: Ref;
  readonly children: Ref[];
  readonly content_layer: 'body';
  readonly label: string;
}

export interface TextItem extends Item {
  readonly prov: readonly Provenance[];
  readonly orig: string;
  readonly text: string;
  readonly level?: number;
  readonly enumerated?: boolean;
  readonly marker?: string;
  readonly code_language?: string;
}

/** A table or picture, which has captions. */
export interface FloatingItem extends Item {
  readonly captions: Ref[];
  readonly references: readonly Ref[];
  readonly footnotes: readonly Ref[];
  readonly annotations: readonly object[];
}

export interface PictureItem extends FloatingItem {
  readonly prov: readonly Provenance[];
}

export interface GroupItem extends Item {
  readonly name: 'list';
}

export interface TableCell {
  readonly row_span: number;
  readonly col_span: number;
  readonly start_row_offset_idx: number;
  readonly end_row_offset_idx: number;
  readonly start_col_offset_idx: number;
  readonly end_col_offset_idx: number;
  readonly text: string;
  readonly column_header: boolean;
  readonly row_header: false;
  readonly row_section: false;
}

export const BODY: Ref = { $ref: '#/body' };

/** The properties of each item; `kind` is its list in the document. */
export const makeItem = <Label extends string>(
  kind: 'texts' | 'tables' | 'pictures' | 'groups',
  index: number,
  label: Label,
  parent: Ref = BODY,
): Item & { readonly label: Label } => ({
  self_ref: `#/${kind}/${index}`,
  parent,
  children: [],
  content_layer: 'body',
  label,
});

export const refTo = ({ self_ref }: Item): Ref => ({ $ref: self_ref });
