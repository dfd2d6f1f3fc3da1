import { explain } from '../../model/decisions.ts';
import { isSegment, segmentsOf, type Atom, type Element } from '../../model/element.ts';
import { boundsOf, isNear, overlapX, overlapY } from '../../model/geometry.ts';
import type { Segment } from '../../model/line.ts';
import { lineText } from '../../text/inlines.ts';
import { textRows } from '../../text/text-rows.ts';
import { isAddress, isPostalAddress } from './address-lines.ts';

/** Addresses beside each other. Set by hand on invoices and letters outside the corpus. */
const BLOCK = {
  /** Lines of one, and of the highest of those beside each other at least. */
  least: 2,
  highest: 3,
  most: 8,
  /** Points by which left or right edges may differ. */
  edgePt: 1.6,
  /** Em between baselines, and by how much they differ at most; share by which sizes do. */
  leadingEm: 1.9,
  evenEm: 0.2,
  sizes: 0.15,
  /** Em: space between two; how far one begins below another. */
  gutterEm: 1.5,
  topEm: 0.5,
};

/** Whether a segment is the next line of a stack: at its edge, at its leading, in letters of its size. */
function goesOn(stack: readonly Segment[], next: Segment): boolean {
  const [first, second] = stack;
  const last = stack.at(-1)!;
  const gap = next.baseline - last.baseline;
  return (
    gap > next.size / 2 &&
    gap < BLOCK.leadingEm * next.size &&
    (second === undefined || isNear(gap, second.baseline - first!.baseline, BLOCK.evenEm * next.size)) &&
    isNear(next.size, last.size, BLOCK.sizes * next.size) &&
    (hasEdge(stack, next, startOf) || hasEdge(stack, next, endOf))
  );
}

/** Whether a segment is nearer below the second line of a stack than that is below the first. */
const isNearer = ({ baseline }: Segment, [first, second]: readonly Segment[]): boolean =>
  baseline - second!.baseline < second!.baseline - first!.baseline;

const startOf = ({ x0 }: Segment): number => x0;
const endOf = ({ x1 }: Segment): number => x1;

function hasEdge(stack: readonly Segment[], next: Segment, edgeOf: (line: Segment) => number): boolean {
  const edge = edgeOf(stack[0]!);
  return isNear(edgeOf(next), edge, BLOCK.edgePt) && stack.every((line) => isNear(edgeOf(line), edge, BLOCK.edgePt));
}

const isStack = ({ length }: readonly Segment[]): boolean => length >= BLOCK.least && length <= BLOCK.most;

/** Lines of one edge below each other, evenly spaced. */
function stacksOf(segments: readonly Segment[]): Segment[][] {
  const reach = BLOCK.leadingEm * Math.max(...segments.map(({ size }) => size));
  const stacks: Segment[][] = [];
  let open: Segment[][] = [];
  for (const segment of [...segments].sort((a, b) => a.baseline - b.baseline || a.x0 - b.x0)) {
    // too far above for any further line
    open = open.filter((each) => segment.baseline - each.at(-1)!.baseline < reach);
    const stack = open.find((each) => goesOn(each, segment));
    if (stack) stack.push(segment);
    else {
      // a label stands further above than the lines are apart
      const label = open.find((each) => each.length === 2 && isNearer(segment, each) && goesOn([each[1]!], segment));
      const begun = [...(label?.splice(1) ?? []), segment];
      stacks.push(begun);
      open.push(begun);
    }
  }
  return stacks;
}

/** Whether an address begins beside another one, to its right. */
function isRightOf(block: readonly Segment[], left: readonly Segment[]): boolean {
  const { size, baseline } = block[0]!;
  return isNear(baseline, left[0]!.baseline, BLOCK.topEm * size) && isApart(block, left);
}

const isApart = (block: readonly Segment[], left: readonly Segment[]): boolean =>
  boundsOf(block).x0 - boundsOf(left).x1 > BLOCK.gutterEm * block[0]!.size;

/** Addresses that begin on one line, from left to right. */
function groupsOf(blocks: readonly (readonly Segment[])[]): Segment[][][] {
  const groups: Segment[][][] = [];
  for (const block of blocks.toSorted((a, b) => a[0]!.x0 - b[0]!.x0)) {
    const group = groups.find((each) => isRightOf(block, each.at(-1)!));
    if (group) group.push([...block]);
    else groups.push([[...block]]);
  }
  return groups.filter((group) => group.length > 1 && group.some((block) => block.length >= BLOCK.highest));
}

/** Whether other text stands among the blocks or at their left, or in one line at their right: they are cells. */
function isWithinRow(group: readonly (readonly Segment[])[], elements: readonly Element[]): boolean {
  const lines = new Set(group.flat());
  const bounds = boundsOf([...lines]);
  const beside = elements.filter(
    (element) => !(isSegment(element) && lines.has(element.segment)) && overlapY(element, bounds) > 0,
  );
  const right = beside.filter((element) => element.x0 >= bounds.x1);
  return (
    beside.some((element) => isSegment(element) && element.x1 <= bounds.x0) ||
    beside.some((element) => overlapX(element, bounds) > 0) ||
    (right.length > 0 && right.every(isSegment) && textRows(segmentsOf(right)).length === 1)
  );
}

/** Addresses beside each other, as those of the seller and the buyer: each is read whole, as a paragraph. */
export function takeAddressBlocks(elements: readonly Element[]): Element[] {
  const segments = segmentsOf(elements);
  const blocks = stacksOf(segments)
    .filter(isStack)
    .filter((stack) => isAddress(stack.map(lineText)));
  let rest = [...elements];
  for (const addresses of groupsOf(blocks)) {
    const isCells = isWithinRow(addresses, elements);
    explain('addresses beside each other', isCells ? 'no' : 'yes', isCells ? 'cells of a row' : 'each read whole', () =>
      boundsOf(addresses.flat()),
    );
    if (isCells) continue;
    const taken = new Set(addresses.flat());
    rest = [...rest.filter((element) => !isSegment(element) || !taken.has(element.segment)), atomOf(addresses)];
  }
  return rest;
}

const atomOf = (blocks: readonly (readonly Segment[])[]): Atom => ({
  ...boundsOf(blocks.flat()),
  kind: 'frame',
  contents: [{ kind: 'addresses', addresses: blocks }],
});

/** An address in lines of its own is one paragraph, and none of its lines a heading. */
export function joinAddresses(elements: readonly Element[]): Element[] {
  const stacks = stacksOf(segmentsOf(elements)).filter(
    (stack) =>
      stack.length >= BLOCK.highest &&
      isStack(stack) &&
      // in code and typewriting, all lines stay as they are
      !stack.some(({ runs }) => runs.some((run) => run.mono)) &&
      isPostalAddress(stack.map(lineText)),
  );
  let rest = [...elements];
  for (const stack of stacks) {
    const lines = new Set(stack);
    const bounds = boundsOf(stack);
    const isOwn = (element: Element): boolean => isSegment(element) && lines.has(element.segment);
    const others = rest.filter((element) => !isOwn(element));
    const isAlone = !others.some((element) => isSegment(element) && overlapY(element, bounds) > 0);
    if (isAlone) rest = [...others, atomOf([stack])];
  }
  return rest;
}
