import { shareOf } from '../../model/geometry.ts';
import { isNumeric } from '../model/numeric.ts';

/** The lines of an address. Set by hand on invoices and letters outside the corpus. */
const ADDRESS = {
  /** Most letters of a line. */
  letters: 48,
  /** More places, e-mail addresses or telephone numbers are a column of a table. */
  places: 2,
  mails: 2,
  phones: 3,
  /** Share of lines that are labels with values, from which a block is a list of these. */
  labelled: 0.5,
  /** Digits of a telephone number without a word for it. */
  digits: 9,
};

/** Places whose postcodes look like no other text. */
const SURE_PLACES = [
  // Portland, ME 04101; San Francisco, California 94110
  /\b\p{Lu}{2},? \d{5}(?:-\d{4})?$/u,
  /^\p{Lu}[\p{L} .'-]+, \p{Lu}[\p{L} ]+,? \d{5}(?:-\d{4})?$/u,
  // Canada, the United Kingdom, Ireland
  /\b[A-Z]\d[A-Z] ?\d[A-Z]\d\b/u,
  /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/u,
  /\b[A-Z]\d[\dW] [A-Z\d]{4}$/u,
  // Japan, Brazil, India
  /〒 ?\d{3}-\d{4}/u,
  /\b\d{5}-\d{3}\b/u,
  /\p{L} ?[-–] ?\d{3} ?\d{3}$/u,
];
/** Places whose postcodes look like numbers before or behind a name. */
const PLACES = [
  // 04109 Leipzig, CH-8001 Zürich, 1017 GM Amsterdam, 111 22 Stockholm, 00-625 Warszawa, 1100-053 Lisboa
  /^(?:[A-Z]{1,3}-? ?)?\d{4,5},? \p{Lu}[\p{L} .,'’()/-]+\d{0,2}$/u,
  /^(?:[A-Z]{1,3}-? ?)?(?:\d{4} ?[A-Z]{2}|\d{3} \d{2}|\d{2}-\d{3}|\d{4}-\d{3}),? \p{Lu}[\p{L} .,'’()/-]+$/u,
  // Melbourne, VIC 3000
  /^\p{Lu}[\p{L} .'-]+,? [A-Z]{2,3},? \d{4}$/u,
];
/** A street with the number of a house, or a box. */
const STREET = /^\d+\S* .*\p{L}|\p{L}.* \d+(?: ?[-/]? ?\d+)*(?: ?\p{L})?[,.]?$/u;
const MAIL = /^\S*(?:\S+: ?)?\S+@\S+\.\p{L}{2,}$/u;
const PHONE = /^(?:(?:tel|phone|fon|telefon|fax|mobile|cell|ph|t|p|f|m)\b\.?:? ?)?\+?[\d(][\d ()/.–-]{6,}$/iu;
const LABELLED = /^\p{L}[\p{L} .#-]{0,24}: ?\S/u;
const SENTENCE = /(?:\S+ ){5}.*\p{L}{3}[.!?]$/u;

const isPhone = (text: string): boolean =>
  PHONE.test(text) && (/^[\p{L}+]/u.test(text) || text.replaceAll(/\D/gu, '').length >= ADDRESS.digits);

const isSurePlace = (text: string): boolean => SURE_PLACES.some((form) => form.test(text));
const looksLikePlace = (text: string): boolean => PLACES.some((form) => form.test(text));

/** A place, perhaps below a street. */
const isPlace = (text: string, above: string | undefined): boolean =>
  isSurePlace(text) || (looksLikePlace(text) && above !== undefined && STREET.test(above) && !looksLikePlace(above));

const isLabelled = (texts: readonly string[]): boolean =>
  shareOf(texts, (text) => LABELLED.test(text)) >= ADDRESS.labelled;

const isShort = (text: string): boolean => text.length <= ADDRESS.letters && !SENTENCE.test(text);

/** Whether lines below each other are an address: one of them is a place with its postcode, or reaches someone. */
export function isAddress(texts: readonly string[]): boolean {
  // most lines below each other are prose, or tell no place and no number: the patterns need not be tried
  if (!texts.every(({ length }) => length <= ADDRESS.letters) || !texts.some((text) => /[\d@]/.test(text)))
    return false;
  const places = texts.filter((text, index) => isPlace(text, texts[index - 1]));
  const mails = texts.filter((text) => MAIL.test(text));
  const phones = texts.filter(isPhone);
  const told = new Set([...places, ...mails, ...phones]);
  const others = texts.filter((text) => !told.has(text));
  return (
    told.size > 0 &&
    places.length <= ADDRESS.places &&
    mails.length <= ADDRESS.mails &&
    phones.length <= ADDRESS.phones &&
    others.length > 0 &&
    !isLabelled(others) &&
    texts.every(isShort) &&
    !others.some(isNumeric)
  );
}

/** Whether an address of a few lines says itself where it is: a street or a box, and the place below it. */
export const isPostalAddress = (texts: readonly string[]): boolean =>
  isAddress(texts) &&
  texts.some((text, index) => isPlace(text, texts[index - 1]) && index > 0 && STREET.test(texts[index - 1]!));
