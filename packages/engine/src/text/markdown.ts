import type { Walk } from '../flow/flow-reader.ts';
import { PAGE_CHARACTERS } from '../flow/page-counter.ts';
import { detectEncoding, readText } from './decode.ts';
import { splitLines } from './split-lines.ts';

/** Pages at most that one piece takes in when no blank line outside of code comes. */
const PIECE = 16 * PAGE_CHARACTERS;

/** Markdown passes through as it is, cut at blank lines outside of code fences where a page is full. */
export const walkMarkdown: Walk = async (file, flow) => {
  let lines: string[] = [];
  let characters = 0;
  let fence: string | undefined;
  const flush = async (): Promise<void> => {
    const markdown = lines.join('\n').trimEnd().replace(/^\n+/, '');
    lines = [];
    characters = 0;
    if (markdown !== '') await flow.add({ kind: 'verbatim', markdown });
  };
  for await (const line of splitLines(readText(file, await detectEncoding(file)))) {
    fence = openFence(line, fence);
    if (line.trim() === '' && fence === undefined && characters >= PAGE_CHARACTERS) await flush();
    else {
      lines.push(line);
      characters += line.length;
      if (characters > PIECE && fence === undefined) await flush();
    }
  }
  await flush();
};

/** The fence of the code block that is open behind a line; `fence` is that of the one before it (CommonMark 4.5). */
function openFence(line: string, fence: string | undefined): string | undefined {
  const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
  if (fence === undefined) return mark;
  const closes = mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark;
  return closes ? undefined : fence;
}
