import { isNear, centerX } from '../model/geometry.ts';
import { baselineAt, byX, holdsCenter } from './group.ts';
import { isIntegral, MAPS_TO_BAR, negated, type MathSymbol } from './signs/symbols.ts';

/** Em: how far an accent is from the middle of its letter, and how far above the letter's own its baseline lies. */
const EM = { middle: 0.35, risen: 0.5, sameBaseline: 0.02 };

/** The nucleus under an accent: the letter that it stands over. */
const letterOf = (accent: MathSymbol, symbols: readonly MathSymbol[]): MathSymbol | undefined =>
  symbols.find(
    (symbol) =>
      symbol.kind === 'ord' &&
      isNear(symbol.size, accent.size, 1) &&
      (holdsCenter(symbol, accent) ||
        (centerX(accent) >= symbol.x1 &&
          centerX(accent) < symbol.x1 + (EM.middle * symbol.size) / 2 &&
          accent.x1 - accent.x0 < 1)) &&
      symbol.baseline - accent.baseline > -EM.sameBaseline * symbol.size &&
      symbol.baseline - accent.baseline < EM.risen * symbol.size,
  );

/** Replaces a symbol by the one that bears a mark, and leaves the mark out. */
const withMark = (
  symbols: readonly MathSymbol[],
  mark: MathSymbol,
  bearer: MathSymbol,
  marked: MathSymbol,
): readonly MathSymbol[] =>
  symbols.filter((symbol) => symbol !== mark).map((symbol) => (symbol === bearer ? marked : symbol));

/** Puts accents on their letters; undefined where one has none. */
export function readAccents(all: readonly MathSymbol[]): readonly MathSymbol[] | undefined {
  let symbols = all;
  for (const accent of all) {
    if (accent.kind !== 'accent') continue;
    const letter = letterOf(accent, symbols);
    if (!letter) return undefined;
    const accented: MathSymbol = { ...letter, latex: `${accent.latex}{${letter.latex}}` };
    symbols = withMark(symbols, accent, letter, accented);
  }
  return readSlashes(symbols);
}

/** Strikes relations through: `≠` is drawn as a slash and an equals sign, `∉` as `∈` and the letter `/` on it. */
function readSlashes(all: readonly MathSymbol[]): readonly MathSymbol[] | undefined {
  let symbols = all;
  for (const slash of all) {
    const isLetter = slash.latex === '/';
    if (slash.kind !== 'slash' && !isLetter) continue;
    const relation = [...symbols]
      .sort(byX)
      .find(
        (symbol) =>
          symbol.kind === 'rel' &&
          (isLetter ? holdsCenter(symbol, slash) : symbol.x1 > slash.x0) &&
          isNear(symbol.x0, slash.x0, slash.size / 2) &&
          isNear(symbol.baseline, slash.baseline, EM.sameBaseline * slash.size),
      );
    if (!relation && isLetter) continue;
    if (!relation) return undefined;
    const struck: MathSymbol = { ...relation, latex: negated(relation.latex) };
    symbols = withMark(symbols, slash, relation, struck);
  }
  return symbols;
}

/** Em: space on both sides of a relation; the bars of a norm touch what they enclose. */
const BESIDE_RELATION_EM = 0.15;

/** Bars of norms, which have the sign of a relation (`\parallel`) in TeX's fonts. */
export function readNorms(all: readonly MathSymbol[]): readonly MathSymbol[] {
  return all.map((symbol) => {
    if (symbol.latex !== '\\parallel') return symbol;
    const near = BESIDE_RELATION_EM * symbol.size;
    const touches = all.some(
      (other) =>
        other !== symbol &&
        (isNear(other.x1, symbol.x0, near) || isNear(other.x0, symbol.x1, near)) &&
        isNear(other.baseline, symbol.baseline, symbol.size),
    );
    return touches ? { ...symbol, kind: 'fence', latex: '\\|' } : symbol;
  });
}

/** Relations that TeX puts together of symbols which touch or overlap: their parts from left to right. */
const JOINED: readonly (readonly [readonly string[], string])[] = [
  [[MAPS_TO_BAR, '−', '\\rightarrow'], '\\longmapsto'],
  [[MAPS_TO_BAR, '\\rightarrow'], '\\mapsto'],
  [['−', '\\rightarrow'], '\\longrightarrow'],
  [['\\leftarrow', '−'], '\\longleftarrow'],
  [['\\leftarrow', '\\rightarrow'], '\\longleftrightarrow'],
  [['=', '\\Rightarrow'], '\\Longrightarrow'],
  [['\\Leftarrow', '='], '\\Longleftarrow'],
  [['\\Leftarrow', '\\Rightarrow'], '\\Longleftrightarrow'],
  [['\\hookrightarrow', '\\rightarrow'], '\\hookrightarrow'],
  [['|', '='], '\\models'],
  [[':', '='], ':='],
  [['\\int', '\\int', '\\int'], '\\iiint'],
  [['\\int', '\\int'], '\\iint'],
  [['(', 'mod'], '(\\mathrm{mod}\\ '],
  [['\\lim', '\\sup'], '\\limsup'],
  [['\\lim', '\\inf'], '\\liminf'],
];
/** Em: parts of one relation are not apart. */
const GAP_EM = 0.06;
/** Em: a thin space is in a name of two words, and so much between integrals. */
const THIN_EM = 0.25;

const isPart = (symbol: MathSymbol, latex: string): boolean =>
  symbol.latex === latex || (latex === '−' && symbol.latex === '-');

const isLevel = (a: MathSymbol, b: MathSymbol): boolean =>
  isNear(a.baseline, b.baseline, GAP_EM * a.size) && isNear(a.size, b.size, GAP_EM * a.size);

