import { withBareTables } from './bare-tables.ts';

/** Comments of one line, such as those that stand for an image; truths have none (`withoutComments`). */
const COMMENTS = /<!--.*?-->/gu;
/**
 * Links and images with their targets, which many truths do not have, such as those of tagged PDFs; addresses that are
 * links by themselves.
 */
const LINK = /(?<!\\)!?\[((?:[^[\]\\]|\\.)*)\]\((?:<[^<>]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+"[^"]*")?\)/gu;
const AUTOLINK = /<((?:https?:|mailto:)[^<>\s]*)>/gu;
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

/** Delimiters of emphasis around words, where CommonMark takes them as such; code and lists keep theirs. */
function withoutEmphasis(line: string): string {
  const parts = line.split(/(`[^`]*`)/u);
  return parts
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replaceAll(/(?<!\\)\*\*\*(?=\S)([^*\n]+?)(?<=[^\s\\])\*\*\*/gu, '$1')
            .replaceAll(/(?<!\\)\*\*(?=\S)((?:[^*\n]|\*(?!\*))+?)(?<=[^\s\\])\*\*/gu, '$1')
            .replaceAll(/(?<![\\*\w])\*(?=[^\s*])([^*\n]+?)(?<=[^\s*\\])\*(?![*\w])/gu, '$1')
            .replaceAll(/(?<![\p{L}\p{N}\\_])_{1,3}(?=[^\s_])([^\n]*?[^\s\\_])_{1,3}(?![\p{L}\p{N}_])/gu, '$1')
            .replaceAll(/~~(?=\S)([^~\n]+?)~~/gu, '$1'),
    )
    .join('');
}

/**
 * What is compared of a truth and of an engine's Markdown: without comments and targets of links; without emphasis,
 * which the public benchmark does not know, so that an engine neither gains nor loses by it; with line breaks of
 * cells as spaces; and with runs of dots between a title and its page as one sign, since how many there are is the
 * typesetter's accident. Raised and lowered letters count only where they are what is looked at.
 */
export function comparable(markdown: string, withScripts = false): string {
  let fenced = false;
  return markdown
    .split('\n')
    .map((line) => {
      if (/^\s*(?:```|~~~)/u.test(line)) fenced = !fenced;
      if (fenced) return line;
      const text = line.replaceAll(COMMENTS, '').replaceAll(LINK, '$1').replaceAll(AUTOLINK, '$1');
      const bare = text.replaceAll(BREAKS, ' ').replaceAll(STYLES, '');
      return withoutEmphasis(withScripts ? scriptsAsTags(bare) : bare.replaceAll(SCRIPTS, ''));
    })
    .join('\n')
    .replaceAll(/(?:[.·…_]\s?){4,}|…|\.{3}/gu, ' ... ')
    .replaceAll(/ {2,}\.\.\. +/gu, ' ... ');
}

/** What is compared of real documents, whose truths have no frames, but spacers. */
export function comparableReal(markdown: string): string {
  return withBareTables(comparable(markdown));
}
