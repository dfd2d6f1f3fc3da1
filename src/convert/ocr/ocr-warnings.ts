import type { Warning } from '../part.ts';
import type { ReadPicture } from './read-picture.ts';

/** Below this mean confidence about every twentieth letter is wrong, and the page is worth a look. */
const LOW = 80;
/** Words below this confidence are counted. */
const DOUBTFUL_WORD = 50;

/** What a reader should know of a page that OCR has read. */
export function ocrWarnings(read: Pick<ReadPicture, 'runs' | 'confidence'>, page: number): Warning[] {
  if (read.runs.length === 0) return [{ kind: 'no-text-found', page, count: 1 }];
  if (read.confidence >= LOW) return [];
  const doubtful = read.runs.filter((run) => (run.confidence ?? 100) < DOUBTFUL_WORD).length;
  return [{ kind: 'low-ocr-confidence', page, count: Math.max(1, doubtful), detail: `mean confidence ${read.confidence} of 100` }];
}
