import { isNear, centerX } from '../model/geometry.ts';
import { byX, holdsCenter } from './group.ts';
import { MAPS_TO_BAR, negated, type MathSymbol } from './symbols.ts';

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

/** Strikes relations through: `≠` is drawn as a slash and an equals sign. */
function readSlashes(all: readonly MathSymbol[]): readonly MathSymbol[] | undefined {
  let symbols = all;
  for (const slash of all) {
    if (slash.kind !== 'slash') continue;
    const relation = [...symbols]
      .sort(byX)
      .find(
        (symbol) =>
          symbol.kind === 'rel' &&
          symbol.x1 > slash.x0 &&
          isNear(symbol.x0, slash.x0, slash.size / 2) &&
          isNear(symbol.baseline, slash.baseline, EM.sameBaseline * slash.size),
      );
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
];
/** Em: parts of one relation are not apart. */
const GAP_EM = 0.06;

const isPart = (symbol: MathSymbol, latex: string): boolean =>
  symbol.latex === latex || (latex === '−' && symbol.latex === '-');

/** Whether a symbol goes on from the one before it as the next part of a relation. */
const touches = (before: MathSymbol, symbol: MathSymbol): boolean =>
  symbol.x0 - before.x1 < GAP_EM * symbol.size &&
  symbol.x0 > before.x0 - GAP_EM * symbol.size &&
  isNear(symbol.baseline, before.baseline, GAP_EM * symbol.size) &&
  isNear(symbol.size, before.size, GAP_EM * symbol.size);

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

/** Arrows and other relations that are drawn as several symbols, as one symbol each. */
export function joinArrows(all: readonly MathSymbol[]): readonly MathSymbol[] {
  const rest = [...joinCong(all)].sort(byX);
  const joined: MathSymbol[] = [];
  while (rest.length > 0) {
    const [first] = rest;
    const found = JOINED.find(
      ([parts]) =>
        isPart(first!, parts[0]!) &&
        parts.every((part, index) => {
          const symbol = rest[index];
          return symbol && isPart(symbol, part) && (index === 0 || touches(rest[index - 1]!, symbol));
        }),
    );
    if (!found) {
      joined.push(rest.shift()!);
      continue;
    }
    const parts = rest.splice(0, found[0].length);
    joined.push({ ...first!, kind: 'rel', latex: found[1], x1: parts.at(-1)!.x1 });
  }
  return joined;
}
