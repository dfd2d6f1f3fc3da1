import { centerX, isNear, widthOf } from '../model/geometry.ts';
import type { RawRule } from '../model/raw-page.ts';
import { axisOf, baselineAt, holdsCenter, type Group, type Read } from './group.ts';
import type { Sign } from './signs.ts';

/** Em of the letters beside a rule, as TeX and Typst set them. */
const EM = {
  /** A part is centred on the bar of its fraction and no longer than it. */
  centre: 0.15,
  longer: 0.1,
  /** Baselines of the parts next to the bar: how far above, and below. */
  aboveLeast: 0.05,
  aboveMost: 1.2,
  belowLeast: 0.5,
  belowMost: 1.5,
  /** A rule begins where its radical sign ends. */
  joint: 0.1,
  jointHeight: 0.6,
  /** A bar over letters lies so far above their baseline. */
  barLeast: 0.45,
  barMost: 1.3,
  /** A line under letters lies so far below it. */
  underLeast: 0.05,
  underMost: 0.45,
  /** The index of a root is smaller than its letters. */
  index: 0.75,
  /** A root's rule lies so far above the baseline of what is below it. */
  rootLeast: 0.55,
};

/** Whether a part stands in the middle of the bar. */
function isCentred(part: Sign, rule: RawRule): boolean {
  return (
    isNear(centerX(part), centerX(rule), EM.centre * part.size) && widthOf(part) < widthOf(rule) + EM.longer * part.size
  );
}

/** The lowest baseline of what is above a bar, and the highest of what is below it. */
const isCloseAbove = ({ baseline, size, tall }: Sign, y: number): boolean =>
  y - baseline > EM.aboveLeast * size && (tall === true || y - baseline < EM.aboveMost * size);
const isCloseBelow = ({ baseline, size, tall }: Sign, y: number): boolean =>
  baseline - y > EM.belowLeast * size && (tall === true || baseline - y < EM.belowMost * size);

function readFraction(above: Group, below: Group, rule: RawRule, read: Read): Sign | undefined {
  const top = read(above);
  const bottom = read(below);
  if (!top || !bottom || !isCentred(top, rule) || !isCentred(bottom, rule)) return undefined;
  if (!isCloseAbove(top, rule.y0) || !isCloseBelow(bottom, rule.y0)) return undefined;
  const size = Math.max(top.size, bottom.size);
  return {
    kind: 'ord',
    latex: `\\frac{${top.latex}}{${bottom.latex}}`,
    x0: rule.x0,
    x1: rule.x1,
    baseline: baselineAt(rule.y0, size),
    size,
    axis: rule.y0,
    tall: true,
  };
}

/** The sign that the rule goes on from. */
const radicalOf = (signs: readonly Sign[], rule: RawRule): Sign | undefined =>
  signs.find(
    ({ kind, x1, size, baseline }) =>
      kind === 'radical' && isNear(x1, rule.x0, EM.joint * size) && isNear(baseline, rule.y0, EM.jointHeight * size),
  );

function readRoot(radical: Sign, index: Group, below: Group, context: { rule: RawRule; read: Read }): Sign | undefined {
  const { rule, read } = context;
  const body = read(below);
  const degree = index.signs.length > 0 ? read(index) : undefined;
  if (!body || (index.signs.length > 0 && !degree) || body.baseline - rule.y0 < EM.rootLeast * body.size)
    return undefined;
  if (degree && (degree.size > EM.index * body.size || degree.baseline > body.baseline)) return undefined;
  return {
    kind: 'ord',
    latex: `\\sqrt${degree ? `[${degree.latex}]` : ''}{${body.latex}}`,
    x0: Math.min(radical.x0, degree?.x0 ?? radical.x0),
    x1: rule.x1,
    baseline: body.baseline,
    size: body.size,
    ...(body.tall ? { tall: true as const } : {}),
  };
}

