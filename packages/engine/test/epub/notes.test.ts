import { expect, test } from 'vitest';
import { makeEpub } from '../../../../test/make/epub.ts';
import { readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const read = async (text: string, notes = ''): Promise<string> => {
  const chapters = { 'a.xhtml': `<h1>One</h1>${text}`, ...(notes === '' ? {} : { 'notes.xhtml': notes }) };
  return (await readDocument(makeSource(makeEpub({ chapters })))).markdown;
};
const reference = (id: number, more = ''): string => `<a id="r${id}" href="notes.xhtml#n${id}"${more}>${id}</a>`;
const NOTEREF = ' epub:type="noteref"';

test.each([
  [
    'items of a group in another file, with links back',
    `<p>In 1910${reference(1, NOTEREF)} and 1920${reference(2, NOTEREF)}.</p>`,
    '<section epub:type="endnotes"><ol><li id="n1"><p>City archive. <a href="a.xhtml#r1">back</a></p></li><li id="n2"><p>Daily paper. <a href="a.xhtml#r2">Return to the text</a></p></li></ol></section>',
    'In 1910[^1] and 1920[^2].\n\n[^1]: City archive.\n\n[^2]: Daily paper.\n',
  ],
  [
    'references that are only links, into a group',
    `<p>In 1910<sup>${reference(1)}</sup>.</p>`,
    '<section role="doc-endnotes"><div id="n1">1. City archive.</div></section>',
    'In 1910[^1].\n\n[^1]: City archive.\n',
  ],
  [
    'paragraphs and references without any role that lead to each other',
    '<p>In 1910<sup><a id="r1" href="notes.xhtml#n1">1</a></sup> and <span id="r2"></span><a href="notes.xhtml#n2">[2]</a>.</p>',
    '<p><a id="n1" href="a.xhtml#r1">1</a>. City archive.</p><p id="n2"><sup><a href="a.xhtml#r2">2</a></sup> 2 papers.</p>',
    'In 1910[^1] and [^2].\n\n[^1]: City archive.\n\n[^2]: 2 papers.\n',
  ],
  [
    'terms and rows, whose number stands apart',
    `<p>In 1910${reference(1, NOTEREF)} and 1920${reference(2, NOTEREF)}.</p>`,
    '<dl><dt id="n1">1</dt><dd>City archive.</dd></dl><table><tr><td><a id="n2" href="a.xhtml#r2">2</a></td><td>Daily paper.</td></tr></table>',
    'In 1910[^1] and 1920[^2].\n\n[^1]: City archive.\n\n[^2]: Daily paper.\n',
  ],
  [
    "InDesign's",
    '<p>In 1910<span id="f0-backlink"><a class="_idFootnoteLink _idGenColorInherit" href="notes.xhtml#f0">1</a></span>.</p>',
    '<div class="_idFootnotes"><div class="_idFootnote" id="f0"><p><a class="_idFootnoteAnchor" href="a.xhtml#f0-backlink">1</a> City archive.</p><p>Second paragraph.</p></div></div>',
    'In 1910[^1].\n\n[^1]: City archive.\n\n    Second paragraph.\n',
  ],
  [
    "pandoc's, in one file and referred to twice",
    '<p>In 1910<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a>, again<a href="#fn1" class="footnote-ref"><sup>1</sup></a>.</p><section class="footnotes" role="doc-endnotes"><hr/><ol><li id="fn1" role="doc-endnote"><p>City archive.<a href="#fnref1" class="footnote-back" role="doc-backlink">↩︎</a></p></li></ol></section>',
    '',
    'In 1910[^1], again[^1].\n\n[^1]: City archive.\n',
  ],
])('notes: %s', async (_, text, notes, markdown) => {
  expect((await read(text, notes)).replace('# One\n\n', '')).toContain(markdown);
  expect((await read(text, notes)).match(/City archive/g)).toHaveLength(1);
});

test('references beside one whose note is missing keep their notes', async () => {
  const text = `<p><span epub:type="pagebreak" id="page36" title="36"/>One ${reference(1, NOTEREF)}. Two${reference(2, NOTEREF)}</p>`;
  const notes = '<div epub:type="footnotes"><p id="n1"><a href="a.xhtml#r1">1</a>. City archive</p></div>';
  expect(await read(text, notes)).toBe('# One\n\nOne [^1]. Two<sup>2</sup>\n\n[^1]: City archive\n');
});

test('a note may begin with its number as a link to the begin of the chapter', async () => {
  const text =
    '<p>Text<a href="notes.xhtml#n1"><span class="sup">3</span></a> more, and <a href="notes.xhtml#n2">4</a></p>';
  const notes = '<p><a id="n1"></a><a href="a.xhtml#top">3.</a> See x.</p><p id="n2">Four</p>';
  expect(await read(text, notes)).toBe('# One\n\nText[^1] more, and 4\n\n[^1]: See x.\n\nFour\n');
});

test('a number right behind a word does not join it, whatever it leads to', async () => {
  expect(await read('<p>Text<a href="notes.xhtml#x">3</a></p>', '<p>Words</p>')).toBe(
    '# One\n\nText<sup>3</sup>\n\nWords\n',
  );
});

test('a reference whose note is missing does not join the word before it', async () => {
  expect(await read(`<p>In 1910${reference(1, NOTEREF)}.</p>`)).toBe('# One\n\nIn 1910<sup>1</sup>.\n');
});

test('links that lead to each other are no notes in contents, from headings, and to whole chapters', async () => {
  const contents =
    '<p><a id="c1" href="notes.xhtml#h1">1</a> First</p><p>See <a id="c2" href="notes.xhtml#d">2</a></p>';
  const chapter =
    '<h2 id="h1"><a href="a.xhtml#c1">1</a> First</h2><div id="d"><h3><a href="a.xhtml#c2">2</a> Second</h3><p>Words</p></div>';
  const markdown = await read(contents, chapter);
  expect(markdown).not.toContain('[^');
  expect(markdown).toContain('## 1 First');
  expect(markdown).toContain('### 2 Second\n\nWords');
});

test('a number that leads to a page, and a reference that leads to nothing, are text', async () => {
  expect(
    await read(
      '<p>Apples, <a href="notes.xhtml#p12">12</a>, <a href="x.xhtml#n">3</a></p>',
      '<p>On <span id="p12"></span>a page.</p>',
    ),
  ).toBe('# One\n\nApples, 12, 3\n\nOn a page.\n');
});
