import { parseDocument } from 'htmlparser2';
import { codePoints, pointsDistance } from './edit-distance.ts';
import { collapse } from './order.ts';
import { pipeTablesToHtml } from './pipe-tables.ts';
import { treeDistance } from './tree-distance.ts';
import type { TreeNode } from './tree-distance.ts';

export interface TableNode {
  readonly tag: string;
  readonly colSpan: number;
  readonly rowSpan: number;
  readonly text: string;
  readonly points: Int32Array;
}

export type HtmlNode = ReturnType<typeof parseDocument>['children'][number];
export type Element = Extract<HtmlNode, { attribs: Record<string, string> }>;

function isElement(node: HtmlNode): node is Element {
  return 'attribs' in node;
}

export function elementsOf(node: { children: HtmlNode[] }): Element[] {
  return node.children.filter(isElement);
}

export function tablesOf(node: { children: HtmlNode[] }): Element[] {
  return elementsOf(node).flatMap((child) => (child.name === 'table' ? [child, ...tablesOf(child)] : tablesOf(child)));
}

/** The cell's content with its tags as text: the public evaluator compares those too, save line breaks. */
function contentOf(node: { children: HtmlNode[] }): string {
  return node.children
    .map((child) =>
      'data' in child && child.nodeType === 3
        ? child.data
        : isElement(child)
          ? `<${child.name}>${contentOf(child)}</${child.name}>`
          : '',
    )
    .join('');
}

const nodeOf = (tag: string): TableNode => ({ tag, colSpan: 0, rowSpan: 0, text: '', points: new Int32Array() });

/** Elements below a node, and the tree that is compared: cells are leaves, head and body groups are left out. */
function treeOf(element: Element): { tree: TreeNode<TableNode>; elements: number } {
  const tag = element.name === 'th' ? 'td' : element.name;
  if (tag === 'td') {
    const span = (name: string): number => Number.parseInt(element.attribs[name] ?? '1', 10) || 1;
    const text = collapse(contentOf(element).replaceAll(/<br\s*\/?>/gu, '\n'));
    const inner = (node: Element): number => elementsOf(node).reduce((sum, child) => sum + 1 + inner(child), 0);
    return {
      tree: {
        value: { tag, colSpan: span('colspan'), rowSpan: span('rowspan'), text, points: codePoints(text) },
        children: [],
      },
      elements: inner(element),
    };
  }
  const children: TreeNode<TableNode>[] = [];
  let elements = 0;
  const visit = (parent: Element): void => {
    for (const child of elementsOf(parent)) {
      if (child.name === 'thead' || child.name === 'tbody') {
        visit(child);
        continue;
      }
      const below = treeOf(child);
      children.push(below.tree);
      elements += 1 + below.elements;
    }
  };
  visit(element);
  return { tree: { value: nodeOf(tag), children }, elements };
}

/** What it costs to change one cell into another; what two texts cost is computed once. */
function renaming(): (a: TableNode, b: TableNode) => number {
  const known = new Map<string, Map<string, number>>();
  return (a, b) => {
    if (a.tag !== b.tag || a.colSpan !== b.colSpan || a.rowSpan !== b.rowSpan) return 1;
    if (a.text === b.text) return 0;
    if (a.text === '' || b.text === '') return 1;
    let costs = known.get(a.text);
    if (!costs) known.set(a.text, (costs = new Map()));
    let cost = costs.get(b.text);
    if (cost === undefined)
      costs.set(b.text, (cost = pointsDistance(a.points, b.points) / Math.max(a.points.length, b.points.length)));
    return cost;
  };
}

/** All tables of a Markdown text below one root. */
function forestOf(markdown: string): { tree: TreeNode<TableNode>; elements: number; tables: number } {
  const tables = tablesOf(parseDocument(pipeTablesToHtml(markdown))).map(treeOf);
  return {
    tree: { value: nodeOf('table'), children: tables.map((table) => table.tree) },
    elements: tables.reduce((sum, table) => sum + 1 + table.elements, 0),
    tables: tables.length,
  };
}

/**
 * TEDS (Zhong et al. 2020) over all tables of a document at once, 0..1: one minus the tree edit distance over the
 * larger count of elements. Undefined where the truth has no table; 0 where only the truth has one.
 */
export function tableScore(truth: string, markdown: string): number | undefined {
  const expected = forestOf(truth);
  if (expected.tables === 0) return undefined;
  const found = forestOf(markdown);
  if (found.tables === 0) return 0;
  return 1 - treeDistance(found.tree, expected.tree, renaming()) / Math.max(expected.elements, found.elements);
}
