import { segmentsOf, type Element } from '../model/element.ts';
import { centerX, median } from '../model/geometry.ts';
import { lineText } from '../text/inlines.ts';
import { leadings, textRows, usualLetters } from '../text/text-rows.ts';
import { splitAt, type Span } from './strips.ts';

/** A few centred lines, as the name and the affiliation of an author. Set by hand on papers outside the corpus. */
const BLOCK = {
  leastLines: 2,
  mostLines: 8,
  /** Letters of a usual line. */
  leastLetters: 8,
  /** Points: how far the middles of the lines may lie apart. */
  middlePt: 2.5,
  /** Points by which left edges differ, and the share of blocks in which they do, as lines may be as long by chance. */
  raggedPt: 4,
  ragged: 0.5,
  /** Em between baselines at most. */
  leadingEm: 1.6,
};

const WORD = /\p{L}{2}/u;

/** Whether the left edges of lines differ. */
function isRagged(elements: readonly Element[]): boolean {
  const edges = elements.map(({ x0 }) => x0);
  return Math.max(...edges) - Math.min(...edges) > BLOCK.raggedPt;
}

function isCenteredBlock(elements: readonly Element[]): boolean {
  const segments = segmentsOf(elements);
  const rows = textRows(segments);
  const middles = elements.map(centerX);
  const size = median(rows.map((row) => row.size));
  return (
    segments.length === elements.length &&
    rows.length === segments.length &&
    rows.length >= BLOCK.leastLines &&
    rows.length <= BLOCK.mostLines &&
    Math.max(...middles) - Math.min(...middles) < BLOCK.middlePt &&
    leadings(rows).every((leading) => leading < BLOCK.leadingEm * size) &&
    usualLetters(rows) >= BLOCK.leastLetters &&
    segments.every((segment) => WORD.test(lineText(segment)))
  );
}

/** What stands at the left of the first gutter, between each and the next, and at the right of the last. */
function partsOf(elements: readonly Element[], gutters: readonly Span[]): (readonly Element[])[] {
  let rest = elements;
  const parts = gutters.map((gutter) => {
    const [left, right] = splitAt(rest, centerX(gutter));
    rest = right;
    return left;
  });
  return [...parts, rest];
}

/** The blocks of centred lines that the gutters part, as those of authors beside each other, if all are. */
function centeredBlocks(elements: readonly Element[], gutters: readonly Span[]): (readonly Element[])[] | undefined {
  if (gutters.length === 0) return undefined;
  const parts = partsOf(elements, gutters);
  const areCentered = parts.every(isCenteredBlock) && parts.filter(isRagged).length > BLOCK.ragged * parts.length;
  return areCentered ? parts : undefined;
}

/** Whether all gutters part blocks of centred lines. */
export const areCenteredBlocks = (elements: readonly Element[], gutters: readonly Span[]): boolean =>
  centeredBlocks(elements, gutters) !== undefined;
