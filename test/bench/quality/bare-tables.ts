import { pipeTablesToHtml } from './metrics/pipe-tables.ts';

/** A table without tables in it, and the white space that follows. */
export const TABLE = /<table\b[^>]*>((?:(?!<\/?table\b)[^])*)<\/table>\s*/gu;
const ROW = /<tr\b[^>]*>([^]*?)<\/tr>/gu;
const CELL = /<(t[hd])\b([^>]*)>([^]*?)<\/t[hd]>/gu;

/** A cell at its place in the grid. */
export interface Placed {
  readonly tag: string;
  readonly text: string;
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly colSpan: number;
}

const spanOf = (attributes: string, name: string): number =>
  Number(new RegExp(`${name}="?(\\d+)`, 'iu').exec(attributes)?.[1] ?? 1) || 1;

/** The cells of a table's rows at their places in its grid. */
export function placedCells(content: string): Placed[] {
  const cells: Placed[] = [];
  const taken = new Set<string>();
  [...content.matchAll(ROW)].forEach(([, inner = ''], row) => {
    let column = 0;
    for (const [, tag = 'td', attributes = '', text = ''] of inner.matchAll(CELL)) {
      while (taken.has(`${row} ${column}`)) column += 1;
      const [rowSpan, colSpan] = [spanOf(attributes, 'rowspan'), spanOf(attributes, 'colspan')];
      for (let y = row; y < row + rowSpan; y += 1)
        for (let x = column; x < column + colSpan; x += 1) taken.add(`${y} ${x}`);
      cells.push({ tag, text: text.trim(), row, column, rowSpan, colSpan });
      column += colSpan;
    }
  });
  return cells;
}

/** A currency sign before an amount, and what closes an amount. */
const SIGN = /^[$€£¥]$/u;
const CLOSING = /^(?:\)%?|%)$/u;
const AMOUNT = /^[$€£¥]?\s*[(−–—-]?\s*[\d.,]/u;

/**
 * A sign or a closing parenthesis in a cell of its own belongs to the amount beside it: programs part them so that the
 * digits stand below each other.
 */
function withSigns(cells: readonly Placed[]): Placed[] {
  const texts = new Map(cells.map((cell) => [cell, cell.text.replace(/^([$€£¥])\s+(?=[(−–—-]?\s*[\d.,])/u, '$1')]));
  const filled = cells.filter(({ text }) => text !== '').sort((a, b) => a.row - b.row || a.column - b.column);
  filled.forEach((cell, index) => {
    const next = filled[index + 1];
    if (next?.row !== cell.row) return;
    const [text, beside] = [texts.get(cell)!, texts.get(next)!];
    if (SIGN.test(text) && AMOUNT.test(beside)) texts.set(next, text + beside).set(cell, '');
    else if (AMOUNT.test(text) && CLOSING.test(beside)) texts.set(cell, text + beside).set(next, '');
  });
  return cells.map((cell) => ({ ...cell, text: texts.get(cell)! }));
}

/** Those of the first places from one on that are used. */
const usedIn = (used: readonly number[], from: number, count: number): number[] =>
  used.filter((place) => place >= from && place < from + count);

const usedPlaces = (places: readonly number[]): number[] => [...new Set(places)].sort((a, b) => a - b);

/**
 * Rows and columns at which no cell with text begins say nothing: they are spacers, or traces of other tables' columns
 * in the spans of a document's tags. A table with text in one row or one column only is the text of its cells: truths
 * that come from tags know no such tables, since authors use them as frames.
 */
function bareTable(content: string): string {
  const cells = withSigns(placedCells(content));
  const filled = cells.filter(({ text }) => text !== '');
  const rows = usedPlaces(filled.map(({ row }) => row));
  const columns = usedPlaces(filled.map(({ column }) => column));
  const most = Math.max(0, ...rows.map((row) => filled.filter((cell) => cell.row === row).length));
  if (rows.length < 2 || most < 2) return `${filled.map(({ text }) => text).join('\n\n')}\n\n`;
  const lines = rows.map((row) =>
    cells
      .filter((cell) => usedIn(rows, cell.row, cell.rowSpan)[0] === row)
      .sort((a, b) => a.column - b.column)
      .map(({ tag, text, column, colSpan, row: first, rowSpan }) => {
        const down = usedIn(rows, first, rowSpan).length;
        const across = usedIn(columns, column, colSpan).length;
        const spans = `${down > 1 ? ` rowspan="${down}"` : ''}${across > 1 ? ` colspan="${across}"` : ''}`;
        return across === 0 ? '' : `<${tag}${spans}>${text}</${tag}>`;
      })
      .join(''),
  );
  return `<table>${lines.map((line) => `<tr>${line}</tr>`).join('')}</table>\n\n`;
}

/** The tables of real documents without spacers, and frames as text. */
export function withBareTables(markdown: string): string {
  return pipeTablesToHtml(markdown).replaceAll(TABLE, (_, content: string) => bareTable(content));
}
