import { isNear } from '../model/geometry.ts';
import { byX } from './group.ts';
import { MAPS_TO_BAR, type MathSymbol } from './symbols.ts';

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
