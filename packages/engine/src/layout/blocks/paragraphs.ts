import { channel } from 'node:diagnostics_channel';
import { beginsInLowerCase } from '../lexicon/broken-off.ts';
import { isSalutation } from '../lexicon/salutation.ts';
import { explain, type Verdict } from '../model/decisions.ts';
import { isNear } from '../model/geometry.ts';
import type { Line } from '../model/line.ts';
import type { Label } from '../model/page-model.ts';
import { reachOf, treesSum } from '../model/trees.ts';
import type { StructureTree, TagPlace } from '../text/structure-tree.ts';
import type { StyleTable } from '../text/styles.ts';
import { hangingLines } from './hanging-entries.ts';
import { startsEntry } from './line-entries.ts';
import { looksOf, type LineLook } from './line-look.ts';
import {
  columnFacts,
  heaviestFacts,
  type ColumnFacts,
  isDash,
  paragraphFacts,
  type NextLine,
} from './paragraph-facts.ts';
import { DEPTH, TREES } from './paragraph-trees.ts';
import { titleLines } from './titles.ts';
import { isUnspacedItem } from './unspaced-lines.ts';

/** Lines that belong together, as they stand on the page. */
export interface LineGroup {
  readonly lines: readonly Line[];
  readonly label: Label | undefined;
}

/** Left and right edge of a stream of text. */
export interface Edges {
  readonly x0: number;
  readonly x1: number;
}

/** A line that the trees decided about, for the script that grows them. */
export interface WeighedLine extends NextLine {
  readonly facts: readonly number[];
  readonly goesOn: boolean;
}

/** Weighed lines are published here. */
export const PARAGRAPHS = 'scriptorium:paragraphs';

const published = channel(PARAGRAPHS);

const REACH = reachOf(TREES, DEPTH);

/**
 * Gathers lines of one stream, between two of its pictures or tables, into paragraphs. What words, tags, titles,
 * entries that hang or space say alone is asked first. Then trees weigh whether a line goes on with the one above: by
 * distance, indents, the room that was left, letters, words and labels.
 */
export function gatherParagraphs(
  lines: readonly Line[],
  stream: readonly Line[],
  { x0, x1 }: Edges,
  styles: StyleTable,
): LineGroup[] {
  const looks = looksOf(lines, x1);
  const column = columnFacts(looks, stream, { x0, x1 }, styles.usual);
  const told = toldByAllLines(lines, looks, styles);
  const groups: LineLook[][] = [];
  looks.forEach((look, index) => {
    const group = groups.at(-1);
    const [before, below] = [groups.at(-2)?.at(-1), looks[index + 1]];
    const starts = !group || startsParagraph({ group, before, look, below }, column, told(index));
    if (starts) groups.push([look]);
    else group.push(look);
  });
  return groups.map((group) => ({ lines: group.map(({ line }) => line), label: group[0]!.label }));
}

/** Whether a line starts a paragraph below another. */
function startsParagraph(next: NextLine, column: ColumnFacts, byAllLines: Verdict<boolean> | undefined): boolean {
  const told = toldSurely(next, column, byAllLines);
  const facts = told ? [] : paragraphFacts(next, column);
  const starts = told?.answer ?? treesSum(facts, TREES, DEPTH, REACH) <= 0;
  if (published.hasSubscribers && !told) published.publish({ ...next, facts, goesOn: !starts } satisfies WeighedLine);
  const place = (): Line => next.look.line;
  explain('paragraph', starts ? 'starts' : 'goes on', told?.reason ?? (() => heaviestFacts(facts, !starts)), place);
  return starts;
}

/** What is sure without the trees. Tags, titles and entries join no lines that are far from each other. */
function toldSurely(
  next: NextLine,
  column: ColumnFacts,
  byAllLines: Verdict<boolean> | undefined,
): Verdict<boolean> | undefined {
  const byWords = toldByWords(next);
  if (byWords || byAllLines?.answer === true) return byWords ?? byAllLines;
  return toldBySpace(next, column) ?? byAllLines;
}

/** Set by hand on the tuning half of the corpus. */
const LEADINGS = {
  /** No line of a paragraph is so many leadings below another. */
  far: 1.5,
  /** Em: the leading, at most, where no line goes on in small letters: lines far from each other are paragraphs. */
  unproved: 1.4,
};

/** Whether more space than lines of one paragraph have says it. */
function toldBySpace({ group, look }: NextLine, column: ColumnFacts): Verdict<boolean> | undefined {
  const { line } = look;
  const above = group.at(-1)!.line;
  const [usual, open] = [column.leadingOf(line.size), column.openLeadingOf(line.size)];
  const leading = open === undefined ? Math.min(usual, LEADINGS.unproved) : Math.max(usual, open);
  const gap = (line.baseline - above.baseline) / Math.max(line.size, above.size);
  const isFar = gap > LEADINGS.far * leading || gap < 0;
  return isFar ? { answer: true, reason: 'more space than the usual leading' } : undefined;
}

