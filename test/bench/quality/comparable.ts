import { withBareTables } from './bare-tables.ts';
import { withPlainFormulas } from './plain-formulas.ts';

/** Comments of one line, such as those that stand for an image; truths have none (`withoutComments`). */
const COMMENTS = /<!--.*?-->/gu;
/**
 * Links and images with their targets, which many truths do not have, such as those of tagged PDFs; addresses that are
 * links by themselves.
 */
const LINK = /(?<!\\)!?\[((?:[^[\]\\]|\\.)*)\]\((?:<[^<>]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+"[^"]*")?\)/gu;
const AUTOLINK = /<((?:https?:|mailto:)[^<>\s]*)>/gu;
const ANCHOR = /(?<!\\)<\/?a(?:\s[^<>]*)?>/giu;
/** Line breaks within cells: some write them as tags, some as spaces. */
const BREAKS = /<br ?\/?>/giu;

/** Tags that only style letters, and those that raise or lower them. */
const STYLES = /<\/?(?:b|strong|i|em|u|s|del|ins|mark|small)>/giu;
const SCRIPTS = /<\/?(?:sup|sub)>/giu;

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const LOWERED = '₀₁₂₃₄₅₆₇₈₉';

function numberOf(digits: string, among: string): string {
  return Array.from(digits, (digit) => among.indexOf(digit)).join('');
}

/** Each way to write raised and lowered letters as tags, so that none is better than another. */
function scriptsAsTags(line: string): string {
  return line
    .replaceAll(/[⁰¹²³⁴-⁹]+/gu, (digits) => `<sup>${numberOf(digits, RAISED)}</sup>`)
    .replaceAll(/[₀-₉]+/gu, (digits) => `<sub>${numberOf(digits, LOWERED)}</sub>`)
    .replaceAll(
      /\^\{([^{}]*)\}|\^([^\s^]+)\^/gu,
      (_, braced?: string, carets?: string) => `<sup>${braced ?? carets}</sup>`,
    )
    .replaceAll(
      /_\{([^{}]*)\}|(?<!~)~([^\s~]+)~(?!~)/gu,
      (_, braced?: string, tildes?: string) => `<sub>${braced ?? tildes}</sub>`,
    );
}

/** Changes a line except for its code. */
const outsideCode = (line: string, change: (text: string) => string): string =>
  line
    .split(/(`[^`]*`)/u)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join('');

/** Delimiters of emphasis around words, where CommonMark takes them as such; code and lists keep theirs. */
const withoutEmphasis = (text: string): string =>
  text
    .replaceAll(/(?<!\\)\*\*\*(?=\S)([^*\n]+?)(?<=[^\s\\])\*\*\*/gu, '$1')
    .replaceAll(/(?<!\\)\*\*(?=\S)((?:[^*\n]|\*(?!\*))+?)(?<=[^\s\\])\*\*/gu, '$1')
    .replaceAll(/(?<![\\*\w])\*(?=[^\s*])([^*\n]+?)(?<=[^\s*\\])\*(?![*\w])/gu, '$1')
    .replaceAll(/(?<![\p{L}\p{N}\\_])_{1,3}(?=[^\s_])([^\n]*?[^\s\\_])_{1,3}(?![\p{L}\p{N}_])/gu, '$1')
    .replaceAll(/~~(?=\S)([^~\n]+?)~~/gu, '$1');

/** Escapes of CommonMark, save those that keep a line from being a heading and a cell from ending. */
const ESCAPE = /\\([!-"$-/:-@[-`{}~])/gu;
/** The sign of an item: some trees keep it as a label, in whatever font it is set; Markdown has one sign for all. */
const BULLET = /^(\s*)(?:[-*+]\s+o(?=\s)|(?:[-*+]\s+)?[•▪◦‣·●○■➢►▶✓❖»\uE000-\uF8FF])\s*(?=\S)/u;

/** A line of a real document: truths of trees have neither escapes nor references, but bullets of all kinds. */
const bareLine = (line: string): string =>
  outsideCode(line, (text) =>
    text
      .replaceAll(ESCAPE, '$1')
      .replaceAll(/&(?:#x27|#39|apos);/gu, "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&'),
  ).replace(BULLET, '$1- ');

/** The sign of an item before an entry of contents: some write these as lines, others as a list. */
const ENTRY_OF_CONTENTS = /^ *[-*+] +(?=.* \.\.\. (?:\d+|[ivxlc]+)[*_]*$)/gimu;

/** Rows of dots, or of what a font without a map to Unicode has for them, as one sign. */
const shortened = (text: string): string =>
  text
    .replaceAll(/(?:[.·…_\uFFFD]\s?){4,}|…|\.{3}/gu, ' ... ')
    .replaceAll(/ {2,}\.\.\. +/gu, ' ... ')
    .replaceAll(ENTRY_OF_CONTENTS, '');

/** Changes all lines but those of fenced code. */
export function eachLine(markdown: string, change: (line: string) => string): string {
  let fenced = false;
  return markdown
    .split('\n')
    .map((line) => {
      if (/^\s*(?:```|~~~)/u.test(line)) fenced = !fenced;
      return fenced ? line : change(line);
    })
    .join('\n');
}

/**
 * What is compared of a truth and of an engine's Markdown: without comments and targets of links; without emphasis,
 * which the public benchmark does not know, so that an engine neither gains nor loses by it; with line breaks of
 * cells as spaces; and with runs of dots between a title and its page as one sign, since how many there are is the
 * typesetter's accident, and such entries without the sign of an item. Raised and lowered letters count only where
 * they are what is looked at.
 */
export function comparable(markdown: string, withScripts = false): string {
  return shortened(eachLine(markdown, (line) => plain(line, withScripts)));
}

function plain(line: string, withScripts: boolean): string {
  const text = line
    .replaceAll(COMMENTS, '')
    .replaceAll(LINK, '$1')
    .replaceAll(AUTOLINK, '$1')
    .replaceAll(ANCHOR, '')
    .replaceAll(BREAKS, ' ')
    .replaceAll(STYLES, '');
  return outsideCode(withScripts ? scriptsAsTags(text) : text.replaceAll(SCRIPTS, ''), withoutEmphasis);
}

/**
 * What is compared of real documents, whose truths have no frames, but spacers. Escapes and signs of items that say the
 * same are the same.
 */
export function comparableReal(markdown: string): string {
  const tables = withBareTables(eachLine(withPlainFormulas(markdown), (line) => plain(line, false)));
  return shortened(eachLine(tables, bareLine));
}
