import type { Cell, Table } from './model.ts';
import { escapeLatex, inlineLatex } from './latex-text.ts';

type Align = 'left' | 'center' | 'right';
const LETTERS: Readonly<Record<Align, string>> = { left: 'l', center: 'c', right: 'r' };
const RAGGED: Readonly<Record<Align, string>> = { left: '\\raggedright', center: '\\centering', right: '\\raggedleft' };

interface Grid {
  /**
   * Per row: the cell that starts in each column, `covered` where a row span goes on, undefined inside of a column
   * span.
   */
  readonly rows: readonly (readonly (Cell | 'covered' | undefined)[])[];
  readonly columns: number;
}

function gridOf(table: Table): Grid {
  const columns = Math.max(...table.rows.map((row) => row.reduce((sum, cell) => sum + (cell.colSpan ?? 1), 0)));
  const open: number[] = Array.from({ length: columns }, () => 0);
  const rows = table.rows.map((cells) => {
    const places: (Cell | 'covered' | undefined)[] = Array.from({ length: columns }, () => undefined);
    const queue = [...cells];
    for (let column = 0; column < columns; column++) {
      if ((open[column] ?? 0) > 0) {
        open[column] = (open[column] ?? 0) - 1;
        places[column] = 'covered';
        continue;
      }
      const cell = queue.shift();
      if (!cell) continue;
      places[column] = cell;
      for (let index = 0; index < (cell.colSpan ?? 1); index++) open[column + index] = (cell.rowSpan ?? 1) - 1;
      column += (cell.colSpan ?? 1) - 1;
    }
    return places;
  });
  return { rows, columns };
}

function alignOf(grid: Grid, headerRows: number, column: number): Align {
  const body = grid.rows.slice(headerRows).flatMap((row) => {
    const cell = row[column];
    return cell && cell !== 'covered' && !cell.colSpan ? [cell.align ?? 'left'] : [];
  });
  return body[0] ?? 'left';
}

function longest(grid: Grid, column: number): number {
  return Math.max(
    1,
    ...grid.rows.map((row) => {
      const cell = row[column];
      return cell && cell !== 'covered' && !cell.colSpan ? cell.text.length : 0;
    }),
  );
}

function cellLatex(cell: Cell, bars: string, wide: boolean): string {
  const text = `${cell.indent ? '\\quad ' : ''}${cell.bold ? `\\textbf{${inlineLatex(cell.text)}}` : inlineLatex(cell.text)}`;
  if (cell.colSpan) return `\\multicolumn{${cell.colSpan}}{${bars}${LETTERS[cell.align ?? 'left']}${bars}}{${text}}`;
  return cell.rowSpan ? `\\multirow{${cell.rowSpan}}{${wide ? '=' : '*'}}{${text}}` : text;
}

/** Partial rules below the columns where no row span goes on. */
function partialRule(next: readonly unknown[] | undefined): string {
  return next?.includes('covered')
    ? next.flatMap((place, column) => (place === 'covered' ? [] : [`\\cline{${column + 1}-${column + 1}}`])).join('')
    : '\\hline';
}

function ruleBelow(table: Table, grid: Grid, row: number): string {
  const last = row === grid.rows.length - 1;
  const headEnds = row === table.headerRows - 1;
  if (table.look === 'booktabs') {
    if (last) return '\\bottomrule';
    if (headEnds) return '\\midrule';
    if (row >= table.headerRows - 1) return '';
    const groups: string[] = [];
    let column = 1;
    for (const cell of table.rows[row] ?? []) {
      if (cell.colSpan) groups.push(`\\cmidrule(lr){${column}-${column + cell.colSpan - 1}}`);
      column += cell.colSpan ?? 1;
    }
    return groups.join('');
  }
  if (table.look === 'grid' || table.look === 'rows') return partialRule(grid.rows[row + 1]);
  if (table.look === 'columns') return last || headEnds ? '\\hline' : '';
  return '';
}

/** A tabular, or a longtable for many rows; `width` is the line width in points. */
export function tableLatex(table: Table, width: number, size: number): string {
  const grid = gridOf(table);
  const bar = table.look === 'grid' || table.look === 'columns' ? '|' : '';
  const natural =
    Array.from({ length: grid.columns }, (_, column) => longest(grid, column)).reduce(
      (sum, value) => sum + value * size * 0.5 + 12,
      0,
    ) < width;
  const widths = table.widths ?? Array.from({ length: grid.columns }, () => 1);
  const total = widths.reduce((sum, value) => sum + value, 0);
  const spec = Array.from({ length: grid.columns }, (_, column) => {
    const align = alignOf(grid, table.headerRows, column);
    return natural
      ? LETTERS[align]
      : `>{${RAGGED[align]}\\arraybackslash}p{\\dimexpr ${((widths[column] ?? 1) / total).toFixed(3)}\\linewidth-2\\tabcolsep\\relax}`;
  });
  const lines = grid.rows.map((row, index) => {
    const cells: string[] = [];
    for (let column = 0; column < grid.columns; column++) {
      const place = row[column];
      if (place === 'covered' || !place) cells.push('');
      else {
        cells.push(cellLatex(place, bar, !natural));
        column += (place.colSpan ?? 1) - 1;
      }
    }
    return `${cells.join(' & ')} \\\\ ${ruleBelow(table, grid, index)}`;
  });
  const long = table.rows.length > 28;
  const top = table.look === 'booktabs' ? '\\toprule' : table.look === 'plain' ? '' : '\\hline';
  const head = `${top}\n${lines.slice(0, table.headerRows).join('\n')}`;
  const body = lines.slice(table.headerRows).join('\n');
  const columns = `{${bar}${spec.join(bar)}${bar}}`;
  return long
    ? `\\begin{longtable}${columns}\n${head}\n\\endhead\n${body}\n\\end{longtable}`
    : `\\begin{center}\\begin{tabular}${columns}\n${head}\n${body}\n\\end{tabular}\\end{center}`;
}

export function captionLatex(text: string): string {
  return `\\begin{center}{\\small ${escapeLatex(text)}}\\end{center}`;
}
