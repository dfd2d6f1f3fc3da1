import { explain, type Verdict } from '../model/decisions.ts';
import type { Line } from '../model/line.ts';
import type { Label } from '../model/page-model.ts';
import { beginsInLowerCase } from '../lexicon/broken-off.ts';
import type { StructureTree, TagPlace } from '../text/structure-tree.ts';
import type { StyleTable } from '../text/styles.ts';
import { hangingLines } from './hanging-entries.ts';
import { doubleLeading, usualLeadings } from './leading.ts';
import { startsEntry } from './line-entries.ts';
import { looksOf, type LineLook } from './line-look.ts';
import { startsParagraph } from './paragraph-checks.ts';
import { titleLines } from './titles.ts';

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

interface OpenGroup {
  readonly lines: Line[];
  readonly looks: LineLook[];
  readonly label: Label | undefined;
}

/**
 * Gathers lines of one stream, between two of its pictures or tables, into paragraphs by distance, style, indents,
 * short last lines and labels.
 */
export function gatherParagraphs(
  lines: readonly Line[],
  stream: readonly Line[],
  { x0, x1 }: Edges,
  styles: StyleTable,
): LineGroup[] {
  const looks = looksOf(lines, x1);
  const leadingOf = usualLeadings(lines, stream);
  const double = doubleLeading(looks, x1);
  const told = toldByTagsAndTitles(lines, looks, styles);
  const groups: OpenGroup[] = [];
  looks.forEach((look, index) => {
    const group = groups.at(-1);
    const above = looks[index - 1];
    const leading = leadingOf(look.line.size);
    if (group && above) {
      const next = {
        group: group.looks,
        label: group.label,
        above,
        look,
        below: looks[index + 1],
        leading,
        double,
        x0,
        x1,
      };
      const isOwn = startsEntry(above, look, looks[index + 1]);
      const { answer, reason } = (isOwn ? undefined : told(index)) ?? startsParagraph(next);
      explain('paragraph', answer ? 'starts' : 'goes on', reason, () => look.line);
      if (!answer) {
        group.lines.push(look.line);
        group.looks.push(look);
        return;
      }
    }
    groups.push({ lines: [look.line], looks: [look], label: look.label });
  });
  return groups;
}

/** What tags, and titles of several lines, say of whether a line starts a paragraph. */
function toldByTagsAndTitles(
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
