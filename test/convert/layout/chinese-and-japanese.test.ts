import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../make/layout-part.ts';
import { makePage, type PageMaker } from '../../make/raw-page.ts';
import { RUN } from '../../../src/convert/layout/model/raw-page.ts';

const WIDE = { advance: 1, font: 'Song' };

const paragraphs = async (page: PageMaker): Promise<string[]> => (await markdownOf(page.page())).trim().split('\n\n');

describe('fonts for Chinese and Japanese', () => {
  it('make no code of digits, though these are all equally wide', async () => {
    const page = makePage();
    page.lines(72, 100, ['水库的水位每天早上由值班人员测量，并记入', '水位记录表。'], WIDE);
    page.text(72, 140, '水位记录表从', WIDE);
    page.text(132, 140, '2021', { font: 'Song', flags: RUN.mono });
    page.text(152, 140, '年起由值班人员填写。', WIDE);
    expect((await paragraphs(page))[1]).toBe('水位记录表从2021年起由值班人员填写。');
  });

  it('leave code as it is', async () => {
    const page = makePage();
    page.lines(72, 100, ['int level = read(gauge);', 'open(sluice, level);'], { font: 'Song', flags: RUN.mono });
    page.text(72, 124, '记录', WIDE);
    expect(await markdownOf(page.page())).toContain('```');
  });
});
