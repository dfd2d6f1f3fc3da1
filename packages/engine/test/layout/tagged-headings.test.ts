import { describe, expect, it } from 'vitest';
import type { RawPage, RawTag } from '../../src/layout/model/raw-page.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { HARBOUR, makePage, PROSE } from '../../../../test/make/raw-page.ts';

const CLAUSES = [
  'a. The mission of the Project is to enable the',
  'implementation of advanced controllers for the',
  'coordination of energy in cities and in regions.',
];

/** A page whose paragraphs, each of so many lines, have these roles. Lines without text are as high as others. */
function tagged(paragraphs: readonly (readonly [role: string, lines: readonly string[], size?: number])[]): RawPage {
  const page = makePage();
  let y = 100;
  for (const [, lines, size = 10] of paragraphs) y = page.lines(72, y, lines, { size, leading: 1.2 * size }) + 10;
  const raw = page.page();
  let [at, word] = [0, 0];
  const contents = paragraphs.map(([role, lines], mcid) => {
    word += lines.join(' ').match(/\S+/g)!.length;
    return { role, kids: [], content: [mcid], kidsBefore: [0], end: word };
  });
  const runs = raw.runs.map((run, index) => {
    if (index >= contents[at]!.end) at += 1;
    return { ...run, mcid: at };
  });
  return { ...raw, runs, tags: contents.map(({ end: _end, ...tag }) => tag) };
}

describe('paragraphs that are tagged as headings', () => {
  it('are headings, but for prose', async () => {
    const text = await markdownOf(
      tagged([
        ['H1', ['Mission and scope']],
        ['P', ['This Charter sets forth the responsibilities.']],
        ['H2', CLAUSES],
        ['H2', ['Committee']],
        ['P', ['It meets once a year.']],
      ]),
    );
    expect(text.match(/^#.*$/gm)).toEqual(['# Mission and scope', '## Committee']);
    expect(text).toContain(CLAUSES.join(' '));
  });

  it('are items where several bullets follow each other', async () => {
    const text = await markdownOf(
      tagged([
        ['H1', ['Mission and scope']],
        ['H2', ['• Lamps along the quay']],
        ['H2', ['• Ropes of the pilots']],
        ['P', ['It is set once a year.']],
      ]),
    );
    expect(text).toContain('\n- Lamps along the quay\n- Ropes of the pilots\n');
  });

  it('are headings where a browser added lines without tags at the edges of the page', async () => {
    const raw = tagged([
      ['P', ['This Charter sets forth the responsibilities.']],
      ['H2', ['Committee of the project']],
      ['P', ['It meets once a year.']],
    ]);
    const edges = makePage();
    edges.text(20, 20, '5/18/2022, 2:48 PM Charter of the project', { size: 8 });
    edges.text(20, 784, 'https://harbour.example/charter/of/the/project 1/9', { size: 8 });
    const text = await markdownOf({ ...raw, runs: [...raw.runs, ...edges.page().runs] });
    expect(text).toContain('# Committee of the project\n');
  });

  it('are headings where a number stands behind the name of a part, or a full stop behind a numbered sentence', async () => {
    const text = await markdownOf(
      tagged([
        ['H1', ['Mission and scope']],
        ['P', ['This Charter sets forth the responsibilities.']],
        ['H2', ['Article 2 Budget of 1998']],
        ['P', ['It is set once a year.']],
        ['H2', ['3. The members meet.']],
        ['P', ['They meet once a year.']],
      ]),
    );
    expect(text.match(/^#.*$/gm)).toEqual([
      '# Mission and scope',
      '## Article 2 Budget of 1998',
      '## 3. The members meet.',
    ]);
  });

  it('hold their text as the item of a list where a number begins it', async () => {
    const raw = tagged([
      ['H1', ['Mission and scope']],
      ['P', ['This Charter sets forth the responsibilities.']],
      ['H2', ['2. Committee']],
      ['P', ['It meets once a year.']],
    ]);
    const itemOf = (role: string, kids: RawTag[], content: readonly number[]): RawTag => ({
      role,
      kids,
      content,
      kidsBefore: content.map(() => 0),
    });
    const tags = raw.tags!.map((tag) =>
      tag.role === 'H2'
        ? itemOf('H2', [itemOf('L', [itemOf('LI', [itemOf('LBody', [], tag.content)], [])], [])], [])
        : tag,
    );
    expect((await markdownOf({ ...raw, tags })).match(/^#.*$/gm)).toEqual(['# Mission and scope', '## 2. Committee']);
  });

  it('are no headings where most of the text is tagged so', async () => {
    const text = await markdownOf(
      tagged([
        ['P', ['Board of the lamps'], 18],
        ['H1', ['Who we are'], 14],
        ['H1', PROSE.slice(0, 3)],
        ['H1', ['Where we meet'], 14],
        ['H1', PROSE.slice(2, 5)],
      ]),
    );
    expect(text).not.toMatch(/^#+ (?:Each|before)/m);
  });

  it('have the levels of their sizes where the tags give larger ones lower levels', async () => {
    const text = await markdownOf(
      tagged([
        ['H3', ['1. Agenda'], 16],
        ['H2', ['1.1 Points'], 13],
        ['P', ['The agenda is approved by all who came.']],
        ['H3', ['2. Report'], 16],
        ['H1', ['2.1 Welcome'], 13],
        ['P', ['All are welcomed by the one who leads.']],
      ]),
    );
    expect(text.match(/^#.*$/gm)).toEqual(['# 1. Agenda', '## 1.1 Points', '# 2. Report', '## 2.1 Welcome']);
  });
});

it('parts a tagged paragraph at an empty line', async () => {
  const [first, second] = [HARBOUR, PROSE];
  const text = await markdownOf(
    tagged([
      ['H1', ['Mission and scope']],
      ['P', [...first, '', ...second]],
    ]),
  );
  expect(text).toContain(`${first.join(' ')}\n\n${second.join(' ')}`);
});
