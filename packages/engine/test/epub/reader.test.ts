import { expect, test } from 'vitest';
import { makeEpub, xhtml } from '../../../../test/make/epub.ts';
import { countPages, readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const DOT = Buffer.from('R0lGODlhAQABAAAAACw=', 'base64');
const read = (...parts: Parameters<typeof makeEpub>) => readDocument(makeSource(makeEpub(...parts)));

test('chapters come in the order of the spine, and elements may close themselves', async () => {
  const { markdown } = await read({
    chapters: { 'b.xhtml': '<h1>One<a id="x"/></h1><p>first</p>', 'a.xhtml': '<h2>Two</h2><p>a<br/>b <i>c</i></p>' },
  });
  expect(markdown).toBe('# One\n\nfirst\n\n## Two\n\na  \nb *c*\n');
});

test('links within the book keep their text, others their destination', async () => {
  const { markdown } = await read({
    chapters: { 'a.xhtml': '<p><a href="b.xhtml#i">in</a> <a href="https://e.org/">out</a></p>' },
  });
  expect(markdown).toBe('in [out](https://e.org/)\n');
});

test('notes stand behind the paragraph that refers to them first, also from another chapter, and once', async () => {
  const { markdown } = await read({
    chapters: {
      'a.xhtml':
        '<p>A<a epub:type="noteref" href="#n1">1</a> and B<a role="doc-noteref" href="notes.xhtml#n2">2</a>.</p><p>Again<a epub:type="noteref" href="#n1">1</a>.</p><aside epub:type="footnote" id="n1"><p>near <a role="doc-backlink" href="#r">back</a></p></aside>',
      'notes.xhtml':
        '<section epub:type="endnotes"><hr/><ol><li epub:type="endnote" id="n2"><p>far <a href="a.xhtml#r2">↩</a></p></li></ol></section><p>end</p>',
    },
  });
  expect(markdown).toBe('A[^1] and B[^2].\n\n[^1]: near\n\n[^2]: far\n\nAgain[^1].\n\nend\n');
});

test('images are artifacts, of one name in two folders as well; covers in SVG show theirs', async () => {
  const book = makeEpub({
    chapters: {
      'cover.xhtml': '<svg xmlns="http://www.w3.org/2000/svg"><image xlink:href="one/i.gif"/></svg>',
      'a.xhtml': '<p><img src="two/i.gif" alt="Two"/></p><p><img src="gone.gif" alt="Gone"/></p>',
    },
    entries: { 'one/i.gif': DOT, 'two/i.gif': DOT },
  });
  const { markdown, assets, summary } = await readDocument(makeSource(book), { includeImages: true });
  expect(markdown).toBe('![](i.gif)\n\n![Two](2-i.gif)\n\n<!-- image: Gone -->\n');
  expect(assets.map(({ name, contentType, bytes }) => [name, contentType, bytes.length])).toEqual([
    ['i.gif', 'image/gif', 14],
    ['2-i.gif', 'image/gif', 14],
  ]);
  expect(summary.warnings).toMatchObject([{ kind: 'image-missing', detail: 'gone.gif' }]);
  expect((await readDocument(makeSource(book))).markdown).toContain('<!-- image: Two -->');
});

test('chapters without a heading take their title from the table of contents, which is left out itself', async () => {
  const { markdown, summary } = await read({
    chapters: { 'a.xhtml': '<p>text</p>', 'b.xhtml': '<h2>Own</h2>', 'c.xhtml': '<p>Third title</p>' },
    manifest: '<item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
    extraSpine: '<itemref idref="n"/>',
    entries: {
      'nav.xhtml': xhtml(
        '<nav epub:type="toc"><ol><li><a href="b.xhtml">B</a><ol><li><a href="a.xhtml#x">First</a></li></ol></li><li><a href="c.xhtml">Third Title</a></li></ol></nav>',
      ),
    },
  });
  expect(markdown).toBe('## First\n\ntext\n\n## Own\n\nThird title\n');
  expect(summary.warnings).toMatchObject([{ kind: 'table-of-contents-left-out' }]);
});

test('books of EPUB 2 have their titles in an NCX', async () => {
  const { markdown } = await read({
    chapters: { 'a.xhtml': '<p>text</p>' },
    toc: 'toc="ncx"',
    manifest: '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>',
    entries: {
      'toc.ncx':
        '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>First</text></navLabel><content src="a.xhtml"/></navPoint></navMap></ncx>',
    },
  });
  expect(markdown).toBe('# First\n\ntext\n');
});

test('formulas with prefixed names become LaTeX', async () => {
  const { markdown } = await read({
    chapters: { 'a.xhtml': '<p>x <m:math><m:mfrac><m:mn>1</m:mn><m:mi>y</m:mi></m:mfrac></m:math></p>' },
  });
  expect(markdown).toBe('x $\\frac{1}{y}$\n');
});

test('pages are counted by characters, whatever the chapters', async () => {
  const chapters = { 'a.xhtml': `<p>${'a'.repeat(3000)}</p><p>b</p>`, 'b.xhtml': '<p>c</p>' };
  const file = makeSource(makeEpub({ chapters }));
  expect(await countPages(file)).toBe(2);
  expect((await readDocument(file, { range: { start: 2, end: 2 } })).markdown).toBe('b\n\nc\n');
});

test.each([
  ['no package document', { 'OPS/book.opf': '<package/>' }, 'corrupt_document'],
  ['a package document that is no XML', { 'OPS/book.opf': '<package' }, 'corrupt_document'],
  [
    'chapters under DRM',
    {
      'META-INF/encryption.xml':
        '<encryption><e:EncryptedData xmlns:e="x"><e:CipherReference URI="OPS/a.xhtml"/></e:EncryptedData></encryption>',
    },
    'password_protected',
  ],
  [
    'entities that expand',
    { 'OPS/book.opf': '<!DOCTYPE p [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><package>&b;</package>' },
    'corrupt_document',
  ],
])('a book with %s is refused by name', async (_, entries, code) => {
  const slashed = Object.fromEntries(Object.entries(entries).map(([name, value]) => [`/${name}`, value]));
  await expect(read({ chapters: { 'a.xhtml': '<p/>' }, entries: slashed })).rejects.toMatchObject({ code });
});

test('fonts that are obfuscated do no harm', async () => {
  const encryption = '<encryption><EncryptedData><CipherReference URI="OPS/font.otf"/></EncryptedData></encryption>';
  const { markdown } = await read({
    chapters: { 'a.xhtml': '<p>x</p>' },
    entries: { '/META-INF/encryption.xml': encryption },
  });
  expect(markdown).toBe('x\n');
});

test('a chapter that is missing or no XHTML is a warning', async () => {
  const { markdown, summary } = await read({
    chapters: { 'a.xhtml': '<p>x</p>' },
    manifest:
      '<item id="g" href="gone.xhtml" media-type="application/xhtml+xml"/><item id="p" href="x.pdf" media-type="application/pdf"/>',
    extraSpine: '<itemref idref="g"/><itemref idref="p"/><itemref idref="unknown"/>',
  });
  expect(markdown).toBe('x\n');
  expect(summary.warnings.map(({ kind, detail }) => [kind, detail])).toEqual([
    ['part-missing', 'unknown'],
    ['part-missing', 'OPS/gone.xhtml'],
    ['part-skipped', 'OPS/x.pdf'],
  ]);
});

test('bombs and deep nesting pass limits, not the memory', async () => {
  const bomb = makeSource(makeEpub({ chapters: { 'a.xhtml': `<p>${' '.repeat(8_000_000)}</p>` } }));
  await expect(readDocument(bomb, { limits: { expandedBytes: 1_000_000 } })).rejects.toMatchObject({
    code: 'limit_exceeded',
  });
  const { markdown, summary } = await read({
    chapters: { 'a.xhtml': `${'<div>'.repeat(2000)}deep${'</div>'.repeat(2000)}` },
  });
  expect(markdown).toBe('deep\n');
  expect(summary.warnings).toMatchObject([{ kind: 'nesting-flattened' }]);
});
