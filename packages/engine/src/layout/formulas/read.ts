import { readGrids } from './grids.ts';
import type { Group } from './group.ts';
import { joinPieces, withoutPieces } from './delimiters.ts';
import { joinArrows, readAccents } from './composites.ts';
import { readLine } from './line.ts';
import { readRules } from './rules.ts';
import type { MathSymbol } from './symbols.ts';

/**
 * Reads a formula, or a part of one, as one symbol with its LaTeX: what rules make first (fractions, radicals), then
 * accents and matrices, and at last a line with its scripts. Undefined where a symbol or a rule has no place in it.
 */
export function readFormula(group: Group): MathSymbol | undefined {
  const ruled = readRules({ ...group, symbols: joinPieces(withoutPieces(group.symbols)) }, readFormula);
  const symbols = ruled && readAccents(ruled);
  return symbols && readLine(readGrids(joinArrows(symbols), readFormula), readFormula);
}
