import sharp from 'sharp';
import { describe, expect, it, test } from 'vitest';
import { convert, probe } from '../../src/convert.ts';
import { DEFAULT_LIMITS } from '../../src/limits.ts';
import { makeArchive } from '../../../../test/make/archive.ts';
import { FIRST_OBJECT, line, makePdf } from '../../../../test/make/pdf.ts';
import { mergeParts, readDocument } from '../../../../test/make/read.ts';
import { makeSource, SCRATCH } from '../../../../test/make/source.ts';
import { mutate } from '../../../../test/make/mutate.ts';

interface Attached {
  readonly name: string;
  readonly data: string | Uint8Array;
  /** Further entries of the file specification. */
  readonly entries?: string;
}

/** A PDF with files in it, in a tree of names; a portfolio unless its catalog says otherwise. */
function makePortfolio(
  files: readonly Attached[],
  { catalog = '/Collection << /View /D >>', pages = ['Open this portfolio.', 'The end.'] } = {},
): Uint8Array {
  const tree = FIRST_OBJECT + files.length;
  const specs = files.map(
    ({ name, entries = '' }, n) =>
      `(${n}) << /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${FIRST_OBJECT + n} 0 R >> ${entries} >>`,
  );
  return makePdf({
    pages: pages.map((text) => ({ content: line(text, 72, 700) })),
    objects: [
      ...files.map(({ data }) => ({ dict: '/Type /EmbeddedFile', data })),
      // A tree that has itself as a child is read once.
      `<< /Kids [${tree + 1} 0 R ${tree} 0 R] >>`,
      `<< /Names [${specs.join(' ')}] >>`,
    ],
    catalog: `${catalog} /Names << /EmbeddedFiles ${tree} 0 R >>`,
  });
}

const read = (bytes: Uint8Array, options: Parameters<typeof readDocument>[1] = {}) =>
  readDocument(makeSource(bytes, 'a.pdf'), options);

const LEASE = makePdf({
  pages: [{ content: line('Lease of the flat', 72, 700, 20) }, { content: line('The rent is 900.', 72, 700) }],
});
const FILES = [
  { name: 'lease.pdf', data: LEASE },
  { name: 'C:\\\\old\\\\rates.csv', data: 'name,rate\nflat,900\n' },
];