/** Whether a symbol goes on from the one before it as the next part of a relation. */
const touches = (before: MathSymbol, symbol: MathSymbol): boolean =>
  symbol.x0 - before.x1 < (symbol.kind === 'name' || isIntegral(symbol) ? THIN_EM : GAP_EM) * symbol.size &&
  symbol.x0 > before.x0 - GAP_EM * symbol.size &&
  isLevel(symbol, before);

/** In em: how far `∼` is above `=` where both are one symbol. */
const CONG_EM = { least: 0.2, most: 0.6, side: 0.1 };

/** TeX sets `\cong` as a tilde above an equals sign. */
function joinCong(symbols: readonly MathSymbol[]): readonly MathSymbol[] {
  const upper = new Set<MathSymbol>();
  const joined = symbols.map((symbol) => {
    const tilde = symbols.find(
      ({ latex, x0, size, baseline }) =>
        symbol.latex === '=' &&
        latex === '\\sim' &&
        isNear(x0, symbol.x0, CONG_EM.side * size) &&
        symbol.baseline - baseline > CONG_EM.least * size &&
        symbol.baseline - baseline < CONG_EM.most * size,
    );
    if (tilde) upper.add(tilde);
    return tilde ? { ...symbol, latex: '\\cong' } : symbol;
  });
  return joined.filter((symbol) => !upper.has(symbol));
}

/** In em: the limit of `arg max` stands below, in its middle; letters of it are smaller. */
const LIMIT_EM = { least: 0.45, most: 1.5, small: 0.85 };

/** `arg max` is one operator where its limit is centred below both words. */
function joinArgs(symbols: readonly MathSymbol[]): readonly MathSymbol[] {
  let joined = symbols;
  for (const arg of symbols.filter(({ latex }) => latex === '\\arg')) {
    const next = symbols.find((each) => each.kind === 'name' && each.x0 > arg.x0 && touches(arg, each));
    if (!next || !limitIsBelow(arg, next, symbols)) continue;
    joined = withMark(joined, next, arg, {
      ...arg,
      x1: next.x1,
      latex: `\\operatorname*{arg\\,${next.latex.slice(1)}}`,
    });
  }
  return joined;
}

/** Whether the middle of what is below two words is nearer to that of both than to that of the second one. */
function limitIsBelow(first: MathSymbol, second: MathSymbol, symbols: readonly MathSymbol[]): boolean {
  const both = { x0: first.x0, x1: second.x1 };
  const below = symbols.filter(
    (each) =>
      each.size < LIMIT_EM.small * first.size &&
      each.baseline > first.baseline + LIMIT_EM.least * first.size &&
      each.baseline < first.baseline + LIMIT_EM.most * first.size &&
      holdsCenter(both, each),
  );
  if (below.length === 0) return false;
  const middle = (below[0]!.x0 + Math.max(...below.map(({ x1 }) => x1))) / 2;
  return Math.abs(middle - centerX(both)) < Math.abs(middle - centerX(second));
}

/** In em: how far the dots of `\vdots` and `\ddots` are below each other, and those of the latter beside. */
const DOTS_EM = { least: 0.2, most: 0.6, upright: 0.05, same: 0.05 };

/** Three dots below each other, or on a slope, are one symbol. */
function joinDots(all: readonly MathSymbol[]): readonly MathSymbol[] {
  const used = new Set<MathSymbol>();
  const joined = all.flatMap((dot): MathSymbol[] => {
    if (dot.latex !== '.' || used.has(dot)) return [];
    const { size } = dot;
    const below = (from: MathSymbol): MathSymbol[] =>
      all.filter(({ latex, x0, baseline }) => {
        const drop = (baseline - from.baseline) / size;
        return latex === '.' && drop > DOTS_EM.least && drop < DOTS_EM.most && Math.abs(x0 - from.x0) < size;
      });
    for (const second of below(dot)) {
      const step = second.x0 - dot.x0;
      const third = below(second).find(({ x0 }) => isNear(x0 - second.x0, step, DOTS_EM.same * size));
      if (!third || step < -DOTS_EM.upright * size) continue;
      for (const each of [dot, second, third]) used.add(each);
      const latex = step < DOTS_EM.upright * size ? '\\vdots' : '\\ddots';
      return [
        {
          ...dot,
          kind: 'ord',
          latex,
          x1: third.x1,
          baseline: baselineAt(second.baseline, size),
          axis: second.baseline,
        },
      ];
    }
    return [];
  });
  return joined.length === 0 ? all : [...all.filter((symbol) => !used.has(symbol)), ...joined];
}

/** What is drawn as several symbols, as one symbol each: arrows, other relations, operators and dots. */
export function joinParts(all: readonly MathSymbol[]): readonly MathSymbol[] {
  let rest: readonly MathSymbol[] = joinArgs([...joinDots(joinCong(all))].sort(byX));
  const joined: MathSymbol[] = [];
  while (rest.length > 0) {
    const [first] = rest as readonly [MathSymbol];
    // scripts and limits stand between them
    const row = rest.filter((each) => isLevel(each, first));
    const found = JOINED.find(([parts]) =>
      parts.every(
        (part, index) =>
          row[index] && isPart(row[index], part) && (index === 0 || touches(row[index - 1]!, row[index])),
      ),
    );
    const parts = row.slice(0, found?.[0].length ?? 1);
    const kind = first.kind === 'op' || first.kind === 'name' ? first.kind : 'rel';
    joined.push(found ? { ...first, kind, latex: found[1], x1: parts.at(-1)!.x1 } : first);
    rest = rest.filter((each) => !parts.includes(each));
  }
  return joined;
}
