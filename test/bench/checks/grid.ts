import { parseDocument } from 'htmlparser2';
import { pipeTablesToHtml } from '../quality/metrics/pipe-tables.ts';
import { plain } from './plain.ts';

type HtmlNode = ReturnType<typeof parseDocument>['children'][number];
type Element = Extract<HtmlNode, { attribs: Record<string, string> }>;

const elementsOf = (node: { children: HtmlNode[] }): Element[] =>
  node.children.filter((child): child is Element => 'attribs' in child);

const below = (node: { children: HtmlNode[] }, name: string): Element[] =>
  elementsOf(node).flatMap((child) => [...(child.name === name ? [child] : []), ...below(child, name)]);

const textOf = (node: HtmlNode): string =>
  'children' in node ? node.children.map(textOf).join(' ') : 'data' in node && node.nodeType === 3 ? node.data : '';

/** The table as rows of texts; a cell that spans several places stands at each of them. */
function gridOf(table: Element): string[][] {
  const grid: string[][] = [];
  for (const [row, element] of below(table, 'tr').entries()) {
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
  return below(parseDocument(pipeTablesToHtml(markdown)), 'table').map(gridOf);
}
