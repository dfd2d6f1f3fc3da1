import { objectionTo, type Objection } from '../model/decisions.ts';
import { isCaption } from '../lexicon/captions.ts';
import { DATE } from '../lexicon/dates.ts';
import { holdsMailAddress } from '../lexicon/mail-addresses.ts';

/** What a block shows by which it may be a heading. */
export interface HeadingLook {
  readonly text: string;
  readonly lines: number;
  /** Letters, without white space. */
  readonly chars: number;
  /** Its letters are larger than usual on the page. */
  readonly isLarge: boolean;
  readonly isBold: boolean;
  /** It begins with a word and a colon, and what follows stands clear of them. */
  readonly isPair: boolean;
}

/** How long headings are. Set by hand on the tuning half of the corpus. */
const LENGTH = {
  lines: 4,
  leastChars: 2,
  mostChars: 180,
  /** Share of letters among all signs. */
  letters: 0.45,
  /** Words of a heading that ends with a full stop. */
  stoppedWords: 8,
};

/** What a cover says of its document beside bars or dots: a month, a date, a version. */
const EDITION = /^(?:version|revision|edition|rev\.|v\.?)\s*\d[\d.]*$|^\p{L}+\s+\d{4}$/iu;
const isEdition = (text: string): boolean => {
  const parts = text.split(/[|•·]/u).map((part) => part.trim());
  return parts.length > 1 && parts.every((part) => DATE.test(part) || EDITION.test(part));
};
const ABBREVIATION = /^\S+\s*(?:vs|No|Dr|Mr|St|Fig|Vol|Art|Sec)\./;
const SENTENCE_END = /\p{Ll}{2}[.!?]["”’)]?\s+\p{Lu}\p{Ll}+\s+\p{L}/u;

/** A letter of an index stands above its terms. */
const isLetter = (text: string): boolean => /^\p{Lu}$/u.test(text);

/** The version of a release, which stands above what it changed. */
export const VERSION = /^\[?v?\d{1,3}(?:\.\d{1,3}){2}(?:-\w+(?:\.\d+)?)?\]?$/u;

const isVersion = ({ text, isLarge, isBold }: HeadingLook): boolean => (isLarge || isBold) && VERSION.test(text);

/** Why a text is no heading, whatever it looks like in its document. */
const NO_HEADING: readonly Objection<HeadingLook>[] = [
  [
    'too long or too short',
    ({ lines, chars, text, isLarge, isBold }) =>
      lines > LENGTH.lines ||
      chars > LENGTH.mostChars ||
      (chars < LENGTH.leastChars && !((isLarge || isBold) && isLetter(text))),
  ],
  ['no word', (look) => !/\p{L}{2}|^\p{Lu}$/u.test(look.text) && !isVersion(look)],
  ['a formula', ({ text }) => /^[∑∏∫∮∇√∂]/.test(text) || (/[=≤≥≈∈]/.test(text) && !/\p{L}{3}/u.test(text))],
  ['ends in mid-sentence', ({ text }) => /[,;\u2010]$|[^\s]-$/.test(text)],
  ['more than a sentence', ({ text }) => SENTENCE_END.test(text) && !ABBREVIATION.test(text)],
  [
    'begins in mid-sentence',
    // names such as eBooks or parseDate begin headings
    ({ text, isLarge }) => !isLarge && /^\p{Ll}+[\s,]/u.test(text) && !/^[a-z]\)/.test(text),
  ],
  ['in brackets', ({ text }) => /^\(.*\)$/.test(text)],
  // headlines of interviews are large and bold, what is quoted from the text beside it rather slanted
  ['in quotes', ({ text, isLarge, isBold }) => !(isLarge && isBold) && /^["“].*["”]$/.test(text)],
  ['an address', ({ text }) => holdsMailAddress(text) || /https?:\/\/|www\./.test(text)],
  ['a label', ({ text, isLarge }) => !isLarge && /^\p{L}+:$/u.test(text)],
  ['a label and its value', ({ isLarge, isPair }) => !isLarge && isPair],
  ['a caption', ({ text }) => isCaption(text)],
  ['a date', ({ text }) => DATE.test(text) || isEdition(text)],
  [
    'few letters',
    (look) =>
      !isVersion(look) &&
      look.text.replaceAll(/[^\p{L}]/gu, '').length < LENGTH.letters * look.text.replaceAll(/\s/g, '').length,
  ],
  ['an entry of a table of contents', ({ text }) => /\.{4,}|(?:\. ){4,}|…\s*\d+$/.test(text)],
  ['a long sentence', ({ text }) => /[a-z]\.$/.test(text) && text.split(/\s+/).length > LENGTH.stoppedWords],
];

/**
 * Why a block is no heading by its own looks; nothing when it may be one. The body's style is for the merge to know.
 */
export const objectionToHeading = (look: HeadingLook): string | undefined => objectionTo(NO_HEADING, look);
