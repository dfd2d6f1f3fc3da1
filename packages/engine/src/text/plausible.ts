import iconv from 'iconv-lite';

interface Candidate {
  readonly encoding: string;
  /** The characters that texts in this encoding mostly need. */
  readonly usual: RegExp;
  /** Multi-byte encodings: lead bytes of the characters in everyday use. */
  readonly leads?: readonly (readonly [number, number])[];
}

/**
 * In order of preference where two are about equally plausible: the frequent before the rare, the narrow before the
 * wide.
 */
const CANDIDATES: readonly Candidate[] = [
  { encoding: 'windows-1252', usual: /[äöüßéèêëàâáãçñóôòõíîïúûœæøåÄÖÜÉÀÇÑÅØ]/u },
  { encoding: 'windows-1250', usual: /[ąćęłńóśźżčďěňřšťůžáéíýúőűäöüßŁŚŻŽČŠŘĚ]/u },
  { encoding: 'windows-1254', usual: /[çğıöşüÇĞİÖŞÜ]/u },
  { encoding: 'windows-1255', usual: /[א-ת]/u },
  { encoding: 'windows-1251', usual: /[а-яёіїєґА-ЯЁ]/u },
  { encoding: 'koi8-r', usual: /[а-яёА-ЯЁ]/u },
  { encoding: 'windows-1253', usual: /[α-ωάέήίόύώςΑ-Ω]/u },
  { encoding: 'windows-1256', usual: /[ء-ي]/u },
  { encoding: 'euc-kr', usual: /\p{sc=Hangul}/u, leads: [[0xb0, 0xc8]] },
  {
    encoding: 'shift_jis',
    usual: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー、。]/u,
    leads: [
      [0x81, 0x83],
      [0x88, 0x97],
    ],
  },
  {
    encoding: 'euc-jp',
    usual: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー、。]/u,
    leads: [
      [0xa1, 0xa5],
      [0xb0, 0xcf],
    ],
  },
  {
    encoding: 'gb18030',
    usual: /[\p{sc=Han},。、]/u,
    leads: [
      [0xa1, 0xa3],
      [0xb0, 0xd7],
    ],
  },
  {
    encoding: 'big5',
    usual: /[\p{sc=Han},。、]/u,
    leads: [
      [0xa1, 0xa1],
      [0xa4, 0xc6],
    ],
  },
];

const SAMPLE = 16_384;

/**
 * The encoding in which a text other than UTF-8 is most plausible, with chardet's opinion (0 to 100 by name) as
 * one more hint.
 */
export function guessEncoding(bytes: Buffer, opinions: ReadonlyMap<string, number>): string {
  const sample = aroundHighBytes(bytes);
  let best = 'windows-1252';
  let bestScore = -Infinity;
  for (const [n, candidate] of CANDIDATES.entries()) {
    const score = plausibility(sample, candidate) + (opinions.get(candidate.encoding) ?? 0) / 10_000 - n / 200;
    if (score > bestScore + 1e-9) [best, bestScore] = [candidate.encoding, score];
  }
  return best;
}

/** The first bytes above ASCII, from the start of their line. */
function aroundHighBytes(bytes: Buffer): Buffer {
  const from = bytes.findIndex((byte) => byte >= 0x80);
  const start = bytes.lastIndexOf(0x0a, Math.max(0, from)) + 1;
  return bytes.subarray(start, start + SAMPLE);
}

/** From 1 (every high byte belongs to a usual character) downwards. */
function plausibility(sample: Buffer, candidate: Candidate): number {
  const text = iconv.decode(sample, candidate.encoding).replace(/\ufffd$/, '');
  const high = sample.reduce((sum, byte) => sum + (byte >= 0x80 ? 1 : 0), 0) || 1;
  let score = 0;
  let previous = '';
  for (const char of text) {
    score += scoreCharacter(char, candidate) - penaltyForPair(previous, char);
    previous = char;
  }
  return score / high;
}

function scoreCharacter(char: string, candidate: Candidate): number {
  const code = char.codePointAt(0)!;
  if (code === 0xfffd || (code >= 0x80 && code < 0xa0) || /\p{Co}|\p{Cn}/u.test(char)) return -3;
  return code > 0x7f ? scoreHighCharacter(char, candidate) : 0;
}

/** How much less plausible two characters make a text by standing beside each other; 0 for usual pairs. */
function penaltyForPair(previous: string, char: string): number {
  let against = 0;
  // A capital after a small letter, or a letter of another alphabet inside a word, is what wrong tables make.
  if (/\p{Ll}/u.test(previous) && /\p{Lu}/u.test(char) && (char > '\u007f' || previous > '\u007f')) against += 1.5;
  if (/[a-z]/i.test(previous) && /[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Han}]/u.test(char))
    against += 1;
  if (/[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Hebrew}\p{sc=Arabic}]/u.test(previous) && /[a-z]/i.test(char)) against += 1;
  if (/[À-ÿ]/.test(previous) && /[À-ÿ]/.test(char)) against += 0.7;
  return against;
}

function scoreHighCharacter(char: string, { encoding, usual, leads }: Candidate): number {
  const width = leads ? 2 : 1;
  if (/[‘’“”–—…«»°€£\u00a0]/u.test(char)) return 0.8 * width;
  if (!usual.test(char)) return /\p{L}/u.test(char) ? 0.4 * width : -0.5;
  if (!leads) return 1;
  const lead = iconv.encode(char, encoding)[0] ?? 0;
  return leads.some(([from, to]) => lead >= from && lead <= to) ? width : 0;
}
