import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { endsAt, makePage, PROSE } from '../../../../test/make/raw-page.ts';

const BODY = { size: 9 };
const BOLD = { size: 9, bold: true };

const tableOf = (markdown: string): string[] =>
  markdown.split('\n').filter((line) => line.startsWith('|') && !/^\| :?-/u.test(line));

describe('the rest of a table at the top of a page, below the names of its columns', () => {
  it('may be one row, whose amounts end as their names do', async () => {
    const page = makePage();
    const rows = [
      ['Parameter', 'the staging cluster', 'the sandbox', 'production'],
      ['endpoint', '44.2%', '26.8', '56,880'],
    ];
    rows.forEach(([name, ...cells], row) => {
      page.text(60, 60 + 20 * row, name!, row === 0 ? BOLD : BODY);
      cells.forEach((cell, column) =>
        endsAt(page, [[330, 440, 540][column]!, 60 + 20 * row], cell, row === 0 ? BOLD : BODY),
      );
    });
    page.lines(60, 130, PROSE);
    expect(tableOf(await markdownOf(page.page()))).toEqual(rows.map((cells) => `| ${cells.join(' | ')} |`));
  });

  it('may be one row whose cells have several lines', async () => {
    const page = makePage();
    const places = [60, 180, 300, 430];
    ['Topic', 'Owner', 'Decision', 'Status'].forEach((name, column) => page.text(places[column]!, 90, name, BOLD));
    ['Express', 'Ruth Miller', 'The harbour opens', 'deferred'].forEach((cell, column) =>
      page.text(places[column]!, 106, cell, BODY),
    );
    ['every ship to the', 'public in summer.'].forEach((line, index) =>
      page.text(places[2]!, 118 + 12 * index, line, BODY),
    );
    page.lines(60, 180, PROSE);
    expect(tableOf(await markdownOf(page.page()))).toEqual([
      '| Topic | Owner | Decision | Status |',
      '| Express | Ruth Miller | The harbour opens every ship to the public in summer. | deferred |',
    ]);
  });

  it('may be two rows of amounts below years', async () => {
    const page = makePage();
    const rows = [
      ['', '2026', '2025'],
      ['Leakage', '–', '66.3'],
      ['Total of all losses', '666', '5,240'],
    ];
    rows.forEach(([name, ...cells], row) => {
      if (name) page.text(60, 120 + 14 * row, name, row === 2 ? BOLD : BODY);
      cells.forEach((cell, column) =>
        endsAt(page, [[240, 300][column]!, 120 + 14 * row], cell, row === 1 ? BODY : BOLD),
      );
    });
    page.lines(60, 190, PROSE);
    expect(tableOf((await markdownOf(page.page())).replaceAll('*', ''))).toEqual(
      rows.map((cells) => `| ${cells.join(' | ')} |`),
    );
  });
});
