import { parseDocument } from 'htmlparser2';

type HtmlNode = ReturnType<typeof parseDocument>['children'][number];
type Element = Extract<HtmlNode, { attribs: Record<string, string> }>;

interface Cell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly colSpan: number;
  readonly text: string;
}

function elements(node: { children: HtmlNode[] }, name: string): Element[] {
  return node.children.flatMap((child) =>
    'attribs' in child ? (child.name === name ? [child] : elements(child, name)) : [],
  );
}

function textOf(node: Element): string {
  return node.children
    .map((child) => ('data' in child ? child.data : 'attribs' in child ? textOf(child) : ''))
    .join('')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** From which row and column the cells are: half of the competition's files count from one. */
function firstOf(cells: readonly Cell[]): { row: number; column: number } {
  return { row: Math.min(...cells.map(({ row }) => row)), column: Math.min(...cells.map(({ column }) => column)) };
}

function htmlOf(cells: readonly Cell[]): string {
  const rows = Math.max(...cells.map(({ row, rowSpan }) => row + rowSpan));
  const columns = Math.max(...cells.map(({ column, colSpan }) => column + colSpan));
  const taken = new Set<string>();
  const lines: string[] = [];
  for (let row = 0; row < rows; row++) {
    let line = '';
    for (let column = 0; column < columns; column++) {
      if (taken.has(`${row} ${column}`)) continue;
      const cell = cells.find((each) => each.row === row && each.column === column);
      for (let y = 0; y < (cell?.rowSpan ?? 1); y++)
        for (let x = 0; x < (cell?.colSpan ?? 1); x++) taken.add(`${row + y} ${column + x}`);
      const spans = [
        cell && cell.rowSpan > 1 ? ` rowspan="${cell.rowSpan}"` : '',
        cell && cell.colSpan > 1 ? ` colspan="${cell.colSpan}"` : '',
      ];
      line += `<td${spans.join('')}>${escaped(cell?.text ?? '')}</td>`;
    }
    lines.push(`<tr>${line}</tr>`);
  }
  return `<table>${lines.join('')}</table>`;
}

/** Tables of the ICDAR 2013 competition's form (`-str.xml`): regions of a table are its parts on further pages. */
export function tablesOfIcdar(xml: string): string {
  const tables = elements(parseDocument(xml, { xmlMode: true }), 'table').map((table) => {
    const cells: Cell[] = [];
    let above = 0;
    for (const region of elements(table, 'region')) {
      const own = elements(region, 'cell').map((cell): Cell => {
        const of = (name: string, other: string): number => Number(cell.attribs[name] ?? cell.attribs[other] ?? 0);
        const row = of('start-row', 'start-row');
        const column = of('start-col', 'start-col');
        return {
          row,
          column,
          rowSpan: of('end-row', 'start-row') - row + 1,
          colSpan: of('end-col', 'start-col') - column + 1,
          text: elements(cell, 'content').map(textOf).join(' '),
        };
      });
      const { row: first } = firstOf(own);
      const placed = own.map((cell) => ({ ...cell, row: above + cell.row - first }));
      cells.push(...placed);
      above = Math.max(above, ...placed.map(({ row, rowSpan }) => row + rowSpan));
    }
    const { column: left } = firstOf(cells);
    return htmlOf(cells.map((cell) => ({ ...cell, column: cell.column - left })));
  });
  return `${tables.join('\n\n')}\n`;
}

/** The one table of a CSV file. */
export function tableOfCsv(csv: string): string {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const text = csv.replaceAll(/\r\n?/gu, '\n').trimEnd();
  for (let index = 0; index < text.length; index++) {
    const sign = text[index] ?? '';
    if (quoted && sign === '"' && text[index + 1] === '"') cell += text[++index];
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && (sign === ',' || sign === '\n')) {
      rows.at(-1)?.push(cell);
      cell = '';
      if (sign === '\n') rows.push([]);
    } else cell += sign;
  }
  rows.at(-1)?.push(cell);
  const cells = rows.flatMap((row, index) =>
    row.map((value, column) => ({
      row: index,
      column,
      rowSpan: 1,
      colSpan: 1,
      text: value.replaceAll(/\s+/gu, ' ').trim(),
    })),
  );
  return `${htmlOf(cells)}\n`;
}