/** A bar that covers letters, no more and no less. */
function readBar(part: Sign | undefined, rule: RawRule): Sign | undefined {
  if (!part || !isNear(part.x0, rule.x0, EM.longer * part.size) || !isNear(part.x1, rule.x1, EM.longer * part.size))
    return undefined;
  const height = part.baseline - rule.y0;
  if (part.tall || height < EM.barLeast * part.size || height > EM.barMost * part.size) return undefined;
  return { ...part, kind: 'ord', latex: `\\overline{${part.latex}}` };
}

/** A line under letters, no longer and no shorter. */
function readUnderline(part: Sign | undefined, rule: RawRule): Sign | undefined {
  if (!part || !isNear(part.x0, rule.x0, EM.longer * part.size) || !isNear(part.x1, rule.x1, EM.longer * part.size))
    return undefined;
  const depth = rule.y0 - part.baseline;
  if (part.tall || depth < EM.underLeast * part.size || depth > EM.underMost * part.size) return undefined;
  return { ...part, kind: 'ord', latex: `\\underline{${part.latex}}` };
}

/** Replaces the signs at the widest rule by what they make together. */
function readWidest({ signs, rules }: Group, read: Read): Group | undefined {
  const rule = rules.reduce((widest, each) => (widthOf(each) > widthOf(widest) ? each : widest));
  const radical = radicalOf(signs, rule);
  const within = signs.filter((sign) => sign !== radical && holdsCenter(rule, sign));
  const others = rules.filter((each) => each !== rule);
  const part = (isIn: (y: number) => boolean, items: readonly Sign[]): Group => ({
    signs: items.filter((sign) => isIn(heightOf(sign))),
    rules: others.filter((each) => isIn(each.y0) && holdsCenter(rule, each)),
  });
  const above = part((y) => y < rule.y0, within);
  const below = part((y) => y >= rule.y0, within);
  let sign: Sign | undefined;
  const taken = new Set(within);
  if (radical) {
    const index = signs.filter((each) => isIndex(each, radical));
    if (signs.some((each) => index.some((first) => goesOn(each, first) && !index.includes(each)))) return undefined;
    if (above.signs.length > 0 || below.signs.length === 0) return undefined;
    for (const each of [radical, ...index]) taken.add(each);
    sign = readRoot(radical, { signs: index, rules: [] }, below, { rule, read });
  } else if (above.signs.length > 0 && below.signs.length > 0) {
    sign = readFraction(above, below, rule, read);
  } else if (below.signs.length > 0) {
    sign = readBar(read(below), rule);
  } else if (above.signs.length > 0) {
    sign = readUnderline(read(above), rule);
  }
  if (!sign) return undefined;
  const used = new Set([rule, ...above.rules, ...below.rules]);
  return {
    signs: [...signs.filter((each) => !taken.has(each)), sign],
    rules: rules.filter((each) => !used.has(each)),
  };
}

/** Small signs in the corner of a radical sign. */
const isIndex = (sign: Sign, radical: Sign): boolean =>
  sign !== radical && sign.size < EM.index * radical.size && sign.x1 < radical.x1 && holdsCenter(radical, sign);

/** Whether a sign stands right before another one on its baseline. */
const goesOn = (before: Sign, sign: Sign): boolean =>
  isNear(before.x1, sign.x0, EM.joint * sign.size) && isNear(before.baseline, sign.baseline, EM.joint * sign.size);

/** Where a sign is, above a rule or below it: signs that hang from their baseline are below what they touch. */
const heightOf = ({ baseline, size, hangs }: Sign): number => (hangs ? baseline + size / 2 : axisOf(baseline, size));

/** Reads fractions, roots and bars, from the widest rule to the narrowest; undefined where a rule is none of these. */
export function readRules(group: Group, read: Read): readonly Sign[] | undefined {
  let rest: Group | undefined = group;
  while (rest && rest.rules.length > 0) rest = readWidest(rest, read);
  return rest?.signs;
}

/** Whether a rule ends over or under a sign, and not beside it. */
export const cutsSign = (rule: RawRule, sign: Sign): boolean =>
  sign.baseline > rule.y0 - EM.aboveMost * sign.size &&
  sign.baseline < rule.y0 + EM.belowMost * sign.size &&
  [rule.x0, rule.x1].some((x) => x > sign.x0 + 1 && x < sign.x1 - 1);
