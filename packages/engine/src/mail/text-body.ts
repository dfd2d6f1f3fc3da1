import type { Block, Inline } from '../document.ts';

/** Levels of quotation that are kept apart. */
const DEPTH = 8;
/** Lines of a paragraph at most, so that a text without blank lines is no single block. */
const LINES = 200;

interface QuotedLine {
  readonly depth: number;
  readonly text: string;
}

/** The text of a message: blank lines part paragraphs, line ends are kept, `>` makes quotes. */
export function readTextBody(text: string): Block[] {
  return quoted(
    text.split(/\r\n|\r|\n/).map((line): QuotedLine => {
      let depth = 0;
      let at = 0;
      while (depth < DEPTH && line[at] === '>') {
        depth++;
        at += line[at + 1] === ' ' ? 2 : 1;
      }
      return { depth, text: line.slice(at).trimEnd() };
    }),
    0,
  );
}

function quoted(lines: readonly QuotedLine[], depth: number): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    const isDeeper = lines[at]!.depth > depth;
    let end = at + 1;
    while (end < lines.length && lines[end]!.depth > depth === isDeeper) end++;
    const run = lines.slice(at, end);
    if (isDeeper) {
      const inner = quoted(run, depth + 1);
      if (inner.length > 0) blocks.push({ kind: 'quote', blocks: inner });
    } else blocks.push(...paragraphs(run));
    at = end;
  }
  return blocks;
}

function paragraphs(lines: readonly QuotedLine[]): Block[] {
  const blocks: Block[] = [];
  let content: Inline[] = [];
  let count = 0;
  const close = (): void => {
    if (content.length > 0) blocks.push({ kind: 'paragraph', content });
    content = [];
    count = 0;
  };
  for (const { text } of lines) {
    if (text.trim() === '' || count >= LINES) close();
    if (text.trim() === '') continue;
    if (content.length > 0) content.push({ kind: 'break' });
    content.push({ kind: 'text', text });
    count++;
  }
  close();
  return blocks;
}
