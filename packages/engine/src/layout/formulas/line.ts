import { growDelimiters } from './delimiters.ts';
import { centerX, isNear } from '../model/geometry.ts';
import { axisOf, baselineAt, byX, type Read } from './group.ts';
import { isIntegral, type MathSymbol } from './signs/symbols.ts';
import { areSeparated, writeAtoms, type MathAtom } from './write.ts';

/** In em of the letters of the line; TeX's own figures with room for those of other programs. */
const EM = {
  /** Letters of the line have one size and one baseline. */
  size: 0.92,
  sameBaseline: 0.05,
  /** A fraction's bar lies on the axis of the line. */
  sameAxis: 0.08,
  /** Symbols that hang below their baseline have their middle on the axis, and so do large ones that are centred. */
  depthLeast: 0.88,
  depthMost: 3.12,
  large: 0.3,
  /** Scripts are smaller, and their baselines so far above or below. Those of high symbols are further away. */
  script: 0.85,
  scriptOfScript: 0.62,
  riseLeast: 0.15,
  riseMost: 0.85,
  dropLeast: 0.06,
  dropMost: 0.6,
  tallMost: 3,
  /** A script begins where its nucleus ends. */
  before: 0.55,
  /** The lower limit of an integral stands below the sign, which leans. */
  beforeLarge: 0.75,
  after: 0.3,
  afterLarge: 0.6,
  /** Letters of a line touch each other by less than this. */
  overlap: 0.2,
  /** Limits are centred on their operator, and further away than scripts. */
  limitAbove: 0.8,
  limitBelow: 0.45,
  labelAbove: 0.5,
  limitCentre: 0.2,
  limitGap: 0.4,
};

/** Functions that take limits in TeX. */
const LIMIT_NAMES = /^\\(?:lim|max|min|sup|inf|limsup|liminf|det|gcd|Pr|operatorname\*\{.*\})$/;
const takesLimits = ({ kind, latex, size }: MathSymbol): boolean =>
  size > 0 && (kind === 'op' || kind === 'rel' || (kind === 'name' && LIMIT_NAMES.test(latex)));

/** Classes of symbols that may be larger than letters of their size, with a baseline of their own. */
const isLarge = ({ kind, hangs }: MathSymbol): boolean =>
  hangs === true || kind === 'op' || kind === 'open' || kind === 'close' || kind === 'fence';

/** What stands on the line itself: size, baseline, axis. */
interface Level {
  readonly baseline: number;
  readonly size: number;
}

/** The level of the largest letters; undefined where they are on several. */
function levelOf(symbols: readonly MathSymbol[]): Level | undefined {
  const letters = symbols.filter((symbol) => !symbol.hangs && symbol.axis === undefined);
  const plain = letters.filter((symbol) => !isLarge(symbol));
  const among = plain.length > 0 ? plain : letters.length > 0 ? letters : symbols;
  const size = Math.max(...among.map((symbol) => symbol.size));
  const largest = among.filter((symbol) => symbol.size > EM.size * size);
  const { baseline } = largest[0]!;
  const isOne = largest.every((symbol) => isNear(symbol.baseline, baseline, EM.sameBaseline * size));
  const level = isOne ? { baseline, size } : undefined;
  return levelOfFraction(symbols, letters.length === 0 ? undefined : level) ?? level;
}

/** The level of a fraction on another axis than that of all letters, which are then its scripts or limits beside it. */
function levelOfFraction(symbols: readonly MathSymbol[], level: Level | undefined): Level | undefined {
  const fraction = symbols.find(({ axis }) => axis !== undefined);
  if (!fraction) return undefined;
  const size = Math.max(...symbols.flatMap((symbol) => (isLarge(symbol) && !symbol.hangs ? [] : symbol.size)));
  const isOfLetters =
    level &&
    (level.size > EM.size * size ||
      isNear(axisOf(level.baseline, level.size), fraction.axis!, EM.sameAxis * level.size));
  return isOfLetters ? undefined : { baseline: baselineAt(fraction.axis!, size), size };
}

/** Whether a symbol is one of the line itself. */
function isOn(symbol: MathSymbol, { baseline, size }: Level): boolean {
  const axis = axisOf(baseline, size);
  if (symbol.axis !== undefined) return isNear(symbol.axis, axis, EM.sameAxis * size);
  if (symbol.hangs) {
    const depth = (2 * (axis - symbol.baseline)) / symbol.size;
    return depth > EM.depthLeast && depth < EM.depthMost;
  }
  if (symbol.size < EM.size * size) return false;
  return isNear(symbol.baseline, baseline, (isLarge(symbol) ? EM.large : EM.sameBaseline) * size);
}

/** The symbols that are small and stand beside each other near a middle. */
function clusterAt(symbols: readonly MathSymbol[], middle: number, size: number): readonly MathSymbol[] {
  const sorted = [...symbols].sort(byX);
  const clusters: MathSymbol[][] = [];
  let end = -Infinity;
  for (const symbol of sorted) {
    if (symbol.x0 - end > EM.limitGap * size) clusters.push([]);
    clusters.at(-1)!.push(symbol);
    end = Math.max(end, symbol.x1);
  }
  return (
    clusters.find((cluster) =>
      isNear((cluster[0]!.x0 + Math.max(...cluster.map(({ x1 }) => x1))) / 2, middle, EM.limitCentre * size),
    ) ?? []
  );
}

