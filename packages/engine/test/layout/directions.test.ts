import { describe, expect, it } from 'vitest';
import { RUN, type RawPage } from '../../src/layout/model/raw-page.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

const HEBREW = /\p{Script=Hebrew}|\p{Script=Arabic}/u;

/**
 * Writes words as a browser draws them: from left to right, as the eye meets them; words of right-to-left scripts have
 * their letters in logical order already.
 */
function seen(page: PageMaker, right: number, y: number, words: readonly string[]): void {
  const size = 10;
  let x = right - words.reduce((sum, word) => sum + word.length * 0.5 * size, 0) - (words.length - 1) * 0.28 * size;
  for (const word of words) x = page.text(x, y, word, { flags: HEBREW.test(word) ? RUN.rtl : 0 }) + 0.28 * size;
}

/** The runs as one line of drawing: white space was written before each run but the first of a line. */
function withSpaces(page: RawPage): RawPage {
  return {
    ...page,
    runs: page.runs.map((run, index) =>
      index > 0 && page.runs[index - 1]!.baseline === run.baseline ? { ...run, space: true as const } : run,
    ),
  };
}

describe('a page in a right-to-left script', () => {
  it('is read from the right, numbers and foreign words in their own order, signs on their side', async () => {
    const page = makePage();
    seen(page, 540, 100, ['רבות', ',2019', 'בשנת', 'World', 'Bank', 'תושבים']);
    seen(page, 540, 112, ['.(3', 'פרק', 'ראו', '1918–1914', 'השנים', 'בין']);
    seen(page, 540, 124, ['.Linux', 'המערכת', '(World', 'Bank)', 'ועוד', '12.5%', 'שיעור']);
    const text = await markdownOf(withSpaces(page.page()));
    expect(text.replaceAll(/\s+/g, ' ').trim()).toBe(
      'תושבים World Bank בשנת 2019, רבות בין השנים 1914–1918 ראו פרק 3). שיעור 12.5% ועוד (World Bank) המערכת Linux.',
    );
  });

  it('keeps the percent sign behind a number among Arabic letters, which is drawn before it', async () => {
    const page = makePage();
    seen(page, 540, 100, ['الناتج', '%12.5', 'النسبة']);
    expect(await markdownOf(withSpaces(page.page()))).toBe('النسبة 12.5% الناتج\n');
  });

  it('reads the digits of a number from left to right, though they were drawn in pieces', async () => {
    const page = makePage();
    page.text(400, 100, 'لعام', { flags: RUN.rtl });
    page.text(page.text(370, 100, '202'), 100, '5');
    page.text(330, 100, '26');
    page.text(320, 100, '20');
    page.text(270, 100, 'القوائم', { flags: RUN.rtl });
    const text = await markdownOf(page.page());
    expect(text).toBe('لعام 2025 2026 القوائم\n');
  });

  it('joins letters that were drawn one by one, and parts words where white space was written', async () => {
    const page = makePage();
    let x = 400;
    for (const letter of ['ة', 'ن', 'ي', 'د', 'م', ' ', 'ن', 'ع'])
      x = letter === ' ' ? x + 3 : page.text(x, 100, letter, { flags: RUN.rtl });
    const raw = page.page();
    const drawn = {
      ...raw,
      runs: raw.runs.map((run, index) => (index === 5 ? { ...run, space: true as const } : run)),
    };
    expect(await markdownOf(drawn)).toBe('عن مدينة\n');
  });

  it('has its labels, bullets and the first column of a table at the right', async () => {
    const page = makePage();
    seen(page, 540, 60, ['הגדול', 'הנהר', 'על', 'העיר', 'של', 'שלם', 'דוח']);
    page.dot(535, 97);
    seen(page, 525, 100, ['ראשון', 'פריט']);
    page.dot(535, 117);
    seen(page, 525, 120, ['שני', 'פריט']);
    for (const x of [300, 380, 460, 540]) page.vertical(x, 150, 210);
    for (const y of [150, 170, 190, 210]) page.horizontal(y, 300, 540);
    [
      ['שנה', 'תושבים', 'הערה'],
      ['2001', '21,300', 'מפקד'],
      ['2010', '28,900', 'אומדן'],
    ].forEach((row, index) => row.forEach((cell, column) => seen(page, 530 - 80 * column, 164 + 20 * index, [cell])));
    const text = await markdownOf(page.page());
    expect(text).toContain('- פריט ראשון\n- פריט שני\n');
    expect(text).toContain('| שנה | תושבים | הערה |');
    expect(text).toContain('| 2010 | 28,900 | אומדן |');
  });

  it('has its first column at the right', async () => {
    const page = makePage();
    for (let line = 0; line < 12; line += 1) {
      seen(page, 540, 100 + 12 * line, ['אחת', 'עמודה', 'העיר', 'של', 'הגדול', 'הנהר', 'א']);
      seen(page, 300, 100 + 12 * line, ['שתיים', 'עמודה', 'העיר', 'של', 'הגדול', 'הנהר']);
    }
    const text = await markdownOf(page.page());
    expect(text.lastIndexOf('אחת')).toBeLessThan(text.indexOf('שתיים'));
    expect(text.indexOf('אחת')).toBeGreaterThan(-1);
  });
});

it('turns right-to-left words within a line of Latin text', async () => {
  const page = makePage();
  page.text(72, 100, 'The greeting is written');
  page.text(190, 100, 'לכולם שלום', { flags: RUN.rtl });
  page.text(245, 100, 'in most of the books');
  expect(await markdownOf(page.page())).toBe('The greeting is written שלום לכולם in most of the books\n');
});

describe('vertical writing', () => {
  const COLUMNS = [
    'この町は大きな川のほとりにあり商人たち',
    'によって築かれた人口はとても多いのでは',
    'ないかと言われている。',
  ];

  it('that is drawn as upright letters one by one is read downwards, columns from right to left, with turned words in their place', async () => {
    const page = makePage();
    COLUMNS.forEach((column, index) => {
      Array.from(column).forEach((letter, place) =>
        page.text(500 - 20 * index, 100 + 12 * place, letter, { size: 12, advance: 1, mono: true }),
      );
    });
    const raw = page.page();
    const end = 100 + 12 * Array.from(COLUMNS[2]!).length;
    const latin = {
      ...raw.runs[0]!,
      text: 'Linux',
      x0: 459,
      x1: 471,
      y0: end - 9,
      y1: end + 21,
      baseline: 461.2,
      angle: 90,
      flags: 0,
    };
    expect(await markdownOf({ ...raw, runs: [...raw.runs, latin] })).toBe(`${COLUMNS.join('')}Linux\n`);
  });

  it('in a font for it is read so too', async () => {
    const page = makePage();
    const base = page.page();
    const runs = COLUMNS.map((text, index) => ({
      text,
      x0: 494 - 20 * index,
      x1: 506 - 20 * index,
      y0: 100,
      y1: 100 + 12 * text.length,
      baseline: 500 - 20 * index,
      size: 12,
      font: 'Mincho',
      color: 0,
      angle: 90,
      flags: RUN.vertical,
    }));
    expect(await markdownOf({ ...base, runs })).toBe(`${COLUMNS.join('')}\n`);
  });
});
