import iconv from 'iconv-lite';

/**
 * Code pages that iconv-lite names otherwise. Those of the Macintosh that it lacks are read by one in which letters
 * have the same bytes.
 */
const NAMES: Readonly<Record<number, string>> = {
  1200: 'utf-16le',
  10_000: 'macintosh',
  10_001: 'cp932',
  10_002: 'cp950',
  10_003: 'cp949',
  10_004: 'iso-8859-6',
  10_005: 'cp1255',
  10_006: 'macgreek',
  10_007: 'maccyrillic',
  10_008: 'cp936',
  10_010: 'macromania',
  10_017: 'macukraine',
  10_021: 'macthai',
  10_029: 'maccenteuro',
  10_079: 'maciceland',
  10_081: 'macturkish',
  10_082: 'maccroatian',
  65_001: 'utf-8',
};

/** The name of a Windows code page in iconv-lite; undefined for one that is not known. */
export function codePageName(page: number): string | undefined {
  const name = NAMES[page] ?? `cp${page}`;
  return iconv.encodingExists(name) ? name : undefined;
}
