import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import mammoth from 'mammoth';
import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { cell, item, makeDocx, p, row, style } from '../../../../test/make/docx.ts';
import { readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

/**
 * Mammoth as a witness of its own: it shares no code with our reader. Each paragraph of its raw text stands in our
 * Markdown whole, and in the same order. Ours may have more: list labels and numbers of headings, notes, charts, text
 * of merged cells that is repeated, and
 *
 * - formulas and simple fields (w:fldSimple), which mammoth leaves out: the documents made here have none, and formulas
 *   are taken out of ours;
 * - text boxes, which follow their paragraph in ours; mammoth puts them at their place within it.
 *
 * Hidden text is the one thing that mammoth has and ours leaves out. Both leave out deleted text and comments.
 */

const OFFICE = resolve(import.meta.dirname, '../../bench/.corpus/office');

/** Letters and digits only: what separates words is for each to decide. */
const lettersOf = (text: string): string => (text.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? []).join('');

/** The text of Markdown as a browser would show it, without formulas and the marks of notes. */
function textOf(markdown: string): string {
  let text = '';
  const parser = new Parser({ ontext: (piece) => (text += piece), onclosetag: () => (text += ' ') });
  const plain = markdown
    .replaceAll(/\\\$+/g, ' ')
    .replaceAll(/^\$\$[^$]+\$\$$|\$[^$\n]+\$/gm, ' ')
    .replaceAll(/\[\^[^\]]+\]/g, ' ');
  parser.end(marked.parse(plain, { async: false }));
  return text;
}

/** The paragraphs of mammoth's raw text that are not in ours behind the one before. */
async function missing(bytes: Uint8Array): Promise<string[]> {
  const { value } = await mammoth.extractRawText({ buffer: Buffer.from(bytes) });
  const { markdown } = await readDocument(makeSource(bytes));
  const ours = lettersOf(textOf(markdown));
  let from = 0;
  return value.split(/\n+/).filter((paragraph) => {
    const letters = lettersOf(paragraph);
    const at = ours.indexOf(letters, from);
    if (at >= 0) from = at + letters.length;
    return at < 0;
  });
}

const STYLES = ['Title', 'heading 1', 'heading 2', 'Source Code', 'Quote', 'toc 1']
  .map(
    (name) => `<w:style w:type="paragraph" w:styleId="${name.replaceAll(' ', '')}"><w:name w:val="${name}"/></w:style>`,
  )
  .join('');
