import { breaksOff } from '../lexicon/broken-off.ts';
import { isNear } from '../model/geometry.ts';
import type { Line } from '../model/line.ts';
import { treesShares } from '../model/trees.ts';
import type { Label } from '../model/page-model.ts';
import { followsLabel } from '../text/labels.ts';
import { DEPTH, TREES } from './paragraph-trees.ts';
import type { UsualLook } from '../text/styles.ts';
import { endOf, startOf, type LineLook } from './line-look.ts';

/** A line below the lines of a paragraph, which may go on with them. */
export interface NextLine {
  /** The lines of the paragraph so far. */
  readonly group: readonly LineLook[];
  /** The line above those, the line itself, and the one below it. */
  readonly before: LineLook | undefined;
  readonly look: LineLook;
  readonly below: LineLook | undefined;
}

/** What all lines of a column show together. */
export interface ColumnFacts {
  readonly x0: number;
  readonly x1: number;
  readonly usual: UsualLook;
  /** Em: usual distance of baselines among lines of a size, and among those that go on in small letters, if any do. */
  readonly leadingOf: (size: number) => number;
  readonly openLeadingOf: (size: number) => number | undefined;
  /**
   * Share of lines that are full: of all, and of those below which a line begins at the right of where they do, or at
   * the left; -1 without any. It tells first lines that are indented from lines that hang.
   */
  readonly full: number;
  readonly fullInset: number;
  readonly fullOutset: number;
}

/** How facts are measured. The trees are grown over them, so a change asks for a new fit. */
const MEASURE = {
  /** Beyond these, what is farther, wider or more tells no more: em, lines, words. */
  far: 9,
  mostRoom: 30,
  mostLines: 6,
  mostWords: 12,
  /** Em: distances that can be those of lines of one paragraph, and one where none is known. */
  leastGap: 0.1,
  leastLeading: 0.5,
  mostLeading: 2.6,
  leading: 1.25,
  /** Of the distances of lines, sorted, this share is smaller than the usual one, and than that of lines that go on. */
  usual: 0.4,
  open: 0.8,
  /** By how much the sizes of one text differ, as a share. */
  sizes: 0.09,
  /** Em: room beside the next word that a full line leaves; lines that begin farther apart are indented. */
  fullRoom: 1,
  inset: 0.6,
};

const LABELS: readonly Label['kind'][] = [
  'bullet',
  'check',
  'decimal',
  'section',
  'alpha',
  'roman',
  'reference',
  'note',
];

/** Also stands between two words. */
export const isDash = (text: string): boolean => /^[–—*·-]$/u.test(text);

const bit = (holds: boolean): number => (holds ? 1 : 0);
const clip = (value: number, most = MEASURE.far): number => Math.max(-most, Math.min(most, value));
const kindOf = (label: Label | undefined): number => (label ? 1 + LABELS.indexOf(label.kind) : 0);

/** What lines of a column show together, of which `looks` are those between two pictures or tables. */
export function columnFacts(
  looks: readonly LineLook[],
  all: readonly Line[],
  edges: { readonly x0: number; readonly x1: number },
  usual: UsualLook,
): ColumnFacts {
  const right = Math.max(edges.x1, ...looks.map(({ line }) => line.x1));
  const turns = looks.slice(1).map((look, index) => {
    const { line } = looks[index]!;
    const isFull = right - line.x1 < look.firstWord + MEASURE.fullRoom * line.size;
    return { isFull, inset: (look.line.x0 - line.x0) / line.size };
  });
  const fullAmong = (among: typeof turns): number =>
    among.length === 0 ? -1 : among.filter(({ isFull }) => isFull).length / among.length;
  return {
    ...edges,
    usual,
    ...leadings(all),
    full: fullAmong(turns),
    fullInset: fullAmong(turns.filter(({ inset }) => inset > MEASURE.inset)),
    fullOutset: fullAmong(turns.filter(({ inset }) => inset < -MEASURE.inset)),
  };
}

