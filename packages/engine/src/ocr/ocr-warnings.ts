import { DOUBTFUL_CONFIDENCE } from '../layout/model/raw-page.ts';
import type { Warning } from '../warning.ts';
import { otherLanguageOf } from './other-language.ts';
import type { ReadPicture } from './read-picture.ts';

/** Below this mean confidence about every twentieth letter is wrong, and the page is worth a look. */
const LOW = 80;
/**
 * A mean hides a part that is read badly, such as a table in small print. Of 48 pages at 100 and 150 dpi, those with
 * more than 95 % of their letters in correct words had at most 7 % in doubtful words; those with fewer than 86 % had at
 * least 11 %.
 */
const UNSURE_SHARE = 0.08;
/** Words below this confidence are counted. */
const COUNTED_BELOW = 50;

type Read = Pick<ReadPicture, 'runs' | 'confidence' | 'language' | 'isUnreadable' | 'leftOut'>;

/**
 * Warnings about a page that OCR has read: that it did, how sure it is, and how many words it doubts when
 * it is not; what it could not read and was left out; and whether it read the page in another language than that of the
 * text.
 */
export function ocrWarnings(read: Read, page: number): Warning[] {
  const detail = `mean confidence ${read.confidence} of 100`;
  if (read.isUnreadable === true)
    return [{ kind: 'ocr-unreadable', page, count: 1, detail: `${detail}, read as ${read.language ?? 'no language'}` }];
  if (read.runs.length === 0) return [{ kind: 'no-text-found', page, count: 1 }];
  const other = languageWarning(read, page);
  if (read.leftOut) other.push({ kind: 'ocr-left-out', page, count: read.leftOut });
  if (read.confidence >= LOW && unsureShare(read) <= UNSURE_SHARE)
    return [{ kind: 'read-by-ocr', page, count: 1, detail }, ...other];
  const doubtful = read.runs.filter((run) => (run.confidence ?? 100) < COUNTED_BELOW).length;
  return [{ kind: 'low-ocr-confidence', page, count: Math.max(1, doubtful), detail }, ...other];
}

function languageWarning({ runs, language }: Read, page: number): Warning[] {
  const texts = runs.map((run) => run.text);
  const other = language === undefined ? undefined : otherLanguageOf(texts, language);
  if (other === undefined) return [];
  return [{ kind: 'ocr-language', page, count: 1, detail: other }];
}

/** The share of the letters that stand in words which OCR is not sure of. */
function unsureShare({ runs }: Read): number {
  const letters = (some: Read['runs']): number => some.reduce((sum, { text }) => sum + text.length, 0);
  return letters(runs.filter(({ confidence = 100 }) => confidence < DOUBTFUL_CONFIDENCE)) / letters(runs);
}