/** Whether a symbol is nearer to the middle of a large operator than to that of another one. */
const isNearest = (each: MathSymbol, operator: MathSymbol, operators: readonly MathSymbol[]): boolean =>
  operators.every(
    (other) =>
      other === operator || Math.abs(centerX(each) - centerX(operator)) < Math.abs(centerX(each) - centerX(other)),
  );

/** Limits of a large operator, by their side; symbols of other sizes and places are none. */
function limitsOf(
  symbol: MathSymbol,
  { small, operators }: { readonly small: readonly MathSymbol[]; readonly operators: readonly MathSymbol[] },
  level: Level,
): readonly [readonly MathSymbol[], readonly MathSymbol[]] {
  if (!takesLimits(symbol)) return [[], []];
  const { baseline, size } = level;
  const own = small.filter((each) => isNearest(each, symbol, operators));
  const rise = symbol.kind === 'rel' ? EM.labelAbove : EM.limitAbove;
  const above = own.filter((each) => each.baseline < baseline - rise * size);
  const below = own.filter((each) => each.baseline > baseline + EM.limitBelow * size);
  const middle = centerX(symbol);
  const limits = [clusterAt(below, middle, size), clusterAt(above, middle, size)] as const;
  return isIntegral(symbol) && limits.some((each) => each.length === 0) ? [[], []] : limits;
}

/** An atom of a line while its scripts are collected. */
interface GrowingAtom {
  readonly nucleus: MathSymbol;
  readonly sub: MathSymbol[];
  readonly sup: MathSymbol[];
}

const isHigh = (nucleus: MathSymbol): boolean => nucleus.tall === true || isLarge(nucleus);

/** Whether a small symbol is a superscript or a subscript; undefined where it is neither surely. */
function sideOf(small: MathSymbol, base: GrowingAtom, { baseline, size }: Level): MathSymbol[] | undefined {
  if (small.size < EM.scriptOfScript * size) {
    const next = [base.sub, base.sup].filter((side) => goesOn(side.at(-1), small));
    if (next.length === 1) return next[0];
    if (next.length > 1)
      return next.reduce((a, b) => (distance(a.at(-1)!, small) <= distance(b.at(-1)!, small) ? a : b));
  }
  const at = small.axis === undefined ? small.baseline : small.axis + EM.riseLeast * small.size;
  const rise = (baseline - at) / size;
  const [up, down] = isHigh(base.nucleus) ? [EM.tallMost, EM.tallMost] : [EM.riseMost, EM.dropMost];
  if (rise > EM.riseLeast && rise < up) return base.sup;
  return rise < -EM.dropLeast && rise > -down ? base.sub : undefined;
}

const goesOn = (last: MathSymbol | undefined, small: MathSymbol): boolean =>
  last !== undefined && small.x0 - last.x1 < EM.after * last.size && small.size <= last.size;
const distance = (a: MathSymbol, b: MathSymbol): number => Math.abs(a.baseline - b.baseline);

/** Whether a script begins near the end of its nucleus, or of what it follows. */
function isBeside(small: MathSymbol, base: GrowingAtom, side: readonly MathSymbol[]): boolean {
  const end = side.at(-1)?.x1 ?? base.nucleus.x1;
  const isFirst = side.length === 0;
  const early = isFirst ? (base.nucleus.kind === 'op' ? EM.beforeLarge : EM.before) : EM.after;
  const late = isFirst && base.nucleus.kind === 'op' ? EM.afterLarge : EM.after;
  return small.x0 - end < late * base.nucleus.size && end - small.x0 < early * base.nucleus.size;
}

/** Gives scripts to the atoms that they follow; false where one has no place. */
function sortScripts(bases: readonly GrowingAtom[], small: readonly MathSymbol[], level: Level): boolean {
  return [...small].sort(byX).every((symbol) => {
    const base = bases.findLast((each) => each.nucleus.x0 < symbol.x0);
    const side = base && sideOf(symbol, base, level);
    if (!base || !side || symbol.size > EM.script * level.size || !isBeside(symbol, base, side)) return false;
    side.push(symbol);
    return true;
  });
}

/** Limits in rows below each other. */
function readRows(symbols: readonly MathSymbol[], read: Read): MathSymbol | undefined {
  const rows = Map.groupBy(symbols, ({ baseline }) => Math.round(baseline));
  const parts = [...rows].sort(([a], [b]) => a - b).map(([, row]) => read({ symbols: row, rules: [] }));
  if (parts.length < 2 || parts.some((part) => part === undefined)) return undefined;
  return { ...parts[0]!, latex: `\\substack{${parts.map((part) => part!.latex).join(' \\\\ ')}}` };
}

/** A part read, `null` where there is none; undefined where it cannot be read. */
const readSide = (symbols: readonly MathSymbol[], mayBeRows: boolean, read: Read): MathSymbol | null | undefined =>
  symbols.length === 0 ? null : (read({ symbols, rules: [] }) ?? (mayBeRows ? readRows(symbols, read) : undefined));

