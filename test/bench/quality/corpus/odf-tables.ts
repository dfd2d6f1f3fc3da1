import type { Cell, Table } from './model.ts';

/** Collects the automatic styles of a document's tables. */
export interface TableStyles {
  readonly styles: Map<string, string>;
  tables: number;
}

interface Place {
  readonly row: number;
  readonly rows: number;
  readonly head: boolean;
  readonly lastHead: boolean;
}

/** Borders and background of a cell by the table's look. */
function cellProperties(table: Table, { row, rows, head, lastHead }: Place): string {
  const line = (width: number, color = '#333333'): string => `${width}pt solid ${color}`;
  const first = row === 0;
  const last = row === rows - 1;
  const parts: string[] = ['fo:padding="2.2pt"'];
  const border = (side: string, value: string): void => void parts.push(`fo:border-${side}="${value}"`);
  switch (table.look) {
    case 'grid':
      parts.push(`fo:border="${line(0.75)}"`);
      break;
    case 'booktabs':
      if (first) border('top', line(1.2));
      if (lastHead || last) border('bottom', line(last ? 1.2 : 0.6));
      break;
    case 'zebra':
      if (lastHead) border('bottom', line(1));
      if (!head && row % 2 === 0) parts.push('fo:background-color="#e9eff4"');
      break;
    case 'rows':
      border('bottom', line(0.5, '#888888'));
      break;
    case 'header-band':
      if (head) parts.push('fo:background-color="#2f4858"');
      else border('bottom', line(0.4, '#cccccc'));
      break;
    case 'boxed':
    case 'columns':
      border('left', line(0.5));
      border('right', line(0.5));
      if (first) border('top', line(0.5));
      if (lastHead || last) border('bottom', line(0.5));
      break;
    case 'plain':
      break;
  }
  return parts.join(' ');
}

function cellOdf(cell: Cell, style: string, white: boolean, inline: (text: string) => string): string {
  const spans = `${cell.colSpan ? ` table:number-columns-spanned="${cell.colSpan}"` : ''}${cell.rowSpan ? ` table:number-rows-spanned="${cell.rowSpan}"` : ''}`;
  const paragraph = cell.align === 'center' ? 'CellCenter' : cell.align === 'right' ? 'CellRight' : 'Cell';
  const text = `${cell.indent ? '<text:s text:c="4"/>' : ''}${inline(cell.text)}`;
  const styled = cell.bold ? `<text:span text:style-name="B">${text}</text:span>` : text;
  return `<table:table-cell table:style-name="${style}"${spans} office:value-type="string"><text:p text:style-name="${paragraph}">${white ? `<text:span text:style-name="White">${styled}</text:span>` : styled}</text:p></table:table-cell>`;
}

/** The grid of a table with its covered cells, as ODF wants them. */
export function tableOdf(table: Table, width: number, register: TableStyles, inline: (text: string) => string): string {
  const name = `T${++register.tables}`;
  const columns = Math.max(...table.rows.map((row) => row.reduce((sum, cell) => sum + (cell.colSpan ?? 1), 0)));
  const widths = table.widths ?? Array.from({ length: columns }, () => 1);
  const total = widths.reduce((sum, value) => sum + value, 0);
  widths.forEach((value, index) =>
    register.styles.set(
      `${name}.${index}`,
      `<style:style style:name="${name}.${index}" style:family="table-column"><style:table-column-properties style:column-width="${((width * value) / total).toFixed(1)}pt"/></style:style>`,
    ),
  );
  register.styles.set(
    name,
    `<style:style style:name="${name}" style:family="table"><style:table-properties style:width="${width}pt" table:align="left" table:border-model="collapsing"/></style:style>`,
  );
  const covered: number[] = Array.from({ length: columns }, () => 0);
  const rows = table.rows.map((cells, row) => {
    const head = row < table.headerRows;
    const properties = cellProperties(table, {
      row,
      rows: table.rows.length,
      head,
      lastHead: row === table.headerRows - 1,
    });
    const style = `C-${name}-${row}`;
    register.styles.set(
      style,
      `<style:style style:name="${style}" style:family="table-cell"><style:table-cell-properties ${properties}/></style:style>`,
    );
    const parts: string[] = [];
    let column = 0;
    const skip = (): void => {
      while ((covered[column] ?? 0) > 0) {
        covered[column] = (covered[column] ?? 0) - 1;
        parts.push('<table:covered-table-cell/>');
        column++;
      }
    };
    for (const cell of cells) {
      skip();
      parts.push(cellOdf(cell, style, head && table.look === 'header-band', inline));
      const span = cell.colSpan ?? 1;
      for (let index = 0; index < span; index++) {
        covered[column + index] = (cell.rowSpan ?? 1) - 1;
        if (index > 0) parts.push('<table:covered-table-cell/>');
      }
      column += span;
    }
    skip();
    return `<table:table-row>${parts.join('')}</table:table-row>`;
  });
  const head = rows.slice(0, table.headerRows).join('');
  return `<table:table table:style-name="${name}">${widths.map((_, index) => `<table:table-column table:style-name="${name}.${index}"/>`).join('')}${head ? `<table:table-header-rows>${head}</table:table-header-rows>` : ''}${rows.slice(table.headerRows).join('')}</table:table>`;
}
