import { centerX, isNear, widthOf } from '../model/geometry.ts';
import { lettersOf, type GlyphRun } from '../model/glyph-run.ts';
import type { RawRule } from '../model/raw-page.ts';

/** Fractions within a line. Set by hand on freshly typeset papers. */
const FRACTION = {
  /** Points: the line between numerator and denominator. */
  leastPt: 3,
  mostPt: 60,
  /** Points by which the middles of the three differ, and by which a part is longer than the line. */
  middlePt: 1.5,
  longerPt: 2,
  /** Points: a line that another one goes on from is the border of a cell. */
  joinedPt: 2,
  /** Em: how far the baseline of the numerator lies above the line, and that of the denominator below it. */
  aboveEm: 0.9,
  belowEm: 1.4,
  /** Em: how near the text stands to which it belongs. */
  hostEm: 1,
  factorEm: 0.3,
  /** Runs and letters of a part. */
  runs: 3,
  letters: 10,
};

/** The runs of a part, if they are centred on the line between the parts and on one baseline. */
function partOf(runs: readonly GlyphRun[], rule: RawRule): readonly GlyphRun[] | undefined {
  const [first] = runs;
  if (!first || runs.length > FRACTION.runs || lettersOf(runs) > FRACTION.letters) return undefined;
  const sorted = [...runs].sort((a, b) => a.x0 - b.x0);
  const span = { x0: sorted[0]!.x0, x1: sorted.at(-1)!.x1 };
  const isCentred =
    isNear(centerX(span), centerX(rule), FRACTION.middlePt) && widthOf(span) < widthOf(rule) + FRACTION.longerPt;
  return isCentred && runs.every((run) => isNear(run.baseline, first.baseline, 1)) ? sorted : undefined;
}

/** Puts a part between two places of the line, at the size of the text around it; several signs get parentheses. */
function setPart(part: readonly GlyphRun[], host: GlyphRun, [from, to]: readonly [number, number], end: string): void {
  const step = (to - from) / part.length;
  part.forEach((run, index) => {
    run.x0 = from + index * step;
    run.x1 = run.x0 + step;
    run.baseline = host.baseline;
    run.size = host.size;
    if (index > 0) run.space = false;
  });
  if (!/^[\p{L}\p{N}.,]+$/u.test(part.map(({ text }) => text).join(''))) {
    part[0]!.text = `(${part[0]!.text}`;
    part.at(-1)!.text += ')';
  }
  part.at(-1)!.text += end;
}

/** Whether a sign follows without a space, so that it would seem to belong to the denominator. */
const isFactor = ({ x0, baseline, text }: GlyphRun, rule: RawRule, host: GlyphRun): boolean =>
  x0 > rule.x1 - 1 &&
  x0 - rule.x1 < FRACTION.factorEm * host.size &&
  isNear(baseline, host.baseline, 1) &&
  /^[\p{L}\p{N}(]/u.test(text);

/** Whether a line is a piece of a longer one, as the borders of cells are. */
const isPiece = (rule: RawRule, rules: readonly RawRule[]): boolean =>
  rules.some(
    (other) =>
      other !== rule &&
      other.kind === 'horizontal' &&
      isNear(other.y0, rule.y0, 1) &&
      (isNear(other.x0, rule.x1, FRACTION.joinedPt) || isNear(other.x1, rule.x0, FRACTION.joinedPt)),
  );

/** The runs within the width of a rule, and of these, those right above and below it. In one pass: rules are many. */
function runsAt(rule: RawRule, runs: readonly GlyphRun[]): Record<'within' | 'above' | 'below', GlyphRun[]> {
  const found = { within: [] as GlyphRun[], above: [] as GlyphRun[], below: [] as GlyphRun[] };
  for (const run of runs) {
    const { x0, x1, baseline, size } = run;
    if (x0 <= rule.x0 - FRACTION.longerPt || x1 >= rule.x1 + FRACTION.longerPt) continue;
    found.within.push(run);
    if (baseline < rule.y0 + 1 && baseline > rule.y0 - FRACTION.aboveEm * size) found.above.push(run);
    if (baseline > rule.y0 + 1 && baseline < rule.y0 + FRACTION.belowEm * size) found.below.push(run);
  }
  return found;
}

/** Sets numerator and denominator of fractions within a line beside each other: `1/k`. */
export function setFractions(runs: readonly GlyphRun[], rules: readonly RawRule[]): void {
  for (const rule of rules) {
    const width = widthOf(rule);
    if (rule.kind !== 'horizontal' || width < FRACTION.leastPt || width > FRACTION.mostPt) continue;
    const { within, above, below } = runsAt(rule, runs);
    const top = partOf(above, rule);
    const bottom = partOf(below, rule);
    if (!top || !bottom) continue;
    const host = runs.find(
      (run) =>
        !within.includes(run) &&
        run.baseline > top[0]!.baseline + 1 &&
        run.baseline < bottom[0]!.baseline - 1 &&
        (Math.abs(rule.x0 - run.x1) < FRACTION.hostEm * run.size ||
          Math.abs(run.x0 - rule.x1) < FRACTION.hostEm * run.size),
    );
    if (!host || isPiece(rule, rules)) continue;
    const middle = centerX(rule);
    setPart(top, host, [rule.x0, middle], '/');
    setPart(bottom, host, [middle, rule.x1], '');
    bottom[0]!.space = false;
    if (runs.some((run) => isFactor(run, rule, host))) {
      top[0]!.text = `(${top[0]!.text}`;
      bottom.at(-1)!.text += ')';
    }
  }
}
