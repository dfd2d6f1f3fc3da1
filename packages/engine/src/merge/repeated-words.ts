import type { LayoutBlock, TextBlock } from '../layout/model/page-model.ts';
import { isUnspaced } from '../layout/model/glyph-run.ts';
import { OF_WORDS, PAGE_WORDS } from '../layout/lexicon/languages.ts';
import { textsOf } from '../layout/summary.ts';

/**
 * Finds the running lines whose text appears nowhere else, such as the bank account below each page of an invoice,
 * among page numbers and repeated titles.
 */
export interface RepeatedWords {
  /** Adds the words of a page besides its running lines. Pages have to come in their order. */
  add(blocks: readonly LayoutBlock[]): void;
  /** Whether the text of a running line appears on no page near it. True once for each text. */
  saysMore(block: TextBlock): boolean;
}

/** Pages whose words are known: the first ones, which have the titles, and the last ones. Set by hand. */
const PAGES = { first: 2, last: 3 };

/** A page number with its words, at either end of a line: `Page 3 of 10`, `| 3`. */
const NUMBER = String.raw`(?:\d{1,5}|[ivxlc]{1,7})`;
const COUNT = String.raw`${NUMBER}(?:\s*(?:\/|${OF_WORDS})\s*\d{1,5})?`;
const SEPARATOR = String.raw`[\s|·•–—-]`;
const FOLIO_AT_END = new RegExp(String.raw`(?:^|${SEPARATOR}+)(?:(?:${PAGE_WORDS})\s*)?${COUNT}\W*$`, 'iu');
const FOLIO_AT_START = new RegExp(String.raw`^\W*(?:${PAGE_WORDS})?\s*${COUNT}(?:${SEPARATOR}+|$)`, 'iu');

/** A line without the number of its page. */
export function withoutFolio(block: TextBlock): TextBlock {
  const content = [...block.content];
  const [first, last] = [content[0], content.at(-1)];
  if (last?.kind === 'text') {
    const text = last.text.replace(FOLIO_AT_END, '');
    content[content.length - 1] = { ...last, text };
    if (text !== last.text) return { ...block, content };
  }
  if (block.label) return { ...block, label: { ...block.label, text: block.label.text.replace(FOLIO_AT_START, '') } };
  if (first?.kind === 'text') content[0] = { ...first, text: first.text.replace(FOLIO_AT_START, '').trimStart() };
  return { ...block, content };
}

/** Words and numbers of a text; of scripts without spaces, pairs of letters. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.flatMap((word) =>
    word.length > 2 && isUnspaced(word.codePointAt(0)!)
      ? Array.from({ length: word.length - 1 }, (_, index) => word.slice(index, index + 2))
      : [word],
  );
}

export function makeRepeatedWords(): RepeatedWords {
  const first = new Set<string>();
  let last: ReadonlySet<string>[] = [];
  let pages = 0;
  const judged = new Set<string>();
  const isSaid = (word: string): boolean => first.has(word) || last.some((words) => words.has(word));
  return {
    add(blocks) {
      const words = new Set(blocks.flatMap((block) => textsOf(block).flatMap(wordsOf)));
      if (words.size > 0 && pages < PAGES.first) for (const word of words) first.add(word);
      if (words.size > 0) pages += 1;
      last = [...last, words].slice(-PAGES.last);
    },
    saysMore(block) {
      const words = textsOf(block).flatMap(wordsOf);
      const key = words.join(' ');
      if (judged.has(key)) return false;
      judged.add(key);
      return words.some((word) => !isSaid(word));
    },
  };
}
