import { breaksOff } from '../lexicon/broken-off.ts';
import { isSalutation } from '../lexicon/salutation.ts';
import { firstVerdict, type Check, type Verdict } from '../model/decisions.ts';
import { centerX, isNear } from '../model/geometry.ts';
import { lazily } from '../model/lazily.ts';
import type { Line } from '../model/line.ts';
import type { Label } from '../model/page-model.ts';
import { isHeadingByWeight } from './bold-lines.ts';
import { isItemStart, looksLikeItem } from './item-start.ts';
import { breaksWord, goesOnDouble } from './leading.ts';
import { startsEntry } from './line-entries.ts';
import { SIZES, STOP, areOfOtherSizes, type LineLook } from './line-look.ts';
import { endsUnspaced, isUnspacedItem } from './unspaced-lines.ts';

/** A line below the lines of a paragraph, which may go on with them. */
export interface NextLine {
  /** The lines of the paragraph so far, and its label. */
  readonly group: readonly LineLook[];
  readonly label: Label | undefined;
  readonly above: LineLook;
  readonly look: LineLook;
  readonly below: LineLook | undefined;
  /** Usual distance of baselines, in em. */
  readonly leading: number;
  /** The distance of lines with double spacing, where a part of the text has it. */
  readonly double: number | undefined;
  /** Edges of the column. */
  readonly x0: number;
  readonly x1: number;
}

/** In em of the larger one of both lines. Set by hand on the tuning half of the corpus. */
const EM = {
  /**
   * Distance of baselines that starts a paragraph: so many usual leadings, but at least the second figure; and slack.
   */
  leadings: 1.28,
  leastLeading: 1.12,
  slack: 0.08,
  /** The same in distances within this paragraph, and slack. */
  ownLeadings: 1.3,
  ownSlack: 0.1,
  /**
   * Indent of a first line, at least and at most; a line that starts less far to the left of another starts beside it.
   */
  leastIndent: 0.8,
  mostIndent: 6,
  /** By how much the middles of centred lines differ at most, and their starts at least. */
  centred: 0.2,
  outdent: 0.5,
  /** In leadings: a line below that is further away does not tell whether this one is indented. */
  farBelow: 1.5,
  /** Room that an item's last line leaves beside the next word. */
  itemRoom: 0.5,
  /** Room for the next word: with a space, and at least. */
  wordRoom: 0.45,
  leastRoom: 0.6,
  /** Room that is left on purpose, beside the next word: after a stop, and without one. */
  stopRoom: 1.2,
  openRoom: 2.5,
};

/** Stretches of a line that is a row of cells. Set by hand on the tuning half of the corpus. */
const ROW_STRETCHES = 3;
/** Em: so wide a gap is none between words. Set by hand on the tuning half of the corpus. */
const ROW_GAP_EM = 5;

/** Shares of the column's width. Set by hand on the tuning half of the corpus. */
const SHARE = {
  /** Lines that end this near to the column's edge are full. */
  edge: 0.02,
  /** Room beside the next word that makes a line a short one; room at least, without a stop. */
  short: 0.18,
  openRoom: 0.25,
  /** How far a line begins to the left of one that is set to the right, as the date of a letter is. */
  back: 0.45,
  /** White space on either side of a centred line, and by how much both sides may differ (at least so many points). */
  margin: 0.06,
  margins: 0.03,
  marginsPt: 3,
};

export function isCentered(line: Line, x0: number, x1: number): boolean {
  const width = x1 - x0;
  const left = line.x0 - x0;
  const right = x1 - line.x1;
  return (
    left > SHARE.margin * width &&
    right > SHARE.margin * width &&
    isNear(left, right, Math.max(SHARE.marginsPt, SHARE.margins * width))
  );
}

/** A next line with what the checks ask of it. */
interface Examined extends NextLine {
  readonly first: LineLook;
  readonly size: number;
  /** Distance of baselines to the line above, in em; and that of the two lines before, when there are two. */
  readonly gap: number;
  readonly ownGap: number | undefined;
  /** How far to the right of the line above it starts. */
  readonly inset: number;
  /** The room beside the line above, and the width of the paragraph. */
  readonly room: () => { readonly beside: number; readonly width: number };
  /** Whether the line above is so short that its break was meant. */
  readonly isShort: () => boolean;
}

