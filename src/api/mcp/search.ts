import type { PagedText } from './pages.ts';

/** A place where words were found. */
export interface Hit {
  readonly page: number;
  /** The text there, on one line. */
  readonly excerpt: string;
}

export interface Found {
  readonly hits: readonly Hit[];
  /** Of all pages, also those that are not listed. */
  readonly pages: number;
}

/** Characters before and after what was found. */
const AROUND = 120;
const HITS_OF_PAGE = 3;

/**
 * Where a query stands in a document, pages with more of its words first. The words of a query count by themselves;
 * where it stands as it is, that counts as one word more. Letters are compared without case and accents.
 */
export function searchPages({ pages }: PagedText, query: string, most: number): Found {
  const words = [...new Set(folded(query).match(/[\p{L}\p{N}]+/gu) ?? [])];
  if (words.length === 0) return { hits: [], pages: 0 };
  const phrase = folded(query).trim();
  const ranked = pages
    .map(({ number, text }) => {
      const plain = folded(text);
      const found = words.filter((word) => plain.includes(word));
      const hasPhrase = words.length > 1 && plain.includes(phrase);
      return { number, text, plain, found: hasPhrase ? [phrase] : found, score: found.length + (hasPhrase ? 1 : 0) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.number - b.number);
  const hits = ranked.flatMap(({ number, text, plain, found }) =>
    findPlaces(plain, found).map((at) => ({ page: number, excerpt: excerptAt(text, at) })),
  );
  return { hits: hits.slice(0, most), pages: ranked.length };
}

/** As long as the text, so that a place in it is one in the text. */
const folded = (text: string): string =>
  Array.from(text, (char) => {
    const plain = char.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
    return plain.length === char.length ? plain : char;
  }).join('');

/** The first places of words, none of them within the excerpt of another. */
function findPlaces(plain: string, words: readonly string[]): number[] {
  const places: number[] = [];
  for (const word of words)
    for (let at = plain.indexOf(word); at !== -1 && places.length < HITS_OF_PAGE; at = plain.indexOf(word, at + 1))
      if (places.every((place) => Math.abs(place - at) > AROUND)) places.push(at);
  return places.sort((a, b) => a - b);
}

/** Whole words, as far as there are any. */
function excerptAt(text: string, at: number): string {
  const start = Math.max(0, at - AROUND);
  const end = Math.min(text.length, at + AROUND);
  const before = text.slice(start, at);
  const behind = text.slice(at, end);
  const left = start === 0 ? before : before.replace(/^\S+(?=\s)/, '');
  const right = end === text.length ? behind : behind.replace(/(?<=\s)\S+$/, '');
  const cut = `${left}${right}`.toWellFormed().replaceAll(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${cut}${end < text.length ? '…' : ''}`;
}
