import type { Warning } from '../warning.ts';
import type { ReadPicture } from './read-picture.ts';

/** Below this mean confidence about every twentieth letter is wrong, and the page is worth a look. */
const LOW = 80;
/** Words below this confidence are counted. */
const DOUBTFUL_WORD = 50;

/**
 * What a reader should know of a page that OCR has read: that it did, how sure it is, and how many words it doubts when
 * it is not.
 */
export function ocrWarnings(read: Pick<ReadPicture, 'runs' | 'confidence'>, page: number): Warning[] {
  if (read.runs.length === 0) return [{ kind: 'no-text-found', page, count: 1 }];
  const detail = `mean confidence ${read.confidence} of 100`;
  if (read.confidence >= LOW) return [{ kind: 'read-by-ocr', page, count: 1, detail }];
  const doubtful = read.runs.filter((run) => (run.confidence ?? 100) < DOUBTFUL_WORD).length;
  return [{ kind: 'low-ocr-confidence', page, count: Math.max(1, doubtful), detail }];
}
