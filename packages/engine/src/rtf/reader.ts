import { createReadStream } from 'node:fs';
import { addBlocks } from '../flow/add-blocks.ts';
import type { Flow } from '../flow/flow.ts';
import { createFlowReader } from '../flow/flow-reader.ts';
import type { FormatReader } from '../format-reader.ts';
import { imagesOf } from '../ooxml/embedded.ts';
import type { EmbeddedDocument } from '../ooxml/embedded.ts';
import { Interpreter } from './interpreter.ts';
import { readObjects } from './objects.ts';
import { createRtfPush } from './tokens.ts';

/**
 * Reads RTF, streaming. Deleted and hidden text, page headers and footers are left out; comments with a warning. The
 * same two headers as in DOCX are kept.
 */
export const reader: FormatReader = createFlowReader(async (file, flow) => {
  await readRtf(createReadStream(file.path), flow, await readObjects(file, flow));
});

/** Reads RTF from anywhere, as messages of Outlook carry it. */
export async function readRtf(
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
  flow: Flow,
  objects: readonly EmbeddedDocument[] = [],
): Promise<void> {
  const interpreter = new Interpreter(flow, objects);
  const images = imagesOf(objects);
  const push = createRtfPush(interpreter);
  const references = {
    image: (name: string) => interpreter.pictures.take(name) ?? images.get(name),
    note: (label: string) => interpreter.takeNote(label),
  };
  for await (const piece of pieces) {
    push.write(piece);
    await addBlocks(interpreter.takeBlocks(), flow, references);
  }
  push.end();
  interpreter.end();
  await addBlocks(interpreter.takeBlocks(), flow, references);
}
