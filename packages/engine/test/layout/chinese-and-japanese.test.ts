import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, PROSE, type PageMaker } from '../../../../test/make/raw-page.ts';
import { RUN } from '../../src/layout/model/raw-page.ts';
import { makeGlyphRun } from '../../src/layout/text/clean.ts';
import { countWords } from '../../src/layout/text/inlines.ts';
import { isNumeric } from '../../src/layout/tables/model/numeric.ts';
import { makeLine } from '../../src/layout/model/line.ts';
import { textRows, usualLetters } from '../../src/layout/text/text-rows.ts';
import { cutIntoSegments } from '../../src/layout/text/segments.ts';

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

  it('make no code of a title in letters of one width for its numbers', async () => {
    const page = makePage();
    page.text(72, 80, '水库管理委员会水位记录第', WIDE);
    page.text(192, 80, 'GB50138-2024', { font: 'Courier', flags: RUN.mono });
    page.text(252, 80, '届理事会', WIDE);
    page.lines(72, 120, ['水库的水位每天早上由值班人员测量，并记入', '水位记录表。'], WIDE);
    expect((await paragraphs(page))[0]).toBe('水库管理委员会水位记录第GB50138-2024届理事会');
  });

  it('leave code as it is', async () => {
    const page = makePage();
    page.lines(72, 100, ['int level = read(gauge);', 'open(sluice, level);'], { font: 'Song', flags: RUN.mono });
    page.text(72, 124, '记录', WIDE);
    expect(await markdownOf(page.page())).toContain('```');
  });
});

describe('paragraphs of Chinese and Japanese', () => {
  const FULL = '水库的水位每天早上由值班人员测量并记入水位记录表';

  it('end where a line leaves room for the next letter', async () => {
    const page = makePage();
    page.lines(72, 100, [`水位变动说明：${FULL}后上报主管部门所致`, '渠道整修说明：主要是去年冬季水位下降'], WIDE);
    page.text(72, 124, `闸门检修说明：${FULL}后上报主管部门所致`, WIDE);
    expect(await paragraphs(page)).toEqual([
      `水位变动说明：${FULL}后上报主管部门所致渠道整修说明：主要是去年冬季水位下降`,
      `闸门检修说明：${FULL}后上报主管部门所致`,
    ]);
  });

  it('go on without a space, also beside Latin letters and digits', async () => {
    const page = makePage();
    page.lines(72, 100, [`${FULL}，并由`, `ABC`], WIDE);
    page.text(102, 112, `公司在十二月三十一日以前写成书面的报告`, WIDE);
    expect(await paragraphs(page)).toEqual([`${FULL}，并由ABC公司在十二月三十一日以前写成书面的报告`]);
  });

  it('begin at a label, which stands right before its text', async () => {
    const page = makePage();
    page.lines(
      72,
      100,
      [`${FULL}。`, '（２）水位不足时应当在当天上午十时以前电话通知甲', '（香港）的值班人员和主管部门。'],
      WIDE,
    );
    page.lines(82, 136, ['①水门每年检修二次。', '②水门漏水时关闭'], WIDE);
    expect(await paragraphs(page)).toEqual([
      `${FULL}。`,
      '（２）水位不足时应当在当天上午十时以前电话通知甲（香港）的值班人员和主管部门。',
      '①水门每年检修二次。',
      '②水门漏水时关闭',
    ]);
  });
});

describe('numbered items of Chinese and Japanese', () => {
  const FULL = '水库的水位每天早上由值班人员测量并记入水位记录表';

  it('begin at the next number, though the line above is full', async () => {
    const page = makePage();
    page.lines(72, 100, [`二、地点在${FULL}`, '三、出席人员的姓名'], WIDE);
    expect(await paragraphs(page)).toEqual([`二、地点在${FULL}`, '三、出席人员的姓名']);
  });

  it('do not begin at a number within a sentence', async () => {
    const page = makePage();
    page.lines(72, 100, [`二、地点在${FULL}`, '七、八月间经常缺水'], WIDE);
    expect(await paragraphs(page)).toEqual([`二、地点在${FULL}七、八月间经常缺水`]);
  });
});

describe('columns of Chinese and Japanese', () => {
  it('are read one after the other though their lines have few letters, which stand beside lines of another language', async () => {
    const page = makePage();
    const chinese = ['值班人員每日測', '量水庫的水位並', '記入水位記錄表', '，變動應當通知', '主管部門。'];
    page.lines(72, 100, PROSE);
    page.lines(325, 100, chinese, WIDE);
    const text = await markdownOf(page.page());
    expect(text).toContain(chinese.join(''));
    expect(text).toContain(PROSE.join(' '));
  });

  it('are none where names stand beside names', async () => {
    const page = makePage();
    page.lines(72, 100, ['取締役会長及び議長', '監査等委員である社外取締役', '社外取締役'], WIDE);
    page.lines(230, 100, ['水門管理株式会社', '水道設備整備工業株式会社', '水路測量'], WIDE);
    expect(await markdownOf(page.page())).toContain('取締役会長及び議長 水門管理株式会社');
  });
});

describe('letters of a usual row', () => {
  it('count twice in prose, but not in amounts with their units', () => {
    const lettersOfRows = (rows: readonly string[]): number => {
      const page = makePage();
      page.lines(72, 100, rows, WIDE);
      const segments = page.page().runs.map((run) => makeLine([makeGlyphRun(page.page(), run)]));
      return usualLetters(textRows(segments));
    };
    expect(lettersOfRows(['水庫的水位並記入', '水位記錄表，如有', '變動應當通知主管'])).toBe(16);
    expect(lettersOfRows(['１１４百万円', '１５５百万円', '１４２百万円'])).toBe(6);
  });
});

describe('spaces of Chinese and Japanese', () => {
  it('are as wide as a letter, and no gutter', () => {
    const page = makePage();
    page.text(72, 118, '第十期（自', WIDE);
    page.text(132, 118, '十月一日 至 九月三十日）', { ...WIDE, space: 10 });
    const runs = page.page().runs.map((run) => makeGlyphRun(page.page(), run));
    expect(cutIntoSegments(runs)).toHaveLength(2);
    runs[1]!.space = true;
    expect(cutIntoSegments(runs)).toHaveLength(1);
  });
});

describe('amounts of Chinese and Japanese', () => {
  it('are numbers with their unit, a triangle, wide digits or a dash', () => {
    const amounts = ['△1,404,225', '38,545百万円', '６', '15.3％', '－', '－ 〃', '20万元', '（1,250）'];
    expect(amounts.filter((text) => !isNumeric(text))).toEqual([]);
    expect(['第1回', '2021年４月１日', '3号水門', '千円'].filter(isNumeric)).toEqual([]);
  });
});

describe('words of Chinese and Japanese', () => {
  it('have about three letters, without the digits among them', () => {
    expect(['販売費及び一般管理費', '前年度', '38,545千円', '2 sluices', '水库 2021年'].map(countWords)).toEqual([
      4, 1, 1, 2, 2,
    ]);
  });
});
