import { readAccents } from './accents.ts';
import { readGrids } from './grids.ts';
import type { Group } from './group.ts';
import { joinPieces, withoutPieces } from './brackets.ts';
import { joinArrows } from './arrows.ts';
import { readLine } from './line.ts';
import { readRules } from './rules.ts';
import type { Sign } from './signs.ts';

/**
 * Reads a formula, or a part of one, as one sign with its LaTeX: what rules make first (fractions, roots), then accents
 * and matrices, and at last a line with its scripts. Undefined where a sign or a rule has no place in it.
 */
export function readFormula(group: Group): Sign | undefined {
  const ruled = readRules({ ...group, signs: joinPieces(withoutPieces(group.signs)) }, readFormula);
  const signs = ruled && readAccents(ruled);
  return signs && readLine(readGrids(joinArrows(signs), readFormula), readFormula);
}
