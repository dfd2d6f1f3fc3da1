import iconv from 'iconv-lite';

export interface RtfFont {
  name: string;
  /** As iconv-lite names it; undefined where the document's own counts. */
  encoding: string | undefined;
}

/** Encodings by the number of a font's character set (`\fcharset`). */
const CHARSETS: Readonly<Record<number, number>> = {
  0: 1252,
  77: 10000,
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

/** The encoding of a code page, undefined for one that is not known. */
export function encodingOf(codePage: number): string | undefined {
  const name = codePage === 10000 ? 'macintosh' : codePage === 65001 ? 'utf-8' : `cp${codePage}`;
  return iconv.encodingExists(name) ? name : undefined;
}

export function encodingOfCharset(charset: number): string | undefined {
  const codePage = CHARSETS[charset];
  return codePage === undefined ? undefined : encodingOf(codePage);
}

export function decodeBytes(latin1: string, encoding: string): string {
  // ASCII is the same in all of them.
  return /[\u0080-\u00ff]/.test(latin1) ? iconv.decode(Buffer.from(latin1, 'latin1'), encoding) : latin1;
}
