import { withCompound } from '../compound/open-compound.ts';
import type { Block } from '../document.ts';
import type { Flow } from '../flow/flow.ts';
import { createFlowReader } from '../flow/flow-reader.ts';
import { inlinesOf } from '../flow/inlines.ts';
import type { FormatReader } from '../format-reader.ts';
import { createPictureNames } from '../office-art/pictures.ts';
import type { PictureNames } from '../office-art/pictures.ts';
import { openDoc } from './file.ts';
import { createInterpreter } from './interpreter.ts';
import type { DocInterpreter } from './interpreter.ts';

/** Reads documents of Word 97 to 2003. Headers and footers, deleted and hidden text are left out. */
export const reader: FormatReader = createFlowReader((file, flow) =>
  withCompound(file, flow.limits, async (compound) => {
    const pictures = createPictureNames(flow);
    const interpreter = createInterpreter(await openDoc(compound), flow, pictures);
    for (const blocks of interpreter.body()) await addAll(blocks, { interpreter, pictures, flow });
  }),
);

interface DocContext {
  readonly interpreter: DocInterpreter;
  readonly pictures: PictureNames;
  readonly flow: Flow;
}

/** Adds blocks, each followed by the notes that it is the first to refer to. */
async function addAll(blocks: readonly Block[], context: DocContext): Promise<void> {
  const { interpreter, pictures, flow } = context;
  for (const block of blocks) {
    const inlines = [...inlinesOf(block)];
    await flow.add(
      block,
      inlines.flatMap((inline) => (inline.kind === 'image' ? (pictures.image(inline.asset ?? '') ?? []) : [])),
    );
    for (const inline of inlines) {
      const note = inline.kind === 'footnote' ? interpreter.note(inline.label) : undefined;
      if (inline.kind === 'footnote' && note)
        await addAll([{ kind: 'footnote', label: inline.label, blocks: note }], context);
    }
  }
}