/** Distances of baselines that can be those of lines of one paragraph, by their size. */
function leadings(lines: readonly Line[]): Pick<ColumnFacts, 'leadingOf' | 'openLeadingOf'> {
  const gaps = lines.slice(1).flatMap((line, index) => {
    const above = lines[index]!;
    const gap = (line.baseline - above.baseline) / line.size;
    // in bold, small letters may begin an entry of a glossary
    const isEntry = line.runs[0]!.bold && !above.runs.at(-1)!.bold;
    const isOneSize = isNear(line.size, above.size, MEASURE.sizes * line.size);
    return isOneSize && gap > MEASURE.leastLeading && gap < MEASURE.mostLeading
      ? [{ gap, size: line.size, isOpen: !isEntry && /^\p{Ll}/u.test(line.runs[0]!.text) }]
      : [];
  });
  const quantiles = (isOpen: boolean, share: number): ((size: number) => number | undefined) => {
    const known = new Map<number, number | undefined>();
    return (size) => {
      if (known.has(size)) return known.get(size);
      const among = gaps.filter((each) => (!isOpen || each.isOpen) && isNear(each.size, size, MEASURE.sizes * size));
      const sorted = among.map(({ gap }) => gap).sort((a, b) => a - b);
      const quantile = sorted[Math.floor(sorted.length * share)];
      known.set(size, quantile);
      return quantile;
    };
  };
  const leadingOf = quantiles(false, MEASURE.usual);
  return {
    leadingOf: (size) => leadingOf(size) ?? MEASURE.leading,
    openLeadingOf: quantiles(true, MEASURE.open),
  };
}

/** What the facts are, for whoever asks why a line goes on. */
const NAMES = (
  'gap, gap in leadings, gap beside that of open lines, gap beside the one above, gap beside that above the paragraph, ' +
  'gap beside the one below, lines above, indent, indent from the first line, indent from the paragraph, ' +
  'indent from the line below, left edge, left edge of the line above, indent from the text of the item, right edge, ' +
  'middle, middle and the line below, room for the first word, room, room for the first word in the column, ' +
  'room beside it, middle in the column, middle of the line above, width, width of the line above, ' +
  'width of the column, full lines, full lines above indents, full lines above outdents, weight, ' +
  'weight at the line end, monospaced letters, size, size at the line end, size of the paragraph, ' +
  'size of the line, script without spaces, widest gap, first letter, end of the line above, ' +
  'first letter of the line below, first letter of the line above, end of the line, words that break off, label, ' +
  'next label, words of the line above, words, look'
).split(', ');

/** The two facts that say most about why a line goes on, or why it does not. */
export function heaviestFacts(facts: readonly number[], goesOn: boolean): string {
  const shares = treesShares(facts, TREES, DEPTH).map((share, index) => ({ share: goesOn ? share : -share, index }));
  return shares
    .sort((a, b) => b.share - a.share)
    .slice(0, 2)
    .map(({ index }) => NAMES[index])
    .join(', ');
}

/**
 * The facts of a line below a paragraph, by which `paragraph-trees.ts` weighs whether it goes on with it. Lengths are
 * in em of the larger line or shares of the width.
 */
export function paragraphFacts(next: NextLine, column: ColumnFacts): number[] {
  return [...distanceFacts(next, column), ...placeFacts(next, column), ...lookFacts(next, column), ...wordFacts(next)];
}

/** Distances of baselines, in those of the lines around. */
function distanceFacts({ group, before, look, below }: NextLine, column: ColumnFacts): number[] {
  const above = group.at(-1)!;
  const between = (upper: LineLook | undefined, lower: LineLook | undefined): number | undefined =>
    upper && lower
      ? (lower.line.baseline - upper.line.baseline) / Math.max(look.line.size, above.line.size)
      : undefined;
  const gap = between(above, look)!;
  const [usual, open] = [column.leadingOf(look.line.size), column.openLeadingOf(look.line.size)];
  const ratio = (other: number | undefined): number =>
    other === undefined ? MEASURE.far : clip(gap / Math.max(MEASURE.leastGap, other));
  return [
    clip(gap),
    ratio(Math.min(usual, open ?? Infinity)),
    ratio(open ?? MEASURE.far),
    ratio(between(group.at(-2), above)),
    ratio(between(before, group[0])),
    ratio(between(look, below)),
    Math.min(group.length, MEASURE.mostLines),
  ];
}

