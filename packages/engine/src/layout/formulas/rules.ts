import { centerX, isNear, widthOf } from '../model/geometry.ts';
import type { RawRule } from '../model/raw-page.ts';
import { axisOf, baselineAt, holdsCenter, type Group, type Read } from './group.ts';
import type { MathSymbol } from './signs/symbols.ts';

/** Em of the letters beside a rule, as TeX and Typst set them. */
const EM = {
  /** Numerator and denominator are centred on the bar and no longer than it. */
  centre: 0.15,
  longer: 0.1,
  /** A bar over letters covers the italic correction of the last one too. */
  italic: 0.25,
  /** Baselines of the numerator and the denominator: how far above the bar, and below. */
  aboveLeast: 0.05,
  aboveMost: 1.2,
  belowLeast: 0.5,
  belowMost: 1.5,
  /** The rule of a radical begins where its sign ends. */
  joint: 0.1,
  jointAbove: 0.6,
  jointBelow: 3,
  /** A bar over letters lies so far above their baseline. */
  barLeast: 0.45,
  barMost: 1.3,
  /** A line under letters lies so far below it. */
  underLeast: 0.05,
  underMost: 0.45,
  /** The degree of a root is smaller than its radicand. */
  degree: 0.75,
  /** Rows below each other are further apart. */
  row: 0.8,
  /** The rule of a radical lies so far above the baseline of the radicand. */
  radicandLeast: 0.55,
};

/** Whether a numerator or denominator is centred on its bar. */
function isCentred(part: MathSymbol, rule: RawRule): boolean {
  return (
    isNear(centerX(part), centerX(rule), EM.centre * part.size) && widthOf(part) < widthOf(rule) + EM.longer * part.size
  );
}

/** The lowest baseline of what is above a bar, and the highest of what is below it. */
const isCloseAbove = ({ baseline, size, tall }: MathSymbol, y: number): boolean =>
  y - baseline > EM.aboveLeast * size && (tall === true || y - baseline < EM.aboveMost * size);
const isCloseBelow = ({ baseline, size, tall }: MathSymbol, y: number): boolean =>
  baseline - y > EM.belowLeast * size && (tall === true || baseline - y < EM.belowMost * size);

function readFraction(above: Group, below: Group, rule: RawRule, read: Read): MathSymbol | undefined {
  const numerator = read(above);
  const denominator = read(below);
  if (!numerator || !denominator || !isCentred(numerator, rule) || !isCentred(denominator, rule)) return undefined;
  if (!isCloseAbove(numerator, rule.y0) || !isCloseBelow(denominator, rule.y0)) return undefined;
  const size = Math.max(numerator.size, denominator.size);
  return {
    kind: 'ord',
    latex: `\\frac{${numerator.latex}}{${denominator.latex}}`,
    x0: rule.x0,
    x1: rule.x1,
    baseline: baselineAt(rule.y0, size),
    size,
    axis: rule.y0,
    tall: true,
  };
}

/** The radical sign that a rule belongs to. */
const radicalOf = (symbols: readonly MathSymbol[], rule: RawRule): MathSymbol | undefined =>
  symbols.find(
    ({ kind, x1, size, baseline }) =>
      kind === 'radical' && isNear(x1, rule.x0, EM.joint * size) && hangsFrom(rule, { baseline, size }),
  );

/** Whether a radical sign may hang from a rule: TeX's have their baseline at their top, others near their middle. */
export const hangsFrom = ({ y0 }: RawRule, { baseline, size }: Pick<MathSymbol, 'baseline' | 'size'>): boolean =>
  baseline - y0 > -EM.jointAbove * size && baseline - y0 < EM.jointBelow * size;

const mayBeDegree = (degree: MathSymbol, radicand: MathSymbol): boolean =>
  degree.size <= EM.degree * radicand.size && degree.baseline <= radicand.baseline;

function readRadical(
  radical: MathSymbol,
  degrees: Group,
  below: Group,
  context: { rule: RawRule; read: Read },
): MathSymbol | undefined {
  const { rule, read } = context;
  const radicand = read(below);
  if (!radicand || radicand.baseline - rule.y0 < EM.radicandLeast * radicand.size) return undefined;
  const hasDegree = degrees.symbols.length > 0;
  const degree = hasDegree ? read(degrees) : undefined;
  if (hasDegree && !(degree && mayBeDegree(degree, radicand))) return undefined;
  return {
    kind: 'ord',
    latex: `\\sqrt${degree ? `[${degree.latex}]` : ''}{${radicand.latex}}`,
    x0: Math.min(radical.x0, degree?.x0 ?? radical.x0),
    x1: rule.x1,
    baseline: radicand.baseline,
    size: radicand.size,
    ...(radicand.tall ? { tall: true as const } : {}),
  };
}

/** A bar that covers letters, no more and no less. */
function readBar(part: MathSymbol | undefined, rule: RawRule): MathSymbol | undefined {
  if (!part || !isNear(part.x0, rule.x0, EM.longer * part.size)) return undefined;
  const beyond = (rule.x1 - part.x1) / part.size;
  if (beyond < -EM.longer || beyond > EM.italic) return undefined;
  const height = part.baseline - rule.y0;
  if (part.tall || height < EM.barLeast * part.size || height > EM.barMost * part.size) return undefined;
  return { ...part, kind: 'ord', latex: `\\overline{${part.latex}}` };
}

