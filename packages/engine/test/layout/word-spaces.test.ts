import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, PROSE, type PageMaker } from '../../../../test/make/raw-page.ts';

/** The Markdown of a page that writes no spaces and only leaves gaps. */
const withGapsOnly = async (page: PageMaker): Promise<string> => {
  const { runs, ...rest } = page.page();
  return (await markdownOf({ ...rest, runs: runs.map(({ space: _space, ...run }) => run) })).trim();
};

describe('gaps between words where no space is written', () => {
  it('are narrow on a line that was pressed together to be justified', async () => {
    const page = makePage();
    page.text(72, 100, PROSE[0], { space: 2.4 });
    page.text(72, 112, PROSE[1], { space: 1.2 });
    page.text(72, 124, PROSE[2], { space: 1.7 });
    expect(await withGapsOnly(page)).toBe(PROSE.slice(0, 3).join(' '));
  });

  it('are not where a line with ordinary spaces is kerned', async () => {
    const page = makePage();
    const end = page.text(72, 100, 'the gauge at the weir shows the AV');
    page.text(end + 1.3, 100, 'ERAGE of the last ten years');
    expect(await withGapsOnly(page)).toBe('the gauge at the weir shows the AVERAGE of the last ten years');
  });

  it('are not where a letter of a formula leans over on a tight line', async () => {
    const page = makePage();
    const end = page.text(72, 100, 'the inflow of the upper basin is given by the sum U', { space: 1.8 });
    page.text(end + 1.2, 100, '(x) over all days', { space: 1.8 });
    page.text(72, 112, 'while narrow gaps part the words on this tight line', { space: 1.4 });
    expect(await withGapsOnly(page)).toMatch(/the sum U\(x\) over all days while narrow gaps/);
  });
});
