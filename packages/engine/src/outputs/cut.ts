/** A stretch of a text. `text` may have more than the stretch: the head of a table that goes on. */
export interface Cut {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The share of a piece that has to be filled before it may end at a place of this kind. */
const LEAST = 0.5;

/**
 * Cuts a text into pieces of at most `size` characters: after a sentence, else a line, else a word, else anywhere. The
 * first piece may have a size of its own.
 */
export function cutText(text: string, size: number, first = size): Cut[] {
  const cuts: Cut[] = [];
  let start = 0;
  for (;;) {
    const most = start === 0 ? first : size;
    if (text.length - start <= most) break;
    const end = start + endWithin(text.slice(start, start + most + 1), most);
    const piece = text.slice(start, end).trimEnd();
    if (piece !== '') cuts.push({ start, end: start + piece.length, text: piece });
    start = end;
    while (start < text.length && /\s/.test(text[start]!)) start += 1;
  }
  if (start < text.length) cuts.push({ start, end: text.length, text: text.slice(start) });
  return cuts;
}

const ENDS = [/[.!?…]["'”’)\]]*\s|[。！？]/gu, /\n/g, /\s/g];

/** Where a piece ends that begins at the start of `text`, which holds one character more than a piece may. */
function endWithin(text: string, size: number): number {
  for (const end of ENDS) {
    let last = 0;
    for (const match of text.matchAll(end)) {
      const at = match.index + match[0].trimEnd().length;
      if (at <= size) last = at;
    }
    if (last >= size * LEAST) return last;
  }
  // Not between the halves of a character.
  return /[\uD800-\uDBFF]/.test(text[size - 1]!) ? size - 1 : size;
}

/** The lines that a table repeats where it is cut, and its rows. */
interface TableParts {
  readonly head: string;
  /** Begins of its rows, and the end of the last one. */
  readonly rows: readonly number[];
  readonly foot: string;
}

/** Cuts a table between rows. Each piece is a table: those after the first begin with the head again. */
export function cutTable(markdown: string, size: number, headerRows: number): Cut[] {
  const parts = markdown.includes('<table>\n') ? htmlParts(markdown, headerRows) : pipeParts(markdown);
  return cutRows(markdown, size, parts);
}

/** Rows that go on with a table, below its head. */
export const cutMoreRows = (markdown: string, size: number, head: string): Cut[] =>
  cutRows(markdown, size, { head, rows: [...lineStarts(markdown, 0), markdown.length + 1], foot: '' }, true);

/** The header row and the delimiter row of a pipe table. */
export const headOf = (markdown: string): string => (markdown.includes('<table>\n') ? '' : pipeParts(markdown).head);

function pipeParts(markdown: string): TableParts {
  const starts = lineStarts(markdown, 0);
  const delimiter = starts.findIndex((start) => /^\|(?: :?-:? \|)+(?:\n|$)/.test(markdown.slice(start, start + 2000)));
  const first = starts[Math.max(0, delimiter - 1)]!;
  const rows = starts.slice(delimiter + 1);
  return {
    head: markdown.slice(first, (rows[0] ?? markdown.length + 1) - 1),
    rows: [...rows, markdown.length + 1],
    foot: '',
  };
}

function htmlParts(markdown: string, headerRows: number): TableParts {
  const begin = markdown.indexOf('<table>\n');
  const foot = '\n</table>';
  const all = lineStarts(markdown, begin).slice(1, -1);
  const rows = all.slice(headerRows);
  const last = markdown.length - foot.length + 1;
  return { head: markdown.slice(begin, (rows[0] ?? last) - 1), rows: [...rows, last], foot };
}

function lineStarts(text: string, from: number): number[] {
  const starts = [from];
  for (let at = text.indexOf('\n', from); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function cutRows(markdown: string, size: number, { head, rows, foot }: TableParts, goesOn = false): Cut[] {
  // A head that leaves no room for rows is not repeated.
  const again = head.length < size / 2 ? `${head}\n` : '';
  const cuts: Cut[] = [];
  let start = goesOn ? rows[0]! : 0;
  let before = goesOn ? again : '';
  const room = (end: number): boolean => before.length + (end - start) + foot.length <= size;
  const put = (end: number): void => {
    const text = markdown.slice(start, end);
    const whole = text.endsWith(foot) ? text : text + foot;
    if (before.length + whole.length <= size) cuts.push({ start, end, text: before + whole });
    // A row that is longer than a piece is text.
    else for (const cut of cutText(text, size)) cuts.push({ ...cut, start: start + cut.start, end: start + cut.end });
  };
  for (let n = 0; n + 1 < rows.length; n += 1) {
    const end = rows[n + 1]! - 1;
    if (room(end) || start === rows[n]) continue;
    put(rows[n]! - 1);
    start = rows[n]!;
    before = again;
  }
  put(markdown.length);
  return cuts;
}
