import { parseDocument } from 'htmlparser2';
import { pipeTablesToHtml } from '../quality/metrics/pipe-tables.ts';
import { elementsOf, tablesOf, type Element, type HtmlNode } from '../quality/metrics/tables.ts';
import { plain } from './plain.ts';

const rowsOf = (node: Element): Element[] =>
  elementsOf(node).flatMap((child) => [...(child.name === 'tr' ? [child] : []), ...rowsOf(child)]);

const textOf = (node: HtmlNode): string =>
  'children' in node ? node.children.map(textOf).join(' ') : 'data' in node && node.nodeType === 3 ? node.data : '';

/** The table as rows of texts; a cell that spans several places stands at each of them. */
function gridOf(table: Element): string[][] {
  const grid: string[][] = [];
  for (const [row, element] of rowsOf(table).entries()) {
    let column = 0;
    const places = (grid[row] ??= []);
    for (const cell of elementsOf(element)) {
      while (places[column] !== undefined) column += 1;
      const span = (name: string): number => Math.min(200, Number.parseInt(cell.attribs[name] ?? '1', 10) || 1);
      const text = plain(textOf(cell));
      for (let y = 0; y < span('rowspan'); y += 1)
        for (let x = 0; x < span('colspan'); x += 1) (grid[row + y] ??= [])[column + x] = text;
      column += span('colspan');
    }
  }
  return grid;
}

/** All tables of a Markdown text, as HTML or as pipe tables. */
export function gridsOf(markdown: string): string[][][] {
  return tablesOf(parseDocument(pipeTablesToHtml(markdown))).map(gridOf);
}
