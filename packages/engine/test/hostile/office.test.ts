import { expect, test } from 'vitest';
import { convert, probe } from '../../src/convert.ts';
import { DEFAULT_LIMITS } from '../../src/limits.ts';
import { makeArchive } from '../../../../test/make/archive.ts';
import { cell, makeDocx, p, row } from '../../../../test/make/docx.ts';
import { makePptx, shape } from '../../../../test/make/pptx.ts';
import { readDocument } from '../../../../test/make/read.ts';
import { SCRATCH, makeSource } from '../../../../test/make/source.ts';

const ok = makeDocx({ body: p('fine') });

test('a zip bomb is a named failure long before it fills the memory', async () => {
  const bomb = makeDocx({
    body: '',
    entries: {
      'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${' '.repeat(16 * 1024 * 1024)}`,
    },
  });
  const file = makeSource(bomb);
  expect(file.bytes).toBeLessThan(100_000);
  await expect(readDocument(file, { limits: { expandedBytes: 1024 * 1024 } })).rejects.toMatchObject({
    code: 'limit_exceeded',
  });
});

test('many small parts together pass the same limit', async () => {
  const relationships = Object.fromEntries(
    Array.from({ length: 50 }, (_, n) => [`c${n}`, ['chart', `charts/chart${n}.xml`] as const]),
  );
  const entries = Object.fromEntries(
    Array.from({ length: 50 }, (_, n) => [
      `word/charts/chart${n}.xml`,
      `<c:chartSpace xmlns:c="x">${' '.repeat(100_000)}</c:chartSpace>`,
    ]),
  );
  await expect(
    readDocument(makeSource(makeDocx({ body: p('x'), relationships, entries })), {
      limits: { expandedBytes: 1_000_000 },
    }),
  ).rejects.toMatchObject({ code: 'limit_exceeded' });
});

test('entities of a DTD are not expanded', async () => {
  const laughs = `<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "${'&a;'.repeat(10)}"><!ENTITY c "${'&b;'.repeat(10)}">]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&c;</w:t></w:r></w:p></w:body></w:document>`;
  await expect(
    readDocument(makeSource(makeDocx({ body: '', entries: { 'word/document.xml': laughs } }))),
  ).rejects.toMatchObject({ code: 'corrupt_document' });
});

test('external entities name files that are never opened', async () => {
  const external =
    '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&a;</w:t></w:r></w:p></w:body></w:document>';
  await expect(
    readDocument(makeSource(makeDocx({ body: '', entries: { 'word/document.xml': external } }))),
  ).rejects.toMatchObject({ code: 'corrupt_document' });
});

test('elements nested too deep are a named failure, in HTML they are flattened', async () => {
  const deep = Array.from({ length: 300 }).reduce((inner: string) => `<w:tbl>${row(cell(inner))}</w:tbl>`, p('x'));
  await expect(readDocument(makeSource(makeDocx({ body: deep })))).rejects.toMatchObject({ code: 'limit_exceeded' });
  const { markdown, summary } = await readDocument(makeSource(`<!DOCTYPE html>${'<div>'.repeat(3000)}deep text`));
  expect(markdown).toBe('deep text\n');
  expect(summary.warnings.map(({ kind }) => kind)).toEqual(['nesting-flattened']);
  await expect(readDocument(makeSource(`<!DOCTYPE html>${'<div>'.repeat(100_000)}x`))).rejects.toMatchObject({
    code: 'limit_exceeded',
  });
});

test('huge spans cost no more than the cells that are there', async () => {
  const { markdown } = await readDocument(
    makeSource(
      makeDocx({
        body: `<w:tbl>${row(cell(p('a'), '<w:gridSpan w:val="999999999"/>'), cell(p('b')))}${row(cell(p('c')), cell(p('d')))}</w:tbl>`,
      }),
    ),
    { limits: { outputBytes: 100_000 } },
  );
  expect(markdown.length).toBeLessThan(100_000);
  const html = await readDocument(
    makeSource('<!DOCTYPE html><table><tr><td colspan="99999999" rowspan="99999999">a<td>b<tr><td>c</table>'),
  );
  expect(html.markdown).toContain('| b |');
});

test('an archive of too many entries is a named failure', async () => {
  const entries = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`x${n}`, '']));
  await expect(
    readDocument(makeSource(makeDocx({ body: p('x'), entries })), { limits: { archiveEntries: 100 } }),
  ).rejects.toMatchObject({ code: 'limit_exceeded' });
});

