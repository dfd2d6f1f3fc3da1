import { centerX, isNear, widthOf } from '../../model/geometry.ts';
import { isLabelAlone } from '../../text/labels.ts';
import { runsByRow, segmentsByRow, type TextRow } from '../../text/text-rows.ts';
import { findGutters } from '../../whitespace/gutters.ts';
import type { StripGroup } from '../../whitespace/strip-groups.ts';
import { gutterWidth, innerSpans, type Span } from '../../whitespace/strips.ts';

/** Gutters hardly wider than a space. Set by hand on the tuning half of the corpus. */
const NARROW = {
  widthEm: 0.28,
  /** Fewest words that start at its right end, and share of those at its right that do. */
  starts: 4,
  startShare: 0.85,
  /** Points by which they may start elsewhere, and by which words may reach into the gutter. */
  startPt: 1,
  reachPt: 1,
};

/** Fewest labels of a column. */
const LEAST_LABELS = 3;

/** A title between two tables: its letters differ from those of the rows by this share. Set by hand. */
const TITLE_SIZES = 0.08;

/** Lines of text, with the middles of the gutters between their columns. */
interface Part {
  readonly lines: readonly TextRow[];
  readonly gutters: readonly number[];
}

/** The gutters of a group of strips. Titles in other letters, which cross them, part the tables above and below. */
export function guttersByPart(lines: readonly TextRow[], group: StripGroup, size: number): Part[] {
  const width = gutterWidth(size);
  const isOther = (line: TextRow): boolean => Math.abs(line.size - size) > TITLE_SIZES * size;
  const ofRows = findGutters(segmentsByRow(lines.filter((line) => !isOther(line))), width, 0);
  const isTitle = (line: TextRow): boolean =>
    line.segments.length === 1 && isOther(line) && !isInColumn(line.segments[0]!, ofRows, width);
  const parts: TextRow[][] = [[]];
  for (const line of lines) {
    if (isTitle(line)) parts.push([]);
    else parts.at(-1)!.push(line);
  }
  const filled = parts.filter((part) => part.length > 0);
  return filled.map((part) => {
    const wide =
      filled.length === 1
        ? innerSpans(group.free, group).filter((span) => widthOf(span) >= width)
        : findGutters(segmentsByRow(part), width, 0);
    const ofLabels = gutterOfLabels(part).filter((span) => !wide.some(({ x0, x1 }) => x0 < span.x1 && x1 > span.x0));
    const gutters = [...wide, ...ofLabels, ...narrowGutters(part, size)].map(centerX);
    return { lines: part, gutters: gutters.sort((a, b) => a - b) };
  });
}

/** Whether a line stands in a column behind the first, across no gutter: a further line of a cell in small print. */
const isInColumn = ({ x0, x1 }: Span, gutters: readonly Span[], width: number): boolean =>
  gutters.some((gutter) => x0 >= gutter.x1 - NARROW.reachPt) &&
  gutters.every((gutter) => x0 >= gutter.x1 - NARROW.reachPt || x1 <= gutter.x1 - width);

/** Gutters hardly wider than a space: no line crosses them, and nearly all words at their right start at one place. */
function narrowGutters(lines: readonly TextRow[], size: number): Span[] {
  const runs = runsByRow(lines);
  return findGutters(runs, NARROW.widthEm * size, 0).filter((gutter) => {
    if (widthOf(gutter) >= gutterWidth(size)) return false;
    const starts = runs.flatMap((row) =>
      row.filter(
        (run, index) =>
          run.x0 >= gutter.x1 - NARROW.reachPt && (index === 0 || row[index - 1]!.x1 <= gutter.x0 + NARROW.reachPt),
      ),
    );
    const aligned = starts.filter((run) => isNear(run.x0, gutter.x1, NARROW.startPt));
    return starts.length >= NARROW.starts && aligned.length >= NARROW.startShare * starts.length;
  });
}

/** Between labels and their texts, where most rows have both; a title that stands below them may cross it. */
function gutterOfLabels(lines: readonly TextRow[]): Span[] {
  const labels = lines.flatMap(({ segments: [label, text] }) =>
    label && text && isLabelAlone(label) ? [{ x0: label.x1, x1: text.x0 }] : [],
  );
  const x0 = Math.max(...labels.map((span) => span.x0));
  const x1 = Math.min(...labels.map((span) => span.x1));
  return labels.length >= LEAST_LABELS && x0 < x1 ? [{ x0, x1 }] : [];
}