/** Where the lines begin and end. */
function placeFacts({ group, look, below }: NextLine, column: ColumnFacts): number[] {
  const { x0, x1 } = column;
  const [first, { line: up }, { line }] = [group[0]!, group.at(-1)!, look];
  const size = Math.max(line.size, up.size);
  const right = Math.max(x1, ...group.map((each) => each.line.x1));
  const width = Math.max(1, right - x0);
  const room = right - up.x1;
  const offset = (a: number, b: number | undefined): number => (b === undefined ? MEASURE.far : clip((a - b) / size));
  const middleOf = ({ x0: left, x1: end }: Line): number => left + end;
  return [
    offset(line.x0, up.x0),
    offset(line.x0, first.line.x0),
    offset(line.x0, Math.min(...group.map((each) => each.line.x0))),
    offset(line.x0, below?.line.x0),
    offset(line.x0, x0),
    offset(up.x0, x0),
    offset(line.x0, first.label?.textX),
    offset(line.x1, up.x1),
    offset(middleOf(line), middleOf(up)),
    offset(middleOf(line), below && middleOf(below.line)),
    clip((room - look.firstWord) / size, MEASURE.mostRoom),
    clip(room / size, MEASURE.mostRoom),
    clip((room - look.firstWord) / width),
    (right - line.x1) / width,
    (middleOf(line) - x0 - right) / width,
    (middleOf(up) - x0 - right) / width,
    (line.x1 - line.x0) / width,
    (up.x1 - up.x0) / width,
    width / size,
    column.full,
    column.fullInset,
    column.fullOutset,
  ];
}

const areAlike = (look: LineLook, other: LineLook | undefined): boolean =>
  other !== undefined &&
  look.line.size === other.line.size &&
  look.bold === other.bold &&
  look.italic === other.italic &&
  look.line.runs[0]!.family === other.line.runs[0]!.family;

/** Letters of the lines. */
function lookFacts({ group, look }: NextLine, { usual }: ColumnFacts): number[] {
  const above = group.at(-1)!;
  const [first, last] = [look.line.runs[0]!, above.line.runs.at(-1)!];
  return [
    bit(look.bold) - bit(above.bold),
    bit(first.bold) + 2 * bit(last.bold),
    bit(look.mono),
    clip(look.line.size / above.line.size),
    bit(isNear(first.size, last.size, MEASURE.sizes * first.size)),
    clip(above.line.size / usual.size),
    clip(look.line.size / usual.size),
    bit(look.isUnspaced) + bit(above.isUnspaced),
    clip(Math.max(above.widestGap, look.widestGap), MEASURE.mostRoom),
  ];
}

/** Words and labels. */
function wordFacts({ group, look, below }: NextLine): number[] {
  const above = group.at(-1)!;
  const last = above.line.runs.at(-1)!;
  const isNoted = last.script === 'sup' && above.text.endsWith(last.text);
  const [own, label] = [look.label, group[0]!.label];
  return [
    own && isDash(own.text) ? startOf(look.text.slice(own.text.length).trimStart()) : look.start,
    isNoted ? endOf(above.text.slice(0, -last.text.length)) : above.end,
    below ? below.start : -1,
    above.start,
    look.end,
    bit(breaksOff(above.text)),
    own && isDash(own.text) ? LABELS.length + 1 : kindOf(own),
    own ? bit(label !== undefined && followsLabel(own, label)) + 2 * bit(own.values?.at(-1) === 1) : -1,
    Math.min(above.line.runs.length, MEASURE.mostWords),
    Math.min(look.line.runs.length, MEASURE.mostWords),
    bit(areAlike(look, above)),
  ];
}
