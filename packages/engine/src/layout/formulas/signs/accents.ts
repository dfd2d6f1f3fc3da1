import { ACCENTS } from '../../../math/symbols.ts';

/** Accents that stand over their letter as symbols of their own. */
export const ACCENT_COMMANDS: Readonly<Record<string, string>> = {
  ˆ: 'hat',
  '˜': 'tilde',
  '¯': 'bar',
  ˉ: 'bar',
  '˙': 'dot',
  '¨': 'ddot',
  ˇ: 'check',
  '˘': 'breve',
  '´': 'acute',
  '`': 'grave',
  '⃗': 'vec',
  '̂': ACCENTS['̂']!,
  '̃': ACCENTS['̃']!,
  '̄': ACCENTS['̄']!,
  '̇': ACCENTS['̇']!,
  '̈': ACCENTS['̈']!,
  '̌': ACCENTS['̌']!,
};

/** Whether a text is nothing but an accent. */
export const isAccent = (text: string): boolean => text in ACCENT_COMMANDS;

/** Fonts of TeX, whose arrow is drawn before the letter that it stands over, as all its accents are. */
const VECTORS = /^(?:CMMIB?|LMMathItalic)\d/;

export const hasAccentsBefore = (font: string): boolean => VECTORS.test(font);
