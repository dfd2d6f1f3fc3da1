import { PAGE_NUMBER } from '../text/leaders.ts';

/** A table of contents without leaders. Set by hand on the tuning half of the corpus. */
const CONTENTS = {
  /** Fewest entries, and most lines between two of them. */
  entries: 4,
  between: 2,
  /** Letters of the longest title. */
  letters: 110,
};

const PAGE_AT_END = new RegExp(`${PAGE_NUMBER}$`);

/** An entry of a table of contents: a title, leaders, a page number. */
function hasLeaders(text: string): boolean {
  // leaders are looked for only where a page number ends the line
  if (!/[\divxlc]$/.test(text) || !/\.\s?\.|…|__|··/.test(text)) return false;
  // From the end, since a long line of dots could be parted in too many ways.
  const number = PAGE_AT_END.exec(text);
  const head = text.slice(0, number?.index).trimEnd();
  const leaders = /(?:\.\s?){4}$|…[.\s]{0,4}$/.exec(head) ?? (/\d$/.test(text) ? /[·_]{5}$/.exec(head) : null);
  return leaders !== null && /\S/.test(head.slice(0, leaders.index));
}

/** Which lines end an entry of a table of contents: those with leaders, and runs of titles whose page numbers rise. */
export function contentsLines(texts: readonly string[]): boolean[] {
  const ends = texts.map(hasLeaders);
  let entries: number[] = [];
  let page = 0;
  const flush = (): void => {
    if (entries.length >= CONTENTS.entries) for (const index of entries) ends[index] = true;
    entries = [];
    page = 0;
  };
  texts.forEach((text, index) => {
    if (entries.length > 0 && index - entries.at(-1)! > CONTENTS.between) flush();
    // entries of chapters often have no leaders, while those of the sections between them have
    const number = ends[index] ? Number(/\d{1,9}$/.exec(text)?.[0] ?? page) : titleAndNumber(text);
    if (number === undefined) return;
    if (number < page) flush();
    entries.push(index);
    page = number;
  });
  flush();
  return ends;
}

/**
 * The page number that ends a short line after a title. Looked at from its end: most lines of text have no number
 * there.
 */
function titleAndNumber(text: string): number | undefined {
  if (text.length > CONTENTS.letters || !/\d$/.test(text)) return undefined;
  const end = /(?:[^\d.,:/–-]\s|[\p{L})]—)(\d{1,4})$/u.exec(text);
  return end && /\p{L}{2}/u.test(text.slice(0, end.index)) ? Number(end[1]) : undefined;
}
