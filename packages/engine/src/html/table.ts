import type { Block, Cell, Inline } from '../document.ts';
import { childOf, fragment, holdsPart } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import { isHidden } from './inline.ts';
import { withoutUnused } from './grid.ts';
import { withoutSpareColumns } from './spare-columns.ts';

/**
 * A table; one of a single cell, or one that says it is for layout, stands for its content. What is in no cell stands
 * before the table, where browsers show it, and so does a caption that is more than a paragraph.
 */
export function readTable(element: XmlElement, readBlocks: (element: XmlElement) => Block[]): Block[] {
  const parts = findParts(element);
  const outside = readBlocks(fragment(parts.outside));
  const read = readRows(parts.rows, readBlocks);
  const [rows, headerRows] = [withoutUnused(read.rows), read.headerRows];
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
      rows: withoutSpareColumns(rows),
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
  let isHeader = true;
  for (const [n, { cells, section }] of parts.entries()) {
    isHeader &&= section.isHead || cells.every(({ name }) => name === 'th');
    if (isHeader && cells.length > 0) headerRows++;
    // Cells reach no further than the rows of their section (HTML, 4.9.12.1).
    let left = 1;
    while (parts[n + left]?.section === section) left++;
    rows.push(cells.map((cell) => readCell(cell, left, readBlocks)));
  }
  return { rows, headerRows };
}

interface Section {
  readonly isHead: boolean;
}

interface Row {
  readonly cells: XmlElement[];
  readonly section: Section;
}

/**
 * The rows of a table as browsers show them, the first head above and the first foot below all others, and what is in
 * none of its cells. Forms and unknown elements may be around rows, and cells may be outside of rows (HTML,
 * 13.2.6.4.9).
 */
function findParts(table: XmlElement): { rows: Row[]; outside: (XmlElement | string)[] } {
  const parts = new TableParts();
  parts.visit(table, undefined, undefined);
  return { rows: parts.sortedRows(), outside: parts.outside };
}

class TableParts {
  /** Content outside of cells. */
  readonly outside: (XmlElement | string)[] = [];
  readonly #rows: Row[] = [];
  /** The row that cells without one have begun, and the section of rows without one. */
  #impliedRow: Row | undefined;
  #impliedSection: Section | undefined;
  /** The first of each. */
  #head: Section | undefined;
  #foot: Section | undefined;

  /** Collects the parts of an element that stands in a section and a row. */
  visit(parent: XmlElement, section: Section | undefined, row: Row | undefined): void {
    for (const child of parent.children) {
      if (typeof child === 'string') this.outside.push(child);
      else if (!isHidden(child)) this.#visitElement(child, section, row);
    }
  }

  sortedRows(): Row[] {
    const rankOf = ({ section }: Row): number => (section === this.#head ? 0 : section === this.#foot ? 2 : 1);
    return this.#rows.toSorted((a, b) => rankOf(a) - rankOf(b));
  }

  #visitElement(element: XmlElement, section: Section | undefined, row: Row | undefined): void {
    if (isCell(element)) (row ?? (this.#impliedRow ??= this.#beginRow(section))).cells.push(element);
    else if (element.name === 'tr') {
      this.#impliedRow = undefined;
      this.visit(element, section, this.#beginRow(section));
    } else if (SECTIONS.has(element.name)) this.visit(element, this.#beginSection(element.name), undefined);
    else if (UNSHOWN.has(element.name)) return;
    else if (holdsPart(element, isCell, isTable)) this.visit(element, section, row);
    else this.outside.push(element);
  }

  #beginRow(section: Section | undefined): Row {
    const row = { cells: [], section: section ?? (this.#impliedSection ??= { isHead: false }) };
    this.#rows.push(row);
    return row;
  }

  #beginSection(name: string): Section {
    this.#impliedRow = undefined;
    this.#impliedSection = undefined;
    const section = { isHead: name === 'thead' };
    if (name === 'thead') this.#head ??= section;
    if (name === 'tfoot') this.#foot ??= section;
    return section;
  }
}

const SECTIONS = new Set(['thead', 'tbody', 'tfoot']);
/** Captions are read apart, and columns have no content. */
const UNSHOWN = new Set(['caption', 'colgroup', 'col']);

const isCell = ({ name }: XmlElement): boolean => name === 'td' || name === 'th';
const isTable = ({ name }: XmlElement): boolean => name === 'table';

/** `left`: the rows of its section from its own on, which a span of 0 covers all (HTML, 4.9.11). */
function readCell(cell: XmlElement, left: number, readBlocks: (element: XmlElement) => Block[]): Cell {
  const span = (name: string): number => {
    const stated = Number.parseInt(cell.attributes[name] ?? '1', 10);
    return stated === 0 && name === 'rowspan' ? left : Math.min(1000, Math.max(1, stated || 1));
  };
  const [rowSpan, colSpan] = [Math.min(left, span('rowspan')), span('colspan')];
  return { blocks: readBlocks(cell), ...(rowSpan > 1 ? { rowSpan } : {}), ...(colSpan > 1 ? { colSpan } : {}) };
}
