import type { Atom } from '../../model/element.ts';
import type { Rect } from '../../model/raw-page.ts';
import type { TableContent } from './draft-table.ts';

/** A table as an element of the page, in a column from one edge to another. */
export function tableAtom(content: TableContent, box: Rect, column: readonly [number, number]): Atom {
  const { x0, y0, x1, y1 } = box;
  return {
    x0,
    y0,
    x1,
    y1,
    kind: 'table',
    contents: [{ kind: 'blocks', blocks: [{ ...content, box: [x0, y0, x1, y1], column }] }],
  };
}
