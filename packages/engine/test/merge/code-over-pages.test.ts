import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage } from '../../../../test/make/raw-page.ts';
import { LINES, page } from '../../../../test/make/running-page.ts';

const typed = { mono: true, advance: 0.6, space: 6 };
const code = (made: ReturnType<typeof makePage>, y: number, lines: readonly string[]): number =>
  made.lines(72, y, lines, typed);

describe('code at the end of a page', () => {
  const pages = async (from: number): Promise<string> =>
    await markdownOf(
      page(1, (made) => {
        made.lines(72, 100, [...LINES, 'of all pumps remained flat.']);
        code(made, 400, ['for (i = 0; i < 4; i++) {', '  pump[i].start();']);
      }),
      page(2, (made) => {
        code(made, from, ['  valve[i].open();', '}']);
        made.lines(72, 620, [...LINES, 'of all pumps remained flat.']);
      }),
    );

  it('goes on at the top of the next one', async () => {
    expect(await pages(100)).toContain('{\n  pump[i].start();\n  valve[i].open();\n}\n```');
  });

  it('is another one further down', async () => {
    expect(await pages(500)).toContain('{\n  pump[i].start();\n```');
  });
});
