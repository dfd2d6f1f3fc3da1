import iconv from 'iconv-lite';
import { codePageName } from '../text/code-pages.ts';

export interface RtfFont {
  name: string;
  /** As iconv-lite names it; undefined where the document's own counts. */
  encoding: string | undefined;
}

/** Encodings by the number of a font's character set (`\fcharset`). */
const CHARSETS: Readonly<Record<number, number>> = {
  0: 1252,
  77: 10000,
  78: 10001,
  79: 10003,
  80: 10008,
  81: 10002,
  83: 10005,
  84: 10004,
  85: 10006,
  86: 10081,
  87: 10021,
  88: 10029,
  89: 10007,
  128: 932,
  129: 949,
  130: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
  254: 437,
  255: 850,
};

export function encodingOfCharset(charset: number): string | undefined {
  const codePage = CHARSETS[charset];
  return codePage === undefined ? undefined : codePageName(codePage);
}

export function decodeBytes(latin1: string, encoding: string): string {
  // ASCII is the same in all of them.
  return /[\u0080-\u00ff]/.test(latin1) ? iconv.decode(Buffer.from(latin1, 'latin1'), encoding) : latin1;
}
