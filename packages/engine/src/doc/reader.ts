import { withCompound } from '../compound/open-compound.ts';
import { addBlocks } from '../flow/add-blocks.ts';
import { createFlowReader } from '../flow/flow-reader.ts';
import type { FormatReader } from '../format-reader.ts';
import { imagesOf } from '../ooxml/embedded.ts';
import { createPictureNames } from '../office-art/pictures.ts';
import { openDoc } from './file.ts';
import { DocInterpreter } from './interpreter.ts';
import { readObjects } from './objects.ts';

/**
 * Reads documents of Word 97 to 2003. Headers and footers, deleted and hidden text are left out. The same two headers
 * as in DOCX are kept.
 */
export const reader: FormatReader = createFlowReader((file, flow) =>
  withCompound(file, flow.limits, async (compound) => {
    const pictures = createPictureNames(flow);
    const objects = await readObjects(compound, file, flow);
    const images = imagesOf(objects.values());
    const interpreter = new DocInterpreter(await openDoc(compound), flow, pictures, objects);
    const references = {
      image: (name: string) => pictures.image(name) ?? images.get(name),
      note: (label: string) => interpreter.takeNote(label),
    };
    const header = interpreter.header();
    if (header?.isOwn) await addBlocks(header.blocks, flow, references);
    let begun = header?.isOwn ?? true;
    for (const blocks of interpreter.body()) {
      if (!begun && blocks[0]?.kind === 'table') await addBlocks(header!.blocks, flow, references);
      begun ||= blocks.length > 0;
      await addBlocks(blocks, flow, references);
    }
  }),
);
