import { expect, it } from 'vitest';
import { groupStrips } from '../../src/layout/whitespace/strip-groups.ts';
import { cutIntoStrips } from '../../src/layout/whitespace/strips.ts';

/** How many lines of two columns, side by side from 100 points down, each group of strips has. */
function groupsOf(rulingAt: number): number[] {
  const lines = [100, 114, 128, 142, 156].flatMap((y0) =>
    [72, 320].map((x0) => ({ kind: 'figure' as const, contents: [], x0, x1: x0 + 200, y0, y1: y0 + 10 })),
  );
  const grouping = { width: 6, size: 10, loosely: true, rulings: [{ at: rulingAt, from: 72, to: 520 }] };
  return groupStrips(cutIntoStrips(lines, grouping.width), grouping).map(({ strips }) => strips.length);
}

it('ends columns at a ruling over all of them, but not below the names of columns', () => {
  expect(groupsOf(140)).toEqual([3, 2]);
  expect(groupsOf(112)).toEqual([5]);
});
