import { keepAutolink, keepComment, keepTag, type Rewritten } from './safe-html.ts';
import { isSafeUrl } from './safe-url.ts';

/** A line that begins with a tag may begin a block of HTML, in which backticks mean nothing. */
const HTML_LINE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t>]+)*<(?!https?:|mailto:)[A-Za-z/!?]/m;
/** Places that may have to change: an escaped character, backticks, the place before a destination, a tag. */
const SPECIAL = /\\[^\]\n]|`+|\](?:\(|:)[ \t\n>]*(?:<[^<>`\n]*>|[^\s<>`\]]*)|</g;

/**
 * Text of Markdown outside of fenced code, up to a blank line, without what a renderer would execute. Code spans stay
 * as they are where every renderer sees them.
 */
export function sanitizeText(text: string): string {
  const plain = rewrite(text, false);
  if (plain === text || HTML_LINE.test(text) || !text.includes('`')) return plain;
  return rewrite(text, true);
}

function rewrite(text: string, spans: boolean): string {
  let written = '';
  let at = 0;
  SPECIAL.lastIndex = 0;
  for (let found = SPECIAL.exec(text); found; found = SPECIAL.exec(text)) {
    written += text.slice(at, found.index);
    const { html, end } = rewriteAt(text, found, spans);
    written += html;
    at = end;
    SPECIAL.lastIndex = end;
  }
  return written + text.slice(at);
}

function rewriteAt(text: string, found: RegExpExecArray, spans: boolean): Rewritten {
  const [token] = found;
  const end = found.index + token.length;
  if (token === '<') return rewriteTag(text, found.index);
  if (token[0] === ']') return { html: rewriteDestination(token), end };
  if (token[0] === '`') return spans ? rewriteBackticks(text, found.index, token) : { html: token, end };
  // In a block of HTML, a backslash escapes nothing.
  if (token === '\\<') return { html: '&lt;', end };
  return { html: spans && token === '\\`' ? '&#96;' : token, end };
}

function rewriteTag(text: string, at: number): Rewritten {
  if (!/[A-Za-z/!?]/.test(text[at + 1] ?? '')) return { html: '<', end: at + 1 };
  return keepTag(text, at) ?? keepAutolink(text, at) ?? keepComment(text, at) ?? { html: '&lt;', end: at + 1 };
}

function rewriteDestination(token: string): string {
  const [, before, destination] = /^(\](?:\(|:)[ \t\n>]*)(.*)$/s.exec(token)!;
  const inner = destination!.startsWith('<') ? destination!.slice(1, -1) : destination!;
  if (inner === destination && isSafeUrl(inner)) return token;
  if (isSafeUrl(inner)) return before + encodeSpaces(inner);
  // A colon that is encoded ends no scheme, and an encoded ampersand begins no character reference.
  const scheme = /^[^/?#]*/.exec(inner)![0];
  return (
    before +
    encodeSpaces(scheme.replaceAll('\\', '').replaceAll('&', '%26').replaceAll(':', '%3A') + inner.slice(scheme.length))
  );
}

/** A destination without angle brackets, which could be taken for a tag. */
function encodeSpaces(destination: string): string {
  return destination.replaceAll(/[\s<>"']/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/**
 * A span is certain if it ends in its line, no column of a table may end within it, and no address before it takes the
 * backticks for its own.
 */
function rewriteBackticks(text: string, at: number, run: string): Rewritten {
  const from = at + run.length;
  const before = text.slice(Math.max(0, at - LOOK_BACK), at);
  if (run.length < 3 && !/[:@.]|^.{200}$/s.test(before.split(/\s/).at(-1)!)) {
    const end = endOfSpan(text, from, run);
    if (end > from && !text.slice(from, end).includes('|')) return { html: text.slice(at, end), end };
  }
  // It may open or close a fence in a block quote.
  const isQuoted = run.length >= 3 && /(?:^|\n)[ \t]*>[ \t>]*$/.test(before) && endOfSpan(text, from, '`') < 0;
  return { html: isQuoted ? run : '&#96;'.repeat(run.length), end: from };
}

/** Characters before a backtick that may be an address. */
const LOOK_BACK = 200;

/** The end of the next run of as many backticks in this line; -1 if there is none. */
function endOfSpan(text: string, from: number, run: string): number {
  const other = /`+|\n/g;
  other.lastIndex = from;
  for (let found = other.exec(text); found && found[0] !== '\n'; found = other.exec(text))
    if (found[0].length === run.length) return other.lastIndex;
  return -1;
}
