import type { Block } from '../document.ts';
import type { Walk } from '../flow/flow-reader.ts';
import { detectEncoding, readText } from './decode.ts';
import { splitLines } from './split-lines.ts';

/** Characters of a paragraph at most: a text without blank lines (a log) must not become one block. */
const PARAGRAPH = 20_000;

/** Plain text: blank lines part paragraphs, line ends within them are kept as breaks. */
export const walkPlain: Walk = async (file, flow) => {
  let lines: string[] = [];
  let characters = 0;
  const flush = async (): Promise<void> => {
    if (lines.length > 0) await flow.add(paragraph(lines));
    lines = [];
    characters = 0;
  };
  for await (const line of splitLines(readText(file, await detectEncoding(file)))) {
    for (const part of line.split('\f')) {
      if (part.trim() === '') await flush();
      else {
        lines.push(part.trimEnd());
        characters += part.length;
        if (characters > PARAGRAPH) await flush();
      }
    }
  }
  await flush();
};

function paragraph(lines: readonly string[]): Block {
  return {
    kind: 'paragraph',
    content: lines.flatMap((text, n) =>
      n === 0 ? [{ kind: 'text', text } as const] : [{ kind: 'break' } as const, { kind: 'text', text } as const],
    ),
  };
}
