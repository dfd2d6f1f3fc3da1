import { readGrids } from './grids.ts';
import type { Group } from './group.ts';
import { joinPieces, withoutPieces } from './delimiters.ts';
import { joinArrows, readAccents, readNorms } from './composites.ts';
import { readLine } from './line.ts';
import { readRules } from './rules.ts';
import type { MathSymbol } from './symbols.ts';

/**
 * Reads a formula, or a part of one, as one symbol with its LaTeX: accents first, then what rules make (fractions,
 * radicals) and matrices, and at last a line with its scripts. Undefined where a symbol or a rule has no place in it.
 */
export function readFormula({ symbols, rules }: Group): MathSymbol | undefined {
  const accented = readAccents(joinPieces(withoutPieces(symbols)));
  const ruled = accented && readRules({ symbols: accented, rules }, readFormula);
  return ruled && readLine(readGrids(joinArrows(readNorms(ruled)), readFormula), readFormula);
}
