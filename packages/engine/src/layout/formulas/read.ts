import { readGrids } from './grids.ts';
import type { Group } from './group.ts';
import { readCovers } from './covers.ts';
import { joinPieces, withoutPieces } from './delimiters.ts';
import { joinParts, readAccents, readNorms } from './composites.ts';
import { readLine } from './line.ts';
import { readRules } from './rules.ts';
import type { MathSymbol } from './signs/symbols.ts';

/**
 * Reads a formula, or a part of one, as one symbol with its LaTeX: what braces and wide accents cover first, then
 * accents, what rules make (fractions, radicals) and matrices, and at last a line with its scripts. Undefined where a
 * symbol or a rule has no place in it.
 */
export function readFormula(group: Group): MathSymbol | undefined {
  const whole = { ...group, symbols: joinPieces(withoutPieces(group.symbols)) };
  const { symbols, rules } = readCovers(whole, readFormula);
  const accented = readAccents(symbols);
  const ruled = accented && readRules({ symbols: accented, rules }, readFormula);
  return ruled && readLine(readGrids(joinParts(readNorms(ruled)), readFormula), readFormula);
}