test('parts that point at themselves or at nothing do not hang or crash', async () => {
  const styles =
    '<w:style w:type="paragraph" w:styleId="A"><w:name w:val="A"/><w:basedOn w:val="B"/></w:style><w:style w:type="paragraph" w:styleId="B"><w:name w:val="B"/><w:basedOn w:val="A"/></w:style>';
  const body =
    '<w:p><w:pPr><w:pStyle w:val="A"/><w:numPr><w:ilvl w:val="99"/><w:numId w:val="99"/></w:numPr></w:pPr><w:r><w:t>text</w:t><w:footnoteReference w:id="404"/></w:r><w:hyperlink r:id="gone"><w:r><w:t> link</w:t></w:r></w:hyperlink></w:p>';
  expect((await readDocument(makeSource(makeDocx({ body, styles })))).markdown).toBe('text link\n');
  const note = '<w:p><w:r><w:t>note</w:t><w:footnoteReference w:id="2"/></w:r></w:p>';
  expect(
    (
      await readDocument(
        makeSource(
          makeDocx({
            body: '<w:p><w:r><w:t>a</w:t><w:footnoteReference w:id="2"/></w:r></w:p>',
            footnotes: `<w:footnote w:id="2">${note}</w:footnote>`,
          }),
        ),
      )
    ).markdown,
  ).toBe('a[^1]\n\n[^1]: note[^1]\n');
});

test('a slide without layout, notes or known shapes is read as far as it goes', async () => {
  const bytes = makePptx(
    [
      {
        shapes: `<p:unknown/>${shape({ text: ['kept'] })}<p:pic><p:blipFill><a:blip r:embed="gone"/></p:blipFill></p:pic>`,
      },
    ],
    { entries: { 'ppt/slides/_rels/slide0.xml.rels': '<Relationships/>' } },
  );
  expect((await readDocument(makeSource(bytes))).markdown).toBe('kept\n');
});

/** Pseudo-random numbers below `n`, the same in every run. */
function makeRandom(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

test.each([
  ['docx', ok],
  ['pptx', makePptx([{ shapes: shape({ text: ['x'] }) }])],
  [
    'odt',
    makeArchive({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml':
        '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"><office:body><office:text/></office:body></office:document-content>',
    }),
  ],
])('%s: every cut and many flipped bytes end in Markdown or a named failure', async (_, bytes) => {
  const random = makeRandom(7);
  const mutants = [
    ...Array.from({ length: 60 }, (_unused, n) => bytes.slice(0, Math.floor((bytes.length * n) / 60))),
    ...Array.from({ length: 200 }, () => {
      const mutant = bytes.slice();
      for (let i = 0; i < 1 + random(4); i++) mutant[random(mutant.length)] = random(256);
      return mutant;
    }),
  ];
  const outcomes = new Set<string>();
  for (const mutant of mutants) {
    const file = makeSource(mutant);
    const outcome = await probe(file, { limits: DEFAULT_LIMITS, scratch: SCRATCH, native: 'allow' })
      .then(() =>
        convert(
          file,
          undefined,
          {
            includeImages: true,
            native: 'refuse',
            emphasis: true,
            ocr: { mode: 'auto', languages: ['eng'] },
            limits: DEFAULT_LIMITS,
            scratch: SCRATCH,
          },
          { page: () => Promise.resolve(), asset: () => Promise.resolve() },
        ),
      )
      .then(
        ({ outcome: name }) => name,
        (error: unknown) => (error as { code?: string }).code ?? String(error),
      );
    outcomes.add(outcome);
  }
  for (const outcome of outcomes)
    expect([
      'done',
      'needs-native',
      'corrupt_document',
      'unsupported_format',
      'limit_exceeded',
      'password_protected',
    ]).toContain(outcome);
  expect(outcomes).toContain('corrupt_document');
});

test('long runs of spaces, signs, quotes and comments take no more than linear time', async () => {
  const spaces = ' '.repeat(300_000);
  const body = `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">a${spaces}b${'!'.repeat(300_000)}</w:t></w:r><w:r><w:t>c</w:t></w:r></w:p><w:tbl>${row(cell(p(`x${spaces}y`)), cell(p('z')))}</w:tbl>`;
  expect((await readDocument(makeSource(makeDocx({ body })))).markdown).toContain('z');
  expect((await readDocument(makeSource(`${'<!---->'.repeat(5000)}text`))).markdown).toContain('text');
  expect((await readDocument(makeSource(`a,b\n1,"${'x'.repeat(3_000_000)}`, 'x.csv'))).summary.warnings).toMatchObject([
    { kind: 'cell-truncated' },
  ]);
  expect((await readDocument(makeSource('word '.repeat(1_000_000), 'x.txt'))).summary.pages).toBeGreaterThan(1000);
});
