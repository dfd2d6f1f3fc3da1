import type { Block } from '../document.ts';
import { createAssembler } from '../flow/assemble.ts';
import { createFlowReader } from '../flow/flow-reader.ts';
import type { Flow } from '../flow/flow.ts';
import { inlinesOf } from '../flow/inlines.ts';
import type { FormatReader } from '../format-reader.ts';
import { streamChildren } from '../xml/stream.ts';
import { readBlocks, readFragments } from './blocks.ts';
import type { OdfContext } from './context.ts';
import { isHiddenSlide, readSlide } from './presentation.ts';
import { withSource } from './source.ts';
import type { OdfSource } from './source.ts';

const text = createFlowReader((file, flow) =>
  withSource(file, flow, async (source) => {
    const context = contextOf(source, flow);
    const assembler = createAssembler();
    for await (const element of streamChildren(source.content(), 'office:text', flow.limits.depth)) {
      for (const fragment of readFragments(element, context)) await addAll(assembler.add(fragment), context);
    }
    await addAll(assembler.end(), context);
  }),
);

const presentation = createFlowReader(
  (file, flow) =>
    withSource(file, flow, async (source) => {
      const context = contextOf(source, flow);
      for await (const page of streamChildren(source.content(), 'office:presentation', flow.limits.depth)) {
        if (page.name !== 'draw:page') continue;
        await flow.startPage();
        if (!isHiddenSlide(page, context, flow)) await addAll(readSlide(page, context), context);
      }
    }),
  { ownPages: true },
);

/**
 * Reads ODT, by 3,000 characters a page, and ODP, a slide a page, packed or flat. The body is streamed. Deleted text
 * and comments are left out.
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

function contextOf(source: OdfSource, flow: Flow): OdfContext {
  return {
    source,
    flow,
    styles: source.styles,
    images: new Map(),
    notes: new Map(),
    numbers: new Map(),
    deletions: new Set(),
    state: { titled: false, floating: [] },
    readBlocks,
  };
}
