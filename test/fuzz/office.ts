import { utils, write, type BookType } from 'xlsx';
import { makeArchive } from '../make/archive.ts';
import { makeBitmap } from '../make/bitmap.ts';
import { makeCompound } from '../make/compound.ts';
import { makeDoc } from '../make/doc.ts';
import { makeMessage } from '../make/message.ts';
import { makeProperties } from '../make/outlook.ts';
import { makePpt, shape, text as pptText } from '../make/ppt.ts';
import { makePptx, shape as pptxShape } from '../make/pptx.ts';
import { makeTiff } from '../make/tiff.ts';

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Office documents, mail of programs and pictures, by file name, with these texts in them. */
export function officeDocuments(texts: readonly string[]): Record<string, Uint8Array | string> {
  const whole = texts.join(' ');
  const html = `<html><body><h1>A</h1><p>${xml(whole)}</p>${whole}</body></html>`;
  const message = makeMessage(`From: a@example.org\r\nSubject: ${texts[1]!}\r\n`, [{ type: 'text/html', body: html }]);
  const page = { type: 'text/html', fields: 'Content-Location: http://example.org/\r\n', body: html };
  const picture = { data: new Uint8Array(64 * 32).fill(200), width: 64, height: 32 };
  return {
    'a.doc': makeDoc({
      body: [
        { runs: ['A'], style: 1 },
        ...texts.map((text) => ({ runs: [text, '\x02'] })),
        { runs: ['cell'], end: '\x07' },
      ],
      notes: texts.map((text) => ({ runs: [text] })),
    }),
    'a.ppt': makePpt({
      slides: texts.map((text) => ({ shapes: [shape([0, 0, 100, 100], pptText(1, text))], notes: text })),
    }),
    'a.pptx': makePptx(texts.map((text) => ({ shapes: pptxShape({ text: [xml(text)] }), notes: xml(text) }))),
    'a.xlsx': workbook(texts, 'xlsx'),
    'a.xlsb': workbook(texts, 'xlsb'),
    'a.xls': workbook(texts, 'biff8'),
    'a.ods': workbook(texts, 'ods'),
    'a.odt': makeArchive({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': odf('document-content', texts),
    }),
    'a.fodt': odf('document', texts),
    'a.msg': makeCompound({
      ...makeProperties({ 0x001a: 'IPM.Note', 0x0037: texts[1]!, 0x1000: whole, 0x1013: Buffer.from(html) }, 32),
      '__attach_version1.0_#00000000': makeProperties({ 0x3707: 'words.md', 0x3701: Buffer.from(whole) }, 8),
    }),
    'a.mbox': `From a@example.org Thu Jan  1 00:00:00 2026\r\n${message}\r\n\r\n`,
    'a.mht': makeMessage('From: <Saved>\r\nSubject: x\r\n', [page], 'related'),
    'a.dbf': table(texts),
    'a.svg': `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><title>${xml(whole)}</title><text>${xml(whole)}</text></svg>`,
    'a.bmp': makeBitmap(picture, 8, { runs: true }),
    'a.tiff': makeTiff([picture, picture]),
  };
}

function workbook(texts: readonly string[], bookType: BookType): Uint8Array {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['name', 'text'], ...texts.map((text, n) => [n, text])]), 'A');
  return new Uint8Array(write(book, { type: 'buffer', bookType }) as Buffer);
}

function odf(root: 'document' | 'document-content', texts: readonly string[]): string {
  const names = ['office', 'text', 'table'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  const kind = root === 'document' ? ' office:mimetype="application/vnd.oasis.opendocument.text"' : '';
  const paragraphs = texts.map((text) => `<text:p>${xml(text)}</text:p>`).join('');
  const cells = texts.map((text) => `<table:table-cell><text:p>${xml(text)}</text:p></table:table-cell>`).join('');
  const body = `<text:h text:outline-level="1">A</text:h>${paragraphs}<table:table><table:table-row>${cells}</table:table-row></table:table>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<office:${root} ${names.join(' ')}${kind}><office:body><office:text>${body}</office:text></office:body></office:${root}>`;
}

/** A table of dBase III with one column. */
function table(texts: readonly string[]): Uint8Array {
  const width = 100;
  const header = Buffer.alloc(65);
  header.set([3, 26, 3, 2]);
  header.writeUInt32LE(texts.length, 4);
  header.writeUInt16LE(header.length, 8);
  header.writeUInt16LE(1 + width, 10);
  header[29] = 3;
  header.write('TEXT', 32, 'latin1');
  header.write('C', 43, 'latin1');
  header[48] = width;
  header[64] = 0x0d;
  const records = texts.map((text) => Buffer.from(` ${text.slice(0, width).padEnd(width)}`, 'latin1'));
  return Buffer.concat([header, ...records, Buffer.from([0x1a])]);
}
