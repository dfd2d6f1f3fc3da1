import { wordsOf } from '../word-counts.ts';

/** Letters of a word that is hardly in another text by chance, where spaces are left out. */
const LONG = 4;

/**
 * The words of a text that Markdown lacks, each as often as it does, and how many words there are. A word that is
 * only parted or joined otherwise is not missing, nor is what describes a picture.
 */
export function missingWords(text: string, markdown: string): { readonly words: number; readonly missing: string[] } {
  const from = comparable(markdown.replaceAll(/<!-- image: (.*?) -->|<(\w+:[^\s>]+)>/g, ' $1$2 '));
  const wanted = wordsOf(comparable(text));
  const found = wordsOf(from);
  const joined = [
    ...from
      .replaceAll(/\]\([^)\s]*(?: "[^"\n]*")?\)/g, '')
      .normalize('NFKC')
      .toLowerCase()
      .matchAll(/[\p{L}\p{N}]+/gu),
  ]
    .map(([word]) => word)
    .join('');
  const missing: string[] = [];
  let words = 0;
  for (const [word, count] of wanted) {
    words += count;
    const lacking = count - (found.get(word) ?? 0);
    if (lacking <= 0 || (word.length >= LONG && occurrences(joined, word) >= count)) continue;
    for (let n = 0; n < lacking; n++) missing.push(word);
  }
  return { words, missing };
}

/** A day or month may be written with or without a zero, a word with or without soft hyphens. */
const comparable = (text: string): string => text.replaceAll(/\u00ad|(?<!\d)0(?=\d(?!\d))/g, '');

function occurrences(text: string, word: string): number {
  let count = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) count++;
  return count;
}
