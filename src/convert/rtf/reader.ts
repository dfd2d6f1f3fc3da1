import { createReadStream } from 'node:fs';
import type { Block } from '../document.ts';
import type { Flow } from '../flow/flow.ts';
import { createFlowReader } from '../flow/flow-reader.ts';
import { inlinesOf } from '../flow/inlines.ts';
import type { FormatReader } from '../format-reader.ts';
import { createInterpreter } from './interpreter.ts';
import type { Interpreter } from './interpreter.ts';
import { createRtfPush } from './tokens.ts';

/**
 * Reads RTF, streaming. Deleted and hidden text, page headers and footers are left out; comments with a warning. The
 * same two headers as in DOCX are kept.
 */
export const reader: FormatReader = createFlowReader(async (file, flow) => {
  await readRtf(createReadStream(file.path), flow);
});

/** Reads RTF from anywhere, as messages of Outlook carry it. */
export async function readRtf(pieces: AsyncIterable<Buffer> | Iterable<Buffer>, flow: Flow): Promise<void> {
  const interpreter = createInterpreter(flow);
  const push = createRtfPush(interpreter);
  for await (const piece of pieces) {
    push.write(piece);
    await addAll(interpreter.take(), interpreter, flow);
  }
  push.end();
  interpreter.end();
  await addAll(interpreter.take(), interpreter, flow);
}

async function addAll(blocks: readonly Block[], interpreter: Interpreter, flow: Flow): Promise<void> {
  for (const block of blocks) {
    const inlines = [...inlinesOf(block)];
    await flow.add(
      block,
      inlines.flatMap((inline) =>
        inline.kind === 'image' && inline.asset !== undefined ? (interpreter.pictures.take(inline.asset) ?? []) : [],
      ),
    );
    for (const inline of inlines) {
      const note = inline.kind === 'footnote' ? interpreter.note(inline.label) : undefined;
      if (inline.kind === 'footnote' && note)
        await addAll([{ kind: 'footnote', label: inline.label, blocks: note }], interpreter, flow);
    }
  }
}
