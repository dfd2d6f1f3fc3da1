import { inDigits, inWords, NUMERALS } from '../text/east-asian-numerals.ts';
import type { NumeralSet } from '../text/east-asian-numerals.ts';

const FULL_WIDTH = '０１２３４５６７８９';

type Numerals = NumeralSet | 'full-width';

/** Everyday numerals, and those of cheques and contracts. */
interface LocaleNumerals {
  readonly plain: NumeralSet;
  readonly legal: NumeralSet;
}

const SIMPLIFIED: LocaleNumerals = { plain: NUMERALS.chinese, legal: NUMERALS.chineseLegal };

/** Numerals by the locale's name, or its number in hexadecimal. */
const NUMERALS_OF_LOCALES: readonly (LocaleNumerals & { readonly pattern: RegExp })[] = [
  { pattern: /411$|^ja/i, plain: NUMERALS.japanese, legal: NUMERALS.japaneseLegal },
  { pattern: /412$|^ko/i, plain: NUMERALS.korean, legal: NUMERALS.koreanLegal },
  {
    pattern: /404$|c04$|^zh-(?:TW|HK|MO)/i,
    plain: NUMERALS.chineseTraditional,
    legal: NUMERALS.chineseTraditionalLegal,
  },
];

/** The numerals that `[DBNum1]` to `[DBNum3]` ask for in the locale of a code. */
export function numeralsOf(code: string): Numerals | undefined {
  const kind = /\[DBNum([1-4])\]/i.exec(code)?.[1];
  if (kind === undefined) return undefined;
  if (kind === '3') return 'full-width';
  const locale = /\[\$-([^\]]*)\]/.exec(code)?.[1] ?? '';
  const { plain, legal } = NUMERALS_OF_LOCALES.find(({ pattern }) => pattern.test(locale)) ?? SIMPLIFIED;
  return kind === '2' ? legal : plain;
}

/** Numbers of General and parts of dates are written in words, years and codes of digits digit by digit. */
export function withNumerals(text: string, numerals: Numerals, code: string): string {
  if (numerals === 'full-width') return text.replaceAll(/\d/g, (digit) => FULL_WIDTH[Number(digit)]!);
  const byDigit = /[0#?]/.test(code) && !/General/i.test(code);
  return text.replaceAll(/(\d+)(?:\.(\d+))?/g, (_, whole: string, decimals: string | undefined) => {
    const isYear = /y{3}|e{3}/i.test(code) && whole.length === 4;
    const front = byDigit || isYear ? inDigits(whole, numerals) : inWords(Number(whole), numerals);
    return decimals === undefined ? front : `${front}.${inDigits(decimals, numerals)}`;
  });
}
