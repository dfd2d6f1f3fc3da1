import type { Operator } from '../content.ts';
import { color } from './color.ts';
import { graphicsState } from './graphics-state.ts';
import { markedContent } from './marked-content.ts';
import { path } from './path.ts';
import { textPositioning } from './text-positioning.ts';
import { textShowing } from './text-showing.ts';
import { textState } from './text-state.ts';
import { xobject } from './xobject.ts';

const GROUPS = [graphicsState, path, color, textState, textPositioning, textShowing, xobject, markedContent];

/** All operators by their numbers in pdf.js. Those that are not listed paint nothing that is looked at. */
export function operatorTable(numbers: Readonly<Record<string, number>>): readonly (Operator | undefined)[] {
  const table: (Operator | undefined)[] = [];
  for (const group of GROUPS) {
    for (const [name, operator] of Object.entries(group)) {
      const number = numbers[name];
      if (number === undefined) throw new Error(`pdf.js has no operator ${name}`);
      table[number] = operator;
    }
  }
  return Array.from(table);
}
