import { delocalize, format, tokenize } from 'numfmt';
import type { Flow } from '../flow/flow.ts';
import { eraOf } from './format-era.ts';
import { numeralsOf, withNumerals } from './format-numerals.ts';
import { general, isGeneral } from './general-number.ts';

/** Days from the first day of the 1900 date system to that of the 1904 date system. */
const DAYS_TO_1904 = 1462;

/** Shows numbers and texts in the number formats of a workbook (ECMA-376 part 1, 18.8.31). */
export interface NumberFormats {
  /** A number as it is shown; undefined if the format cannot be applied to it. */
  number(code: string, value: number): string | undefined;
  /** A text as it is shown, by the section of the format for texts. */
  text(code: string, text: string): string;
  /** Either, with a warning where it cannot be applied, for which the number is written as General, or hides it. */
  show(code: string, value: number | string): string;
}

export function createNumberFormats(date1904: boolean, warn: Flow['warn'] = () => undefined): NumberFormats {
  const known = new Map<string, Prepared>();
  const prepared = (code: string): Prepared => {
    const found = known.get(code) ?? prepare(code);
    known.set(code, found);
    return found;
  };
  const showText = (code: string, text: string): string => {
    if (!FOR_TEXT.test(code) || PLAIN_TEXT.test(code)) return text;
    const { code: own, hasText } = prepared(code);
    return hasText ? (attempt(() => format(own, text))?.trim() ?? text) : text;
  };
  const number = (code: string, value: number): string | undefined =>
    isGeneral(code) ? general(value) : showNumber(prepared(code), value, date1904);
  return {
    number,
    text: showText,
    show(code, value) {
      const shown = typeof value === 'number' ? number(code, value) : showText(code, value);
      if (shown === undefined) warn('number-format-unknown', code);
      if (shown === '' && value !== 0 && String(value).trim() !== '') warn('hidden-text-left-out');
      return shown ?? general(Number(value));
    },
  };
}

const FOR_TEXT = /@|;[^]*;[^]*;/;
const PLAIN_TEXT = /^(?:[^;]*;)*\s*@\s*$/;

type Token = ReturnType<typeof tokenize>[number];

interface Prepared {
  /** The code as the library takes it. */
  readonly code: string;
  /** Sections with the year of an era, which depends on the value. */
  readonly era: boolean;
  /** Numerals of an East Asian language in place of digits. */
  readonly numerals: ReturnType<typeof numeralsOf>;
  /** 上午 and 下午 in place of AM and PM. */
  readonly noon: boolean;
  readonly hasText: boolean;
  readonly isDate: boolean;
  /** False for a time without a day, which can be negative. */
  readonly hasDay: boolean;
}

const NOON = '上午/下午';
/** Names of General in the codes of programs that write them in their own language. */
const LOCAL_GENERAL = /^(?:standard|général|generale|estándar|geral|standaard|yleinen|standart|ogólny)$/i;

function prepare(own: string): Prepared {
  const noon = own.includes(NOON);
  const code = delocalized(LOCAL_GENERAL.test(own) ? 'General' : own.replaceAll(NOON, 'AM/PM'));
  const sections = splitSections(tokenize(code));
  const dates = sections.filter(isDate);
  return {
    code: sections.map((tokens) => (isDate(tokens) ? dateCode(tokens) : numberCode(tokens))).join(';'),
    era: dates.some((tokens) => tokens.some(({ type, raw }) => type === 'DATETIME' && /^[ge]/i.test(raw))),
    numerals: numeralsOf(code),
    noon,
    // The fourth section is that of texts, even if it is empty and hides them.
    hasText: sections.length > 3 || sections.some((tokens) => tokens.some(({ type }) => type === 'TEXT')),
    isDate: dates.length > 0,
    hasDay: dates.some((tokens) =>
      tokens.some(({ type, raw }) => type === 'DATETIME' && /^(?:[ydgeba]|m{3})/i.test(raw)),
    ),
  };
}

/** German and French day, month and year, as some programs write them into files: `TT.MM.JJJJ`, `jj/mm/aaaa`. */
function delocalized(code: string): string {
  if (/^[TMJhms.:/ -]+$/.test(code) && /[TJ]/.test(code)) return delocalize(code, 'de');
  return /^j{1,2}[-./ ]m{1,4}[-./ ]a{2,4}/i.test(code) ? delocalize(code.replaceAll('mm', 'MM'), 'fr') : code;
}

function splitSections(tokens: readonly Token[]): Token[][] {
  const sections: Token[][] = [[]];
  for (const token of tokens) {
    if (token.type === 'BREAK') sections.push([]);
    else sections.at(-1)!.push(token);
  }
  return sections;
}

const DIGITS = new Set(['ZERO', 'HASH', 'QMARK', 'DIGIT']);
const DATES = new Set(['DATETIME', 'DURATION', 'AMPM']);

/** Letters of dates behind digits are a unit (`0 d`), except for fractions of seconds. */
function isDate(tokens: readonly Token[]): boolean {
  const first = tokens.find(({ type }) => DIGITS.has(type) || DATES.has(type));
  return first !== undefined && DATES.has(first.type);
}

/** The calendar of a date is that of its locale (18.8.31): the Thai one counts 543 years more. */
const THAI_CALENDAR = /^\[\$-(?:[0-9A-F]{0,2}07[0-9A-F]{4})\]$/i;

function dateCode(tokens: readonly Token[]): string {
  const isThai = tokens.some(({ type, raw }) => type === 'LOCALE' && THAI_CALENDAR.test(raw));
  return tokens
    .filter(({ type }) => type !== 'DBNUM' && type !== 'NATNUM')
    .map(({ type, raw }) => (isThai && type === 'DATETIME' ? raw.replaceAll(/y/gi, 'b') : raw))
    .join('');
}

/**
 * A locale changes no separators in Excel, so it is left out, except for its currency. Letters that are neither digits
 * nor signs are literal, as Excel reads those that other programs leave without quotes.
 */
function numberCode(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, raw }) => {
      if (type === 'LOCALE') return raw.replace(/^\[\$([^-\]]*).*\]$/, (_, currency: string) => quoted(currency));
      if (type === 'CHAR' || type === 'ERROR' || DATES.has(type) || type === 'CALENDAR') return quoted(raw);
      return type === 'DBNUM' || type === 'NATNUM' ? '' : raw;
    })
    .join('');
}

function quoted(text: string): string {
  const literal = text.replaceAll('"', '');
  return literal === '' ? '' : `"${literal}"`;
}

function showNumber(prepared: Prepared, stored: number, date1904: boolean): string | undefined {
  const value = date1904 && prepared.hasDay ? stored + DAYS_TO_1904 : stored;
  if (prepared.isDate && value < 0) {
    if (prepared.hasDay) return undefined;
    const text = showNumber(prepared, -value, false);
    return text === undefined ? undefined : `-${text}`;
  }
  const code = prepared.era ? eraOf(prepared.code, value) : prepared.code;
  const text = attempt(() => format(code, value, { dateErrorThrows: true, dateSpanLarge: false }))?.trim();
  if (text === undefined) return undefined;
  const shown = prepared.noon ? text.replaceAll('AM', '上午').replaceAll('PM', '下午') : text;
  return prepared.numerals ? withNumerals(shown, prepared.numerals, prepared.code) : shown;
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
