import { bottomOfLine, topOfLine } from './geometry.ts';
import type { GlyphRun } from './glyph-run.ts';
import type { Rect } from './raw-page.ts';

/** Glyph runs on one baseline, from left to right. `y0` and `y1` are tight, so lines of one paragraph never overlap. */
export interface Line extends Rect {
  readonly runs: GlyphRun[];
  readonly baseline: number;
  /** The size of most of its letters. */
  readonly size: number;
  /** What `lineText` has read. The runs stay as they are once a line is made: where one is moved, a new one is made. */
  text: string | undefined;
  /** It has soft hyphens, which `text` leaves out. */
  hyphens: boolean;
}

/** A stretch of a line with no gap in it that could be a gutter. */
export interface Segment extends Line {
  /** The first run is a label that stood apart from the text: in a table it is a cell. */
  readonly labelled?: true;
}

/** What a superscript or subscript counts for the size of its line, as a share of other letters. */
const SCRIPT_SHARE = 0.2;
/** Points; of a line without letters. */
const DEFAULT_SIZE = 10;

/** The size of most letters among the runs, the larger of two. */
function mainSize(runs: readonly GlyphRun[]): number {
  if (runs.length === 1) return runs[0]!.size;
  const counts = new Map<number, number>();
  let best = runs[0]?.size ?? DEFAULT_SIZE;
  let most = 0;
  for (const run of runs) {
    const count = (counts.get(run.size) ?? 0) + run.text.length * (run.script ? SCRIPT_SHARE : 1);
    counts.set(run.size, count);
    if (count > most || (count === most && run.size > best)) {
      most = count;
      best = run.size;
    }
  }
  return best;
}

/** The baseline of the longest run that is not raised or lowered. */
function mainBaseline(runs: readonly GlyphRun[]): number {
  let longest: GlyphRun | undefined;
  for (const run of runs) {
    if (!run.script && (longest === undefined || run.size * run.text.length > longest.size * longest.text.length))
      longest = run;
  }
  return (longest ?? runs[0]!).baseline;
}

export function makeLine(runs: GlyphRun[]): Line {
  const size = mainSize(runs);
  const baseline = mainBaseline(runs);
  let x0 = Infinity;
  let x1 = -Infinity;
  for (const run of runs) {
    x0 = Math.min(x0, run.x0);
    x1 = Math.max(x1, run.x1);
  }
  const [y0, y1] = [topOfLine({ baseline, size }), bottomOfLine({ baseline, size })];
  return { runs, baseline, size, x0, x1, y0, y1, text: undefined, hyphens: false };
}

/** One line of several segments of the same baseline. */
export function joinSegments(segments: readonly Segment[]): Line {
  if (segments.length === 1) return segments[0]!;
  return makeLine(segments.flatMap((segment) => segment.runs).sort((a, b) => a.x0 - b.x0));
}