/** A relation with what stands above and below it; arrows grow with it. */
function labelled(relation: string, below: MathSymbol | null, above: MathSymbol | null): string {
  const arrow = /^\\(?:long)?((?:left|right)arrow)$/.exec(relation)?.[1];
  if (arrow) return `\\x${arrow}${below ? `[${below.latex}]` : ''}{${above?.latex ?? ''}}`;
  const over = above ? `\\overset{${above.latex}}{${relation}}` : relation;
  return below ? `\\underset{${below.latex}}{${over}}` : over;
}

function atomOf({ nucleus, sub, sup }: GrowingAtom, hasLimits: boolean, read: Read): MathAtom | undefined {
  const low = readSide(sub, hasLimits, read);
  const high = readSide(sup, hasLimits, read);
  if (low === undefined || high === undefined) return undefined;
  if (hasLimits && nucleus.kind === 'rel')
    return { nucleus: { ...nucleus, latex: labelled(nucleus.latex, low, high) } };
  return { nucleus, ...(low ? { sub: low } : {}), ...(high ? { sup: high } : {}) };
}

/** In em: scripts before a letter end so near to it, and further from what stands before them. */
const PRESCRIPT_EM = 0.12;
const OPERATORS: ReadonlySet<MathSymbol['kind']> = new Set(['rel', 'bin', 'open', 'punct']);

/** The bases of a line, with an empty one before each letter that has its scripts in front of it: `{}^{14}C`. */
function withEmptyBases(symbols: readonly MathSymbol[], small: readonly MathSymbol[]): readonly MathSymbol[] {
  return symbols.flatMap((symbol, index) => {
    const before = symbols[index - 1];
    if (symbol.kind !== 'ord' || (before && !OPERATORS.has(before.kind))) return [symbol];
    const own = small.filter(({ x0 }) => x0 < symbol.x0 && x0 > (before?.x0 ?? -Infinity));
    const x0 = Math.min(...own.map((each) => each.x0));
    const gap = symbol.x0 - Math.max(...own.map(({ x1 }) => x1));
    const isInFront = own.length > 0 && gap < PRESCRIPT_EM * symbol.size && (!before || x0 - before.x1 > gap);
    return isInFront ? [{ ...symbol, latex: '{}', x0: x0 - 1, x1: x0, text: '' }, symbol] : [symbol];
  });
}

/** Whether a relation stands before a parenthesis, which holds the condition of it: `f(n) = g(n) \qquad (n > 0)`. */
const beginsCondition = (atoms: readonly MathAtom[], index: number): boolean =>
  atoms[index]!.nucleus.kind === 'open' && atoms.slice(0, index).some(({ nucleus }) => nucleus.kind === 'rel');

/** Whether letters stand over each other. */
const overlaps = (bases: readonly GrowingAtom[]): boolean =>
  bases.some(
    ({ nucleus }, index) => index > 0 && bases[index - 1]!.nucleus.x1 - nucleus.x0 > EM.overlap * nucleus.size,
  );

/** Reads a line of symbols with their scripts and limits, as one symbol. */
export function readLine(symbols: readonly MathSymbol[], read: Read): MathSymbol | undefined {
  const level = symbols.length > 0 ? levelOf(symbols) : undefined;
  if (!level) return undefined;
  let small = symbols.filter((symbol) => !isOn(symbol, level));
  const nuclei = symbols.filter((symbol) => isOn(symbol, level)).sort(byX);
  const bases = withEmptyBases(nuclei, small).map((nucleus): GrowingAtom => ({ nucleus, sub: [], sup: [] }));
  const operators = bases.map(({ nucleus }) => nucleus).filter(takesLimits);
  for (const base of bases) {
    const [below, above] = limitsOf(base.nucleus, { small, operators }, level);
    base.sub.push(...below);
    base.sup.push(...above);
    small = small.filter((symbol) => !below.includes(symbol) && !above.includes(symbol));
  }
  const limited = new Set(bases.filter(({ sub, sup }) => sub.length + sup.length > 0));
  if (
    !sortScripts(
      bases.filter((base) => !limited.has(base)),
      small,
      level,
    )
  )
    return undefined;
  const atoms: MathAtom[] = [];
  for (const base of bases) {
    const atom = atomOf(base, limited.has(base), read);
    if (!atom) return undefined;
    atoms.push(atom);
  }
  const isTable = atoms.some(
    (atom, index) => index > 0 && areSeparated(atoms[index - 1]!, atom) && !beginsCondition(atoms, index),
  );
  const grown = isTable || overlaps(bases) ? undefined : growDelimiters(atoms);
  return (
    grown && {
      kind: 'ord',
      latex: writeAtoms(grown),
      x0: Math.min(...symbols.map(({ x0 }) => x0)),
      x1: Math.max(...symbols.map(({ x1 }) => x1)),
      ...level,
      ...(bases.some(({ nucleus }) => nucleus.tall) || limited.size > 0 ? { tall: true as const } : {}),
    }
  );
}
