import { isNear, centerX } from '../model/geometry.ts';
import { byX, holdsCenter } from './group.ts';
import { negated, type MathSymbol } from './symbols.ts';

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
