/** The parts of an address on the web or a name of a file. */
const ADDRESS = /:\/\/|@|^www\.|\.(?:com|org|net|edu|gov)\b/u;

/** Signs that print does not have, or that do not stand between letters. */
const SIGNS = /[~^¬¦¤]|[*|]$|\p{L}(?!\(s\))["“”«»:;!?|*<>=_\\{}[\]()•■]+\p{L}|\p{L}[^\p{L}\p{Nd}\s'’.,()/-]{2,}\p{L}/u;

/** Digits among small letters, and capitals after them. Ordinals and years of ages are in print (`2nd`, `1990s`). */
const DIGITS = /\p{Ll}[\d|]\p{Ll}|[\d|](?!st|nd|rd|th|s\b)\p{Ll}{2}|\p{Ll}\p{Lu}/u;

/** A stop before a word or between small letters, and signs without any letter between them. */
const STOPS = /^[.,;:`´_\\<>=~|]+\p{Ll}|\p{Ll}[.,]\p{Ll}{3}/u;
const BARE = /^(?!(?:\.+|[-–—]+|[*•]+|[_№«»]+|[“”"'’‘().,;:!?]+)$)[^\p{L}\p{Nd}]{2,}$/u;

/** No word of a language in Latin letters: three of one small letter, or four consonants alone. */
const LETTERS = /(\p{Ll})\1\1|^[^\p{L}]*[bcdfghjklmnpqrstvwxz]{4,}[^\p{L}]*$/u;

/** Whether a word holds what no printed word holds, as those of a bad reading do (`l1ne`, `tbe^`, `oi;+""ii`). */
export const isMisread = (word: string): boolean =>
  !ADDRESS.test(word) && [SIGNS, DIGITS, STOPS, BARE, LETTERS].some((pattern) => pattern.test(word));
