import { expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/limits.ts';
import { makeArchive } from '../../../../test/make/archive.ts';
import { readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const ODF =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"';
const odt = (body: string): Uint8Array =>
  makeArchive({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content ${ODF}><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
  });

/** What a document became: characters of Markdown, or the code of its failure. */
async function outcomeOf(document: Uint8Array | string): Promise<number | string> {
  try {
    return (await readDocument(makeSource(document), { limits: { cells: 100_000 } })).markdown.length;
  } catch (error) {
    expect(error).toMatchObject({ name: 'Failure' });
    return (error as { code: string }).code;
  }
}

const MANY = '999999999';

test.each([
  ['spaces that ODF repeats', odt(`<text:p>a<text:s text:c="${MANY}"/>b</text:p>`)],
  [
    'cells that ODF repeats',
    odt(
      `<table:table><table:table-row table:number-rows-repeated="${MANY}"><table:table-cell table:number-columns-repeated="${MANY}"><text:p>x</text:p></table:table-cell></table:table-row></table:table>`,
    ),
  ],
  [
    'a cell that spans a billion columns and rows in ODF',
    odt(
      `<table:table><table:table-row><table:table-cell table:number-columns-spanned="${MANY}" table:number-rows-spanned="${MANY}"><text:p>x</text:p></table:table-cell></table:table-row></table:table>`,
    ),
  ],
  [
    'lists nested deep in ODF',
    odt(
      `${'<text:list><text:list-item>'.repeat(5000)}<text:p>x</text:p>${'</text:list-item></text:list>'.repeat(5000)}`,
    ),
  ],
  [
    'a cell that spans a billion columns and rows in HTML',
    `<html><table><tr><td colspan="${MANY}" rowspan="${MANY}">x</td></tr><tr><td>y</td></tr></table>`,
  ],
  ['a list that begins far up in HTML', `<html><ol start="${MANY}${MANY}"><li>x</ol>`],
  ['half a million tags that are never closed', `<html>${'<b><i>'.repeat(250_000)}x`],
  ['a quote that is never closed', `a,b\n1,"${'x\n'.repeat(500_000)}`],
  ['half a million columns', `${'a,'.repeat(500_000)}\n${'1,'.repeat(500_000)}\n`],
  [
    'entities of a feed',
    `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}"><!ENTITY c "${'&b;'.repeat(1000)}">]><rss version="2.0"><channel><title>&c;</title><item><title>&c;</title></item></channel></rss>`,
  ],
  [
    'a page in one file that holds itself',
    `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n${'--x\r\nContent-Type: multipart/related; boundary=x\r\n\r\n'.repeat(3000)}`,
  ],
])('%s are read or refused, in bounds', async (_what, document) => {
  const outcome = await outcomeOf(document);
  if (typeof outcome === 'number') expect(outcome).toBeLessThan(20_000_000);
  else expect(['limit_exceeded', 'corrupt_document', 'unsupported_format']).toContain(outcome);
});

test('a drawing refers to nothing outside of itself, and is drawn within the limit of pixels', async () => {
  const svg = (content: string, size: string): string =>
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/hostname">]><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${content}</svg>`;
  const read = (document: string) =>
    readDocument(makeSource(document), { native: 'allow', ocr: { mode: 'off', languages: [] } });
  await read(svg('<image xlink:href="file:///etc/hostname" width="10" height="10"/>', 'width="40" height="40"'));
  await read(svg('<use xlink:href="file:///etc/hostname#a"/>', 'width="40" height="40"'));
  for (const size of ['width="9999999" height="9999999"', `viewBox="0 0 ${MANY} ${MANY}"`])
    await expect(read(svg('', size)).catch((error: unknown) => Promise.reject(error as Error))).rejects.toMatchObject({
      name: 'Failure',
    });
  expect(DEFAULT_LIMITS.imagePixels).toBeLessThan(9_999_999 ** 2);
});
