import { posix } from 'node:path';
import { withArchive } from '../archive/open-archive.ts';
import type { Block } from '../document.ts';
import { addBlocks } from '../flow/add-blocks.ts';
import { createFlowReader } from '../flow/flow-reader.ts';
import type { Flow, FlowImage } from '../flow/flow.ts';
import type { FormatReader } from '../format-reader.ts';
import type { SourceFile } from '../source.ts';
import { openPackage } from '../ooxml/package.ts';
import type { OoxmlPackage, Relationships } from '../ooxml/package.ts';
import { elementsOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import { streamChildren } from '../xml/stream.ts';
import { createAssembler } from '../flow/assemble.ts';
import type { Fragment } from '../flow/assemble.ts';
import { readBlocks, readFragments } from './blocks.ts';
import type { DocxContext, Notes } from './context.ts';
import { readPageHeader } from './headers.ts';
import { readGraphics } from './graphics.ts';
import { createParagraphJoiner } from './join-paragraphs.ts';
import { readNumbering } from './numbering.ts';
import { readStyles } from './styles.ts';

/**
 * Reads DOCX. Insertions count and deletions do not, as if all changes were accepted; comments, headers and footers are
 * left out. Two headers are kept: that of the first page alone, which holds a letterhead, the caption of a court, or
 * the date and number of a report, and that above a table with which the document begins, which is its title. The body
 * is streamed: at no time is more of it in memory than one top-level element.
 */
export const reader: FormatReader = createFlowReader((file, flow) =>
  withArchive(file, flow.limits, (archive) => walk(openPackage(archive, flow), file, flow)),
);

async function walk(document: OoxmlPackage, file: SourceFile, flow: Flow): Promise<void> {
  const main = await document.mainPart();
  const context = await gather(document, main, file, flow);
  const assembler = createAssembler();
  const add = (blocks: readonly Block[]): Promise<void> => addAll(blocks, context);
  const header = await readPageHeader(document, main, context);
  if (header.isOwn) await add(header.blocks);
  let begun = header.isOwn;
  const addElement = async (element: XmlElement): Promise<void> => {
    for (const fragment of readFragments(element, context)) {
      if (!begun && isTable(fragment)) await add(header.blocks);
      begun = true;
      await add(assembler.add(fragment));
    }
  };
  const joiner = createParagraphJoiner();
  for await (const element of streamChildren(document.archive.stream(main), 'w:body', flow.limits.depth))
    for (const joined of joiner.add(element)) await addElement(joined);
  for (const joined of joiner.end()) await addElement(joined);
  await add(assembler.end());
}

function isTable(fragment: Fragment): boolean {
  return fragment.kind === 'block' && fragment.block.kind === 'table';
}

function addAll(blocks: readonly Block[], context: DocxContext): Promise<void> {
  const { images, notes } = context.collected;
  return addBlocks(blocks, context.flow, {
    image: (name) => images.get(name),
    note(label) {
      const note = notes.get(label);
      if (!note || note.written) return undefined;
      note.written = true;
      return readBlocks(elementsOf(note.element), { ...context, relationships: context[note.kind].relationships });
    },
  });
}

async function gather(document: OoxmlPackage, main: string, file: SourceFile, flow: Flow): Promise<DocxContext> {
  const relationships = await document.relationships(main);
  const part = async (type: string): Promise<XmlElement | undefined> => {
    const found = [...relationships.values()].find(
      (relationship) => relationship.type === type && !relationship.external,
    );
    return found && (await document.readSidePart(found.target));
  };
  const notes = async (type: string): Promise<Notes> => {
    const root = await part(type);
    return {
      elements: new Map(
        elementsOf(root)
          .filter(({ attributes }) => attributes['w:type'] === undefined || attributes['w:type'] === 'normal')
          .map((note) => [note.attributes['w:id'] ?? '', note]),
      ),
      relationships: root ? await document.relationships(posix.join(posix.dirname(main), `${type}.xml`)) : new Map(),
    };
  };
  const images = new Map<string, FlowImage>();
  const styles = readStyles(await readStylesPart(document, relationships));
  return {
    archive: document.archive,
    flow,
    styles,
    numbering: readNumbering(await part('numbering'), styles),
    relationships,
    footnotes: await notes('footnotes'),
    endnotes: await notes('endnotes'),
    graphics: await readGraphics({ document, relationships, file, flow, images }),
    collected: { images, notes: new Map(), floating: [] },
    state: { titled: false },
    readBlocks,
  };
}

/**
 * Table styles are most of the bytes of many templates and say nothing that Markdown can say, so they are cut out
 * before parsing.
 */
async function readStylesPart(document: OoxmlPackage, relationships: Relationships): Promise<XmlElement | undefined> {
  const found = [...relationships.values()].find(({ type, external }) => type === 'styles' && !external);
  return found && (await document.readSidePart(found.target, withoutTableStyles));
}

function withoutTableStyles(bytes: Buffer): Buffer {
  const kept: Buffer[] = [];
  let at = 0;
  for (
    let start = bytes.indexOf('<w:style w:type="table"');
    start >= 0;
    start = bytes.indexOf('<w:style w:type="table"', at)
  ) {
    const end = bytes.indexOf('</w:style>', start);
    if (end < 0) break;
    kept.push(bytes.subarray(at, start));
    at = end + '</w:style>'.length;
  }
  return at === 0 ? bytes : Buffer.concat([...kept, bytes.subarray(at)]);
}
