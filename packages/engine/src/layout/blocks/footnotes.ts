import { isNear, overlapX, overlapY, rectOf } from '../model/geometry.ts';
import { DATE } from '../lexicon/dates.ts';
import { explain } from '../model/decisions.ts';
import type { LayoutBlock, TextBlock, TextStyle } from '../model/page-model.ts';
import { plain } from '../text/inlines.ts';
import { lengthOf, type Ruling } from '../tables/rulings/rulings.ts';

/** What notes look like. Set by hand on the tuning half of the corpus. */
const NOTE = {
  /** Points by which they are smaller than the body. */
  smallerPt: 0.7,
  /** Share of the page's height above which there are none; at the sides, and without a mark, they stand lower. */
  top: 0.4,
  lowerTop: 0.5,
  /** Share of the page's height: a column that ends so far above another one, such as a box beside text, has none. */
  higher: 0.2,
};

/** The short rule above notes. Set by hand on the tuning half of the corpus. */
const RULE = {
  /** Points: how far above the note, how far it may reach into it, and how far from the column's edge it starts. */
  abovePt: 60,
  overlapPt: 2,
  startPt: 12,
  /** Share of the column's width, which is taken to be at least so many points. */
  width: 0.6,
  leastColumnPt: 200,
};

/** Points: blocks of one column start this near to each other. */
const SAME_COLUMN_PT = 20;

