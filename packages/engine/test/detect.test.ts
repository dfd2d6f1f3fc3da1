import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { utils, write } from 'xlsx';
import { detect } from '../src/detect.ts';
import { FORMATS } from '../src/formats.ts';
import { makeArchive } from '../../../test/make/archive.ts';
import { makeCompound } from '../../../test/make/compound.ts';
import { makeSource } from '../../../test/make/source.ts';

const types = (type: string): Record<string, string> => ({
  '[Content_Types].xml': `<Types><Override PartName="/x" ContentType="${type}"/></Types>`,
});
const OOXML = 'application/vnd.openxmlformats-officedocument.';

const compound = (...names: string[]): Uint8Array =>
  makeCompound(Object.fromEntries(names.map((name) => [name, Buffer.from(name)])));

const workbook = (bookType: 'xls' | 'xlsb' | 'ods' | 'xlsx'): Uint8Array => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['a', 1]]), 'One');
  return new Uint8Array(write(book, { type: 'buffer', bookType }) as Buffer);
};

test.each([
  ['a PDF behind some rubbish', 'rubbish\n%PDF-1.7\n', undefined, 'pdf'],
  ['a DOCX', makeArchive(types(`${OOXML}wordprocessingml.document.main+xml`)), 'wrong.pdf', 'docx'],
  ['a DOCM', makeArchive(types('application/vnd.ms-word.document.macroEnabled.main+xml')), undefined, 'docx'],
  ['a PPTX', makeArchive(types(`${OOXML}presentationml.presentation.main+xml`)), undefined, 'pptx'],
  ['an XLSX', workbook('xlsx'), 'x.csv', 'xlsx'],
  ['an XLSB', workbook('xlsb'), undefined, 'xlsb'],
  ['an ODS', workbook('ods'), undefined, 'ods'],
  ['an XLS', workbook('xls'), undefined, 'xls'],
  ['an ODT', makeArchive({ mimetype: 'application/vnd.oasis.opendocument.text' }), undefined, 'odt'],
  ['an ODP', makeArchive({ mimetype: 'application/vnd.oasis.opendocument.presentation' }), undefined, 'odp'],
  ['a ZIP archive of anything', makeArchive({ 'a/b.txt': 'x' }), undefined, 'zip'],
  ['a message', 'Received: x\r\nFrom: a@b\r\nSubject: x\r\n\r\nText', 'x.txt', 'eml'],
  ['settings that are called as fields of messages', 'from: html\nto: markdown\n', 'x.yaml', 'yaml'],
  ['a mailbox', 'From a@b Mon Mar  2 09:15:00 2026\nFrom: a@b\nTo: c@d\nSubject: x\n\nText', 'x.txt', 'mbox'],
  [
    'a web page in one file',
    'MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\tboundary=x\r\n\r\n',
    'x.txt',
    'mht',
  ],
  ['a message of Outlook', compound('__properties_version1.0'), undefined, 'msg'],
  ['a workbook of Quattro Pro', Buffer.from('0000020020510600', 'hex'), undefined, 'qpw'],
  ['a workbook of Quattro Pro 7', compound('PerfectOffice_MAIN'), undefined, 'qpw'],
  ['a sheet of Lotus 1-2-3', Buffer.from('0000020004040600', 'hex'), undefined, 'wk1'],
  ['a DOC', compound('WordDocument', '1Table'), undefined, 'doc'],
  ['a PPT', compound('PowerPoint Document'), undefined, 'ppt'],
  ['a PNG', Buffer.from('89504e470d0a1a0a0000', 'hex'), undefined, 'png'],
  ['a JPEG', Buffer.from('ffd8ffe000', 'hex'), undefined, 'jpeg'],
  ['a TIFF', Buffer.from('49492a0008000000', 'hex'), undefined, 'tiff'],
  ['a WebP', Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'), undefined, 'webp'],
  ['HTML under another name', '<!-- x --><!DOCTYPE html><p>x', 'x.txt', 'html'],
  ['CSV by its shape', 'a;b\n1;"2;3"\n4;5\n', undefined, 'csv'],
  ['CSV by its name', 'just one line', 'x.CSV', 'csv'],
  ['prose with commas', 'First, a line, of prose.\nThen one, shorter.\nEnd.\n', undefined, 'txt'],
  ['Markdown by its shape', '# Title\n\nText\n', undefined, 'md'],
  ['Markdown by its name', 'Text', 'x.md', 'md'],
  ['HTML that begins with a piece', '<p>x</p>', undefined, 'html'],
  ['Markdown that begins with a tag', '<p align="center">x</p>\n', 'README.md', 'md'],
  ['XML', '<?xml version="1.0"?><!-- x --><feedback/>', 'x.txt', 'xml'],
  ['JSON', ' {"a": [1, 2.5e3, true]}', undefined, 'json'],
  [
    'JSON longer than what is looked at',
    JSON.stringify(Array.from({ length: 9000 }, (_, n) => ({ n }))),
    undefined,
    'json',
  ],
  ['YAML', '---\na: 1\nb:\n  - c\n', undefined, 'yaml'],
  ['Markdown with front matter', '---\ntitle: x\n---\n\n# Title\n', undefined, 'md'],
  ['a program by its name', '# it says\n', 'x.py', 'code'],
  ['a program by its shape', 'int main() {\n  return 0;\n}\n', undefined, 'code'],
  ['text that begins as a program does', 'MZ is a mark.\n', undefined, 'txt'],
  ['UTF-16 text', Buffer.from('\ufeffHello', 'utf16le'), undefined, 'txt'],
  ['UTF-32 text', Buffer.from([0xff, 0xfe, 0, 0, 0x48, 0, 0, 0, 0x69, 0, 0, 0]), undefined, 'txt'],
  ['UTF-16 text without a mark', Buffer.from('Häuser\tund Höfe', 'utf16le'), undefined, 'txt'],
])('%s is known by its content', async (_, bytes, name, format) => {
  expect(await detect(makeSource(bytes, name))).toBe(format);
});

test.each([
  ['an empty file', '', 'corrupt_document', 'empty'],
  ['a ZIP archive cut off', workbook('xlsx').slice(0, 2000), 'corrupt_document', 'truncated'],
  ['an encrypted OOXML document', compound('EncryptionInfo', 'EncryptedPackage'), 'password_protected', 'password'],
  [
    'an encrypted ODT',
    makeArchive({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'META-INF/manifest.xml': '<manifest:encryption-data x="1"/>',
    }),
    'password_protected',
    'password',
  ],
  ['a DOC of Word 2', Buffer.from('dba52d0000000000', 'hex'), 'unsupported_format', 'Word 6'],
  [
    'a Visio drawing that holds a workbook',
    makeCompound({ VisioDocument: Buffer.from('x'), Object: { Workbook: Buffer.from('x') } }),
    'unsupported_format',
    'Visio',
  ],
  [
    'an OpenDocument drawing',
    makeArchive({ mimetype: 'application/vnd.oasis.opendocument.graphics' }),
    'unsupported_format',
    'Export it as PDF',
  ],
  ['a Java program', makeArchive({ 'META-INF/MANIFEST.MF': 'x' }), 'unsupported_format', 'Java'],
  ['a Keynote presentation', makeArchive({ 'Index/Document.iwa': 'x' }), 'unsupported_format', 'Keynote'],
  ['an MP3', Buffer.from('ID3\u0003\u0000\u0000', 'latin1'), 'unsupported_format', 'audio (MP3)'],
  ['an MP4', Buffer.from('\0\0\0\u0018ftypisom\0\0', 'latin1'), 'unsupported_format', 'video (MP4)'],
  ['a tar archive', Buffer.from(`x${'\0'.repeat(256)}ustar\0`, 'latin1'), 'unsupported_format', 'tar archive'],
  ['a gzip archive', Buffer.from('1f8b0800', 'hex'), 'unsupported_format', 'Decompress'],
  ['an SQLite database', Buffer.from('SQLite format 3\0'), 'unsupported_format', 'Export its tables as CSV'],
  ['PostScript, which is text', '%!PS-Adobe-3.0\n', 'unsupported_format', 'PostScript'],
  ['bytes of nothing known', Buffer.from('000102030405', 'hex'), 'unsupported_format', 'not recognised'],
])('%s is refused by name', async (_, bytes, code, said) => {
  await expect(detect(makeSource(bytes))).rejects.toMatchObject({
    code,
    message: expect.stringContaining(said) as string,
  });
});

test('marks repeated in any pair are detected in a time that does not explode', { timeout: 300_000 }, () => {
  const main = fileURLToPath(new URL('detect-repeated.ts', import.meta.url));
  expect(execFileSync(process.execPath, [main], { timeout: 240_000, encoding: 'utf8' })).toBe('');
});

test('no two formats claim one content type, and each says which are its own', () => {
  const claimed = Object.values(FORMATS).flatMap(({ contentTypes }) => contentTypes);
  expect(claimed.filter((type, n) => claimed.indexOf(type) !== n)).toEqual(['text/plain']);
  expect(Object.values(FORMATS).every(({ contentTypes }) => contentTypes.length > 0)).toBe(true);
});
