import type { OutputRole } from './output-block.ts';

/** A stretch of Markdown that its author wrote as one block. */
export interface MarkdownSpan {
  readonly start: number;
  readonly end: number;
  readonly role: OutputRole;
  readonly level?: number;
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Cuts Markdown at blank lines and around headings, but not in fenced code. The first line of a block decides its role;
 * lists and quotes that have blank lines are cut there.
 */
export function splitMarkdown(markdown: string): MarkdownSpan[] {
  const spans: MarkdownSpan[] = [];
  let open: Line[] = [];
  let fence: string | undefined;
  const close = (): void => {
    if (open.length > 0) spans.push(spanOf(open));
    open = [];
  };
  for (const line of linesOf(markdown)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line.text)?.[1];
    if (fence !== undefined) {
      open.push(line);
      const closes =
        mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length && line.text.trim() === mark;
      if (!closes) continue;
      fence = undefined;
      close();
    } else if (mark !== undefined) {
      close();
      open.push(line);
      fence = mark;
    } else if (line.text.trim() === '') close();
    else if (HEADING.test(line.text)) {
      close();
      open.push(line);
      close();
    } else open.push(line);
  }
  close();
  return spans;
}

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]|$)/;

function spanOf(lines: readonly Line[]): MarkdownSpan {
  const first = lines[0]!;
  const place = { start: first.start, end: lines.at(-1)!.end };
  const level = HEADING.exec(first.text)?.[1]?.length;
  if (level !== undefined) return { ...place, role: 'heading', level };
  const underline = lines.length === 2 ? /^ {0,3}(=+|-+)\s*$/.exec(lines[1]!.text)?.[1] : undefined;
  if (underline !== undefined) return { ...place, role: 'heading', level: underline.startsWith('=') ? 1 : 2 };
  return { ...place, role: roleOf(first.text, lines[1]?.text ?? '') };
}

function roleOf(first: string, second: string): OutputRole {
  if (/^ {0,3}(?:`{3,}|~{3,})/.test(first)) return 'code';
  if (/^[\s:|-]+$/.test(second) && second.includes('-') && first.includes('|')) return 'table';
  if (/^ {0,3}>/.test(first)) return 'quote';
  if (/^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(first)) return 'list-item';
  return 'paragraph';
}

function* linesOf(text: string): Generator<Line> {
  for (let start = 0; start <= text.length;) {
    const at = text.indexOf('\n', start);
    const end = at === -1 ? text.length : at;
    yield { start, end, text: text.slice(start, end) };
    start = end + 1;
  }
}

/** The text of a heading that its author wrote. */
export const headingText = (markdown: string): string =>
  markdown
    .split('\n', 1)[0]!
    .replace(/^ {0,3}#{1,6}[ \t]*/, '')
    .replace(/(?<![ \t])[ \t]+#+[ \t]*$/, '')
    .trim();
