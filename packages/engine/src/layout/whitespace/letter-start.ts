import { isSegment } from '../model/element.ts';
import type { Segment } from '../model/line.ts';
import { lineText } from '../text/inlines.ts';
import { isSalutation } from '../lexicon/salutation.ts';
import type { Span, Strip } from './strips.ts';

/** Most letters of a line with which a letter begins. */
const LETTERS = 70;

/** The only line of a strip that has nothing else. */
function loneLine(strip: Strip | undefined): Segment | undefined {
  const [element, ...more] = strip?.elements ?? [];
  return element && isSegment(element) && more.length === 0 ? element.segment : undefined;
}

/**
 * Whether a letter begins with a strip, below the blocks of its head: a salutation stands there alone, or another line
 * that ends as one does and has more space above it than the blocks have within them, and the line below it goes across
 * the gutters between the blocks.
 */
export function beginsLetter(
  strip: Strip,
  next: Strip | undefined,
  gutters: readonly Span[],
  isApart: () => boolean,
): boolean {
  const line = loneLine(strip);
  const below = loneLine(next);
  if (!line || !below || !gutters.some(({ x0, x1 }) => below.x0 < x0 && below.x1 > x1)) return false;
  const text = lineText(line);
  return isSalutation(text) || (text.length <= LETTERS && /\p{L}[,:]$/u.test(text) && isApart());
}
