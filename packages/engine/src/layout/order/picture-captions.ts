import { explain } from '../model/decisions.ts';
import { isSegment, segmentsOf, type Atom, type Element, type SegmentElement } from '../model/element.ts';
import { boundsOf, heightOf, isNear, overlapX, overlapY, widthOf } from '../model/geometry.ts';
import { joinSegments } from '../model/line.ts';
import type { UsualLook } from '../text/styles.ts';
import { textRows } from '../text/text-rows.ts';
import { isPicture } from './pictures.ts';

/** Captions that look unlike the text and stand below pictures. Set by hand on newsletters that no list names. */
const CAPTION = {
  /** Points: least sides of a picture that has one. */
  leastWidth: 60,
  leastHeight: 36,
  /** Points: from the picture to its first line; how far lines may stick out, and sizes differ. */
  gap: 14,
  stickOut: 4,
  size: 0.3,
  /** Em: from line to line. */
  lineEm: 1.75,
  lines: 6,
  /** Smaller than the usual text by this factor, unless it is italic. */
  smaller: 0.95,
};

/**
 * Puts captions to the pictures above them where text stands beside: its lines would otherwise be read between those of
 * the text.
 */
export function withCaptions(elements: readonly Element[], usual: UsualLook): readonly Element[] {
  let all = elements;
  for (const picture of elements.filter(isPicture)) {
    const lines = captionOf(picture, all, usual);
    if (lines.length === 0) continue;
    const captioned: Atom = {
      ...boundsOf([picture, ...lines]),
      kind: 'picture',
      contents: [{ kind: 'caption', lines: textRows(segmentsOf(lines)).map(({ segments }) => joinSegments(segments)) }],
    };
    const rest = all.filter((element) => element !== picture && !(lines as readonly Element[]).includes(element));
    if (!isBesideText(lines, rest) || rest.some((other) => crosses(other, captioned))) continue;
    explain('caption of a picture', 'yes', 'text stands beside it', () => boundsOf(lines));
    all = [...rest, captioned];
  }
  return all;
}

/** The lines right below a picture, not wider than it, in one look that is not that of the text. */
function captionOf(picture: Atom, elements: readonly Element[], usual: UsualLook): SegmentElement[] {
  if (widthOf(picture) < CAPTION.leastWidth || heightOf(picture) < CAPTION.leastHeight) return [];
  const below = elements
    .filter(
      (element): element is SegmentElement =>
        isSegment(element) && element.y0 > picture.y1 - CAPTION.stickOut && overlapX(element, picture) > 0,
    )
    .sort((a, b) => a.y0 - b.y0);
  const lines: SegmentElement[] = [];
  for (const line of below) {
    const last = lines.at(-1);
    const isNext = last
      ? isNear(line.segment.size, last.segment.size, CAPTION.size) &&
        line.segment.baseline - last.segment.baseline < CAPTION.lineEm * line.segment.size
      : line.y0 - picture.y1 < CAPTION.gap && isUnlike(line, usual);
    const isWithin = line.x0 > picture.x0 - CAPTION.stickOut && line.x1 < picture.x1 + CAPTION.stickOut;
    if (!isNext || !isWithin) break;
    lines.push(line);
  }
  return textRows(segmentsOf(lines)).length > CAPTION.lines ? [] : lines;
}

const isUnlike = ({ segment }: SegmentElement, usual: UsualLook): boolean =>
  segment.size < CAPTION.smaller * usual.size || segment.runs.every((run) => run.italic);

const isBesideText = (lines: readonly SegmentElement[], others: readonly Element[]): boolean =>
  others.some((other) => isSegment(other) && overlapY(other, boundsOf(lines)) > 0);

const crosses = (other: Element, box: Atom): boolean =>
  isSegment(other) && overlapX(other, box) > CAPTION.stickOut && overlapY(other, box) > CAPTION.stickOut;
