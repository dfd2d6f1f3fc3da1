import { anyOf } from './languages.ts';

const NEEDS_ANOTHER = new RegExp(`(?:^|[^\\p{L}\\p{N}])(?:${anyOf('needsAnother')})$`, 'u');

/** Longer than any of these words. */
const MOST_LETTERS = 32;

/** Whether a line breaks off before a word that it needs. */
export const breaksOff = (text: string): boolean => NEEDS_ANOTHER.test(text.slice(-MOST_LETTERS));

/** Whether a line begins with a word in lower case, and not with an address of the web or a name of code. */
export const beginsInLowerCase = (text: string): boolean => /^\p{Ll}[\p{Ll}’'-]*(?: |$)/u.test(text);
