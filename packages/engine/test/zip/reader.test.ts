import { expect, test } from 'vitest';
import { adoptBlock } from '../../src/container/adopt.ts';
import { DEFAULT_WRITE_OPTIONS } from '../../src/markdown/options.ts';
import { writeBlocks } from '../../src/markdown/write.ts';
import type { FlowPage } from '../../src/page-model.ts';
import { makeArchive } from '../../../../test/make/archive.ts';
import { makeDocx, p } from '../../../../test/make/docx.ts';
import { countPages, readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';
import { makePdf } from '../../../../test/make/pdf.ts';
import { makeNumberedPdf } from '../../../../test/make/text-pdf.ts';

const read = (entries: Parameters<typeof makeArchive>[0], limits = {}) =>
  readDocument(makeSource(makeArchive(entries)), { limits });

test('an archive is a list of its documents, and each of them below its name', async () => {
  const entries = {
    'b/10.txt': 'Ten words.',
    'b/2.txt': 'Two words.',
    'a.docx': makeDocx({ body: p('From Word') }),
    'b/': '',
    '__MACOSX/._a.docx': 'x',
    '.DS_Store': 'x',
  };
  const { markdown, summary } = await read(entries);
  expect(summary.format).toBe('zip');
  expect(markdown).toBe(`- a.docx
- b/2.txt
- b/10.txt

# a.docx

From Word

# b/2.txt

Two words.

# b/10.txt

Ten words.
`);
  expect(await countPages(makeSource(makeArchive(entries)))).toBe(3);
});

test('pages are those of the documents, and a range has those that are in it', async () => {
  const archive = makeArchive({
    'a.pdf': makeNumberedPdf(3),
    'b.zip': makeArchive({ 'c.pdf': makeNumberedPdf(2), 'd.md': '# D' }),
  });
  expect(await countPages(makeSource(archive))).toBe(6);
  const { markdown, pages, summary } = await readDocument(makeSource(archive), { range: { start: 3, end: 4 } });
  expect(pages.map(({ page }) => page)).toEqual([3, 4]);
  expect(summary).toMatchObject({ range: { start: 3, end: 4 }, pages: 6 });
  expect(markdown).toContain('# b.zip');
  expect(markdown).toContain('## c.pdf');
  expect(markdown).not.toContain('# a.pdf');
  await expect(readDocument(makeSource(archive), { range: { start: 7, end: 9 } })).rejects.toMatchObject({
    code: 'start_page_out_of_range',
  });
});

test('a bad document is a warning, and named in the list', async () => {
  const { markdown, summary } = await read({
    'bad.docx': makeDocx({ body: p('x') }).slice(0, 300),
    'good.txt': 'Words.',
    'film.mp4': Buffer.from('\0\0\0\u0018ftypisom\0\0', 'latin1'),
  });
  expect(markdown).toContain('- bad.docx (not converted: ');
  expect(markdown).toContain('# good.txt\n\nWords.');
  expect(markdown).not.toContain('# bad.docx');
  expect(summary.warnings.map(({ kind }) => kind)).toEqual(['member-skipped', 'member-skipped']);
});

test('an archive without a document that can be converted is refused', async () => {
  await expect(read({ 'film.mp4': Buffer.from('\0\0\0\u0018ftypisom\0\0', 'latin1') })).rejects.toMatchObject({
    code: 'unsupported_format',
    message: expect.stringContaining('video (MP4)') as string,
  });
  await expect(read({ 'a/': '' })).rejects.toMatchObject({ code: 'unsupported_format' });
});

test('archives within archives share one bound of bytes, of depth and of number', async () => {
  const bomb = makeArchive({ 'a.txt': 'words '.repeat(200_000) });
  const many = makeArchive(Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${n}.zip`, bomb])));
  const { summary } = await readDocument(makeSource(makeArchive({ 'first.txt': 'Fine.', 'many.zip': many })), {
    limits: { expandedBytes: 5_000_000 },
  });
  expect(summary.warnings.filter(({ kind }) => kind === 'member-skipped').length).toBeGreaterThan(14);
  const nested = [1, 2, 3, 4, 5].reduce<Uint8Array>((inner, n) => makeArchive({ [`${n}.zip`]: inner }), bomb);
  await expect(readDocument(makeSource(nested))).rejects.toMatchObject({ code: 'limit_exceeded' });
});

test('names in the code page of DOS are read', async () => {
  const archive = Buffer.from(makeArchive({ 'Xber.txt': 'Words.' }));
  for (let at = archive.indexOf('Xber'); at >= 0; at = archive.indexOf('Xber', at)) archive[at] = 0x9a;
  const { markdown } = await readDocument(makeSource(archive));
  expect(markdown).toContain('# Über.txt');
});

test('merged cells of stated tables are repeated, those of inferred ones stay HTML, as they are alone', async () => {
  const html = '<table><tr><th colspan="2">Both</th></tr><tr><td>a</td><td>b</td></tr></table>';
  const { markdown, pages } = await read({ 'a.html': html });
  expect(markdown).toContain('| Both | Both |');
  const [table] = (pages[0] as FlowPage).blocks.filter(({ kind }) => kind === 'table');
  const inferred = adoptBlock(table!, { levels: 0, prefix: '', inferred: true, before: 0, pages: 1 });
  expect(writeBlocks([inferred], { ...DEFAULT_WRITE_OPTIONS, spans: 'repeat' })).toContain('colspan="2"');
});

test('bold words of a PDF within are marked, unless emphasis is left out', async () => {
  const line =
    'BT /F1 12 Tf 72 700 Td (The depth is given in ) Tj /F2 12 Tf (metres) Tj /F1 12 Tf ( below the chart.) Tj ET';
  const pdf = makePdf({
    pages: [{ content: line, font: '/F2 4 0 R' }],
    objects: ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>'],
  });
  const archive = makeSource(makeArchive({ 'a.pdf': pdf }));
  expect((await readDocument(archive)).markdown).toContain('in **metres** below');
  expect((await readDocument(archive, { emphasis: false })).markdown).toContain('in metres below');
});
