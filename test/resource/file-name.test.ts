import { basename, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { artifactName, fileNameOf } from '../../src/resource/file-name.ts';

/** Texts made of what names go wrong with. */
const parts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('/', '\\', '..', '.', ' ', '\r\n', '\0', '\u202E', '\uD800', '\uDC00', '\u2028', '\u0085', '\t'),
  fc.constantFrom('CON', 'nul', 'com1', 'LPT¹', '-', '~', ':', '"', "'", '%00', '.md', '.pdf', 'ä', '👨‍👩‍👧‍👦'),
  fc.nat(400).map((length) => 'ü'.repeat(length)),
);
const anyName = fc.array(parts, { maxLength: 8 }).map((all) => all.join(''));

function expectSafe(name: string): void {
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  expect(name).not.toBe('');
  expect(name.isWellFormed()).toBe(true);
  expect(name).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF/\\<>:"|?*]/u);
  expect(name).not.toMatch(/^[.\s~-]|[.\s]$/);
  expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)\s*(\.|$)/i);
  expect([basename(name), win32.basename(name)]).toEqual([name, name]);
}

describe('the name of a file', () => {
  it('is safe whatever it is made from, and stays as it is when it is made again', () => {
    fc.assert(
      fc.property(anyName, (text) => {
        const name = fileNameOf(text);
        if (name === undefined) return;
        expectSafe(name);
        expect(fileNameOf(name)).toBe(name);
      }),
      { numRuns: 3000 },
    );
  });

  it('of the Markdown is safe, too, and ends in .md', () => {
    fc.assert(
      fc.property(fc.option(anyName, { nil: undefined }), (text) => {
        const name = artifactName(text, 'markdown');
        expectSafe(name);
        expect(name).toMatch(/.\.md$/);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['report.pdf', 'report.pdf'],
    ['größe "1".pdf', 'größe _1_.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\a.docx', 'a.docx'],
    ['a\r\nSet-Cookie: b.pdf', 'aSet-Cookie_ b.pdf'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['nul.pdf', '_nul.pdf'],
    ['-rf.pdf', '_rf.pdf'],
    ['.hidden', 'hidden'],
    ['報告書.pdf', '報告書.pdf'],
    ['می‌خواهم.pdf', 'می‌خواهم.pdf'],
    ['..', undefined],
    ['\0', undefined],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(251)}.pdf`],
  ])('%j becomes %j', (text, name) => {
    expect(fileNameOf(text)).toBe(name);
  });

  it.each([
    ['dir/report.pdf', 'report.md'],
    [undefined, 'document.md'],
    ['.pdf', 'pdf.md'],
    ['aux', '_aux.md'],
    ['archive.tar.gz', 'archive.tar.md'],
    ['👨‍👩‍👧‍👦'.repeat(20), `${'👨‍👩‍👧‍👦'.repeat(10)}.md`],
  ])('of the Markdown of %j is %j', (text, name) => {
    expect(artifactName(text, 'markdown')).toBe(name);
  });
});
