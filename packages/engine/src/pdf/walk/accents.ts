/** Accents that stand alone in a font, and the marks that they become over or under a letter. */
const MARKS: Readonly<Record<string, string>> = {
  '`': '\u0300',
  '´': '\u0301',
  '^': '\u0302',
  ˆ: '\u0302',
  '~': '\u0303',
  '˜': '\u0303',
  '¯': '\u0304',
  ˉ: '\u0304',
  '˘': '\u0306',
  '˙': '\u0307',
  '¨': '\u0308',
  '˚': '\u030A',
  '°': '\u030A',
  '˝': '\u030B',
  ˇ: '\u030C',
  '¸': '\u0327',
  '˛': '\u0328',
};
/** Letters that lose their dot under an accent. */
const DOTLESS: Readonly<Record<string, string>> = { ı: 'i', ȷ: 'j' };

export function isAccent(text: string): boolean {
  if (text.length !== 1) return false;
  // Asked of every letter that is shown: the property is looked up for few of them.
  const code = text.charCodeAt(0);
  return !(code < 0x5e || (code > 0x60 && code < 0x7e)) && text in MARKS;
}

/** The letter with the accent, where Unicode has it; undefined where such a letter does not exist. */
export function withAccent(letter: string, accent: string): string | undefined {
  const first = letter[0];
  const mark = MARKS[accent];
  if (first === undefined || mark === undefined) return undefined;
  const made = ((DOTLESS[first] ?? first) + mark).normalize('NFC');
  return made.length === 1 ? made + letter.slice(1) : undefined;
}
