import type { Warning } from '../warning.ts';
import { isDoubted } from './doubt.ts';
import { otherLanguageOf } from './other-language.ts';
import type { ReadPicture } from './read-picture.ts';

/** Words below this confidence are counted. */
const COUNTED_BELOW = 50;

type Read = Pick<ReadPicture, 'runs' | 'confidence' | 'language' | 'isUnreadable' | 'leftOut' | 'asked'>;

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
  other.push(...askedWarnings(read, page));
  if (!isDoubted(read.runs, read.confidence)) return [{ kind: 'read-by-ocr', page, count: 1, detail }, ...other];
  const doubtful = read.runs.filter((run) => (run.confidence ?? 100) < COUNTED_BELOW).length;
  return [{ kind: 'low-ocr-confidence', page, count: Math.max(1, doubtful), detail }, ...other];
}

function languageWarning({ runs, language }: Read, page: number): Warning[] {
  const texts = runs.map((run) => run.text);
  const other = language === undefined ? undefined : otherLanguageOf(texts, language);
  if (other === undefined) return [];
  return [{ kind: 'ocr-language', page, count: 1, detail: other }];
}

function askedWarnings({ asked }: Read, page: number): Warning[] {
  if (asked === undefined || asked === 0) return [];
  return asked === 'unanswered'
    ? [{ kind: 'reading-not-given', page, count: 1 }]
    : [{ kind: 'reading-taken', page, count: asked }];
}
