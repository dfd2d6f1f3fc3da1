const ACCENTS: Readonly<Record<string, string>> = {
  '´': '\u0301',
  '`': '\u0300',
  '¨': '\u0308',
  ˆ: '\u0302',
  '˜': '\u0303',
  '¯': '\u0304',
  '˘': '\u0306',
  '˙': '\u0307',
  '˚': '\u030A',
  '¸': '\u0327',
  ˇ: '\u030C',
  '˝': '\u030B',
};

/** Accents that stand as signs of their own before their letter (TeX's old fonts). Few texts have any. */
export function composeAccents(text: string): string {
  if (!/[`\u00A8-\u02DD]/.test(text)) return text;
  return text.replaceAll(/([´`¨ˆ˜¯˘˙˚¸ˇ˝])\s?([A-Za-zıȷ])/g, (whole, accent: string, letter: string) => {
    const composed = ((letter === 'ı' ? 'i' : letter === 'ȷ' ? 'j' : letter) + ACCENTS[accent]!).normalize('NFC');
    return composed.length === 1 ? composed : whole;
  });
}
