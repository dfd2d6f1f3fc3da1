import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import type { makePage } from '../../../../test/make/raw-page.ts';
import { LINES, page } from '../../../../test/make/running-page.ts';

describe('a list that a table interrupts', () => {
  const table = (made: ReturnType<typeof makePage>, x: number, y: number): void => {
    made.text(x, y, 'Table 1: Depths by place');
    for (const at of [y + 8, y + 26, y + 62]) made.horizontal(at, x, x + 200);
    [
      ['Place', '2021', '2026'],
      ['West', '6.2', '5.7'],
      ['East', '5.9', '5.8'],
    ].forEach((row, r) => row.forEach((cell, c) => made.text(x + 80 * c, y + 20 + 18 * r, cell)));
  };
  const WHOLE = '- first point of all\n    - an inner point\n- second point of all\n';

  it('goes on below it at the top of the next page', async () => {
    const text = await markdownOf(
      page(1, (made) => {
        for (let index = 0; index < 14; index += 1) made.lines(72, 100 + 40 * index, LINES);
        made.text(72, 680, '• first point of all');
      }),
      page(2, (made) => {
        table(made, 72, 80);
        made.text(92, 180, '– an inner point');
        made.text(72, 200, '• second point of all');
        made.lines(72, 230, LINES);
      }),
    );
    expect(text).toContain(WHOLE);
    expect(text).toMatch(/second point of all\n\nTable 1/u);
  });

  it('goes on below it at the top of the next column', async () => {
    const text = await markdownOf(
      page(1, (made) => {
        for (let index = 0; index < 14; index += 1) made.lines(50, 100 + 40 * index, LINES);
        made.text(50, 680, '• first point of all');
        table(made, 330, 100);
        made.text(350, 200, '– an inner point');
        made.text(330, 220, '• second point of all');
        for (let index = 0; index < 11; index += 1) made.lines(330, 260 + 40 * index, LINES);
      }),
    );
    expect(text).toContain(WHOLE);
  });

  it('ends where the table stands below its items', async () => {
    const text = await markdownOf(
      page(1, (made) => {
        made.lines(72, 100, LINES);
        made.text(72, 160, '• first point of all');
        table(made, 72, 190);
        made.text(72, 290, '• second point of all');
      }),
    );
    expect(text).toMatch(/first point of all\n\nTable 1/u);
  });
});
