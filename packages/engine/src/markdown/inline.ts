import type { Inline, TextInline } from '../document.ts';
import { escapeLatex, escapeLineStart, escapeText, linkDestination } from './escape.ts';
import type { EscapeContext } from './escape.ts';
import { writeImage } from './image.ts';
import type { WriteOptions } from './options.ts';
import { trimRuns } from './trim-runs.ts';

export interface InlinePlace {
  /** Headings, table cells: a hard break becomes `<br>` and nothing else may begin a line. */
  readonly oneLine: boolean;
  readonly inTable: boolean;
}

type Mark = 'href' | 'bold' | 'italic' | 'strike' | 'sup' | 'sub';
const MARKS: readonly Mark[] = ['href', 'bold', 'italic', 'strike', 'sup', 'sub'];
const DELIMITERS: Readonly<Record<Exclude<Mark, 'href'>, readonly [string, string]>> = {
  bold: ['**', '**'],
  italic: ['*', '*'],
  strike: ['~~', '~~'],
  sup: ['<sup>', '</sup>'],
  sub: ['<sub>', '</sub>'],
};

/** Inline content as Markdown: one line, or several where hard breaks stand (two spaces and a line end). */
export function writeInline(content: readonly Inline[], options: WriteOptions, place: InlinePlace): string {
  const runs = joinRuns(content);
  const written = writeRuns(
    runs,
    { before: '', after: '' },
    {
      options,
      place,
      // Several texts of a cell share its line, where their backticks would find each other.
      escape: { pairs: findPairs(runs) + (place.inTable ? '`' : ''), inLink: false, inTable: place.inTable },
    },
  );
  if (place.oneLine) return joinLines(written);
  return written
    .split('\n')
    .map((line, n, lines) => writeLine(line, n, lines.length))
    .filter((line) => line !== '')
    .join('\n')
    .trimEnd();
}

/** Hard breaks as `<br>`, none at the ends. */
function joinLines(written: string): string {
  return written
    .split('  \n')
    .map((line) => line.trim())
    .join('\n')
    .trim()
    .replaceAll('\n', '<br>');
}

function writeLine(line: string, n: number, count: number): string {
  const text = escapeLineStart(line.trim());
  if (text === '') return '';
  // A line that begins with a comment is HTML to its end (CommonMark 4.6, kind 2): what follows needs a line of its
  // own.
  const own = text.replace(
    /^((?:<!-- image(?:: [^>]*)? -->\s*)+)(?=\S)/,
    (_, comments: string) => `${comments.trimEnd()}\n`,
  );
  return n < count - 1 && line.endsWith('  ') && !own.endsWith('-->') ? `${own}  ` : own;
}

interface Scope {
  readonly options: WriteOptions;
  readonly place: InlinePlace;
  readonly escape: EscapeContext;
}

/** Neighbouring texts of one style become one run; line ends within texts are spaces. */
function joinRuns(content: readonly Inline[]): Inline[] {
  const runs: Inline[] = [];
  for (const inline of content) {
    const last = runs.at(-1);
    if (inline.kind !== 'text') {
      runs.push(inline);
      continue;
    }
    const text = inline.text.replaceAll(/[\t\n\v\f\r\u2028\u2029]+/g, ' ').replaceAll('\u00ad', '');
    if (text === '') continue;
    if (last?.kind === 'text' && sameStyle(last, inline)) runs[runs.length - 1] = { ...last, text: last.text + text };
    else runs.push({ ...inline, text });
  }
  return runs;
}

function sameStyle(a: TextInline, b: TextInline): boolean {
  return MARKS.every((mark) => a[mark] === b[mark]) && a.code === b.code;
}

function findPairs(runs: readonly Inline[]): string {
  const texts = runs.filter((run) => run.kind === 'text');
  const all = texts.map((run) => (run.code ? '' : run.text)).join('');
  const used = (mark: string, own: boolean): boolean => all.split(mark).length > (own ? 1 : 2);
  return ['*', '_', '~', '`']
    .filter((mark) =>
      used(
        mark,
        texts.some(
          (run) =>
            (mark === '*' && (run.bold ?? run.italic)) || (mark === '~' && run.strike) || (mark === '`' && run.code),
        ),
      ),
    )
    .join('');
}

/** The characters around a piece of text: they decide what a delimiter means. */
interface Neighbours {
  readonly before: string;
  readonly after: string;
}

function writeRuns(runs: readonly Inline[], { before, after }: Neighbours, scope: Scope): string {
  // Joined at the end: to look at the last character of a string that grows takes quadratic time.
  const pieces: string[] = [];
  let previous = before;
  for (let i = 0; i < runs.length;) {
    const run = runs[i]!;
    const mark = run.kind === 'text' ? longestMark(runs, i) : undefined;
    const end = mark === undefined ? i + 1 : markEnd(runs, i, mark);
    const around = { before: previous, after: firstChar(runs, end) ?? after };
    const piece =
      mark === undefined
        ? writeRun(run, around, scope)
        : writeMarked(runs.slice(i, end) as TextInline[], mark, around, scope);
    pieces.push(piece);
    previous = piece.at(-1) ?? previous;
    i = end;
  }
  return pieces.join('');
}