/** A line under letters, no longer and no shorter. */
function readUnderline(part: MathSymbol | undefined, rule: RawRule): MathSymbol | undefined {
  if (!part || !isNear(part.x0, rule.x0, EM.longer * part.size) || !isNear(part.x1, rule.x1, EM.longer * part.size))
    return undefined;
  const depth = rule.y0 - part.baseline;
  if (part.tall || depth < EM.underLeast * part.size || depth > EM.underMost * part.size) return undefined;
  return { ...part, kind: 'ord', latex: `\\underline{${part.latex}}` };
}

/** What is above and below a rule that is no radical's. */
function readBarred(above: Group, below: Group, rule: RawRule, read: Read): MathSymbol | undefined {
  if (above.symbols.length === 0) return below.symbols.length > 0 ? readBar(read(below), rule) : undefined;
  return below.symbols.length > 0 ? readFraction(above, below, rule, read) : readUnderline(read(above), rule);
}

/** The row of symbols that is nearest to a bar, from above (`side` -1) or below. */
function nearestRow(group: Group, side: 1 | -1): Group {
  const first = group.symbols.reduce((a, b) => (side * (b.baseline - a.baseline) < 0 ? b : a));
  return {
    symbols: group.symbols.filter(({ baseline }) => side * (baseline - first.baseline) < EM.row * first.size),
    rules: [],
  };
}

/** Replaces the symbols at the widest rule by what they make together. */
function readWidest({ symbols, rules }: Group, read: Read): Group | undefined {
  const rule = rules.reduce((widest, each) => (widthOf(each) > widthOf(widest) ? each : widest));
  const radical = radicalOf(symbols, rule);
  const within = symbols.filter((symbol) => symbol !== radical && holdsCenter(rule, symbol));
  const others = rules.filter((each) => each !== rule);
  const part = (isIn: (y: number) => boolean, items: readonly MathSymbol[]): Group => ({
    symbols: items.filter((symbol) => isIn(heightOf(symbol))),
    rules: others.filter((each) => isIn(each.y0) && holdsCenter(rule, each)),
  });
  let above = part((y) => y < rule.y0, within);
  let below = part((y) => y >= rule.y0, within);
  let symbol: MathSymbol | undefined;
  const taken = new Set<MathSymbol>();
  if (radical) {
    const degree = symbols.filter((each) => isDegree(each, radical));
    if (symbols.some((each) => degree.some((first) => goesOn(each, first) && !degree.includes(each)))) return undefined;
    if (below.symbols.length === 0) return undefined;
    // the other limit of an integral whose lower one is a root
    above = { symbols: [], rules: [] };
    for (const each of [radical, ...degree]) taken.add(each);
    symbol = readRadical(radical, { symbols: degree, rules: [] }, below, { rule, read });
  } else {
    symbol = readBarred(above, below, rule, read);
    if (!symbol && above.symbols.length > 0 && below.symbols.length > 0) {
      // rows of cases stand above and below
      [above, below] = [nearestRow(above, -1), nearestRow(below, 1)];
      symbol = readFraction(above, below, rule, read);
    }
  }
  if (!symbol) return undefined;
  for (const each of [...above.symbols, ...below.symbols]) taken.add(each);
  const used = new Set([rule, ...above.rules, ...below.rules]);
  return {
    symbols: [...symbols.filter((each) => !taken.has(each)), symbol],
    rules: rules.filter((each) => !used.has(each)),
  };
}

/** The degree of a root: small symbols in the corner of its radical sign. */
const isDegree = (symbol: MathSymbol, radical: MathSymbol): boolean =>
  symbol !== radical &&
  symbol.size < EM.degree * radical.size &&
  symbol.x1 < radical.x1 &&
  holdsCenter(radical, symbol);

/** Whether a symbol stands right before another one on its baseline. */
const goesOn = (before: MathSymbol, symbol: MathSymbol): boolean =>
  isNear(before.x1, symbol.x0, EM.joint * symbol.size) &&
  isNear(before.baseline, symbol.baseline, EM.joint * symbol.size);

/** Where a symbol is, above a rule or below it: symbols that hang from their baseline are below what they touch. */
const heightOf = ({ baseline, size, hangs }: MathSymbol): number =>
  hangs ? baseline + size / 2 : axisOf(baseline, size);

/** Reads fractions, roots and bars, from the widest rule to the narrowest; undefined where a rule is none of these. */
export function readRules(group: Group, read: Read): readonly MathSymbol[] | undefined {
  let rest: Group | undefined = group;
  while (rest && rest.rules.length > 0) rest = readWidest(rest, read);
  return rest?.symbols;
}

const isBetween = (y: number, a: number, b: number): boolean => (y > a && y < b) || (y > b && y < a);

/** Whether a rule ends over or under a symbol, and not beside it. What another rule parts from it is at this one. */
export const cutsSymbol = (rule: RawRule, symbol: MathSymbol, rules: readonly RawRule[]): boolean =>
  symbol.baseline > rule.y0 - EM.aboveMost * symbol.size &&
  symbol.baseline < rule.y0 + EM.belowMost * symbol.size &&
  [rule.x0, rule.x1].some((x) => x > symbol.x0 + 1 && x < symbol.x1 - 1) &&
  !rules.some((other) => isBetween(other.y0, rule.y0, symbol.baseline) && holdsCenter(other, symbol));
