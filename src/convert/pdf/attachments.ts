import type { LayoutPage, TextBlock } from '../layout/model/page-model.ts';
import type { Warning } from '../warning.ts';
import type { Core, CoreDict, CoreDocument } from './core/types.ts';

/** Files that are named, at most, nodes of a name tree that are looked at, and letters of a name. */
const MAX = { files: 1000, nodes: 2000, name: 200 };

/** The name of a file specification (ISO 32000-2, 7.11.3). */
export function fileName(core: Core, spec: unknown): string | undefined {
  if (!(spec instanceof core.Dict)) return undefined;
  const name = spec.get('UF', 'F');
  if (typeof name !== 'string') return undefined;
  const plain = core.stringToPDFString(name).split(/[\\/]/).at(-1)!.trim();
  return plain === '' ? undefined : plain.slice(0, MAX.name);
}

/** Names of the files that lie in a document: those of a portfolio, and those that it is associated with. */
export function attachedFiles(core: Core, { xref }: CoreDocument): string[] {
  const found = new Set<string>();
  const add = (spec: unknown): void => {
    const name = fileName(core, spec);
    if (name !== undefined && found.size < MAX.files) found.add(name);
  };
  try {
    const names = xref.root?.get('Names');
    if (names instanceof core.Dict) for (const spec of leavesOf(core, names.get('EmbeddedFiles'))) add(spec);
    const associated = xref.root?.getArray('AF');
    if (Array.isArray(associated)) associated.slice(0, MAX.files).forEach(add);
  } catch {
    // a name tree that cannot be read names no file
  }
  return [...found];
}

/** The values of a name tree (ISO 32000-2, 7.9.6). */
function leavesOf(core: Core, root: unknown): unknown[] {
  const leaves: unknown[] = [];
  const open: unknown[] = [root];
  for (let seen = 0; open.length > 0 && seen < MAX.nodes; seen += 1) {
    const node = open.shift();
    if (!(node instanceof core.Dict)) continue;
    leaves.push(...valuesOf(node));
    const kids = node.getArray('Kids');
    if (Array.isArray(kids)) open.push(...(kids as unknown[]).slice(0, MAX.nodes));
  }
  return leaves;
}

function valuesOf(node: CoreDict): unknown[] {
  const pairs = node.getArray('Names');
  return Array.isArray(pairs) ? (pairs as unknown[]).filter((_, index) => index % 2 === 1).slice(0, MAX.files) : [];
}

const problemOf = (name: string): string => `${name}: files within PDFs are not converted`;

export const attachmentWarnings = (names: readonly string[]): Warning[] =>
  names.map((name) => ({ kind: 'member-skipped', count: 1, detail: problemOf(name) }));

/** The page with a list of files below its text. */
export function withAttachments(page: LayoutPage, names: readonly string[]): LayoutPage {
  if (names.length === 0) return page;
  const style = { size: 10, bold: false, italic: false, mono: false, family: '', color: 0 };
  const place = {
    box: [0, page.height, page.width, page.height],
    column: [0, page.width],
    style: page.styles.length,
  } as const;
  const items = names.map((name): TextBlock => {
    const text = `${name} (not converted)`;
    return {
      kind: 'text',
      ...place,
      content: [{ kind: 'text', text }],
      lines: 1,
      chars: text.replaceAll(/\s/g, '').length,
      label: { text: '•', kind: 'bullet', textX: 0 },
    };
  });
  return {
    ...page,
    blocks: [...page.blocks, ...items],
    styles: [...page.styles, style],
    letters: [...page.letters, 0],
  };
}