const WORD = /\p{L}{2}|\p{Lo}/u;
const MARK = /^(?:\d{1,3}|[*†‡§¶#]{1,3})(?=\s|\p{Lu})/u;

/** What notes are told by, the same for all of a page. */
interface PageLook {
  readonly horizontal: readonly Ruling[];
  readonly styles: readonly TextStyle[];
  readonly height: number;
  /** Size of most letters. */
  readonly body: number;
}

function sizeOfMost(blocks: readonly LayoutBlock[], styles: readonly TextStyle[]): number {
  const counts = new Map<number, number>();
  for (const block of blocks) {
    if (block.kind !== 'text') continue;
    const { size } = styles[block.style]!;
    counts.set(size, (counts.get(size) ?? 0) + block.chars);
  }
  let body = 0;
  let most = 0;
  for (const [size, count] of counts) {
    if (count > most) {
      most = count;
      body = size;
    }
  }
  return body;
}

/** Marks small text at the foot of the page: what starts with a mark, or stands below a short rule. */
export function markFootnotes(blocks: readonly LayoutBlock[], page: Omit<PageLook, 'body'>): LayoutBlock[] {
  const look = { ...page, body: sizeOfMost(blocks, page.styles) };
  const marked = blocks.map((block) => {
    const mayBe =
      block.kind === 'text' &&
      (isInMargin(block, blocks, look) || (mayBeNote(block, look) && !endsAbove(block, blocks, look)));
    const reason = mayBe ? reasonForNote(block, blocks, look) : undefined;
    if (!reason) return block;
    explain('footnote', 'yes', reason, () => rectOf(block.box));
    return asNote(block as TextBlock);
  });
  return notesLast(withNeighbours(marked, look));
}

const asNote = (block: TextBlock): TextBlock => ({ ...block, role: 'footnote' });

const isSmall = (block: TextBlock, { styles, body }: PageLook): boolean =>
  styles[block.style]!.size <= body - NOTE.smallerPt;

/** Small text in the lower part of the page that is nothing else; below a rule, numbered text as large as the body. */
function mayBeNote(block: TextBlock, look: PageLook): boolean {
  const top = block.box[1];
  if (block.edge === 'top' || block.role !== undefined || top < NOTE.top * look.height) return false;
  if (block.edge === 'side' && top < NOTE.lowerTop * look.height) return false;
  return isSmall(block, look) || (block.label?.kind === 'note' && isBelowRule(block, look));
}

/** Whether a numbered note stands in a margin that has nothing as large as the body, beside text that is. */
function isInMargin(block: TextBlock, blocks: readonly LayoutBlock[], look: PageLook): boolean {
  if (block.role !== undefined || !isSmall(block, look) || !/^\d/u.test(block.label?.text ?? '')) return false;
  if (block.label!.kind !== 'note') return false;
  const body = blocks.filter((other): other is TextBlock => other.kind === 'text' && !isSmall(other, look));
  const rect = rectOf(block.box);
  const boxes = body.map(({ box }) => rectOf(box));
  return boxes.every((box) => overlapX(box, rect) < 0) && boxes.some((box) => overlapY(box, rect) > 0);
}

/** Whether the text above and below a block ends far above other text of the page. */
function endsAbove({ box: [x0, , x1] }: TextBlock, blocks: readonly LayoutBlock[], { height }: PageLook): boolean {
  const body = blocks.filter((block) => !isFooter(block)).map(({ box }) => box);
  const column = body.filter((box) => box[0] < x1 && box[2] > x0);
  const [end, lowest] = [column, body].map((boxes) => Math.max(...boxes.map((box) => box[3])));
  return lowest! - end! > NOTE.higher * height;
}

function reasonForNote(block: TextBlock, blocks: readonly LayoutBlock[], look: PageLook): string | undefined {
  const [first] = block.content;
  const start = first?.kind === 'text' ? (block.label?.text ?? '') + first.text : '';
  // the small numbers of an axis are none, nor is a date
  const text = plain(block.content);
  if (!WORD.test(text) || DATE.test(text)) return undefined;
  if (block.label?.kind === 'note' || MARK.test(start)) return 'it starts with a mark';
  return isBelowRule(block, look) && !isWithinText(block, blocks, look) ? 'it stands below a short rule' : undefined;
}

/** Whether text as large as the body goes on below a block, as below the small print under the blank of a form. */
const isWithinText = ({ box: [x0, , x1, y1] }: TextBlock, blocks: readonly LayoutBlock[], look: PageLook): boolean =>
  blocks.some(
    (other) =>
      other.kind === 'text' &&
      other.edge === undefined &&
      !isSmall(other, look) &&
      other.box[1] > y1 &&
      other.box[0] < x1 &&
      other.box[2] > x0,
  );

const isBelowRule = (block: TextBlock, { horizontal, height }: PageLook): boolean =>
  block.box[1] > NOTE.lowerTop * height && horizontal.some((ruling) => isShortRule(ruling, block));

const isShortRule = (ruling: Ruling, { box, column }: TextBlock): boolean =>
  ruling.at < box[1] + RULE.overlapPt &&
  ruling.at > box[1] - RULE.abovePt &&
  isNear(ruling.from, column[0], RULE.startPt) &&
  lengthOf(ruling) < RULE.width * Math.max(RULE.leastColumnPt, column[1] - column[0]);

const isNote = (block: LayoutBlock | undefined): boolean => block?.kind === 'text' && block.role === 'footnote';

/**
 * Small text between two notes, or at the column's foot before one, goes with them: a note that began on the page
 * before.
 */
function withNeighbours(blocks: readonly LayoutBlock[], look: PageLook): LayoutBlock[] {
  return blocks.map((block, index) => {
    if (block.kind !== 'text' || block.role !== undefined) return block;
    const isNumbered = block.label?.kind === 'note';
    if (block.edge !== undefined && !(block.edge === 'bottom' && isNumbered)) return block;
    if (!isSmall(block, look) && !isNumbered) return block;
    const isBeside = (other: LayoutBlock | undefined): boolean =>
      other?.kind === 'text' &&
      isNote(other) &&
      other.style === block.style &&
      isNear(other.column[0], block.column[0], SAME_COLUMN_PT);
    return isBeside(blocks[index - 1]) || isBeside(blocks[index + 1]) ? asNote(block) : block;
  });
}

const isFooter = (block: LayoutBlock): boolean => block.kind === 'text' && block.edge === 'bottom';

/** Notes below the first of two columns are read after the second. */
function notesLast(blocks: readonly LayoutBlock[]): LayoutBlock[] {
  const first = blocks.findIndex(isNote);
  if (first < 0 || blocks.slice(first).every((block) => isNote(block) || isFooter(block))) return [...blocks];
  const end = blocks.findLastIndex((block) => !isFooter(block)) + 1;
  const body = blocks.slice(0, end);
  return [...body.filter((block) => !isNote(block)), ...body.filter(isNote), ...blocks.slice(end)];
}
