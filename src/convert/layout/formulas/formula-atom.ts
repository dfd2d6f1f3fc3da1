import type { Atom } from '../model/element.ts';
import { hundredths } from '../model/geometry.ts';
import type { Formula } from './displayed.ts';

/** A formula as reading order takes it: as wide as its column, as nothing else stands beside it. */
export const formulaAtom = ({ latex, x0, y0, x1, y1, column }: Formula): Atom => ({
  x0: Math.min(x0, column[0]),
  y0,
  x1: Math.max(x1, column[1]),
  y1,
  kind: 'formula',
  contents: [
    {
      kind: 'blocks',
      blocks: [
        {
          kind: 'formula',
          latex,
          box: [hundredths(x0), hundredths(y0), hundredths(x1), hundredths(y1)],
          column: [hundredths(column[0]), hundredths(column[1])],
        },
      ],
    },
  ],
});
