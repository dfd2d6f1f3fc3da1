import type { Block } from '../document.ts';
import { createFlowReader } from '../flow/flow-reader.ts';
import type { FormatReader } from '../formats.ts';
import { detectEncoding, readText } from './decode.ts';

/** Characters of a paragraph at most: a text without blank lines (a log) must not become one block. */
const PARAGRAPH = 20_000;

/** Reads plain text: blank lines part paragraphs, line ends within them are kept as breaks. */
export const reader: FormatReader = createFlowReader(async (file, flow) => {
  let lines: string[] = [];
  let characters = 0;
  const flush = async (): Promise<void> => {
    if (lines.length > 0) await flow.add(paragraph(lines));
    lines = [];
    characters = 0;
  };
  let rest = '';
  const addLine = async (line: string): Promise<void> => {
    if (line.trim() === '') return await flush();
    lines.push(line.trimEnd());
    characters += line.length;
    if (characters > PARAGRAPH) await flush();
  };
  for await (const piece of readText(file, await detectEncoding(file))) {
    const parts = (rest + piece).split(/\r\n|\n|\r(?!$)|\f/);
    rest = parts.pop()!;
    for (const line of parts) await addLine(line);
  }
  await addLine(rest.replace(/\r$/, ''));
  await flush();
});

function paragraph(lines: readonly string[]): Block {
  return { kind: 'paragraph', content: lines.flatMap((text, n) => (n === 0 ? [{ kind: 'text', text } as const] : [{ kind: 'break' } as const, { kind: 'text', text } as const])) };
}
