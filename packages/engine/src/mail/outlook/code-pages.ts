import iconv from 'iconv-lite';
import { decodeCharset } from '../part-text.ts';

const MESSAGE_CODEPAGE = 0x3ffd;
const MESSAGE_LOCALE = 0x3ff1;
/** Of the HTML of a message (MS-OXCMAIL). */
export const INTERNET_CODEPAGE = 0x3fde;

/** ANSI code pages of languages that do not use 1252, by the lower ten bits of a locale identifier (MS-LCID). */
const LANGUAGES: Readonly<Record<number, number>> = {
  0x01: 1256,
  0x02: 1251,
  0x05: 1250,
  0x08: 1253,
  0x0d: 1255,
  0x0e: 1250,
  0x11: 932,
  0x12: 949,
  0x15: 1250,
  0x18: 1250,
  0x19: 1251,
  0x1a: 1250,
  0x1b: 1250,
  0x1c: 1250,
  0x1e: 874,
  0x1f: 1254,
  0x20: 1256,
  0x22: 1251,
  0x23: 1251,
  0x24: 1250,
  0x25: 1257,
  0x26: 1257,
  0x27: 1257,
  0x29: 1256,
  0x2a: 1258,
  0x2f: 1251,
};
/** Taiwan, Hong Kong and Macao; Chinese is written in code page 936 elsewhere. */
const TRADITIONAL: ReadonlySet<number> = new Set([0x0404, 0x0c04, 0x1404]);
const CHINESE = 0x04;

/**
 * The code page of strings that are not Unicode: what the message says, or what Windows uses in its language. That of
 * the HTML may be one of seven bits, which Windows does not use for strings.
 */
export function codePageOf(number: (id: number) => number | undefined): number | undefined {
  const locale = number(MESSAGE_LOCALE) ?? 0;
  return number(MESSAGE_CODEPAGE) ?? codePageOfLocale(locale) ?? number(INTERNET_CODEPAGE);
}

function codePageOfLocale(locale: number): number | undefined {
  const language = locale & 0x3ff;
  if (language === CHINESE) return TRADITIONAL.has(locale) ? 950 : 936;
  return LANGUAGES[language];
}

/** Those that iconv-lite does not have. */
const SEVEN_BITS = /^(?:iso-2022|hz)-/;

/** The encoding of a Windows code page: 1252 where it is missing or unknown. */
export function encodingOf(codePage = 1252): string {
  const named: Readonly<Record<number, string>> = { 65001: 'utf-8', 1200: 'utf-16le', 20127: 'windows-1252' };
  const name = named[codePage] ?? isoName(codePage) ?? `cp${codePage}`;
  return SEVEN_BITS.test(name) || iconv.encodingExists(name) ? name : 'windows-1252';
}

export const decodeCodePage = (bytes: Buffer, codePage: number | undefined): string =>
  decodeCharset(bytes, encodingOf(codePage)) ?? bytes.toString('latin1');

function isoName(codePage: number): string | undefined {
  const part = codePage - 28_590;
  if (part >= 1 && part <= 16) return `iso-8859-${part}`;
  return OTHERS[codePage];
}

const OTHERS: Readonly<Record<number, string>> = {
  20866: 'koi8-r',
  21866: 'koi8-u',
  50220: 'iso-2022-jp',
  50221: 'iso-2022-jp',
  50222: 'iso-2022-jp',
  50225: 'iso-2022-kr',
  51932: 'euc-jp',
  51949: 'euc-kr',
  52936: 'hz-gb-2312',
  54936: 'gb18030',
};
