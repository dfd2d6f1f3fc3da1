import type { OutputBlock } from '../output-block.ts';
import type { Provenance } from './items.ts';

/** Where a block stands. */
export function provenanceOf({ boxes = [], text }: OutputBlock): Provenance[] {
  const length = Array.from(text).length;
  return boxes.map(({ page, box: [l, t, r, b] }) => ({
    page_no: page,
    bbox: { l, t, r, b, coord_origin: 'TOPLEFT' },
    charspan: [0, length],
  }));
}
