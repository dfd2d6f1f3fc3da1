import { readFileSync } from 'node:fs';
import { comparableOffice } from './comparable-office.ts';
import { comparable, comparableReal } from './comparable.ts';
import { isReal } from './documents.ts';
import type { BenchDocument } from './documents.ts';
import { scoreEitherWay } from './joined-tables.ts';
import { comparableMade } from './merged-cells.ts';
import { score } from './metrics/score.ts';
import type { Score } from './metrics/score.ts';

function shown(document: BenchDocument, text: string): string {
  const { set, genre } = document;
  if (set === 'office-made') return comparableMade(text);
  if (set === 'office') return comparableOffice(text);
  return isReal(document) ? comparableReal(text) : comparable(text, genre === 'scripts');
}

/** How well a document was read, by what its set compares. */
export function scoreOf(document: BenchDocument, markdown: string): Score {
  const truth = readFileSync(document.truth, 'utf8');
  const either = isReal(document) ? scoreEitherWay : score;
  return either(shown(document, truth), shown(document, markdown), document.metrics);
}
