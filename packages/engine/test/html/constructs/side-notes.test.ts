import { expect, test } from 'vitest';
import { makeEpub } from '../../../../../test/make/epub.ts';
import { readHtml } from '../../../../../test/make/read-html.ts';
import { readDocument } from '../../../../../test/make/read.ts';
import { makeSource } from '../../../../../test/make/source.ts';

const TUFTE =
  'one<label for="n1" class="margin-toggle sidenote-number">⊕</label><input type="checkbox" id="n1" class="margin-toggle"/><span class="sidenote">Its <b>note</b>.</span> goes on';

test.each([
  ['Tufte CSS', TUFTE],
  ['Quarto', 'one<span class="margin-aside">Its <b>note</b>.</span> goes on'],
  [
    'LaTeXML',
    'one<span id="footnote1" class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">1</sup><span class="ltx_note_outer"><span class="ltx_note_content"><sup class="ltx_note_mark">1</sup><span class="ltx_tag ltx_tag_note">1</span>Its <b>note</b>.</span></span></span> goes on',
  ],
])('a note that stands in its line is a note: %s', async (_, line) => {
  expect(await readHtml(`<p>A ${line}.</p>`)).toBe('A one[^1] goes on.\n\n[^1]: Its **note**.\n');
});

test('so is one in a cell, and one in a book is beside its other notes', async () => {
  expect(await readHtml('<table><tr><td>a<span class="sidenote">b</span><td>c<tr><td>d<td>e</table>')).toContain(
    '| a[^1] | c |',
  );
  const book = makeEpub({
    chapters: {
      'a.xhtml': `<p>A ${TUFTE}<a epub:type="noteref" href="#n">1</a>.</p><aside epub:type="footnote" id="n">Other.</aside>`,
    },
  });
  expect((await readDocument(makeSource(book))).markdown).toBe(
    'A one[^side-1] goes on[^1].\n\n[^side-1]: Its **note**.\n\n[^1]: Other.\n',
  );
});