/** What tags, titles of several lines and entries that hang say of whether a line starts a paragraph. */
function toldByAllLines(
  lines: readonly Line[],
  looks: readonly LineLook[],
  { tags, usual }: StyleTable,
): (index: number) => Verdict<boolean> | undefined {
  const places = tags?.hasSoundParagraphs ? lines.map((line) => placesOf(line, tags)) : [];
  const titles = titleLines(looks, usual);
  const hanging = hangingLines(looks);
  return (index) => {
    // authors break a title into paragraphs
    const isBroken = titles[index] === true && beginsInLowerCase(looks[index]!.text);
    const isSame = isBroken ? undefined : isSameBlock(places[index - 1], places[index]);
    if (isSame !== undefined) return { answer: !isSame, reason: 'the tags say it' };
    if (titles[index] === true) return { answer: false, reason: 'a title of several lines' };
    const isEntry = hanging.get(index);
    return isEntry === undefined ? undefined : { answer: isEntry, reason: 'lines of an entry hang' };
  };
}

/** Em: a line so far to the left of a bullet is not of its item. Set by hand on the tuning half of the corpus. */
const OUTDENT_EM = 0.5;

/** Labels that nothing but an item begins with, or a note; a dash may as well stand between two words. */
const isSign = ({ kind, text }: Label): boolean =>
  kind === 'check' || kind === 'note' || (kind === 'bullet' && !isDash(text));

/** Whether a line has the number or letter after that of an item above, and its text starts where that one's does. */
function countsOn({ label: above, line }: LineLook, { label }: LineLook): boolean {
  if (!above?.values || label?.kind !== above.kind || label.values?.length !== above.values.length) return false;
  const last = label.values.length - 1;
  const isNext = above.values.every((value, at) => label.values![at] === value + Number(at === last));
  return isNext && isNear(label.textX, above.textX, OUTDENT_EM * line.size);
}

const CLOSED_BY_NUMBER = /^[\d.]+[)）]/u;

/** Whether a number at the start of a line ends a bracket that is open above, and is no label: `(RC` and `1)`. */
const closesBracket = (group: readonly LineLook[], { text }: LineLook): boolean =>
  CLOSED_BY_NUMBER.test(text) && /[(（][^)）]*$/u.test(group.at(-1)!.text);

const IN_BRACKETS = /^\(\w{1,2}\)$/u;

/** Whether a label counts on within a sentence: `(c)` at the start of a line, where `(b)` stands in the lines above. */
function countsOnWithin(group: readonly LineLook[], { label, line }: LineLook): boolean {
  const value = label?.values?.at(-1) ?? 0;
  if (!label || value < 2 || !IN_BRACKETS.test(label.text)) return false;
  const last = label.kind === 'alpha' ? String.fromCodePoint(label.text.codePointAt(1)! - 1) : String(value - 1);
  const isAligned = isNear(line.x0, group.at(-1)!.line.x0, OUTDENT_EM * line.size);
  return isAligned && group.some(({ text }) => text.includes(` (${last}) `));
}

const isNoLabel = (group: readonly LineLook[], look: LineLook): boolean =>
  closesBracket(group, look) || countsOnWithin(group, look);

/** What words and signs tell alone, wherever the line stands, and by what. */
function toldByWords({ group, look, below }: NextLine): Verdict<boolean> | undefined {
  const above = group.at(-1)!;
  const [first, size] = [group[0]!, Math.max(above.line.size, look.line.size)];
  const isEntry = startsEntry(above, look, below);
  if (isEntry !== undefined) return { answer: isEntry, reason: 'a line of a form or of a list of entries' };
  if (isNoLabel(group, look)) return { answer: false, reason: 'a number or letter within a sentence' };
  if (look.label && isSign(look.label)) return { answer: true, reason: 'a bullet, check box or mark of a note' };
  if (countsOn(first, look)) return { answer: true, reason: 'counts on from the item above' };
  if (first.label?.kind === 'bullet' && look.line.x0 < first.line.x0 - OUTDENT_EM * size)
    return { answer: true, reason: 'to the left of its bullet' };
  if (isUnspacedItem({ first, above, look, size }))
    return { answer: true, reason: 'an item of a list in Chinese or Japanese' };
  if (group.length === 1 && isSalutation(above.text)) return { answer: true, reason: 'a salutation above' };
  return undefined;
}

/** The paragraphs of the structure tree that a line stands in. */
const placesOf = (line: Line, tags: StructureTree): readonly TagPlace[] =>
  line.runs.flatMap((run) => tags.placeOf(run) ?? []).filter(({ role }) => role !== 'Lbl');

const TEXT_ROLE = /^(?:P|H[1-6]?|LI|LBody|Caption)$/;

/** Whether two lines are one paragraph by their tags; nothing when the tags do not say. */
function isSameBlock(above: readonly TagPlace[] = [], below: readonly TagPlace[] = []): boolean | undefined {
  const before = above[0];
  const after = below[0];
  if (!before || !after || !TEXT_ROLE.test(before.role)) return undefined;
  if (before.block !== after.block && above.at(-1)!.block !== after.block)
    return TEXT_ROLE.test(after.role) ? false : undefined;
  return /^(?:P|H[1-6]?)$/.test(after.role) ? true : undefined;
}
