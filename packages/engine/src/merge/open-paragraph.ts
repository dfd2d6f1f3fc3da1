import type { Block, Inline, Paragraph, Place } from '../document.ts';
import { firstVerdict, type Check } from '../layout/model/decisions.ts';
import { isNear } from '../layout/model/geometry.ts';
import type { LayoutPage, TextBlock } from '../layout/model/page-model.ts';
import { plain } from '../layout/text/inlines.ts';
import { placeOf } from './place.ts';

/** A paragraph that the next block may continue. */
export interface OpenParagraph {
  readonly block: TextBlock;
  readonly content: readonly Inline[];
  readonly page: number;
  readonly size: number;
  /** Label of the note, if it is one. */
  readonly note?: string | undefined;
  readonly places: readonly Place[];
}

export const openParagraph = (block: TextBlock, page: LayoutPage, note?: string): OpenParagraph => ({
  block,
  content: withLabel(block),
  page: page.page,
  size: page.styles[block.style]!.size,
  note,
  places: [placeOf(block, page)],
});

/** Points: sizes of a paragraph before and after a seam. Set by hand on the tuning half of the corpus. */
const SAME_SIZE_PT = 0.6;
/** Points by which a block starts above the end of the paragraph: it stands in another column. */
const ABOVE_PT = 2;
/** Fewest lines on either side of a seam where nothing but a full last line says that the text goes on. */
const FULL_LINES = 2;

/** A dash at the top of a column that goes on with a sentence is no bullet. */
const isDash = (block: TextBlock): boolean =>
  block.label?.kind === 'bullet' &&
  /^[–—-]$/.test(block.label.text) &&
  block.resumes === true &&
  block.lines >= FULL_LINES;

/** Where the rest of a sentence stands below it, in em of the paragraph. Set by hand on unseen documents. */
const BELOW = {
  gapEm: 2,
  /** Entries that all start with a small letter stand further apart than lines. */
  lowerGapEm: 1,
  indentEm: 0.5,
  outdentEm: 6,
  /** The next line of text that hangs from its first words stands so near. */
  hangingGapEm: 0.5,
  /** Lines above and below a picture that stands in a paragraph, at least. */
  linesAbove: 3,
  linesBelow: 2,
  /** So short a text is a label. */
  letters: 30,
};

/** No rest of a sentence, though it begins with a small letter: lines of a letterhead. */
const ADDRESS = /^(?:https?:|www\.)/u;

/** A block that may go on with an open paragraph. */
interface Seam {
  readonly open: OpenParagraph;
  readonly block: TextBlock;
  readonly page: LayoutPage;
  /** Notes, tables or figures stand between them. */
  readonly isInterrupted: boolean;
}

const isBold = (inline: Inline | undefined): boolean => inline?.kind === 'text' && inline.bold === true;

/** Whether two texts of several lines have one left edge, so that a picture may stand between their lines. */
const isAroundPicture = (before: TextBlock, block: TextBlock, size: number): boolean =>
  isNear(before.box[0], block.box[0], BELOW.indentEm * size) &&
  before.open === 'line' &&
  before.lines >= BELOW.linesAbove &&
  block.lines >= BELOW.linesBelow;

/** Whether a text stands where a paragraph may go on: below its lines, around a picture, or hanging from them. */
function isBelow(before: TextBlock, block: TextBlock, size: number): boolean {
  const gap = block.box[1] - before.box[3];
  const outdent = before.box[0] - block.box[0];
  if (gap < -ABOVE_PT || outdent > BELOW.outdentEm * size) return false;
  if (gap > BELOW.gapEm * size) return isAroundPicture(before, block, size);
  return outdent > -BELOW.indentEm * size || (gap < BELOW.hangingGapEm * size && before.open === 'line');
}

/** Whether a sentence whose last line is full goes on below it, in the same column and with the same letters. */
function goesOnBelow({ open, block, page, isInterrupted }: Seam): boolean {
  const { block: before, size } = open;
  if (page.page !== open.page || isInterrupted || block.resumes !== true || before.open === 'ragged') return false;
  if (!isBelow(before, block, size) || isBold(block.content[0]) !== isBold(open.content.at(-1))) return false;
  if (ADDRESS.test(plain(block.content))) return false;
  const text = plain(open.content);
  const gap = block.box[1] - before.box[3];
  return (
    (gap < BELOW.lowerGapEm * size || !/^\p{Ll}/u.test(text)) &&
    text.length > BELOW.letters &&
    /[\p{L},;)-]$/u.test(text) &&
    !/\(\d+\)$/.test(text)
  );
}

const GOES_ON: readonly Check<Seam, boolean>[] = [
  ['an entry of a table of contents is whole', ({ open }) => (open.block.role === 'toc' ? false : undefined)],
  [
    'one paragraph of the structure tree',
    ({ open: { block: before, page: number }, block, page }) => {
      const isSame = page.page === number && before.node !== undefined && before.node === block.node && !block.label;
      // authors part paragraphs with empty lines too, which end no node
      const isClear = before.open === undefined && block.box[1] > before.box[3];
      return isSame && !isClear ? true : undefined;
    },
  ],
  ['the paragraph has ended', ({ open }) => (open.block.open ? undefined : false)],
  ['another role', ({ open, block }) => (block.role === open.block.role ? undefined : false)],
  ['an item of a list', ({ block }) => (block.label && !isDash(block) ? false : undefined)],
  [
    'letters of another size',
    ({ open, block, page }) =>
      Math.abs(page.styles[block.style]!.size - open.size) > SAME_SIZE_PT ? false : undefined,
  ],
  ['in the middle of a sentence, below it', (seam) => (goesOnBelow(seam) ? true : undefined)],
  [
    'no seam between them',
    ({ open, block, page, isInterrupted }) => {
      const isAbove = block.box[1] < open.block.box[3] - ABOVE_PT;
      return page.page !== open.page || isAbove || isInterrupted ? undefined : false;
    },
  ],
  ['in the middle of a word', ({ open }) => (open.block.open === 'hyphen' ? true : undefined)],
  ['in the middle of a sentence', ({ block }) => (block.resumes ? true : undefined)],
  [
    'after a full line',
    ({ open: { block: before }, block }) =>
      before.open === 'line' &&
      before.lines >= FULL_LINES &&
      block.lines >= FULL_LINES &&
      block.indent !== 'in' &&
      !block.candidate,
  ],
];

/** Whether a block goes on with a paragraph over the end of a column or page, or after what interrupted it. */
export const continuesParagraph = (seam: Seam): boolean =>
  firstVerdict(GOES_ON, seam, { answer: false, reason: '' }).answer;

export function paragraphOf({ block, content, note, places }: OpenParagraph): Block {
  if (note !== undefined) return { kind: 'footnote', label: note, blocks: [{ kind: 'paragraph', content }], places };
  const { role } = block;
  const paragraph: Paragraph = {
    kind: 'paragraph',
    content,
    ...(role === 'caption' || role === 'toc' ? { role } : {}),
  };
  return { ...paragraph, places };
}

/** The content of a block with its label, unless that is the number of a linked note. */
export const withLabel = (block: TextBlock): readonly Inline[] =>
  block.label && block.note === undefined ? joinLabel(block.label.text, block.content) : block.content;

function joinLabel(label: string, content: readonly Inline[]): Inline[] {
  const first = content[0];
  if (first?.kind === 'text' && first.href === undefined && !first.sup && !first.sub)
    return [{ ...first, text: `${label} ${first.text}` }, ...content.slice(1)];
  return [{ kind: 'text', text: `${label} ` }, ...content];
}
