import chardet from 'chardet';
import iconv from 'iconv-lite';
import { guessEncoding } from '../text/plausible.ts';
import { decodeWide, findWideEncoding } from '../text/wide-encoding.ts';

/** The names that programs write where they do not know the character set, or mean only ASCII. */
const UNSPECIFIED = /^(?:us-?ascii|ascii|ansi_x3[\w.-]*|unknown(?:-8bit)?|x-unknown|default|none|binary|_?iso-?)?$/i;
/** Single bytes of Western letters, which programs name without looking. */
const WESTERN = /^(?:iso-?8859-?1|latin-?1|windows-1252|cp1252)$/i;
const UTF8 = /^utf-?8$/i;
/** A stated character set that leaves a larger share of characters unreadable is wrong. */
const UNREAD = 0.01;
const SAMPLE = 16_384;

/**
 * The text of a part of a message. `stated` is the character set of its header (RFC 2045, 5.2), `isHtml` says that it
 * may also state one itself. Mail often states none or a wrong one: what is valid UTF-8 is UTF-8, and what cannot be
 * read as it says is read as the page says, else as what its bytes look like.
 */
export function decodePartText(bytes: Buffer, stated: string | undefined, isHtml: boolean): string {
  const wide = findWideEncoding(bytes);
  if (wide !== undefined) return decodeWide(bytes, wide);
  const label = (stated ?? '').trim().replace(/^["']|["']$/g, '');
  const inPage = isHtml ? charsetOfPage(bytes) : undefined;
  return (
    decodeCertain(bytes, label, inPage) ??
    decodeStated(bytes, UNSPECIFIED.test(label) ? [inPage] : [label, inPage]) ??
    decodeGuessed(bytes)
  );
}

/** The text, where the bytes themselves show their character set. */
const decodeCertain = (bytes: Buffer, label: string, inPage: string | undefined): string | undefined =>
  (UNSPECIFIED.test(label) ? decodeShifted(bytes, inPage) : undefined) ??
  (mayBeUtf8(label) ? utf8Of(bytes) : undefined);

function decodeStated(bytes: Buffer, charsets: readonly (string | undefined)[]): string | undefined {
  for (const charset of charsets) {
    const text = charset === undefined ? undefined : decodeCharset(bytes, charset);
    if (text !== undefined && !isUnread(text)) return text;
  }
  return undefined;
}

function mayBeUtf8(label: string): boolean {
  return UNSPECIFIED.test(label) || UTF8.test(label) || WESTERN.test(label);
}

/** Bytes in no character set that was stated, such as those of a header. */
export function decodeGuessed(bytes: Buffer): string {
  const sample = bytes.subarray(0, SAMPLE);
  const opinions = chardet.analyse(sample).map(({ name, confidence }) => [name.toLowerCase(), confidence] as const);
  return iconv.decode(bytes, guessEncoding(sample, new Map(opinions)));
}

/** The text, where the bytes are valid UTF-8. */
export function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function isUnread(text: string): boolean {
  const unread = text.match(/\ufffd/g)?.length ?? 0;
  return unread > 1 + text.length * UNREAD;
}

function charsetOfPage(bytes: Buffer): string | undefined {
  const head = bytes.toString('latin1', 0, 4096);
  const [, charset] =
    /<meta\b[^>]{0,300}?\bcharset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head) ??
    /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]+)/i.exec(head) ??
    [];
  // A page that can be read byte by byte is not in UTF-16, whatever it says (HTML, 13.2.3.2).
  return charset === undefined || /^utf-?16/i.test(charset) ? undefined : charset;
}

/** Escape sequences that begin Japanese and Korean in seven bits (RFC 1468; RFC 1557). */
const JAPANESE = ['\u001b$@', '\u001b$B', '\u001b$(D'];
const KOREAN = '\u001b$)C';

/** Character sets of seven bits, which look like ASCII: they shift by sequences that texts do not have. */
function decodeShifted(bytes: Buffer, inPage: string | undefined): string | undefined {
  if (JAPANESE.some((sequence) => bytes.includes(sequence))) return decodeCharset(bytes, 'iso-2022-jp');
  if (bytes.includes(KOREAN)) return decodeCharset(bytes, 'iso-2022-kr');
  return inPage !== undefined && /^(?:iso-2022|hz|(?:unicode-1-1-)?utf-?7)/i.test(inPage)
    ? decodeCharset(bytes, inPage)
    : undefined;
}

/** The text of bytes in a character set by its IANA name or an alias; undefined for an unknown one. */
export function decodeCharset(bytes: Buffer, charset: string): string | undefined {
  const name = charset.toLowerCase();
  if (/^(?:unicode-1-1-)?utf-?7$/.test(name)) return iconv.decode(bytes, 'utf-7');
  if (/^hz(?:-gb-?2312)?$/.test(name)) return decodeSeven(bytes, '~{', '~}', 'gb18030').replaceAll('~~', '~');
  if (/^iso-2022-kr$/.test(name)) return decodeSeven(bytes, '\u000e', '\u000f', 'euc-kr');
  const alias = ALIASES[name] ?? name;
  try {
    return new TextDecoder(alias).decode(bytes);
  } catch {
    return iconv.encodingExists(alias) ? iconv.decode(bytes, alias) : undefined;
  }
}

const ALIASES: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  'windows-932': 'shift_jis',
  cp936: 'gb18030',
  gb_1988: 'gb18030',
  cp949: 'euc-kr',
  ks_c_5601: 'euc-kr',
  cp950: 'big5',
  'x-gbk': 'gb18030',
  'iso-8859-8-i': 'iso-8859-8',
  'unicode-1-1-utf-8': 'utf-8',
  utf8: 'utf-8',
  utf8mb4: 'utf-8',
};

/** Of what stands between two marks, each byte lacks its high bit (RFC 1843; RFC 1557). */
function decodeSeven(bytes: Buffer, begin: string, end: string, encoding: string): string {
  const [first = '', ...rest] = bytes.toString('latin1').replaceAll(KOREAN, '').split(begin);
  return rest.reduce((decoded, piece) => {
    const [shifted = '', ...plain] = piece.split(end);
    const high = Buffer.from(shifted, 'latin1').map((byte) => (byte > 0x20 ? byte | 0x80 : byte));
    return decoded + iconv.decode(Buffer.from(high), encoding) + plain.join(end);
  }, first);
}
