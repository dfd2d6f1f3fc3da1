import { isNear, stretchesOf } from '../model/geometry.ts';
import type { GlyphRun } from '../model/glyph-run.ts';

/** A run that belongs to another one's line, raised or lowered; without `script`, it is a letter of its word. */
export interface Shifted {
  readonly host: GlyphRun;
  readonly script: 'sup' | 'sub' | undefined;
}

/** In em of the larger letters. Set by hand on pages of ReportLab, WeasyPrint, fpdf2, groff, Word and LaTeX. */
const EM = {
  /** What is painted next goes on with the text if it stands this near, before and behind, up and down. */
  back: 0.3,
  gap: 0.6,
  shift: 0.8,
  /** A script touches its host. */
  touch: 0.15,
  /** How far baselines of one level differ, and how far a script is raised and lowered at least and at most. */
  level: 0.05,
  rise: [0.1, 0.8],
  drop: [0.05, 0.65],
} as const;

/** Letters of the host's size up to this factor are not smaller. */
const SAME_SIZE = 0.97;
/** Smaller letters are no script of such a word. */
const LEAST_SIZE = 0.4;
/** More levels are letters on a curve. */
const MOST_LEVELS = 5;
/** Longer stretches are text of their own; letters of the host's size are a script only in a short one. */
const MOST_LETTERS = { smaller: 24, same: 4 };

const isScriptText = (text: string): boolean => /^[\p{L}\p{N}+−–-]+$/u.test(text);

function goesOn(last: GlyphRun, next: GlyphRun): boolean {
  const size = Math.max(last.size, next.size);
  const gap = next.x0 - last.x1;
  return (
    gap > -EM.back * size &&
    gap < EM.gap * size &&
    Math.abs(next.baseline - last.baseline) <= EM.shift * size &&
    Math.min(last.size, next.size) > LEAST_SIZE * size
  );
}

/** The runs that have the baseline of the flow: the largest ones, and of these the most letters. */
function mainOf(flow: readonly GlyphRun[]): GlyphRun | undefined {
  const size = Math.max(...flow.map((run) => run.size));
  const levels: { readonly first: GlyphRun; letters: number }[] = [];
  for (const run of flow) {
    const level = levels.find(({ first }) => isNear(first.baseline, run.baseline, EM.level * size));
    const letters = run.size >= SAME_SIZE * size ? run.text.length : 0;
    if (level) level.letters += letters;
    else levels.push({ first: run, letters });
  }
  if (levels.length < 2 || levels.length > MOST_LEVELS) return undefined;
  return levels.reduce((best, level) => (level.letters > best.letters ? level : best)).first;
}

const isWithin = (shift: number, size: number, [least, most]: readonly [number, number]): boolean =>
  shift >= least * size && shift <= most * size;

function scriptOf(run: GlyphRun, host: GlyphRun): 'sup' | 'sub' | undefined {
  const rise = host.baseline - run.baseline;
  if (isWithin(rise, host.size, EM.rise)) return 'sup';
  return isWithin(-rise, host.size, EM.drop) ? 'sub' : undefined;
}

/** The neighbour of a run, if they touch. */
function touching(neighbour: GlyphRun | undefined, run: GlyphRun | undefined): GlyphRun | undefined {
  if (!neighbour || !run) return undefined;
  const gap = Math.max(neighbour.x0, run.x0) - Math.min(neighbour.x1, run.x1);
  return gap < EM.touch * Math.max(neighbour.size, run.size) ? neighbour : undefined;
}

/** The scripts of a flow: stretches of runs that leave its baseline. */
function scriptsOf(flow: readonly GlyphRun[], found: Map<GlyphRun, Shifted>): void {
  const main = mainOf(flow);
  if (!main) return;
  const level = EM.level * main.size;
  const isMain = (run: GlyphRun | undefined): boolean =>
    run !== undefined && isNear(run.baseline, main.baseline, level);
  const stretches = stretchesOf(flow, ([first], run) => isNear(run.baseline, first!.baseline, level));
  stretches.forEach((stretch, index) => {
    if (isMain(stretch[0])) return;
    const before = touching(stretches[index - 1]?.at(-1), stretch[0]);
    const after = touching(stretches[index + 1]?.[0], stretch.at(-1));
    const isAhead = isMain(after);
    const own = isMain(before) ? before : before && found.get(before)?.host;
    const host = own ?? (isAhead ? after : undefined);
    if (host) addStretch({ stretch, host, isInWord: isMain(before) && isAhead }, found);
  });
}

interface Stretch {
  readonly stretch: readonly GlyphRun[];
  readonly host: GlyphRun;
  /** It touches letters on both sides. */
  readonly isInWord: boolean;
}

function addStretch({ stretch, host, isInWord }: Stretch, found: Map<GlyphRun, Shifted>): void {
  const script = scriptOf(stretch[0]!, host);
  const text = stretch.map((run) => run.text).join('');
  const isSmaller = stretch.every((run) => run.size < SAME_SIZE * host.size);
  if (!script || stretch.some((run) => run.size > host.size / SAME_SIZE)) return;
  if (text.length > (isSmaller ? MOST_LETTERS.smaller : MOST_LETTERS.same)) return;
  if (!isSmaller && !isScriptText(text)) return;
  // the lowered letter of TeX
  const isLetter = !isSmaller && isInWord && /^\p{Lu}$/u.test(text) && /\p{Lu}$/u.test(host.text);
  for (const run of stretch) found.set(run, { host, script: isLetter ? undefined : script });
}

/**
 * Scripts by the order in which they are painted: text that goes on at the same place, but higher or lower, belongs to
 * the word before it, however little smaller it is and whatever other line is near.
 */
export function shiftedRuns(runs: readonly GlyphRun[]): ReadonlyMap<GlyphRun, Shifted> {
  const found = new Map<GlyphRun, Shifted>();
  const isShifted = (run: GlyphRun, index: number, flow: readonly GlyphRun[]): boolean => {
    const last = flow[index - 1] ?? run;
    return !isNear(last.baseline, run.baseline, EM.level * Math.max(last.size, run.size));
  };
  for (const flow of stretchesOf(runs, (each, run) => goesOn(each.at(-1)!, run)))
    if (flow.some(isShifted)) scriptsOf(flow, found);
  return found;
}