function examine(next: NextLine): Examined {
  const { group, above, look, x0, x1 } = next;
  const { line } = look;
  const size = Math.max(line.size, above.line.size);
  const room = lazily(() => {
    const left = Math.min(...group.map((each) => each.line.x0));
    const right = Math.max(x1 - SHARE.edge * (x1 - x0), ...group.map((each) => each.line.x1));
    return { beside: right - above.line.x1, width: right - left };
  });
  return {
    ...next,
    first: group[0]!,
    size,
    gap: (line.baseline - above.line.baseline) / size,
    ownGap: group.length > 1 ? (above.line.baseline - group[group.length - 2]!.line.baseline) / size : undefined,
    inset: line.x0 - above.line.x0,
    room,
    isShort: () => room().beside > SHARE.short * room().width + look.firstWord,
  };
}

/** Whether the line above leaves room for the first word of this one. */
function hasRoom({ room, look, size }: Examined): boolean {
  const { beside } = room();
  return beside > look.firstWord + EM.wordRoom * size && beside > EM.leastRoom * size;
}

const startsUpper = ({ text }: LineLook): boolean => /^[^\p{Ll}]/u.test(text);

/** Whether the line above breaks off before a word that this line, which is no item, may begin with. */
const isWordMissing = ({ above, look, x0, x1 }: Examined): boolean =>
  breaksOff(above.text) && above.line.x1 > (x0 + x1) / 2 && !look.label && /^[\p{L}\p{N}([“‘"'«]/u.test(look.text);

/** Whether all lines have one middle and start at different places: they are centred, however full they are. */
function haveOneMiddle([first, ...more]: readonly Line[], size: number): boolean {
  const isBeside = (line: Line): boolean => Math.abs(line.x0 - first!.x0) > EM.centred * size;
  return (
    more.length > 1 &&
    more.every((line) => isNear(centerX(line), centerX(first!), EM.centred * size)) &&
    more.filter(isBeside).length > 1
  );
}

/** Whether an indented line is the first of a paragraph, and not one of lines that are all indented. */
function isIndented({ group, above, look, below, leading, size, inset }: Examined): boolean {
  if (!(inset > EM.leastIndent * size && inset < EM.mostIndent * size)) return false;
  const { line } = look;
  if (haveOneMiddle([...group.map((each) => each.line), line], size)) return false;
  const isBackBelow = below === undefined || below.line.x0 < line.x0 - EM.outdent * size;
  if (group.length === 1) return STOP.test(above.text) && isBackBelow;
  return (
    isBackBelow || Math.abs(below.line.baseline - line.baseline) > EM.farBelow * leading * size || STOP.test(above.text)
  );
}

/** Whether a line stands to the left of the item above, and does not go on with it at the margin. */
function isOutsideItem({ group, above, look, label, size, x1 }: Examined): boolean {
  const left = Math.min(...group.map((each) => each.line.x0));
  return (
    look.line.x0 < left - EM.outdent * size &&
    (group.length > 1 ||
      (label?.kind === 'bullet' && look.text.endsWith(':')) ||
      STOP.test(above.text) ||
      x1 - above.line.x1 > look.firstWord + EM.itemRoom * size)
  );
}

/**
 * Whether a line below a whole item is the first of a paragraph, whose indent is that of the item's text by chance: the
 * line below it starts to the left of the label.
 */
const isFirstLineBelowItem = ({ first, above, look, below, leading, size, room }: Examined): boolean =>
  STOP.test(above.text) &&
  startsUpper(look) &&
  room().beside > look.firstWord + EM.stopRoom * size &&
  below !== undefined &&
  below.label === undefined &&
  below.line.x0 < first.line.x0 - EM.outdent * size &&
  below.line.baseline - look.line.baseline < EM.farBelow * leading * size;

const STARTS = true;
const GOES_ON = false;

/** Whether a line starts a paragraph; the first check that knows decides. */
const PARAGRAPH_CHECKS: readonly Check<Examined, boolean>[] = [
  [
    'letters of another size',
    (next) => {
      const isWithin = (): boolean => !startsUpper(next.look) || breaksOff(next.above.text) || !hasRoom(next);
      return areOfOtherSizes(next.above.line, next.look.line, isWithin) ? STARTS : undefined;
    },
  ],
  ['monospaced letters begin or end', ({ look, above }) => (look.mono !== above.mono ? STARTS : undefined)],
  ['the line above breaks a word', (next) => (breaksWord(next) ? GOES_ON : undefined)],
  ['double spacing', (next) => (goesOnDouble(next) ? GOES_ON : undefined)],
  [
    'more space than the usual leading',
    ({ gap, ownGap, leading }) => {
      const most = Math.max(EM.leadings * Math.min(leading, ownGap ?? leading), EM.leastLeading) + EM.slack;
      return gap > most || gap < 0 ? STARTS : undefined;
    },
  ],
  [
    "more space than the paragraph's leading",
    ({ gap, ownGap }) => (ownGap !== undefined && gap > EM.ownLeadings * ownGap + EM.ownSlack ? STARTS : undefined),
  ],
  [
    'the lines below stand closer to each other',
    ({ group, look, below, gap, size, isShort }) => {
      if (group.length > 1 || !below || !isNear(below.line.size, look.line.size, SIZES * size)) return undefined;
      const belowGap = (below.line.baseline - look.line.baseline) / size;
      return belowGap >= 1 && gap > EM.ownLeadings * belowGap + EM.ownSlack && isShort() ? STARTS : undefined;
    },
  ],
  [
    'an item of a list',
    ({ look, above, leading, label }) =>
      look.label && isItemStart(look, above, leading) && looksLikeItem(look, label, above) ? STARTS : undefined,
  ],
  [
    'a line of a form or of a list of entries',
    ({ above, look, below }) => (startsEntry(above, look, below) ? STARTS : undefined),
  ],
  ['an item of a list in Chinese or Japanese', (next) => (isUnspacedItem(next) ? STARTS : undefined)],
  ['the line above breaks off', (next) => (isWordMissing(next) ? GOES_ON : undefined)],
  [
    'cells beside each other',
    ({ above, look }) =>
      Math.max(above.stretches, look.stretches) >= ROW_STRETCHES ||
      Math.max(above.widestGap, look.widestGap) >= ROW_GAP_EM
        ? STARTS
        : undefined,
  ],
  [
    'bold letters begin or end',
    (next) =>
      next.look.bold !== next.above.bold && isHeadingByWeight({ ...next, isFull: () => !hasRoom(next) })
        ? STARTS
        : undefined,
  ],
  [
    'an italic paragraph ends',
    ({ group, above, look, size, x1 }) => {
      const isEnd = above.italic && !look.italic && group.every((each) => each.italic);
      return isEnd && (above.label !== undefined || x1 - above.line.x1 > look.firstWord + size) ? STARTS : undefined;
    },
  ],
  [
    'centred lines',
    ({ above, look, x0, x1 }) =>
      isCentered(above.line, x0, x1) && isCentered(look.line, x0, x1) ? GOES_ON : undefined,
  ],
  ['to the left of its label', (next) => (next.label && isOutsideItem(next) ? STARTS : undefined)],
  ['an indented first line', (next) => (!next.label && isIndented(next) ? STARTS : undefined)],
  ['a salutation above', ({ group, above }) => (group.length === 1 && isSalutation(above.text) ? STARTS : undefined)],
  [
    'the line above stands at the right',
    ({ group, inset, x0, x1, above }) =>
      group.length === 1 && above.line.x0 > (x0 + x1) / 2 && inset < SHARE.back * (x0 - x1) ? STARTS : undefined,
  ],
  ['the line above has no room for its first word', (next) => (hasRoom(next) ? undefined : GOES_ON)],
  ['a short line of Chinese or Japanese', (next) => (endsUnspaced(next, next.room().beside) ? STARTS : undefined)],
  ['a first line below an item', (next) => (next.label && isFirstLineBelowItem(next) ? STARTS : undefined)],
  [
    'hangs from its label',
    ({ label, look, first, size, isShort }) =>
      label && !isShort() && look.line.x0 > first.line.x0 + EM.outdent * size ? GOES_ON : undefined,
  ],
  [
    'the line above ends a sentence',
    ({ above, look, room, size }) =>
      STOP.test(above.text) && !/[,;；]$/.test(above.text)
        ? startsUpper(look) && room().beside > look.firstWord + EM.stopRoom * size
        : undefined,
  ],
  [
    'the line above is short',
    ({ above, look, room, size, isShort }) => {
      const { beside, width } = room();
      const isBroken = /[,，、\-–\u2010]$/.test(above.text) || !startsUpper(look);
      const isLeft = beside > look.firstWord + EM.openRoom * size && beside > SHARE.openRoom * width;
      return isShort() && !isBroken && isLeft ? STARTS : undefined;
    },
  ],
];

/** Whether a line starts a paragraph, and why. */
export const startsParagraph = (next: NextLine): Verdict<boolean> =>
  firstVerdict(PARAGRAPH_CHECKS, examine(next), { answer: GOES_ON, reason: 'the next line of the same text' });