function longestMark(runs: readonly Inline[], at: number): Mark | undefined {
  const run = runs[at] as TextInline;
  let best: Mark | undefined;
  let bestEnd = at;
  for (const mark of MARKS) {
    if (run[mark] === undefined) continue;
    if (mark === 'href') return mark;
    const end = markEnd(runs, at, mark);
    if (end > bestEnd) [best, bestEnd] = [mark, end];
  }
  return best;
}

function markEnd(runs: readonly Inline[], at: number, mark: Mark): number {
  const value = (runs[at] as TextInline)[mark];
  let end = at + 1;
  while (end < runs.length) {
    const run = runs[end]!;
    if (run.kind !== 'text' || run[mark] !== value) break;
    end++;
  }
  return end;
}

function writeMarked(runs: readonly TextInline[], mark: Mark, around: Neighbours, scope: Scope): string {
  const { before, after } = around;
  const inner = runs.map((run) => without(run, mark));
  if (mark === 'href') return writeLink(inner, runs[0]!.href!, around, scope);
  const [open, close] = DELIMITERS[mark];
  const delimited = open === close;
  const [lead, core, trail] = trimRuns(inner, delimited && isWordChar(before), delimited && isWordChar(after));
  if (core.length === 0) return writeRuns(inner, around, scope);
  const written = writeRuns(core, { before: open.at(-1)!, after: close[0]! }, scope);
  return (
    escapeText(lead, before, '', scope.escape) + open + written + close + escapeText(trail, '', after, scope.escape)
  );
}

function without(run: TextInline, mark: Mark): TextInline {
  const copy: Partial<Record<Mark, unknown>> & TextInline = { ...run };
  delete (copy as { -readonly [K in Mark]?: unknown })[mark];
  return copy;
}

function writeLink(runs: readonly TextInline[], href: string, around: Neighbours, scope: Scope): string {
  const destination = linkDestination(href);
  if (destination === undefined) return writeRuns(runs, around, scope);
  const [lead, core, trail] = trimRuns(runs, false, false);
  if (core.length === 0) return lead + trail;
  if (isAutolink(core, href)) return `${lead}<${core[0]!.text}>${trail}`;
  const text = writeRuns(core, { before: '[', after: ']' }, { ...scope, escape: { ...scope.escape, inLink: true } });
  return `${lead}[${text}](${destination})${trail}`;
}

/** A link whose text is its address is written once (CommonMark 6.5). */
function isAutolink([only, ...more]: readonly TextInline[], href: string): boolean {
  if (!only || more.length > 0 || Object.keys(only).some((key) => !['kind', 'text'].includes(key))) return false;
  const { text } = only;
  return (
    (text === href && /^https?:\/\/[^\s\p{Cc}<>()\\|`&]+$/u.test(text)) ||
    (href === `mailto:${text}` && /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text))
  );
}

function writeRun(run: Inline, { before, after }: Neighbours, scope: Scope): string {
  switch (run.kind) {
    case 'text':
      return run.code ? writeCode(run.text, before, scope) : escapeText(run.text, before, after, scope.escape);
    case 'break':
      return '  \n';
    case 'image':
      return writeImage(run, scope.options);
    case 'footnote':
      return `[^${footnoteLabel(run.label)}]`;
    case 'math': {
      const latex = escapeLatex(run.latex);
      return latex === '' ? '' : `$${scope.place.inTable ? latex.replaceAll('|', '\\|') : latex}$`;
    }
  }
}

/** The length of the longest run, of which there may be more than a function takes arguments. */
export function longestRun(text: string, run: RegExp, least: number): number {
  let longest = least;
  for (const [match] of text.matchAll(run)) longest = Math.max(longest, match.length);
  return longest;
}

/** A code span whose fence is longer than any run of backticks inside (CommonMark 6.1). */
function writeCode(text: string, before: string, { escape, place: { inTable } }: Scope): string {
  // Backticks would become one run with those before.
  if (before === '`') return `<code>${escapeText(text, '', '', { ...escape, pairs: '*_~`' })}</code>`;
  const longest = longestRun(text, /`+/g, 0);
  const fence = '`'.repeat(longest + 1);
  const padded =
    /^`|`$/.test(text) || (text.startsWith(' ') && text.endsWith(' ') && text.trim() !== '') ? ` ${text} ` : text;
  return fence + (inTable ? padded.replaceAll('|', '\\|') : padded) + fence;
}

/** The printed label of a list item: it must not pair with a backtick of what follows. */
export function writeLabel(label: string, options: WriteOptions, place: InlinePlace): string {
  return writeInline([{ kind: 'text', text: label.replaceAll('`', "'") }], options, place);
}

/** Footnote labels hold no spaces, brackets or tags. */
export function footnoteLabel(label: string): string {
  return label.replaceAll(/[\s[\]^<`\\]+/g, '-') || '-';
}

function firstChar(runs: readonly Inline[], at: number): string | undefined {
  const run = runs[at];
  if (run === undefined) return undefined;
  return run.kind === 'text' ? (run.code ? '`' : run.text[0]) : run.kind === 'break' ? '\n' : '!';
}

function isWordChar(char: string): boolean {
  return char !== '' && /[^\s\p{P}\p{S}]/u.test(char);
}
