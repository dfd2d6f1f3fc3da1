import { isSafeUrl } from './safe-url.ts';

/** The surroundings of a text, which decide what has to be escaped. */
export interface EscapeContext {
  /** Those of the delimiters `*_~` and backtick that could find a partner in the paragraph; a lone one is harmless. */
  readonly pairs: string;
  readonly inLink: boolean;
  readonly inTable: boolean;
}

/** A character of a text, and those beside it. */
interface Place {
  readonly char: string;
  readonly previous: string;
  readonly next: string;
  readonly text: string;
  readonly at: number;
}

type Test = (place: Place, context: EscapeContext) => boolean;

const emphasis: Test = ({ char, previous, next }, { pairs }) =>
  pairs.includes(char) && (isFull(previous) || isFull(next));

/** Characters that may be markup, and when they would be (CommonMark 2.4, GFM). */
const MARKUP = new Map<string, Test>([
  ['\\', ({ next }) => isPunctuation(next)],
  ['*', emphasis],
  ['~', emphasis],
  // Within a word an underscore is never emphasis.
  ['_', (place, context) => emphasis(place, context) && !(isWord(place.previous) && isWord(place.next))],
  ['`', (_place, { pairs }) => pairs.includes('`')],
  ['[', ({ next }, { inLink }) => inLink || next === '^'],
  // Escaped here and not at its partner, which may be in another run or line.
  [']', ({ next }, { inLink }) => inLink || next === '(' || next === ':'],
  ['<', ({ next }) => /[a-z/!?]/i.test(next)],
  ['&', ({ text, at }) => /^&(?:[a-z][a-z0-9]{1,31}|#[0-9]{1,7}|#x[0-9a-f]{1,6});/i.test(text.slice(at, at + 40))],
  ['|', (_place, { inTable }) => inTable],
  // Renderers take this for math: an opening sign before, a closing one after something other than a space.
  [
    '$',
    ({ text, at, next }) =>
      (next === '$' && text.indexOf('$$', at + 2) > 0) ||
      /^\$[^\s$](?:[^$\n]*[^\s$\\])?\$(?!\d)/.test(text.slice(at, at + 500)),
  ],
]);

/**
 * Escapes what would otherwise be read as markup, and only that. `text` is one run within a line; `before` and `after`
 * are its neighbours' characters, empty at the ends of the line.
 */
export function escapeText(text: string, before: string, after: string, context: EscapeContext): string {
  if (!/[\\*_`~[\]<&|$!]/.test(text)) return text;
  let escaped = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    const isMarkup = MARKUP.get(char);
    const previous = at > 0 ? text[at - 1]! : before;
    const next = at + 1 < text.length ? text[at + 1]! : after;
    escaped += isMarkup?.({ char, previous, next, text, at }, context) ? `\\${char}` : char;
  }
  return escaped;
}

/** True for a character that is neither a space nor the end of the line. */
function isFull(char: string): boolean {
  return char !== '' && !/\s/.test(char);
}

function isWord(char: string): boolean {
  return /^[\p{L}\p{N}_]$/u.test(char);
}

function isPunctuation(char: string): boolean {
  return /^[!-/:-@[-`{-~]$/.test(char);
}

/**
 * Escapes what would begin a block if it stood first in a line: headings, lists, quotes, fences, rules, setext
 * underlines.
 */
export function escapeLineStart(line: string): string {
  const first = line[0] ?? '';
  if (first >= '0' && first <= '9') return line.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
  if (!/^[#>+\-=~*_:|]/.test(line)) return line;
  if (first === '#') return line.replace(/^(?=#{1,6}(?:\s|$))/, '\\');
  if (first === '>') return `\\${line}`;
  if (
    /^[-+*](?:\s|$)/.test(line) ||
    /^(?:-[-\s]*|=+\s*|~{3}.*|(?:\*\s*){3,}|(?:_\s*){3,}|[|:](?=[^-]*-)[-:|\s]*)$/.test(line)
  )
    return `\\${line}`;
  return line;
}

/** Text between HTML tags; line breaks must not make a blank line, which would end the HTML block. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * A link destination that cannot run a script, or undefined (CommonMark 6.3: no spaces or unbalanced parentheses
 * outside `<>`, and no character references).
 */
export function linkDestination(href: string): string | undefined {
  const trimmed = href.replaceAll(/\p{Cc}/gu, '').trim();
  if (trimmed === '' || !isSafeUrl(trimmed)) return undefined;
  return trimmed
    .replaceAll(/&(?=#|[a-z][a-z0-9]*;)/gi, '%26')
    .replaceAll(/[\s<>()\\|`]/g, (char) => encodeURIComponent(char).replace('(', '%28').replace(')', '%29'));
}

/**
 * A formula in one line. LaTeX means the same with a space after these signs, and Markdown sees no tag, link or code.
 */
export function escapeLatex(latex: string): string {
  const line = latex.replaceAll(/\s+/g, ' ').trim().replaceAll('`', '\\lq ');
  return line.replaceAll(/<(?=[A-Za-z/!?])|\](?=[(:])/g, '$& ');
}
