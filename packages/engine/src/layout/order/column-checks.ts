import { explain, firstVerdict, type Check, type Verdict } from '../model/decisions.ts';
import { segmentsOf, type Element } from '../model/element.ts';
import { boundsOf, centerX, heightOf, isNear, median, overlapY, widthOf } from '../model/geometry.ts';
import { isBold, lettersOf } from '../model/glyph-run.ts';
import type { Segment } from '../model/line.ts';
import { leadings, textRows, type TextRow } from '../text/text-rows.ts';
import { areCenteredBlocks } from '../whitespace/centered-blocks.ts';
import type { Ruling } from '../tables/rulings/rulings.ts';
import type { StripGroup } from '../whitespace/strip-groups.ts';
import { innerSpans, splitAt, type Span } from '../whitespace/strips.ts';
import { isPicture } from './pictures.ts';
import { countRows, lettersAtLeast, LOCKED_EM, lockedShare, sidesOf, type Sides } from './gutter-sides.ts';

/** What stands at one side of a gutter. Set by hand on the tuning half of the corpus. */
const SIDE = {
  /** Share of the lower side's height that both have in common. */
  common: 0.3,
  /** Fewest rows. */
  rows: 2,
  /** Share of rows of one grid from which lines are locked to each other. */
  locked: 0.7,
  /** Beside an atom, and of prose: rows; letters of a line of prose, and of one that was typed. */
  proseRows: 3,
  proseLetters: 14,
  typedLetters: 24,
  /** Em: rows at either side of a gutter whose baselines are this near stand beside each other. */
  besideEm: 0.8,
  /** Wide spaces of justified lines happen to stand below each other: most lines, and em of the gutter. */
  riverRows: 5,
  riverEm: 0.95,
  /** Locked columns: em of the gutter, letters of a line, and by how many rows they differ at most. */
  wideGutterEm: 3.5,
  /** Em: lines that stand further apart are no paragraph. */
  singleEm: 1.9,
  /** Em: the gutter beside a name, rows of the block at its other side, and share of them that are numbers. */
  farEm: 9,
  farRows: 8,
  /** Em: distance of the lines of a block beside a name. */
  blockEm: 1.9,
  numbers: 0.4,
  letters: 8,
  differentRows: 3,
};

/** A title beside small letters: how much larger it is, em of its leading, and most lines beside it. Set by hand. */
const TITLE = { larger: 1.5, leadingEm: 1.5, lines: 4 };

/** A column of prose. Set by hand on the tuning half of the corpus. */
const PROSE = {
  rows: 8,
  /** Letters of a usual line; of a long one. */
  letters: 18,
  longLetters: 24,
  /** A full line, as a share of the widest; share of the lines that are full, among usual lines and long ones. */
  fullLine: 0.78,
  full: 0.6,
  longFull: 0.5,
  /** Share of the distances of lines that differ by less than the first figure from the usual one. */
  leading: 0.08,
  even: 0.5,
  /** Fewest elements of each side. */
  elements: 4,
};

/** The header of a table: fewest names, and the share of rows below that may be bold as well. */
const HEADER = { names: 3, boldBelow: 0.3 };

/** Whether any lines at either side stand beside each other. */
const isBeside = ({ few, many, size }: Sides): boolean =>
  few.some((baseline) => many.some((other) => Math.abs(other - baseline) < SIDE.besideEm * size));

/** Text stands beside pictures only: now at the left and now at the right, or a date stands below them. */
function isByTurns(sides: Sides): boolean {
  const { left, right, few } = sides;
  if (isBeside(sides)) return false;
  if (Math.min(left.pictures, right.pictures) === 0 || few.length < SIDE.proseRows) return isDateBelowPicture(sides);
  return lettersAtLeast(sides, SIDE.proseLetters);
}

/** Whether one side is pictures and the date of a letter below them. */
function isDateBelowPicture({ left, right, few }: Sides): boolean {
  const [side, other] = few === left.baselines ? [left, right] : [right, left];
  return (
    few.length === 1 && side.pictures > 0 && side.pictures === side.atoms && other.pictures === 0 && side.isDated()
  );
}

/** Whether a title of several lines stands beside a few lines in much smaller letters, such as the author's name. */
function isTitleBeside({ left, right }: Sides): boolean {
  const [title, other] = left.size > right.size ? [left, right] : [right, left];
  return (
    title.size > TITLE.larger * other.size &&
    title.baselines.length >= SIDE.rows &&
    title.baselines.every(
      (at, index) => index === 0 || at - title.baselines[index - 1]! < TITLE.leadingEm * title.size,
    ) &&
    title.letters() >= SIDE.letters &&
    other.baselines.length <= TITLE.lines &&
    title.atoms + other.atoms === 0
  );
}

