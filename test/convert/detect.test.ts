import { expect, test } from 'vitest';
import { utils, write } from 'xlsx';
import { detect } from '../../src/convert/detect.ts';
import { makeArchive } from '../make/archive.ts';
import { makeSource } from '../make/source.ts';

const types = (type: string): Record<string, string> => ({
  '[Content_Types].xml': `<Types><Override PartName="/x" ContentType="${type}"/></Types>`,
});
const OOXML = 'application/vnd.openxmlformats-officedocument.';

/** A compound file of one directory sector with the given stream names (MS-CFB 2.2, 2.6). */
function makeCompound(...names: string[]): Uint8Array {
  const file = Buffer.alloc(512 * 3, 0xff);
  file.fill(0, 0, 76);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48);
  file.writeUInt32LE(0, 76);
  file.fill(0, 1024);
  for (const [n, name] of names.entries()) {
    file.write(name, 1024 + n * 128, 'utf16le');
    file.writeUInt16LE((name.length + 1) * 2, 1024 + n * 128 + 64);
    file[1024 + n * 128 + 66] = 2;
  }
  return file;
}

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
  ['UTF-16 text', Buffer.from('\ufeffHello', 'utf16le'), undefined, 'txt'],
])('%s is known by its content', async (_, bytes, name, format) => {
  expect(await detect(makeSource(bytes, name))).toBe(format);
});

test.each([
  ['an empty file', '', 'corrupt_document'],
  ['a ZIP archive cut off', workbook('xlsx').slice(0, 2000), 'corrupt_document'],
  ['a ZIP archive of something else', makeArchive({ 'readme.txt': 'x' }), 'unsupported_format'],
  [
    'an encrypted OOXML document',
    makeCompound('Root Entry', 'EncryptionInfo', 'EncryptedPackage'),
    'password_protected',
  ],
  [
    'an encrypted ODT',
    makeArchive({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'META-INF/manifest.xml': '<manifest:encryption-data x="1"/>',
    }),
    'password_protected',
  ],
  ['a DOC', makeCompound('Root Entry', 'WordDocument'), 'unsupported_format'],
  ['a PPT', makeCompound('Root Entry', 'PowerPoint Document'), 'unsupported_format'],
  ['an RTF', '{\\rtf1 x}', 'unsupported_format'],
  ['a GIF', Buffer.from('474946383961000000', 'hex'), 'unsupported_format'],
  ['XML of another kind', '<?xml version="1.0"?><feed/>', 'unsupported_format'],
  ['bytes of nothing known', Buffer.from('000102030405', 'hex'), 'unsupported_format'],
])('%s is refused by name', async (_, bytes, code) => {
  await expect(detect(makeSource(bytes))).rejects.toMatchObject({ code });
});
