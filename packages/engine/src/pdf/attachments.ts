import { open } from 'node:fs/promises';
import type { MemberContent } from '../container/container.ts';
import { Failure } from '../failure.ts';
import type { LayoutPage, TextBlock } from '../layout/model/page-model.ts';
import type { Limits } from '../limits.ts';
import type { PlannedMembers } from '../source.ts';
import type { Warning } from '../warning.ts';
import type { Core, CoreDict, CoreStream } from '../../../pdf-core/src/types.ts';
import type { OpenPdf } from './open.ts';

/** Files that are named, at most, nodes of a name tree that are looked at, and letters of a name. */
const MAX = { files: 1000, nodes: 2000, name: 200 };

/** Bytes of a file that are expanded at once. */
const CHUNK = 1024 * 1024;

/** A file that lies in a document. */
export interface AttachedFile {
  readonly name: string;
  readonly stream: CoreStream;
}

/** The settings by which Acrobat Distiller made a document, which it may attach. */
const SETTINGS = /\.joboptions$/i;

/** The files of a document: documents, and what is only named. */
export interface AttachedFiles {
  readonly members: readonly AttachedFile[];
  readonly named: readonly string[];
}

/** A file that is not converted, and why. */
export type SkippedFile = PlannedMembers['skipped'][number];

/** The name of a file specification (ISO 32000-2, 7.11.3). */
export function fileName(core: Core, spec: unknown): string | undefined {
  if (!(spec instanceof core.Dict)) return undefined;
  const name = spec.get('UF', 'F');
  if (typeof name !== 'string') return undefined;
  const plain = core.stringToPDFString(name).split(/[\\/]/).at(-1)!.trim();
  return plain === '' ? undefined : plain.slice(0, MAX.name);
}

/** Relationships of files that repeat the content of the pages for programs (ISO 32000-2, 7.11.3, table 43). */
const TWINS: ReadonlySet<string> = new Set(['Source', 'Data', 'Alternative', 'FormData', 'Schema']);

/** The files that lie in a document: those of a portfolio, its attachments, and those that it is associated with. */
export function attachedFiles({ core, document: { xref } }: Pick<OpenPdf, 'core' | 'document'>): AttachedFiles {
  const found = new Map<string, AttachedFile | undefined>();
  try {
    const isPortfolio = xref.root?.get('Collection') instanceof core.Dict;
    const add = (spec: unknown): void => {
      const name = fileName(core, spec);
      if (name === undefined || SETTINGS.test(name) || found.size >= MAX.files) return;
      const isNamed = !isPortfolio && isTwin(core, spec as CoreDict);
      const stream = isNamed ? undefined : embeddedFile(core, spec as CoreDict);
      const key = `${name}\n${stream?.dict?.objId ?? ''}`;
      if (!found.has(key)) found.set(key, stream && { name, stream });
    };
    const names = xref.root?.get('Names');
    if (names instanceof core.Dict) for (const spec of leavesOf(core, names.get('EmbeddedFiles'))) add(spec);
    const associated = xref.root?.getArray('AF');
    if (Array.isArray(associated)) associated.slice(0, MAX.files).forEach(add);
  } catch {
    // a name tree that cannot be read names no file
  }
  const members = [...found.values()].filter((file) => file !== undefined);
  const named = [...found].flatMap(([key, file]) => (file ? [] : [key.slice(0, key.indexOf('\n'))]));
  return { members, named: [...new Set(named)] };
}

function embeddedFile(core: Core, spec: CoreDict): CoreStream | undefined {
  const files = spec.get('EF');
  const file = files instanceof core.Dict ? files.get('UF', 'F') : undefined;
  return file instanceof core.BaseStream ? file : undefined;
}

function isTwin(core: Core, spec: CoreDict): boolean {
  const relation = spec.get('AFRelationship');
  return relation instanceof core.Name && TWINS.has(relation.name);
}

/** The bytes of a file, which are expanded as far as the limit allows. */
export const contentOf = ({ stream }: AttachedFile, { expandedBytes }: Limits): MemberContent => ({
  async save(path) {
    stream.reset();
    const file = await open(path, 'w');
    try {
      let written = 0;
      for (let bytes = stream.getBytes(CHUNK); bytes.length > 0; bytes = stream.getBytes(CHUNK)) {
        written += bytes.length;
        if (written > expandedBytes)
          throw new Failure('limit_exceeded', `The document expands to more than ${expandedBytes} bytes.`);
        await file.appendFile(bytes);
      }
    } finally {
      await file.close();
    }
  },
});

/** The values of a name tree (ISO 32000-2, 7.9.6). */
function leavesOf(core: Core, root: unknown): unknown[] {
  const leaves: unknown[] = [];
  const nodes: unknown[] = [root];
  for (let seen = 0; nodes.length > 0 && seen < MAX.nodes; seen += 1) {
    const node = nodes.shift();
    if (!(node instanceof core.Dict)) continue;
    leaves.push(...valuesOf(node));
    const kids = node.getArray('Kids');
    if (Array.isArray(kids)) nodes.push(...(kids as unknown[]).slice(0, MAX.nodes));
  }
  return leaves;
}

function valuesOf(node: CoreDict): unknown[] {
  const pairs = node.getArray('Names');
  return Array.isArray(pairs) ? (pairs as unknown[]).filter((_, index) => index % 2 === 1).slice(0, MAX.files) : [];
}

/** A file at a place of a page, which is only named. */
export const pinnedFile = (name: string): SkippedFile => ({
  name,
  problem: 'it is attached to a place on the page',
});

const twinFile = (name: string): SkippedFile => ({ name, problem: 'it says the same as the pages for a program' });

/** The files of a document that are not converted. */
export function skippedFiles({ members, named }: AttachedFiles, planned: PlannedMembers | undefined): SkippedFile[] {
  const unread = planned?.skipped ?? members.map(({ name }) => ({ name, problem: 'it lies too deep' }));
  return [...unread, ...named.map(twinFile)];
}

export const skipWarning = ({ name, problem }: SkippedFile): Warning => ({
  kind: 'member-skipped',
  count: 1,
  detail: `${name}: ${problem}`,
});

/** The page with a list of files below its text. */
export function withAttachments(page: LayoutPage, files: readonly SkippedFile[]): LayoutPage {
  if (files.length === 0) return page;
  const style = { size: 10, bold: false, italic: false, mono: false, family: '', color: 0 };
  const place = {
    box: [0, page.height, page.width, page.height],
    column: [0, page.width],
    style: page.styles.length,
  } as const;
  const items = files.map(({ name, problem }): TextBlock => {
    const text = `${name} (not converted: ${problem})`;
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