/** Whether the two sides of a gutter are columns that are read one after the other. */
const ARE_COLUMNS: readonly Check<Sides, boolean>[] = [
  [
    'they stand below each other',
    ({ left, right }) => {
      const common = overlapY(left.bounds, right.bounds);
      return common < SIDE.common * Math.min(heightOf(left.bounds), heightOf(right.bounds)) ? false : undefined;
    },
  ],
  ['text beside pictures, at either side by turns', (sides) => (isByTurns(sides) ? false : undefined)],
  [
    'a date below a picture, on one line with other text',
    (sides) => (isDateBelowPicture(sides) && lockedShare(sides) === 1 ? false : undefined),
  ],
  [
    'a name beside a block of lines',
    ({ left, right, gutter, size, few, many }) => {
      const isBlock =
        few.length === 1 &&
        many.length >= SIDE.proseRows &&
        many.length <= SIDE.farRows &&
        many.every((baseline, index) => index === 0 || baseline - many[index - 1]! < SIDE.blockEm * size);
      const isFar = gutter > SIDE.farEm * size && left.atoms + right.atoms === 0;
      return isBlock && isFar && Math.max(left.numeric(), right.numeric()) <= SIDE.numbers ? true : undefined;
    },
  ],
  ['a title of several lines beside small letters', (sides) => (isTitleBeside(sides) ? true : undefined)],
  [
    'lines at either side by turns',
    (sides) => {
      const isText = sides.left.atoms + sides.right.atoms === 0;
      return (isText ? isBeside(sides) : sides.areBeside()) ? undefined : false;
    },
  ],
  [
    'a single row',
    ({ left, right }) => (countRows(left) < SIDE.rows || countRows(right) < SIDE.rows ? false : undefined),
  ],
  [
    'lines of code go on beyond the space within them',
    (sides) => (sides.areCode() && !lettersAtLeast(sides, SIDE.typedLetters) ? false : undefined),
  ],
  ['lines to sign on at both sides', ({ left, right }) => (left.isSigned() && right.isSigned() ? true : undefined)],
  ['entries of an index at both sides', ({ left, right }) => (left.isIndex() && right.isIndex() ? true : undefined)],
  ['lists beside each other', ({ left, right }) => (left.isList() && right.isList() ? true : undefined)],
  [
    'text beside a table or figure',
    ({ left, right, few }) => (left.atoms + right.atoms > 0 && few.length < SIDE.proseRows ? true : undefined),
  ],
  [
    'items with what belongs to each',
    ({ left, right, few, many, size }) => {
      const isWhole = few.length === many.length && few.length >= SIDE.proseRows;
      if (!isWhole || !left.isLabelled() || right.isLabelled() || !right.isCapital()) return undefined;
      return few.every((baseline, row) => Math.abs(many[row]! - baseline) < LOCKED_EM * size) ? false : undefined;
    },
  ],
  [
    'spaces of justified lines below each other',
    (sides) => {
      const { gutter, size, few, many } = sides;
      const areLines = few.length === many.length && few.length <= SIDE.riverRows && lockedShare(sides) === 1;
      return areLines && gutter < SIDE.riverEm * size && lettersAtLeast(sides, SIDE.proseLetters) ? false : undefined;
    },
  ],
  [
    'single lines beside the first ones of others',
    (sides) => {
      const { few, size, left, right } = sides;
      // the name of the column may stand right above them
      const areApart = few.every((at, row) => row < 2 || at - few[row - 1]! > SIDE.singleEm * size);
      const isRows = few.length >= SIDE.proseRows && left.atoms + right.atoms === 0 && lockedShare(sides) === 1;
      return isRows && areApart ? false : undefined;
    },
  ],
  [
    'prose on both sides',
    (sides) => (lettersAtLeast(sides, SIDE.proseLetters) && sides.few.length >= SIDE.proseRows ? true : undefined),
  ],
  ['their lines are not on one grid', (sides) => (lockedShare(sides) < SIDE.locked ? true : undefined)],
  [
    'a wide gutter between as many lines',
    (sides) => {
      const { gutter, size, few, many } = sides;
      const isWide = gutter > SIDE.wideGutterEm * size && few.length >= SIDE.proseRows;
      const isEven = many.length - few.length <= SIDE.differentRows;
      return isWide && isEven && lettersAtLeast(sides, SIDE.letters) ? true : undefined;
    },
  ],
];

/** Rulings below headings of two columns: fewest of each, em below their line, points by which ends may differ. */
const RULED = { least: 2, em: 1, slackPt: 2 };

/** Beside columns, a few lines of prose are a column too: two are enough. */
const isShortColumn = (sides: Sides): boolean =>
  sides.few.length >= SIDE.rows && lettersAtLeast(sides, SIDE.proseLetters);

/** Lines that stand beside each other by pairs are read across. */
const READ_ACROSS: Verdict<boolean> = { answer: false, reason: 'lines beside each other are read across' };

