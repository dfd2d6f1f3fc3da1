import { crc32, deflateSync } from 'node:zlib';
import { makeArchive } from './archive.ts';
import { makeTextPdf } from './text-pdf.ts';

const CONTENT_TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const RELS = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** A DOCX whose main part is this text. */
function makeDocx(documentXml: string): Uint8Array {
  return makeArchive({ '[Content_Types].xml': CONTENT_TYPES, '_rels/.rels': RELS, 'word/document.xml': documentXml });
}

const docxBody = (body: string): string =>
  `<?xml version="1.0"?><w:document ${W}><w:body>${body}</w:body></w:document>`;

/**
 * A PDF of these objects (number 1 first); object 1 is the catalogue. `trailer` is added to the trailer's dictionary.
 */
function makePdf(objects: readonly (string | Buffer)[], trailer = ''): Uint8Array {
  const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  let at = pieces[0]!.length;
  const rows: string[] = [];
  objects.forEach((object, i) => {
    const piece = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    rows.push(`${String(at).padStart(10, '0')} 00000 n \n`);
    pieces.push(piece);
    at += piece.length;
  });
  pieces.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(pieces);
}

const stream = (data: Buffer, dictionary = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`<< /Length ${data.length} ${dictionary} >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);
const onePage = (content: Buffer, more: readonly (string | Buffer)[] = [], resources = ''): Uint8Array =>
  makePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> ${resources} >> >>`,
    content,
    ...more,
  ]);

function pngHeader(width: number, height: number): Uint8Array {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    crc.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, crc]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Documents that mean harm or are broken, built in code, by what they are. */
export const HOSTILE: Readonly<Record<string, () => Uint8Array>> = {
  'empty file': () => new Uint8Array(),
  'file of noise': () => Uint8Array.from({ length: 4096 }, (_, i) => (i * 7919 + (i >> 3) * 104729) & 255),
  'PDF that was cut off': () => makeTextPdf(['Some text on a page', 'and more']).subarray(0, 300),
  'PDF of a header alone': () => Buffer.from('%PDF-1.7\n%%EOF\n'),
  'PDF with a password': () =>
    makePdf(
      [
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>',
        `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`,
      ],
      '/Encrypt 4 0 R /ID [<0123> <0123>]',
    ),
  'PDF whose page tree is a circle': () =>
    makePdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 100000 >>']),
  'PDF that claims a billion pages': () =>
    makePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1000000000 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>',
    ]),
  'PDF with a form that draws itself': () =>
    onePage(
      stream(Buffer.from('/X Do')),
      [
        stream(
          Buffer.from('/X Do /X Do'),
          '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>',
        ),
      ],
      '/XObject << /X 5 0 R >>',
    ),
  'PDF stream that expands to 320 MiB': () => {
    const deflated = deflateSync(deflateSync(Buffer.alloc(320 * 1024 * 1024, 32)));
    return onePage(stream(deflated, '/Filter [/FlateDecode /FlateDecode]'));
  },
  'PDF of two hundred thousand graphics states': () =>
    onePage(stream(deflateSync(Buffer.from('q '.repeat(200_000))), '/Filter /FlateDecode')),
  'DOCX that expands to 80 MiB': () => makeDocx(docxBody(' '.repeat(80 * 1024 * 1024))),
  'DOCX of a billion laughs': () => {
    const entities = Array.from({ length: 10 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('');
    return makeDocx(
      `<?xml version="1.0"?><!DOCTYPE w:document [<!ENTITY l0 "laugh">${entities}]><w:document ${W}><w:body><w:p><w:r><w:t>&l10;</w:t></w:r></w:p></w:body></w:document>`,
    );
  },
  'DOCX of a hundred thousand nested tables': () =>
    makeDocx(docxBody(`${'<w:tbl><w:tr><w:tc>'.repeat(100_000)}<w:p/>${'</w:tc></w:tr></w:tbl>'.repeat(100_000)}`)),
  'DOCX without its document': () => makeArchive({ '[Content_Types].xml': CONTENT_TYPES, '_rels/.rels': RELS }),
  'DOCX with broken XML': () => makeDocx('<w:document><w:body><w:p>'),
  'PNG of 60,000 by 60,000 pixels': () => pngHeader(60_000, 60_000),
  'PNG that was cut off': () => pngHeader(600, 600).subarray(0, 60),
};
