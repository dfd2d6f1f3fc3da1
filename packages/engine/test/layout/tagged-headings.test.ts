import { describe, expect, it } from 'vitest';
import type { RawPage, RawTag } from '../../src/layout/model/raw-page.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage } from '../../../../test/make/raw-page.ts';

const CLAUSES = [
  'a. The mission of the Project is to enable the',
  'implementation of advanced controllers for the',
  'coordination of energy in cities and in regions.',
];

/** A page whose paragraphs, each of so many lines, have these roles. */
function tagged(paragraphs: readonly (readonly [role: string, lines: readonly string[]])[]): RawPage {
  const page = makePage();
  let y = 100;
  for (const [, lines] of paragraphs) y = page.lines(72, y, lines) + 10;
  const raw = page.page();
  let [at, word] = [0, 0];
  const contents = paragraphs.map(([role, lines], mcid) => {
    for (const _ of lines.join(' ').split(' ')) word += 1;
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
});