const level = (format: string, text: string): string =>
  `<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
const NUMBERING = `<w:abstractNum w:abstractNumId="0">${level('bullet', '•')}</w:abstractNum>
  <w:abstractNum w:abstractNumId="1">${level('decimal', '%1.')}</w:abstractNum>
  <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>`;
const NOTES = '<w:footnote w:id="1"><w:p><w:r><w:t>Anote</w:t></w:r></w:p></w:footnote>';

/** Words that are markup in places, and words that are not. */
const word = fc.oneof(
  { weight: 5, arbitrary: fc.stringMatching(/^[a-z]{3,9}$/) },
  fc.constantFrom(
    '*stars*',
    '_under_',
    '# hash',
    '1.',
    '- dash',
    'a|b',
    '`tick`',
    '[x]',
    '(y)',
    '&amp;lt;',
    'größe',
    '数据',
  ),
);
const run = (text: string, look = ''): string =>
  `<w:r>${look === '' ? '' : `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${text} </w:t></w:r>`;
const field = (instruction: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r>` +
  `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

const LOOKS = ['', '', '<w:b/>', '<w:i/>', '<w:strike/>', '<w:vertAlign w:val="superscript"/>'];
const AROUND: readonly ((inner: string) => string)[] = [
  (inner) => inner,
  (inner) => inner,
  (inner) => `<w:hyperlink r:id="l">${inner}</w:hyperlink>`,
  (inner) => `<w:ins>${inner}</w:ins>`,
  (inner) => `<w:moveTo>${inner}</w:moveTo>`,
  (inner) => `<w:smartTag>${inner}</w:smartTag>`,
  (inner) => `<w:sdt><w:sdtContent>${inner}</w:sdtContent></w:sdt>`,
  (inner) => field(' HYPERLINK "https://example.org" ', inner),
  (inner) => field(' PAGEREF x ', inner),
  (inner) => `${inner}<w:del><w:r><w:delText>deleted</w:delText></w:r></w:del>`,
  (inner) => `${inner}<w:commentRangeStart w:id="0"/><w:commentRangeEnd w:id="0"/>`,
  (inner) => `${inner}<w:r><w:footnoteReference w:id="1"/></w:r>`,
  (inner) => `${inner}<w:r><w:tab/></w:r>`,
  (inner) => `${inner}<w:r><w:br/></w:r>`,
];
const inlines = fc
  .array(
    fc
      .tuple(word, fc.constantFrom(...LOOKS), fc.constantFrom(...AROUND))
      .map(([text, look, around]) => around(run(text, look))),
    { minLength: 1, maxLength: 6 },
  )
  .map((runs) => runs.join(''));

const PROPERTIES = [
  '',
  '',
  '',
  item(1, 0),
  item(2, 0),
  ...['Title', 'heading1', 'heading2', 'Quote', 'toc1'].map(style),
];
const paragraph = fc
  .tuple(inlines, fc.constantFrom(...PROPERTIES))
  .map(([content, properties]) => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`);
const table = (content: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .array(fc.array(content, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 3 })
    .map((rows) => `<w:tbl>${rows.map((cells) => row(...cells.map((one) => cell(one)))).join('')}</w:tbl>`);
const block = fc.oneof(
  { weight: 6, arbitrary: paragraph },
  table(paragraph),
  table(table(paragraph).map((inner) => `${inner}${p('')}`)),
  paragraph.map((inner) => `<w:sdt><w:sdtContent>${inner}</w:sdtContent></w:sdt>`),
);
const document = fc.array(block, { minLength: 1, maxLength: 8 }).map((blocks) => blocks.join(''));

describe('what mammoth reads of a DOCX document', () => {
  it('stands in our Markdown, paragraph by paragraph and in order, whatever the document consists of', async () => {
    await fc.assert(
      fc.asyncProperty(document, async (body) => {
        const bytes = makeDocx({
          body,
          styles: STYLES,
          numbering: NUMBERING,
          footnotes: NOTES,
          relationships: { l: ['hyperlink', 'https://example.org', true] },
        });
        expect(await missing(bytes)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  }, 60_000);

  it('of text boxes stands behind the paragraph that they are anchored in', async () => {
    const box =
      '<w:r><w:pict><v:shape><v:textbox><w:txbxContent><w:p><w:r><w:t>boxed</w:t></w:r></w:p></w:txbxContent></v:textbox></v:shape></w:pict></w:r>';
    const bytes = makeDocx({ body: `<w:p>${run('before')}${box}${run('after')}</w:p>${p('next')}` });
    expect((await readDocument(makeSource(bytes))).markdown).toBe('before after\n\nboxed\n\nnext\n');
    expect((await mammoth.extractRawText({ buffer: Buffer.from(bytes) })).value.match(/\w+/g)).toContain('boxed');
  });

  it('of hidden text is left out of ours', async () => {
    const bytes = makeDocx({ body: `<w:p>${run('seen')}${run('unseen', '<w:vanish/>')}</w:p>` });
    expect(await missing(bytes)).toEqual([expect.stringContaining('unseen')]);
    expect((await readDocument(makeSource(bytes))).summary.warnings).toMatchObject([{ kind: 'hidden-text-left-out' }]);
  });

  it
    .skipIf(!existsSync(OFFICE))
    .each(existsSync(OFFICE) ? readdirSync(OFFICE).filter((name) => name.endsWith('.docx')) : [])(
    'stands in our Markdown of %s',
    async (name) => {
      expect(await missing(readFileSync(join(OFFICE, name)))).toEqual([]);
    },
  );
});
