import { anyAtStart } from './languages.ts';

/** A word, a number (`2`, `A.2`, `3-1a`), and what sets it off from the text: a sign, a capital or the end. */
const NUMBER = '[A-Z]?[.-]?\\d+(?:[.\\-–]\\d+)*[a-z]?';
const WORDS = ['tables', 'figures', 'listings'] as const;
const CAPTION = new RegExp(
  `^(?:${WORDS.map(anyAtStart).join('|')})\\s*${NUMBER}\\s*(?:[:.|)\\-–—]|$|(?=[\\p{Lu}(]))`,
  'u',
);
const TABLE = new RegExp(`^(?:${anyAtStart('tables')})\\s*(?:[A-Z]?[.-]?(?:\\d|[IVX])|[:–—])`, 'u');
const LISTING = new RegExp(`^(?:${anyAtStart('listings')})`, 'u');

export const isCaption = (text: string): boolean => CAPTION.test(text);

export const isTableCaption = (text: string): boolean => TABLE.test(text);

export const isFigureCaption = (text: string): boolean => {
  const words = text.replace(/^[^\p{L}]+/u, '');
  return isCaption(words) && !isTableCaption(words) && !LISTING.test(words);
};
