import { boundsOf, centerX, holdsPoint, isNear, overlapX, overlapY } from '../model/geometry.ts';
import { type RawPage, type RawRun, type Rect } from '../model/raw-page.ts';
import { joinBeside, type Formula } from './formula.ts';
import { baselineAt } from './group.ts';
import { readNorms } from './composites.ts';
import { clustersOf, type Cluster } from './clusters.ts';
import { textLines, type TextLine } from './lines.ts';
import { isFormulaNumber, isItemLabel, withWholeNumbers } from './numbers.ts';
import { readFormula } from './read.ts';
import { cutsSymbol } from './rules.ts';
import { withTallParts } from './tall-parts.ts';
import { hangs, isMathFont, lettersOf, mayHaveFormulas } from './signs/fonts.ts';
import { symbolsOf, type MathSymbol } from './signs/symbols.ts';

interface Page {
  readonly lines: readonly TextLine[];
  readonly raw: RawPage;
  /** The LaTeX of clusters that are formulas by themselves, and their runs: they may stand beside others. */
  readonly read: ReadonlyMap<Cluster, string>;
  readonly whole: ReadonlySet<RawRun>;
}

/** In em. Set by hand on papers of TeX and Typst. */
const EM = {
  /** A formula is indented, or centred in its column. */
  indent: 0.9,
  /** A wide one stands so far from the baseline above, and so much nearer to the top of the line below. */
  clear: 1.2,
  /** Letters of a line, without what reaches below it, end so far below the baseline at most. */
  descent: 0.35,
  centre: 2,
  /** An argument touches the name of its function; a number does not. */
  beforeNumber: 0.25,
  /** A line that begins nearer to the left edge goes on with the text above. */
  edge: 0.25,
  /** What shares more of its height with a formula stands beside it. */
  band: 0.4,
  /** What is nearer than this to a formula and stands at any part of its height is a part of it that was missed. */
  beside: 3,
  height: 0.68,
  flat: 0.5,
  depth: 0.15,
  /** Symbols so near to a formula that say nothing by themselves are a part of it that was missed. */
  stray: 1.2,
  /** Letters of the largest size. */
  full: 0.95,
};
/** So many lines of text above and below tell the column. */
const COLUMN_LINES = 3;
/** Points: a number ends where lines of text do. */
const EDGE_PT = 2;
const FLAT = /^[−→]$/;
/** Digits with an operation are no formula without a relation: `25 × 25`. */
const PLAIN = /^(?:[\d.,()+-]|\\(?:times|pm|cdot))$/;
/** A matrix says something without a relation. */
const IS_ARRAY = /\\begin\{/;
const RELATION = /[=<>≤≥≈≡∼∈⊂⊆→]/;
/** More runs go on with a formula in a line of their own. */
const MOST_STRAY = 12;
/** A formula has at least so many symbols. */
const LEAST_SYMBOLS = 3;

/** The edges of the lines of text above and below. */
function columnOf(box: Rect, lines: readonly TextLine[]): readonly [number, number] | undefined {
  const around = lines.filter((line) => overlapX(line, box) > 0).sort((a, b) => overlapY(b, box) - overlapY(a, box));
  const near = [true, false].flatMap((isAbove) =>
    around.filter(({ baseline }) => baseline < (box.y0 + box.y1) / 2 === isAbove).slice(0, COLUMN_LINES),
  );
  if (near.length === 0) return undefined;
  return [Math.min(...near.map(({ x0 }) => x0)), Math.max(...near.map(({ x1 }) => x1))];
}

/** Whether a formula stands further from the lines above and below than these do from each other. */
const standsClear = (box: Rect, lines: readonly TextLine[], size: number): boolean =>
  !lines.some(
    (line) =>
      overlapX(line, box) > 0 &&
      Math.max(line.baseline, line.y1 - EM.descent * size) > box.y0 - EM.clear * size &&
      line.y0 < box.y1 + (EM.clear - 1) * size,
  );

const isSetApart = ({ x0, x1 }: Rect, [left, right]: readonly [number, number], size: number): boolean =>
  x0 > left + EM.indent * size ||
  (x0 > left + EM.edge * size && isNear(centerX({ x0, x1 }), (left + right) / 2, EM.centre * size));

/** Whether a formula is the text of an item: the label stands before it. */
const isLabelled = ({ runs }: Cluster, raw: RawPage): boolean => {
  const first = runs.reduce((a, b) => (b.x0 < a.x0 ? b : a));
  return isItemLabel(first, raw);
};

/** Whether a formula ends with its number, which stands too near to be told from it surely. */
function hasNumberWithin({ runs }: Cluster): boolean {
  const last = runs.reduce((a, b) => (b.x1 > a.x1 ? b : a));
  const end = Math.max(...runs.filter((run) => run !== last).map(({ x1 }) => x1));
  return isFormulaNumber(last) && last.x0 - end > EM.beforeNumber * last.size;
}

/** The height of a run's letters; large symbols hang below their baseline. */
function lettersBox(run: RawRun, raw: RawPage): Rect {
  const { x0, x1, baseline, size } = run;
  const top = hangs(run, raw.fonts[run.font]) ? baseline + EM.height * size : baseline;
  return { x0, x1, y0: top - (FLAT.test(run.text) ? EM.flat : EM.height) * size, y1: top + EM.depth * size };
}

const isOnLine = ({ x0, x1, baseline }: RawRun, lines: readonly TextLine[]): boolean =>
  lines.some((line) => isNear(line.baseline, baseline, EM.band * line.size) && line.x0 <= x0 && line.x1 >= x1);

/**
 * What stands on the heights of a formula, within its column, and is no part of it. The short last line of a paragraph
 * above may reach down to its limits.
 */
function runsBeside(
  { runs, box }: Cluster,
  [left, right]: readonly [number, number],
  { lines, raw, whole }: Page,
): RawRun[] {
  const own = new Set(runs);
  const size = Math.max(...runs.map((run) => run.size));
  const letters = boundsOf(runs.map((run) => lettersBox(run, raw)));
  const span = { x0: Math.min(left, box.x0) - 1, x1: Math.max(right, box.x1) + 1 };
  return raw.runs.filter((run) => {
    if (own.has(run) || whole.has(run) || overlapX(run, span) <= 0) return false;
    const shared = overlapY(lettersBox(run, raw), letters);
    const mayBePart = overlapX(run, box) > -EM.beside * size && !isOnLine(run, lines);
    return shared > (mayBePart ? 0 : EM.band * size);
  });
}

/** Whether a cluster is part of a drawing or a table. */
const isDrawn = ({ box }: Cluster, [left, right]: readonly [number, number], raw: RawPage): boolean =>
  [...raw.shapes, ...raw.images].some((shape) => overlapX(shape, box) > 0 && overlapY(shape, box) > 0) ||
  raw.rules.some(
    (rule) => rule.kind === 'vertical' && rule.x0 > left + 1 && rule.x0 < right - 1 && overlapY(rule, box) > 0,
  ) ||
  raw.widgets.some((widget) => holdsPoint(widget, centerX(box), (box.y0 + box.y1) / 2));

/** The symbols of all runs; undefined where one is not known. */
function allSymbols({ runs, rules }: Cluster, raw: RawPage): MathSymbol[] | undefined {
  const symbols: MathSymbol[] = [];
  for (const run of runs) {
    const own = symbolsOf(run, raw.fonts[run.font]);
    if (!own) return undefined;
    symbols.push(...own);
  }
  const braces = symbols.filter(({ kind }) => kind === 'brace');
  // the rules between the pieces of a brace end anywhere above and below letters
  const bars = rules.filter(({ x0 }) => !braces.some(({ x1 }) => isNear(x0, x1, 1)));
  if (bars.some((rule) => symbols.some((symbol) => cutsSymbol(rule, symbol, rules)))) return undefined;
  return symbols;
}

/** The lines of a cluster that is several formulas below each other: each has a relation on its baseline. */
function partsOf(cluster: Cluster, raw: RawPage): Cluster[] {
  const { runs, rules } = cluster;
  const size = Math.max(...runs.map((run) => run.size));
  const relations = runs.filter(({ text, size: own }) => own > EM.full * size && RELATION.test(text));
  const baselines: number[] = [];
  for (const { baseline } of relations.sort((a, b) => a.baseline - b.baseline))
    if (baselines.length === 0 || baseline - baselines.at(-1)! > size) baselines.push(baseline);
  const nearest = (y: number): number =>
    baselines.reduce((best, each, index) => (Math.abs(each - y) < Math.abs(baselines[best]! - y) ? index : best), 0);
  if (baselines.length < 2) return [];
  return baselines.map((_, index) => {
    const own = runs.filter((run) => nearest(middleOf(run, raw)) === index);
    const bars = rules.filter((rule) => nearest(baselineAt(rule.y0, size)) === index);
    return { runs: own, rules: bars, box: boundsOf([...own, ...bars]) };
  });
}

/** The baseline of a run; large symbols hang from theirs. */
const middleOf = (run: RawRun, raw: RawPage): number =>
  hangs(run, raw.fonts[run.font]) ? run.baseline + run.size : run.baseline;

/** Whether symbols say something of each other, as the letters of a list or of a drawing do not, and to the end. */
const isStatement = (symbols: readonly MathSymbol[]): boolean =>
  !['rel', 'bin'].includes(symbols.reduce((last, symbol) => (symbol.x1 > last.x1 ? symbol : last)).kind) &&
  symbols.length >= LEAST_SYMBOLS &&
  symbols.some(({ kind }) => kind === 'rel' || kind === 'op' || kind === 'bin' || kind === 'name') &&
  symbols.some(({ kind, latex }) => kind === 'rel' || !PLAIN.test(latex));

const endsWith = ({ x1 }: RawRun, lines: readonly TextLine[]): boolean =>
  lines.some((line) => isNear(line.x1, x1, EDGE_PT));

/** The number beside a formula: it ends or begins where a line of text does, and nothing is in between. */
function numberOf(box: Rect, [left, right]: readonly [number, number], { lines, raw }: Page): RawRun | undefined {
  const within = raw.runs.filter(({ baseline }) => baseline > box.y0 && baseline < box.y1);
  const fromMiddle = ({ baseline }: RawRun): number => Math.abs(2 * baseline - box.y0 - box.y1);
  const numbers = within.filter(isFormulaNumber).sort((a, b) => fromMiddle(a) - fromMiddle(b));
  return numbers.find((run) => {
    const isAfter = run.x0 > box.x1;
    const between = isAfter ? { x0: box.x1, x1: run.x0 } : { x0: run.x1, x1: box.x0 };
    return (
      between.x1 - between.x0 > run.size &&
      (isAfter ? run.x1 > right - EDGE_PT || endsWith(run, lines) : isNear(run.x0, left, EDGE_PT)) &&
      !within.some((other) => overlapX(other, between) > 0)
    );
  });
}

/** The column of a formula that stands apart from the text; undefined where it is none, or part of a drawing. */
function columnApart(cluster: Cluster, whole: Cluster, { lines, raw }: Page): Formula['column'] | undefined {
  const { runs, box } = cluster;
  if (isLabelled(cluster, raw) || hasNumberWithin(cluster)) return undefined;
  const { x0, x1 } = boundsOf(raw.runs);
  const column = columnOf(box, lines) ?? [x0, x1];
  const size = Math.max(...runs.map((run) => run.size));
  const isApart = isSetApart(box, column, size) || standsClear(whole.box, lines, size);
  return isApart && !isDrawn(cluster, column, raw) ? column : undefined;
}

function withNumber(formula: Formula, number: RawRun): Formula {
  const { latex, x0, x1, runs } = formula;
  return {
    ...formula,
    latex: `${latex} \\tag{${number.text.slice(1, -1)}}`,
    x0: Math.min(x0, number.x0),
    x1: Math.max(x1, number.x1),
    runs: [...runs, number],
  };
}

/** Whether a cluster has a sign of a math font, a rule, or an equation of slanted or bold letters. */
const mayBeFormula = ({ runs, rules }: Cluster, { fonts }: RawPage): boolean =>
  rules.length > 0 ||
  runs.some(({ font }) => isMathFont(fonts[font]?.name ?? '')) ||
  (runs.some(({ text }) => RELATION.test(text)) &&
    runs.every((run) => /^[^\p{L}]*$/u.test(run.text) || lettersOf(run, fonts[run.font])?.words === false));

/** The LaTeX of a cluster that says something by itself; undefined where it cannot be read surely. */
function latexOf(cluster: Cluster, raw: RawPage): string | undefined {
  const { rules } = cluster;
  if (!mayBeFormula(cluster, raw)) return undefined;
  const symbols = allSymbols(cluster, raw);
  const read = symbols && readFormula({ symbols, rules });
  if (!read) return undefined;
  return isStatement(readNorms(symbols)) || IS_ARRAY.test(read.latex) ? read.latex : undefined;
}

/** The formula of a cluster, or of a line of it. */
function formulaOf(cluster: Cluster, whole: Cluster, page: Page): Formula | undefined {
  const latex = cluster === whole ? page.read.get(cluster) : latexOf(cluster, page.raw);
  const column = latex === undefined ? undefined : columnApart(cluster, whole, page);
  if (latex === undefined || !column) return undefined;
  const { box, runs, rules } = cluster;
  const number = numberOf(box, column, page);
  const beside = runsBeside(cluster, column, page);
  if (beside.some((run) => run !== number && !whole.runs.includes(run))) return undefined;
  const { x0, y0, x1, y1 } = box;
  const formula = { latex, x0, y0, x1, y1, column, runs, rules };
  return number ? withNumber(formula, number) : formula;
}

/** Whether symbols that say nothing by themselves are so near to a formula that they may be a part of it. */
function isStray({ runs, box }: Cluster, formula: Cluster): boolean {
  const size = Math.max(...formula.runs.map((run) => run.size));
  return (
    formula.runs !== runs &&
    runs.length < MOST_STRAY &&
    !runs.some(({ text }) => RELATION.test(text)) &&
    overlapX(box, formula.box) > -size &&
    overlapY(box, formula.box) > -EM.stray * size
  );
}

/** Formulas in lines of their own that are read surely. Pages without math fonts have none. */
export function displayedFormulas(page: RawPage): Formula[] {
  if (!mayHaveFormulas(page)) return [];
  const { raw, partsOf } = withWholeNumbers(page);
  return formulasOf(raw).map((formula) => ({ ...formula, runs: formula.runs.flatMap(partsOf) }));
}

function formulasOf(raw: RawPage): Formula[] {
  const { lines, others } = withTallParts(textLines(raw), raw);
  const clusters = clustersOf(others, raw);
  const read = new Map<Cluster, string>();
  for (const cluster of clusters) {
    const latex = latexOf(cluster, raw);
    if (latex !== undefined) read.set(cluster, latex);
  }
  const page = { lines, raw, read, whole: new Set([...read.keys()].flatMap(({ runs }) => runs)) };
  const formulas = clusters.flatMap((cluster) => {
    const only = formulaOf(cluster, cluster, page);
    const parts = only ? [only] : partsOf(cluster, raw).map((part) => formulaOf(part, cluster, page));
    const isWhole = parts.every((part) => part !== undefined);
    return isWhole && !clusters.some((other) => isStray(other, cluster)) ? parts : [];
  });
  return joinBeside(formulas);
}
