import type { Block, Inline, List, ListItem } from '../document.ts';
import { childOf, childrenOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';

/** Levels of a drawing at most; more are a circle of connections. */
const LEVELS = 20;

/**
 * The texts of a SmartArt drawing as a nested list. Its points stand in the file in the order in which they were made,
 * so the tree and the order that is shown are those of the connections (ECMA-376 part 1, 21.4.3).
 */
export function readDiagram(root: XmlElement, readParagraph: (paragraph: XmlElement) => readonly Inline[]): Block[] {
  const points = childrenOf(childOf(root, 'dgm:ptLst'), 'dgm:pt');
  const byId = new Map(points.map((point) => [point.attributes['modelId'] ?? '', point]));
  const inner = childrenByParent(root);
  const read = new Set<XmlElement>();
  const itemsOf = (ids: readonly string[], depth: number): ListItem[] =>
    ids.flatMap((id) => {
      const point = byId.get(id);
      if (!point || read.has(point) || depth > LEVELS) return [];
      read.add(point);
      const content = contentOf(point, readParagraph);
      const below = itemsOf(inner.get(id) ?? [], depth + 1);
      if (content.length === 0) return below;
      return [{ blocks: [{ kind: 'paragraph', content }, ...listOf(below)] }];
    });
  const roots = points.filter(({ attributes }) => attributes['type'] === 'doc');
  const items = itemsOf(idsOf(roots), 0);
  return listOf([...items, ...itemsOf(idsOf(points), 0)]);
}

const idsOf = (points: readonly XmlElement[]): string[] => points.map(({ attributes }) => attributes['modelId'] ?? '');

function listOf(items: readonly ListItem[]): List[] {
  return items.length === 0 ? [] : [{ kind: 'list', ordered: false, items }];
}

/** Ids of points by the id of the one that they belong to, in the order that is shown. */
function childrenByParent(root: XmlElement): ReadonlyMap<string, readonly string[]> {
  const byParent = new Map<string, string[]>();
  const connections = childrenOf(childOf(root, 'dgm:cxnLst'), 'dgm:cxn')
    .map(({ attributes }) => attributes)
    .filter(({ type }) => type === undefined || type === 'parOf')
    .sort((a, b) => Number(a['srcOrd'] ?? 0) - Number(b['srcOrd'] ?? 0));
  for (const { srcId = '', destId = '' } of connections) byParent.set(srcId, [...(byParent.get(srcId) ?? []), destId]);
  return byParent;
}

function contentOf(point: XmlElement, readParagraph: (paragraph: XmlElement) => readonly Inline[]): Inline[] {
  const paragraphs = childrenOf(childOf(point, 'dgm:t'), 'a:p')
    .map(readParagraph)
    .filter((inlines) =>
      inlines.some((inline) => inline.kind === 'math' || (inline.kind === 'text' && inline.text.trim() !== '')),
    );
  return paragraphs.flatMap((inlines, n) => [...(n > 0 ? [{ kind: 'text', text: ' ' } as const] : []), ...inlines]);
}
