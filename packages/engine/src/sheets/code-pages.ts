import iconv from 'iconv-lite';
import { codePageName } from '../text/code-pages.ts';

const nameOf = (page: number): string => codePageName(page) ?? 'latin1';

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
