import { anyOf } from './languages.ts';
import { isUnspaced } from '../model/glyph-run.ts';

/** A letter, of two units of UTF-16 perhaps, and a sign: the last ones are looked at faster than a whole paragraph. */
export const END_LETTERS = 3;

/** Hyphens with which a line may end within a word; U+00AD shows only there. */
const HYPHENS = /[-\u2010\u00AD]$/;

/** First parts of compounds that keep their hyphen when the line breaks after it, and such compounds. */
const KEEPS_HYPHEN = new RegExp(`(?:^|[^\\p{L}])(?:${anyOf('keepsHyphen')})$`, 'iu');
const COMPOUND = new RegExp(`^\\P{L}*(?:${anyOf('compounds')})`, 'iu');

/** A hyphen that stays unless the document writes the word without it elsewhere, which the merge knows. */
const KEPT_HYPHEN = '\u00AD-';

/** Whether the word that a line ends with goes on in the next, so that its hyphen goes. */
function isBrokenWord(end: string, next: string): boolean {
  if (!/^\p{Ll}/u.test(next)) return false;
  const stem = end.replace(HYPHENS, '');
  if (!/\p{L}$/u.test(stem)) return false;
  if (end.endsWith('\u00AD')) return true;
  const word = stem.split(/\s/).at(-1)!;
  // typesetters break words with U+2010 where the author's hyphens are U+002D
  if (end.endsWith('\u2010') && word.includes('-') && !word.includes('\u2010')) return true;
  // `state-of-` + `the-art`: a word that already has a hyphen keeps it
  if (/\p{L}[-\u2010]\p{L}/u.test(word) || /^\p{L}+[-\u2010]\p{L}/u.test(next))
    return !KEEPS_HYPHEN.test(stem) && !/[-\u2010]\p{L}+$/u.test(word);
  return !KEEPS_HYPHEN.test(stem) && !COMPOUND.test(`${word}-${next}`);
}

const isWide = (text: string, atEnd: boolean): boolean => {
  const code = atEnd ? (text.codePointAt(text.length - 1) ?? 0) : (text.codePointAt(0) ?? 0);
  return isUnspaced(code);
};

/** Mends the text before a line end, and says what stands between it and the next line. */
export function glueAt(last: { text: string }, next: string): '' | ' ' {
  const end = last.text.slice(-END_LETTERS);
  if (HYPHENS.test(end)) {
    // whether the hyphen belongs to the word is for the merge to say, which knows the document's words
    if (isBrokenWord(last.text, next)) last.text = last.text.replace(HYPHENS, '\u00AD');
    else if (/\p{L}[-\u2010]\p{L}+[-\u2010]$/u.test(last.text) && /^\p{Ll}/u.test(next))
      last.text = last.text.replace(HYPHENS, KEPT_HYPHEN);
    else last.text = last.text.replace(/\u00AD$/, '-');
    return /\s[-\u2010]$/.test(last.text) || /^[-\u2010]$/.test(last.text) ? ' ' : '';
  }
  if (/\p{L}[\u2014/]$/u.test(end)) return '';
  return isWide(last.text, true) || isWide(next, false) ? '' : ' ';
}