describe('a portfolio', () => {
  it('is its pages, then each file as it is converted alone, below its name', async () => {
    const { markdown, summary, pages } = await read(makePortfolio(FILES));
    expect(markdown).toBe(
      'Open this portfolio.\n\nThe end.\n\n## lease.pdf\n\nLease of the flat\n\nThe rent is 900.\n\n## rates.csv\n\n| name | rate |\n| - | - |\n| flat | 900 |\n',
    );
    expect(summary).toMatchObject({ format: 'pdf', pages: 5, range: { start: 1, end: 5 }, warnings: [] });
    expect(pages.map(({ page }) => page)).toEqual([1, 2, 3, 4, 5]);
  });

  it('has the pages that its probe counts, whichever way it is cut', async () => {
    const file = makeSource(makePortfolio(FILES), 'a.pdf');
    const limits = DEFAULT_LIMITS;
    expect(await probe(file, { limits, scratch: SCRATCH, native: 'refuse' })).toMatchObject({ pages: 5 });
    const whole = await readDocument(file);
    for (const cut of [1, 2, 3, 4]) {
      const first = await readDocument(file, { range: { start: 1, end: cut } });
      const rest = await readDocument(file, { range: { start: cut + 1, end: 5 } });
      expect(first.summary.pages).toBe(5);
      expect(await mergeParts([first.part, rest.part]), `cut after page ${cut}`).toBe(whole.markdown);
    }
    await expect(readDocument(file, { range: { start: 6, end: 6 } })).rejects.toMatchObject({
      code: 'start_page_out_of_range',
      message: 'The document has 5 pages; page 6 was requested.',
    });
  });

  it('has no part that is only the settings by which it was made', async () => {
    const settings = [{ name: 'Press Quality.joboptions', data: '<< /ASCII85EncodePages false >> setdistillerparams' }];
    const { markdown, summary } = await read(makePortfolio(settings, { catalog: '' }));
    expect(markdown).toBe('Open this portfolio.\n\nThe end.\n');
    expect(summary.warnings).toEqual([]);
  });

  it('names what in it cannot be converted, and why', async () => {
    const { markdown, summary } = await read(
      makePortfolio([
        { name: 'secret.pdf', data: makePdf({ pages: [{ content: line('Secret', 72, 700) }], password: 'x' }) },
        { name: 'tool.exe', data: Buffer.from('MZ\u0000\u0001\u0002'.repeat(50), 'latin1') },
        { name: 'notes.txt', data: 'Plain words stand here.' },
        { name: 'lost.txt', data: 'x', entries: '/EF null' },
      ]),
    );
    expect(markdown).toMatch(
      /The end\.\n\n- secret\.pdf \(not converted: [^\n]*password[^\n]*\)\n- tool\.exe \(not converted: [^\n]+\)\n/,
    );
    expect(markdown).toContain('## notes.txt\n\nPlain words stand here.');
    expect(summary.pages).toBe(3);
    const details = summary.warnings.map(({ kind, detail = '' }) => `${kind} ${detail.split(':')[0]}`);
    expect(details.slice(0, 2)).toEqual(['member-skipped secret.pdf', 'member-skipped tool.exe']);
  });

  it('within a portfolio, an archive or a message is read in its place', async () => {
    const inner = makePortfolio(FILES, { pages: ['The inner one.'] });
    const outer = makePortfolio([
      { name: 'inner.pdf', data: inner },
      { name: 'last.txt', data: 'The last words.' },
    ]);
    const { markdown, summary } = await read(outer);
    expect(summary.pages).toBe(7);
    const order = [
      'The end.',
      '## inner.pdf',
      'The inner one.',
      '#### lease.pdf',
      'Lease of the flat',
      '#### rates.csv',
    ];
    const places = [...order, '## last.txt', 'The last words.'].map((text) => markdown.indexOf(text));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThanOrEqual(0);
    const archived = await readDocument(makeSource(makeArchive({ 'b.pdf': makePortfolio(FILES) }), 'a.zip'));
    expect(archived.markdown).toContain(
      '# b.pdf\n\nOpen this portfolio.\n\nThe end.\n\n### lease.pdf\n\nLease of the flat',
    );
  });

  it('ends at a depth, a number of documents and a size', async () => {
    let bytes = makePortfolio([{ name: 'core.txt', data: 'The innermost words.' }]);
    for (let depth = 0; depth < 6; depth++) bytes = makePortfolio([{ name: `level-${depth}.pdf`, data: bytes }]);
    const deep = await read(bytes);
    expect(deep.markdown).toContain('nested deeper than 3 documents');
    expect(deep.markdown).not.toContain('The innermost words.');
    const many = Array.from({ length: 5 }, (_, n) => ({ name: `${n}.txt`, data: `The words of ${n}.` }));
    const few = await read(makePortfolio(many), { limits: { members: 3 } });
    expect(few.markdown).toContain('The words of 2.');
    expect(few.markdown).toContain('3.txt (not converted: The document contains more than 3 documents.)');
    const large = await read(makePortfolio([{ name: 'large.txt', data: 'word '.repeat(2000) }]), {
      limits: { expandedBytes: 5000 },
    });
    expect(large.markdown).toMatch(/large\.txt \(not converted: The document expands to more than \d+ bytes\.\)/);
  });

  it('that was changed at random is converted or refused', async () => {
    const whole = makePortfolio(FILES);
    for (let seed = 1; seed <= 60; seed++) {
      const file = makeSource(mutate(whole, seed), 'a.pdf');
      await readDocument(file).catch((error: unknown) => expect(error).toHaveProperty('code'));
    }
  });

  it('with a picture in it needs native code, and says so', async () => {
    const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const file = makeSource(makePortfolio([{ name: 'dot.png', data: png }]), 'a.pdf');
    const options = { includeImages: false, ocr: { mode: 'auto', languages: ['eng'] }, emphasis: true } as const;
    const sink = { page: async () => {}, asset: async () => {} };
    expect(
      await convert(file, undefined, { ...options, native: 'refuse', limits: DEFAULT_LIMITS, scratch: SCRATCH }, sink),
    ).toEqual({ outcome: 'needs-native' });
  });
});

describe('files in a PDF that is no portfolio', () => {
  const plain = { catalog: '' };

  it('are converted where they are attached to the document', async () => {
    const { markdown } = await read(makePortfolio(FILES, plain));
    expect(markdown).toContain('## rates.csv\n\n| name | rate |');
  });

  test('what says the same as its pages to a program, and what is pinned to a page, is only named', async () => {
    const stream = { dict: '/Type /EmbeddedFile', data: '<invoice/>' };
    const file = (name: string, entries = ''): string =>
      `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${FIRST_OBJECT} 0 R >> ${entries} >>`;
    const annotation = `<< /Subtype /FileAttachment /Rect [72 600 90 620] /FS ${file('plan.png')} >>`;
    const { markdown, summary } = await read(
      makePdf({
        pages: [{ content: line('An invoice.', 72, 700), entries: `/Annots [${annotation}]` }],
        objects: [stream],
        catalog: `/AF [${file('invoice.xml', '/AFRelationship /Data')} ${file('more.xml')}]`,
      }),
    );
    expect(markdown.match(/^- .*$/gmu)).toEqual([
      '- plan.png (not converted: it is attached to a place on the page)',
      '- invoice.xml (not converted: it says the same as the pages for a program)',
    ]);
    expect(markdown).toContain('## more.xml\n\n```xml\n<invoice/>');
    expect(summary.warnings.map(({ kind }) => kind)).toEqual(['member-skipped', 'member-skipped']);
  });
});
