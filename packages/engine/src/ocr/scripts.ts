/** Letters of a script; only the scripts of languages between which OCR has to choose. */
const LETTERS = {
  latin: /\p{sc=Latin}/gu,
  cyrillic: /\p{sc=Cyrillic}/gu,
  greek: /\p{sc=Greek}/gu,
  arabic: /\p{sc=Arabic}/gu,
  hebrew: /\p{sc=Hebrew}/gu,
  chinese: /\p{sc=Han}/gu,
  japanese: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]/gu,
  korean: /[\p{sc=Hangul}\p{sc=Han}]/gu,
  devanagari: /\p{sc=Devanagari}/gu,
  thai: /\p{sc=Thai}/gu,
  other: /\p{L}/gu,
} as const;

export type Script = keyof typeof LETTERS;

/** Codes of Tesseract by script. A code that is not here is of a language in Latin letters. */
const LANGUAGES: Readonly<Partial<Record<Script, readonly string[]>>> = {
  cyrillic: ['rus', 'ukr', 'bul', 'bel', 'srp', 'mkd', 'kaz', 'kir', 'tgk', 'mon', 'uzb_cyrl', 'aze_cyrl', 'tat'],
  greek: ['ell', 'grc'],
  arabic: ['ara', 'fas', 'urd', 'pus', 'uig', 'snd', 'kur_ara'],
  hebrew: ['heb', 'yid'],
  chinese: ['chi_sim', 'chi_tra', 'chi_sim_vert', 'chi_tra_vert'],
  japanese: ['jpn', 'jpn_vert'],
  korean: ['kor', 'kor_vert'],
  devanagari: ['hin', 'mar', 'nep', 'san'],
  thai: ['tha'],
  other: [
    'amh',
    'asm',
    'ben',
    'bod',
    'chr',
    'div',
    'dzo',
    'guj',
    'hye',
    'iku',
    'kan',
    'kat',
    'khm',
    'lao',
    'mal',
    'mya',
    'ori',
    'pan',
    'sin',
    'syr',
    'tam',
    'tel',
    'tir',
  ],
};

export function scriptOf(language: string): Script {
  const found = Object.entries(LANGUAGES).find(([, codes]) => codes.includes(language));
  return (found?.[0] as Script | undefined) ?? 'latin';
}

/** Data for text in columns, from top to bottom. */
export function isVertical(language: string): boolean {
  return language.endsWith('_vert');
}

/** Share of the letters of a text that are of this script. */
export function shareOf(script: Script, text: string): number {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const letters = count(LETTERS.other);
  const own = count(LETTERS[script]) - (script === 'other' ? count(LETTERS.latin) : 0);
  return letters === 0 ? 0 : Math.min(1, own / letters);
}
