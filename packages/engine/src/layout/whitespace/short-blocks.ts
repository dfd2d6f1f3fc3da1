import { isSegment, segmentsOf, type AtomContent, type Element } from '../model/element.ts';
import { boundsOf, centerX, median } from '../model/geometry.ts';
import { lettersOf } from '../model/glyph-run.ts';
import { splitAt, type Span } from './strips.ts';

/** Blocks of a letterhead, addresses, signatures. Set by hand on the tuning half of the corpus. */
const BLOCK = {
  /** Most lines of one, fewest of the highest, and letters of a usual line at most. */
  mostLines: 9,
  leastLines: 2,
  letters: 34,
  /** Em: how far below the first line of the highest one the others begin at most. */
  topEm: 1.2,
  /** Larger letters than usual, by this factor, are those of headings. */
  larger: 1.25,
};

function paragraphsOf(content: AtomContent): number {
  if (content.kind === 'addresses') return content.addresses.length;
  return content.kind === 'pairs' ? content.pairs.length : Infinity;
}

/** Lines of an element, where it is one line or labels with their values. */
const linesOf = (element: Element): number =>
  isSegment(element) ? 1 : element.contents.reduce((sum, each) => sum + paragraphsOf(each), 0);

const countLines = (elements: readonly Element[]): number =>
  elements.reduce((sum, element) => sum + linesOf(element), 0);

/** Whether the elements are a few short lines on each side of the gutters, and all sides begin at one height. */
export function areShortBlocks(elements: readonly Element[], gutters: readonly Span[], size: number): boolean {
  const segments = segmentsOf(elements);
  if (gutters.length === 0 || elements.some((element) => linesOf(element) === 0)) return false;
  let rest: readonly Element[] = elements;
  const sides: (readonly Element[])[] = [];
  for (const gutter of gutters) {
    const [left, right] = splitAt(rest, centerX(gutter));
    sides.push(left);
    rest = right;
  }
  sides.push(rest);
  const top = boundsOf(elements).y0;
  return (
    sides.every(
      (side) => side.length > 0 && countLines(side) <= BLOCK.mostLines && boundsOf(side).y0 - top < BLOCK.topEm * size,
    ) &&
    sides.some((side) => countLines(side) >= BLOCK.leastLines) &&
    median(segments.map(({ runs }) => lettersOf(runs))) <= BLOCK.letters &&
    median(segments.map((segment) => segment.size)) <= BLOCK.larger * size
  );
}
