import { withArchive } from '../archive/open-archive.ts';
import type { Archive } from '../archive/open-archive.ts';
import type { Block } from '../document.ts';
import { createAssembler } from '../flow/assemble.ts';
import { createFlowReader } from '../flow/flow-reader.ts';
import type { Flow } from '../flow/flow.ts';
import { inlinesOf } from '../flow/inlines.ts';
import type { FormatReader } from '../format-reader.ts';
import type { XmlElement } from '../xml/element.ts';
import { parseXml } from '../xml/parse.ts';
import { streamChildren } from '../xml/stream.ts';
import { readBlocks, readFragments } from './blocks.ts';
import type { OdfContext } from './context.ts';
import { isHiddenSlide, readSlide } from './presentation.ts';
import { readStyles, styleElements } from './styles.ts';

const text = createFlowReader((file, flow) =>
  withArchive(file, flow.limits, async (archive) => {
    const context = await gather(archive, flow);
    const assembler = createAssembler();
    for await (const element of streamChildren(archive.stream('content.xml'), 'office:text', flow.limits.depth)) {
      for (const fragment of readFragments(element, context)) await addAll(assembler.add(fragment), context);
    }
    await addAll(assembler.end(), context);
  }),
);

const presentation = createFlowReader(
  (file, flow) =>
    withArchive(file, flow.limits, async (archive) => {
      const context = await gather(archive, flow);
      for await (const page of streamChildren(
        archive.stream('content.xml'),
        'office:presentation',
        flow.limits.depth,
      )) {
        if (page.name !== 'draw:page') continue;
        await flow.startPage();
        if (!isHiddenSlide(page, context, flow)) await addAll(readSlide(page, context), context);
      }
    }),
  { ownPages: true },
);

/**
 * Reads ODT, by 3,000 characters a page, and ODP, a slide a page. The body is streamed. Deleted text and comments are
 * left out.
 */
export const reader: FormatReader = {
  probe: (file, format, limits) => (format === 'odp' ? presentation : text).probe(file, format, limits),
  read: (source, options, sink) => (source.format === 'odp' ? presentation : text).read(source, options, sink),
};

async function addAll(blocks: readonly Block[], context: OdfContext): Promise<void> {
  for (const block of blocks) {
    const inlines = [...inlinesOf(block)];
    await context.flow.add(
      block,
      inlines.flatMap((inline) => (inline.kind === 'image' ? (context.images.get(inline.asset ?? '') ?? []) : [])),
    );
    for (const inline of inlines) {
      const note = inline.kind === 'footnote' ? context.notes.get(inline.label) : undefined;
      if (inline.kind !== 'footnote' || !note || note.written) continue;
      note.written = true;
      await addAll([{ kind: 'footnote', label: inline.label, blocks: readBlocks(note.body, context) }], context);
    }
  }
}

async function gather(archive: Archive, flow: Flow): Promise<OdfContext> {
  const named = await readPart(archive, 'styles.xml', flow);
  const automatic: XmlElement[] = [];
  for await (const element of streamChildren(
    archive.stream('content.xml'),
    'office:automatic-styles',
    flow.limits.depth,
  ))
    automatic.push(element);
  return {
    archive,
    flow,
    styles: readStyles(styleElements(named), automatic),
    objects: await readObjects(archive, flow),
    images: new Map(),
    notes: new Map(),
    numbers: new Map(),
    state: { titled: false, floating: [] },
    readBlocks,
  };
}

/** Formulas and charts are documents of their own in a folder of the archive. */
async function readObjects(archive: Archive, flow: Flow): Promise<ReadonlyMap<string, XmlElement>> {
  const objects = new Map<string, XmlElement>();
  for (const name of archive.names()) {
    const folder = /^([^/]+)\/content\.xml$/.exec(name)?.[1];
    const root = folder === undefined ? undefined : await readPart(archive, name, flow);
    if (folder !== undefined && root) objects.set(folder, root);
  }
  return objects;
}

async function readPart(archive: Archive, name: string, flow: Flow): Promise<XmlElement | undefined> {
  const bytes = await archive.read(name);
  return bytes && parseXml(bytes, flow.limits.depth);
}