function areColumns(elements: readonly Element[], sides: Sides): boolean {
  const { answer, reason } = firstVerdict(ARE_COLUMNS, sides, READ_ACROSS);
  explain('columns', answer ? 'yes' : 'no', reason, () => boundsOf(elements));
  return answer;
}

/** Those of the gutters that part columns. */
export function columnGutters(elements: readonly Element[], gutters: readonly Span[], size: number): Span[] {
  if (areCenteredBlocks(elements, gutters)) {
    explain('columns', 'yes', 'blocks of centred lines', () => boundsOf(elements));
    return [...gutters];
  }
  const all = gutters.map((gutter) => ({ gutter, sides: sidesOf(splitAt(elements, centerX(gutter)), gutter, size) }));
  const found = new Set(all.filter(({ sides }) => areColumns(elements, sides)).map(({ gutter }) => gutter));
  return found.size === 0
    ? []
    : all.filter(({ gutter, sides }) => found.has(gutter) || isShortColumn(sides)).map(({ gutter }) => gutter);
}

/** A gutter at whose sides text and pictures stand by turns: what is higher is read first. */
export const gutterOfTurns = (elements: readonly Element[], gutters: readonly Span[], size: number): Span | undefined =>
  elements.some(isPicture)
    ? gutters.find((gutter) => isByTurns(sidesOf(splitAt(elements, centerX(gutter)), gutter, size)))
    : undefined;

/** Whether one line alone stands on a ruling, and begins where it does: a heading. */
function hasHeading({ at, from, to }: Ruling, segments: readonly Segment[]): boolean {
  const lines = segments.filter(
    ({ x0, x1, baseline, size }) => baseline < at && baseline > at - RULED.em * size && x1 > from && x0 < to,
  );
  return lines.length === 1 && isNear(lines[0]!.x0, from, RULED.slackPt);
}

/** The gutter at which rulings below headings of both sides end, at heights of their own. */
export function ruledGutter(group: StripGroup, elements: readonly Element[], all: readonly Ruling[]): Span | undefined {
  const [top, bottom] = [group.strips[0]!.y0, group.strips.at(-1)!.y1];
  const within = all.filter(({ at }) => at > top && at < bottom);
  if (within.length < 2 * RULED.least) return undefined;
  const segments = segmentsOf(elements);
  const rulings = within.filter((ruling) => hasHeading(ruling, segments));
  return innerSpans(group.free, group).find(({ x0, x1 }) => {
    const isIn = (x: number): boolean => x > x0 - RULED.slackPt && x < x1 + RULED.slackPt;
    const [left, right] = [rulings.filter(({ to }) => isIn(to)), rulings.filter(({ from }) => isIn(from))];
    const areOwn = (own: readonly Ruling[], others: readonly Ruling[]): boolean =>
      own.filter(({ at }) => !others.some((other) => isNear(other.at, at, RULED.slackPt))).length >= RULED.least;
    return areOwn(left, right) && areOwn(right, left);
  });
}

/** Full lines of text below each other at an even distance. */
function isProse(elements: readonly Element[]): boolean {
  const rows = textRows(segmentsOf(elements)).filter((row) => row.segments.length === 1);
  if (rows.length < PROSE.rows) return false;
  const widths = rows.map((row) => widthOf(row.segments[0]!));
  const widest = Math.max(...widths);
  const gaps = leadings(rows);
  const usual = median(gaps);
  const letters = median(rows.map((row) => lettersOf(row.segments[0]!.runs)));
  const fullShare = letters >= PROSE.longLetters ? PROSE.longFull : PROSE.full;
  return (
    letters >= PROSE.letters &&
    widths.filter((width) => width > PROSE.fullLine * widest).length >= fullShare * rows.length &&
    gaps.filter((gap) => Math.abs(gap - usual) < PROSE.leading * usual).length >= PROSE.even * gaps.length
  );
}

/** Some bold names in the first row, and text that is not bold below: the header of a table. */
function hasTableHeader(elements: readonly Element[]): boolean {
  const [first, ...rest] = textRows(segmentsOf(elements));
  if (!first || first.segments.length < HEADER.names) return false;
  const areBold = (row: TextRow): boolean => row.segments.every((segment) => isBold(segment.runs));
  return areBold(first) && rest.filter(areBold).length < HEADER.boldBelow * rest.length;
}

/** The gutter beside a column of prose, when a group of strips has one. */
export function proseGutter(group: StripGroup, members: readonly Element[], size: number): Span | undefined {
  const gutters = innerSpans(group.free, group);
  if (gutters.length === 0 || hasTableHeader(members)) return undefined;
  return gutters.find((span) => {
    const sides = splitAt(members, centerX(span));
    if (sides.some((side) => side.length < PROSE.elements)) return false;
    const both = sidesOf(sides, span, size);
    return (both.left.isIndex() || sides.some(isProse)) && areColumns(members, both);
  });
}
