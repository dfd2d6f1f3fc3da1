import type { Formula } from './formulas/displayed.ts';
import type { Element } from './model/element.ts';
import type { GlyphRun } from './model/glyph-run.ts';
import type { LayoutBlock, PageWarning } from './model/page-model.ts';
import type { RawPage, RawRun } from './model/raw-page.ts';
import type { PageFacts } from './order/columns.ts';
import type { PageEdges } from './order/page-edges.ts';
import type { Rulings } from './tables/rulings/rulings.ts';
import { makeStyleTable, type StyleTable } from './text/styles.ts';

/** A page between two stages. Each stage fills in what the next ones need, and moves text from one form to the next. */
export interface PageState {
  /** The page as given, brought to one direction of reading. */
  readonly raw: RawPage;
  readonly warnings: readonly PageWarning[];
  /** Formulas in lines of their own; their signs and bars are no longer in `raw`. */
  readonly formulas: readonly Formula[];
  /** All horizontal text. */
  readonly text: readonly GlyphRun[];
  /** Text that is in no table yet: horizontal, and in other directions. */
  readonly runs: readonly GlyphRun[];
  readonly rotated: ReadonlyMap<number, readonly RawRun[]>;
  readonly styles: StyleTable;
  readonly rulings: Rulings;
  /** Segments of lines, tables, figures and frames. */
  readonly elements: readonly Element[];
  readonly facts: PageFacts;
  /** Elements in the order of the page's edges and body. */
  readonly edges: PageEdges;
  /** In reading order. */
  readonly blocks: readonly LayoutBlock[];
}

export const startOf = (raw: RawPage): PageState => ({
  raw,
  warnings: [],
  formulas: [],
  text: [],
  runs: [],
  rotated: new Map(),
  styles: makeStyleTable({ size: 0, bold: false, mono: false }),
  rulings: { horizontal: [], vertical: [] },
  elements: [],
  facts: { rtl: false, captions: new Set(), rulings: [] },
  edges: { top: [], body: [], bottom: [] },
  blocks: [],
});
