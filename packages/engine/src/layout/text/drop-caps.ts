import { isNear } from '../model/geometry.ts';
import type { GlyphRun } from '../model/glyph-run.ts';

/** Initials that are set over several lines. Set by hand on freshly typeset articles. */
const CAP = {
  /** How many times as large as the text beside it. */
  size: 1.7,
  /**
   * Em of the text: space between it and the lines beside it, and how far its baseline lies above that of a line or
   * below.
   */
  gapEm: 1.2,
  aboveEm: 0.4,
  belowEm: 0.65,
  /** Em of itself: height above the baseline in which the lines beside it stand. */
  heightEm: 0.9,
  /** Fewest lines beside it. */
  lines: 2,
  /** Em of the text: the lines beside it begin at one place. */
  edgeEm: 0.5,
};

/** Points by which a letter stands before the rest of its word. */
const BEFORE_PT = 0.1;

const isInitial = ({ text }: GlyphRun): boolean => /^["“„«‘']?\p{Lu}$/u.test(text);

/** A figure that the small lines beside it explain, such as a share in large digits. */
const isFigure = ({ text }: GlyphRun): boolean => /^[\p{Sc}~≈<>+−-]?\d[\d.,]{0,8}[%+KMx]?$/u.test(text);

/** The first runs of the lines beside an initial, from top to bottom; nothing if it is none. */
function linesBeside(cap: GlyphRun, runs: readonly GlyphRun[]): GlyphRun[] {
  const near = runs.filter(
    ({ size, x0, x1, baseline }) =>
      size * CAP.size < cap.size &&
      x0 > cap.x0 &&
      x1 > cap.x1 &&
      x0 - cap.x1 < CAP.gapEm * size &&
      baseline > cap.baseline - CAP.heightEm * cap.size &&
      baseline < cap.baseline + CAP.aboveEm * size,
  );
  const firsts = near.filter(
    (run) => !near.some((other) => isNear(other.baseline, run.baseline, 1) && other.x0 < run.x0),
  );
  return firsts.sort((a, b) => a.baseline - b.baseline);
}

/** Puts initials that are set over several lines into the first of these, in letters of its size. */
export function setDropCaps(runs: readonly GlyphRun[], usualSize: number): void {
  for (const cap of runs) {
    if (cap.size < CAP.size * usualSize || !(isInitial(cap) || isFigure(cap))) continue;
    const lines = linesBeside(cap, runs);
    const [first] = lines;
    const last = lines.at(-1);
    if (!first || !last || lines.length < CAP.lines) continue;
    const { size } = first;
    const stands =
      cap.baseline - last.baseline < CAP.belowEm * size &&
      lines.every((line) => isNear(line.x0, first.x0, CAP.edgeEm * size) && isNear(line.size, size, 1));
    if (!stands) continue;
    const { baseline, y0, y1 } = first;
    Object.assign(cap, { baseline, y0, y1, size, bold: first.bold, italic: first.italic, family: first.family });
    if (isInitial(cap) && !first.space) cap.x1 = first.x0 - BEFORE_PT;
  }
}
