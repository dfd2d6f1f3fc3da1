import { lengthOf, levenshtein } from './edit-distance.ts';
import { collapse } from './order.ts';
import { pipeTablesToHtml } from './pipe-tables.ts';
import { countNodes, treeDistance } from './tree-distance.ts';
import type { TreeNode } from './tree-distance.ts';

export interface Section {
  readonly kind: 'document' | 'heading' | 'content';
  readonly text: string;
}

interface Draft {
  readonly value: Section;
  readonly children: Draft[];
}

/** The tree of a document: headings of whatever level below the root, and one node with the text below each. */
export function sectionTree(markdown: string): TreeNode<Section> {
  const root: Draft = { value: { kind: 'document', text: '' }, children: [] };
  let parent = root;
  let pending: string[] = [];
  const flush = (): void => {
    const text = collapse(pending.join(' '));
    if (text) parent.children.push({ value: { kind: 'content', text }, children: [] });
    pending = [];
  };
  for (const line of pipeTablesToHtml(markdown).split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)) {
    const heading = /^#{1,6}\s+(.*)$/u.exec(line);
    if (heading) {
      flush();
      parent = { value: { kind: 'heading', text: collapse(heading[1] ?? '') }, children: [] };
      root.children.push(parent);
    } else {
      pending.push(line);
    }
  }
  flush();
  return root;
}

function rename(a: Section, b: Section): number {
  if (a.kind !== b.kind) return 1;
  const length = Math.max(lengthOf(a.text), lengthOf(b.text));
  return length === 0 ? 0 : levenshtein(a.text, b.text) / length;
}

function isHeading(node: TreeNode<Section>): boolean {
  return node.value.kind === 'heading';
}

/**
 * MHS: how alike the trees of headings and their text are, 0..1, blind to levels. Undefined where the truth has no
 * heading; 0 where only the truth has one.
 */
export function headingScore(truth: string, markdown: string): number | undefined {
  const expected = sectionTree(truth);
  if (!expected.children.some(isHeading)) return undefined;
  const found = sectionTree(markdown);
  if (!found.children.some(isHeading)) return 0;
  const distance = treeDistance(expected, found, rename);
  return Math.min(1, Math.max(0, 1 - distance / Math.max(countNodes(expected), countNodes(found))));
}
