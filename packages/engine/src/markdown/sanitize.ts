import { sanitizeText } from './sanitize-text.ts';

/**
 * Markdown that somebody else wrote, without what a renderer would execute: tags and attributes that run scripts, and
 * links to them. What is fenced code stays as it is. Renderers differ in where code begins and ends, so fences whose
 * end is not certain are written in a form that all read alike.
 */
export function sanitizeMarkdown(markdown: string): string {
  const lines = markdown.replaceAll(/\r\n?/g, '\n').split('\n');
  const out = createOutput();
  let at = 0;
  while (at < lines.length) {
    const line = lines[at]!;
    const fence = fenceOf(line);
    if (fence !== undefined) at = copyFence(lines, at, fence, out);
    else if (/^ {0,3}<!--/.test(line) && !line.includes('-->')) at = copyComment(lines, at, out);
    else {
      out.text(isOddFence(line) ? disarm(line) : line);
      at++;
    }
  }
  return out.end();
}

interface Output {
  /** A line outside of code. */
  text(line: string): void;
  /** Lines that stay as they are; after a blank line if `apart`, or where a block of HTML could take them in. */
  verbatim(lines: readonly string[], apart: boolean): void;
  end(): string;
}

function createOutput(): Output {
  const written: string[] = [];
  let paragraph: string[] = [];
  const flush = (): void => {
    if (paragraph.length > 0) written.push(sanitizeText(paragraph.join('\n')));
    paragraph = [];
  };
  return {
    text(line) {
      if (line.trim() !== '') return void paragraph.push(line);
      flush();
      written.push(line);
    },
    verbatim(lines, apart) {
      flush();
      const last = written.at(-1) ?? '';
      if (last.trim() !== '' && (apart || last.includes('<'))) written.push('');
      for (const line of lines) written.push(line);
    },
    end() {
      flush();
      return written.join('\n');
    },
  };
}

interface Fence {
  /** Columns before it. */
  readonly indent: number;
  readonly marks: string;
  /** True for the first line of a list item. */
  readonly inItem: boolean;
  /** The text after the spaces before it. */
  readonly text: string;
}

const FENCE = /^([ \t]*)((?:(?:[-*+]|\d{1,9}[.)]) {1,4})*)(`{3,}(?=[^`]*$)|~{3,})/;

function fenceOf(line: string): Fence | undefined {
  const found = FENCE.exec(line);
  if (found === null) return undefined;
  const [, spaces, markers, marks] = found;
  return {
    indent: columns(spaces!) + markers!.length,
    marks: marks!,
    inItem: markers !== '',
    // With a bar, it could be the first line of a table.
    text: line.slice(spaces!.length).replaceAll('|', ''),
  };
}

function columns(spaces: string): number {
  let count = 0;
  for (const char of spaces) count = char === '\t' ? count + 4 - (count % 4) : count + 1;
  return count;
}

const indentOf = (line: string): number => columns(/^[ \t]*/.exec(line)![0]);

/** Copies fenced code; answers the line after it. */
function copyFence(lines: readonly string[], from: number, fence: Fence, out: Output): number {
  const { indent, marks, inItem } = fence;
  let at = from + 1;
  let closed = false;
  for (; at < lines.length && !closed; at++) {
    const line = lines[at]!;
    closed = closes(line, fence);
    if (!closed && line.trim() !== '' && indentOf(line) < indent) break;
  }
  // Code that is indented less than its fence, or does not end, belongs to no list for certain.
  if (!closed && !inItem && indent > 0) {
    return copyFence(lines, from, { ...fence, indent: 0 }, out);
  }
  const code = lines.slice(from, closed ? at - 1 : at);
  code[0] = /^[ \t]*/.exec(lines[from]!)![0] + fence.text;
  if (!inItem) code[0] = ' '.repeat(indent) + fence.text;
  // All renderers take a mark at the column of the first one for the end.
  out.verbatim([...code, ' '.repeat(indent) + marks], indent > 3 || inItem);
  return at;
}

function closes(line: string, { indent, marks }: Fence): boolean {
  const run = /^[ \t]*(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return run !== undefined && run[0] === marks[0] && run.length >= marks.length && indentOf(line) < indent + 4;
}

/** Lines of a comment at most. */
const MOST_LINES = 1_000;

/** Copies a comment of several lines, if no reader could take it for more. */
function copyComment(lines: readonly string[], from: number, out: Output): number {
  let end = from + 1;
  while (end < lines.length && end < from + MOST_LINES && !lines[end]!.includes('-->')) end++;
  if (!lines[end]?.includes('-->')) {
    out.text(lines[from]!.replace('<!--', '&lt;!--'));
    return from + 1;
  }
  const last = lines[end]!;
  const close = last.indexOf('-->') + 3;
  const comment = [...lines.slice(from, end), last.slice(0, close)];
  const isPlain =
    /^ {0,3}<!--(?!-)[^<>`~]*-->$/.test(comment.join('\n')) && !comment.join('\n').slice(5, -3).includes('--');
  out.verbatim(isPlain ? comment : [''], false);
  if (last.slice(close).trim() !== '') out.text(last.slice(close));
  return end + 1;
}

/**
 * A fence behind marks that only some renderers know, such as footnotes, or behind more spaces than a list item has.
 */
function isOddFence(line: string): boolean {
  return /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:\[\^[^\]\n]*\]:[ \t]*|:[ \t]*|(?<=[ \t]))(?:`{3,}[^`]*$|~{3,})/.test(
    line,
  );
}

/** No fence begins in this line. */
function disarm(line: string): string {
  return line.replaceAll(/`{3,}|~{3,}/g, (run) => (run[0] === '`' ? '&#96;' : '&#126;').repeat(run.length));
}
