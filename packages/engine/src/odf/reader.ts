import type { Block } from '../document.ts';
import { addBlocks } from '../flow/add-blocks.ts';
import { createAssembler } from '../flow/assemble.ts';
import { createFlowReader } from '../flow/flow-reader.ts';
import type { FormatReader } from '../format-reader.ts';
import { streamChildren } from '../xml/stream.ts';
import { readBlocks, readFragments } from './blocks.ts';
import type { OdfContext } from './context.ts';
import { createContext } from './create-context.ts';
import { isHiddenSlide, readSlide } from './presentation.ts';
import { withSource } from './source.ts';

const text = createFlowReader((file, flow) =>
  withSource(file, flow, async (source) => {
    const context = createContext(source, flow);
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
      const context = createContext(source, flow);
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

const addAll = (blocks: readonly Block[], context: OdfContext): Promise<void> =>
  addBlocks(blocks, context.flow, {
    image: (name) => context.images.get(name),
    note(label) {
      const note = context.notes.get(label);
      if (!note || note.written) return undefined;
      note.written = true;
      return readBlocks(note.body, context);
    },
  });
