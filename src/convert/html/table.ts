import type { Block, Cell, Inline } from '../document.ts';
import { childOf, fragment, holdsPart } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import { isHidden } from './inline.ts';
import { withoutSpareColumns } from './spare-columns.ts';

/**
 * A table; one of a single cell, or one that says it is for layout, stands for its content. What is in no cell stands
 * before the table, where browsers show it, and so does a caption that is more than a paragraph.
 */
export function readTable(element: XmlElement, readBlocks: (element: XmlElement) => Block[]): Block[] {
  const parts = partsOf(element);
  const outside = readBlocks(fragment(parts.outside));
  const { rows, headerRows } = readRows(parts.rows, readBlocks);
  const captionElement = childOf(element, 'caption');
  const captionBlocks = captionElement ? readBlocks(captionElement) : [];
  const caption = onlyParagraph(captionBlocks);
  const layout = /^(?:presentation|none)$/.test(element.attributes['role'] ?? '');
  if (layout || rows.length === 0 || (rows.length === 1 && rows[0]!.length === 1))
    return [...outside, ...captionBlocks, ...rows.flat().flatMap(({ blocks }) => blocks)];
  return [
    ...outside,
    ...(caption ? [] : captionBlocks),
    {
      kind: 'table',
      rows: withoutSpareColumns(clipSpans(rows)),
      headerRows: headerRows === rows.length ? 1 : headerRows,
      ...(caption ? { caption } : {}),
    },
  ];
}

/** The content of blocks that are one paragraph, which can be the caption of a table or figure. */
export function onlyParagraph(blocks: readonly Block[]): readonly Inline[] | undefined {
  const [only] = blocks;
  return blocks.length === 1 && only?.kind === 'paragraph' ? only.content : undefined;
}

function readRows(
  parts: readonly Row[],
  readBlocks: (element: XmlElement) => Block[],
): { readonly rows: Cell[][]; readonly headerRows: number } {
  const rows: Cell[][] = [];
  let headerRows = 0;
  for (const { cells: all, head } of parts) {
    const cells = all.filter((cell) => !isHidden(cell));
    if (cells.length === 0) continue;
    if (headerRows === rows.length && (head || cells.every(({ name }) => name === 'th'))) headerRows++;
    rows.push(cells.map((cell) => readCell(cell, readBlocks)));
  }
  return { rows, headerRows };
}

interface Row {
  readonly cells: XmlElement[];
  readonly head: boolean;
}

/**
 * The rows of a table, and what is in none of its cells. Forms and unknown elements may be around rows, and cells may
 * be outside of rows, as in browsers (HTML, 13.2.6.4.9).
 */
function partsOf(table: XmlElement): { rows: Row[]; outside: (XmlElement | string)[] } {
  const rows: Row[] = [];
  const outside: (XmlElement | string)[] = [];
  /** The row that cells without one have begun. */
  let implied: Row | undefined;
  const visit = (parent: XmlElement, head: boolean, row: Row | undefined): void => {
    for (const child of parent.children) {
      if (typeof child === 'string') outside.push(child);
      else if (isHidden(child)) continue;
      else if (isCell(child)) {
        if (!row && !implied) rows.push((implied = { cells: [], head }));
        (row ?? implied)!.cells.push(child);
      } else if (child.name === 'tr') {
        implied = undefined;
        const own: Row = { cells: [], head };
        rows.push(own);
        visit(child, head, own);
      } else if (SECTIONS.has(child.name)) {
        implied = undefined;
        visit(child, child.name === 'thead', undefined);
      } else if (!UNSHOWN.has(child.name)) {
        if (holdsPart(child, isCell, isTable)) visit(child, head, row);
        else outside.push(child);
      }
    }
  };
  visit(table, false, undefined);
  return { rows, outside };
}

const SECTIONS = new Set(['thead', 'tbody', 'tfoot']);
/** Captions are read apart, and columns have no content. */
const UNSHOWN = new Set(['caption', 'colgroup', 'col']);

const isCell = ({ name }: XmlElement): boolean => name === 'td' || name === 'th';
const isTable = ({ name }: XmlElement): boolean => name === 'table';

function readCell(cell: XmlElement, readBlocks: (element: XmlElement) => Block[]): Cell {
  const span = (name: string): number =>
    Math.min(1000, Math.max(1, Number.parseInt(cell.attributes[name] ?? '1', 10) || 1));
  const [rowSpan, colSpan] = [span('rowspan'), span('colspan')];
  return { blocks: readBlocks(cell), ...(rowSpan > 1 ? { rowSpan } : {}), ...(colSpan > 1 ? { colSpan } : {}) };
}

/** Row spans that reach beyond the last row would make slots that do not exist. */
function clipSpans(rows: readonly Cell[][]): Cell[][] {
  return rows.map((row, y) =>
    row.map((cell) => {
      const { rowSpan = 1, ...rest } = cell;
      const most = Math.min(rowSpan, rows.length - y);
      return most > 1 ? { ...rest, rowSpan: most } : rest;
    }),
  );
}
