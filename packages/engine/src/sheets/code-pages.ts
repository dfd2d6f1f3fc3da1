import iconv from 'iconv-lite';

/** Code pages that iconv-lite names otherwise. */
const NAMES: Readonly<Record<number, string>> = { 1200: 'utf-16le', 10_000: 'macintosh', 65_001: 'utf-8' };

function nameOf(page: number): string {
  const name = NAMES[page] ?? `cp${page}`;
  return iconv.encodingExists(name) ? name : 'latin1';
}

/**
 * The code pages of texts in workbooks from before Excel 97, as the library asks for them; without, it takes their
 * bytes for characters.
 */
export const CODE_PAGES = {
  utils: {
    decode: (page: number, bytes: readonly number[] | Uint8Array): string =>
      iconv.decode(Buffer.from(bytes), nameOf(page)),
    encode: (page: number, text: string): Uint8Array => iconv.encode(text, nameOf(page)),
  },
};
