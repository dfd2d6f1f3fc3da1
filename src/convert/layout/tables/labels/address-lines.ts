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

/** Places whose postcode no other text looks like: of North America, the United Kingdom, Ireland, Japan, Brazil, India. */
const SURE_PLACE =
  /\b\p{Lu}{2},? \d{5}(?:-\d{4})?$|^\p{Lu}[\p{L} .'-]+, \p{Lu}[\p{L} ]+,? \d{5}(?:-\d{4})?$|\b[A-Z]\d[A-Z] ?\d[A-Z]\d\b|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$|\b[A-Z]\d[\dW] [A-Z\d]{4}$|〒 ?\d{3}-\d{4}|\b\d{5}-\d{3}\b|\p{L} ?[-–] ?\d{3} ?\d{3}$/u;
/** A postcode before or behind a place, as most of Europe and Australia write it; numbers and names look alike. */
const PLACE =
  /^(?:[A-Z]{1,3}-? ?)?(?:\d{4,5}|\d{4} ?[A-Z]{2}|\d{3} \d{2}|\d{2}-\d{3}|\d{4}-\d{3}),? \p{Lu}[\p{L} .,'’()/-]+\d{0,2}$|^\p{Lu}[\p{L} .'-]+,? [A-Z]{2,3},? \d{4}$/u;
/** A street with the number of a house, or a box. */
const STREET = /^\d+\S* .*\p{L}|\p{L}.* \d+(?: ?[-/]? ?\d+)*(?: ?\p{L})?[,.]?$/u;
const MAIL = /^\S*(?:\S+: ?)?\S+@\S+\.\p{L}{2,}$/u;
const PHONE = /^(?:(?:tel|phone|fon|telefon|fax|mobile|cell|ph|t|p|f|m)\b\.?:? ?)?\+?[\d(][\d ()/.–-]{6,}$/iu;
const LABELLED = /^\p{L}[\p{L} .#-]{0,24}: ?\S/u;
const SENTENCE = /(?:\S+ ){5}.*\p{L}{3}[.!?]$/u;

const isPhone = (text: string): boolean =>
  PHONE.test(text) && (/^[\p{L}+]/u.test(text) || text.replaceAll(/\D/gu, '').length >= ADDRESS.digits);

const isPlace = (text: string, above: string | undefined): boolean =>
  SURE_PLACE.test(text) || (PLACE.test(text) && above !== undefined && STREET.test(above) && !PLACE.test(above));

const isLabelled = (texts: readonly string[]): boolean =>
  shareOf(texts, (text) => LABELLED.test(text)) >= ADDRESS.labelled;

const isShort = (text: string): boolean => text.length <= ADDRESS.letters && !SENTENCE.test(text);

/** Whether lines below each other are an address: one of them is a place with its postcode, or reaches someone. */
export function isAddress(texts: readonly string[]): boolean {
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

/** Whether lines may be a further block beside addresses, as those of a letterhead with names and a register. */
export const isBlockOfWords = (texts: readonly string[]): boolean =>
  !isLabelled(texts) && texts.every((text) => isShort(text) && /\p{L}{2}/u.test(text));
