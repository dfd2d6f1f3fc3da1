import { DOUBTFUL_CONFIDENCE } from '../layout/model/raw-page.ts';
import type { OcrLine, OcrWord, Recognized } from './engine.ts';
import { meanConfidence } from './mean-confidence.ts';

/**
 * A page of so many letters whose mean confidence is below this holds no writing of the language. Of 31 pages in
 * scripts without data, those that are not half in Latin letters or digits had 12 to 46, handwriting 20 to 38, and
 * print in Latin letters, bad copies and other languages included, more than 65.
 */
const PAGE = { letters: 12, confidence: 50 };
/** A line of several words that OCR is less sure of than this is a stamp, a barcode, or writing by hand. */
const SCRAWL = { words: 2, letters: 8, confidence: 22 };
/** A doubtful line of so few letters is no writing. */
const DECORATION_LETTERS = 4;
/** A word that is dirt, in a line that is not good. */
const DIRT = { word: 15, line: 50 };

/** Letters of a long word. */
const LONG = 8;

const AMOUNT = /^[\p{N}\p{Sc}.,%()+\-\u2013\u2014 ]+$/u;
const SQUARE_LETTERS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
/** Long names that no dictionary has: Tesseract is never sure of them. */
const ADDRESS = /^(?:https?:|www\.)|\p{L}@\p{L}|\p{L}{2}\.(?:com|org|net|edu|gov)\b/u;

export interface Legible {
  /** The remaining words. */
  readonly recognized: Recognized;
  /** True when nothing was left, since OCR cannot read the page. */
  readonly isUnreadable: boolean;
  /** Lines of more than a few letters that were left out of a page that OCR can read. */
  readonly leftOut: number;
}

/**
 * Leaves out what Tesseract returns for what it cannot read: dirt and decoration, scrawls, and whole pages in a script
 * without language data. It reads them as letters of the language it was given, which look like text and say nothing.
 */
export function legiblePart(recognized: Recognized): Legible {
  const letters = recognized.lines.reduce((sum, line) => sum + lettersIn(line), 0);
  if (letters >= PAGE.letters && wordConfidence(recognized.lines.flatMap(({ words }) => words)) < PAGE.confidence)
    return { recognized: { ...recognized, lines: [] }, isUnreadable: true, leftOut: 0 };
  let leftOut = 0;
  const lines = recognized.lines.flatMap((line): OcrLine[] => {
    if (isDecoration(line)) return [];
    const words = isScrawl(line) ? [] : line.words.filter((word) => !isDirt(word, line));
    if (words.length === 0 && lettersIn(line) > DECORATION_LETTERS) leftOut++;
    return words.length === 0 ? [] : [{ ...line, words }];
  });
  return { recognized: { ...recognized, lines }, isUnreadable: false, leftOut };
}

function isScrawl(line: OcrLine): boolean {
  if (line.words.length < SCRAWL.words || lettersIn(line) < SCRAWL.letters) return false;
  return lineConfidence(line) < SCRAWL.confidence && !line.words.some(({ text }) => ADDRESS.test(text));
}

/**
 * True for the kind of word that a figure's texture, a speck or a remnant of a line is read as. A word that is doubtful
 * in a good line is a rare word, and stays, however long it is.
 */
function isDirt(word: OcrWord, { words }: OcrLine): boolean {
  const lettered = /[\p{L}\p{N}]/u.test(word.text);
  if (!lettered && /^[|_—–\-~=.,'`‘’:;]+$/.test(word.text) && words.length === 1) return true;
  if (!lettered && word.confidence < 25) return true;
  if (word.confidence >= DIRT.word || ADDRESS.test(word.text)) return false;
  return wordConfidence(words) < DIRT.line;
}

/**
 * True for the kind of line that an ornamented border, a seal or a part of a signature is read as: a few letters in a
 * line of their own. On 12 scans with 60 such lines, one held a printed word. Numbers stay, since cells of tables are
 * lines of their own now and then.
 */
function isDecoration(line: OcrLine): boolean {
  const text = line.words.map((word) => word.text).join(' ');
  if (AMOUNT.test(text) || SQUARE_LETTERS.test(text)) return false;
  return lettersIn(line) <= DECORATION_LETTERS && lineConfidence(line) < DOUBTFUL_CONFIDENCE;
}

/** Weighted by letters, but long words do not count for more, since Tesseract is sure of few of them. */
function wordConfidence(words: readonly OcrWord[]): number {
  let sum = 0;
  let weights = 0;
  for (const { text, confidence } of words) {
    const weight = Math.min(LONG, text.length);
    sum += weight * confidence;
    weights += weight;
  }
  return weights === 0 ? 0 : sum / weights;
}

const lineConfidence = (line: OcrLine): number => meanConfidence({ lines: [line], confidence: 0 });

const lettersIn = ({ words }: OcrLine): number =>
  words.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);
