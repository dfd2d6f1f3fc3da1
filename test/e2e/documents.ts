import sharp, { type Sharp } from 'sharp';
import { utils, write, type BookType } from 'xlsx';
import { makeArchive } from '../make/archive.ts';
import { makeDocx } from '../make/docx.ts';
import { FIRST_OBJECT, makePdf } from '../make/pdf.ts';
import { drawPicture, LETTER } from '../make/picture.ts';
import { makePptx, shape } from '../make/pptx.ts';
import { fixture } from '../service-process.ts';

export interface TestDocument {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  /** Part of the Markdown. */
  readonly says: string;
}

const picture = (): Sharp =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="240"><rect width="100%" height="100%" fill="white"/><text x="60" y="140" font-size="64" font-family="sans-serif">Quarterly report</text></svg>',
    ),
  );

const OASIS =
  ['office', 'text', 'presentation']
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ') + ' xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"';
const openDocument = (kind: 'text' | 'presentation', body: string): Uint8Array =>
  makeArchive({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<office:document-content ${OASIS}><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    'styles.xml': `<office:document-styles ${OASIS}/>`,
  });

/** A page that two pictures show, one above the other: it has to be drawn before it is read. */
function scanInPieces(): Uint8Array {
  const { data, width, height } = drawPicture({ ...LETTER, width: 612, height: 792 }, 150);
  const half = Math.round(height / 2);
  const foot = (792 * (height - half)) / height;
  const image = (rows: number): string =>
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${rows} /ColorSpace /DeviceGray /BitsPerComponent 8`;
  return makePdf({
    pages: [
      {
        content: `q 612 0 0 ${792 - foot} 0 ${foot} cm /Head Do Q q 612 0 0 ${foot} 0 0 cm /Foot Do Q`,
        resources: `/XObject << /Head ${FIRST_OBJECT} 0 R /Foot ${FIRST_OBJECT + 1} 0 R >>`,
      },
    ],
    objects: [
      { dict: image(half), data: data.subarray(0, half * width) },
      { dict: image(height - half), data: data.subarray(half * width) },
    ],
  });
}

function sheet(name: string, bookType: BookType): TestDocument {
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['place', 'depth'],
      ['basin', 7.4],
    ]),
    'Depths',
  );
  return { name, bytes: write(book, { type: 'buffer', bookType }) as Buffer, says: '| basin | 7.4 |' };
}

/** A small document of each format of the README. */
export async function documents(): Promise<TestDocument[]> {
  return [
    { name: 'survey.pdf', bytes: await fixture('docs/sample.pdf'), says: '# Harbour survey 2026' },
    { name: 'pieces.pdf', bytes: scanInPieces(), says: 'Most ships stayed' },
    { name: 'note.txt', bytes: 'A note about the harbour.\n', says: 'A note about the harbour.' },
    { name: 'page.html', bytes: '<!doctype html><h1>Harbour</h1><p>Open <b>daily</b>.</p>', says: '# Harbour' },
    { name: 'depths.csv', bytes: 'place,depth\nbasin,7.4\nchannel,5.7\n', says: '| basin | 7.4 |' },
    { name: 'readme.md', bytes: '# Harbour\n\nOpen *daily*.\n', says: '# Harbour' },
    {
      name: 'report.docx',
      bytes: makeDocx({ body: '<w:p><w:r><w:t>A report on the harbour.</w:t></w:r></w:p>' }),
      says: 'A report on the harbour.',
    },
    {
      name: 'report.odt',
      bytes: openDocument('text', '<text:h text:outline-level="1">Harbour</text:h>'),
      says: '# Harbour',
    },
    {
      name: 'slides.pptx',
      bytes: makePptx([{ shapes: shape({ placeholder: 'type="title"', text: ['Harbour'] }) }]),
      says: '# Harbour',
    },
    {
      name: 'slides.odp',
      bytes: openDocument(
        'presentation',
        '<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>Harbour</text:p></draw:text-box></draw:frame></draw:page>',
      ),
      says: '# Harbour',
    },
    sheet('depths.xlsx', 'xlsx'),
    sheet('depths.xls', 'biff8'),
    sheet('depths.xlsb', 'xlsb'),
    sheet('depths.ods', 'ods'),
    { name: 'scan.png', bytes: await picture().png().toBuffer(), says: 'Quarterly report' },
    { name: 'scan.jpg', bytes: await picture().jpeg().toBuffer(), says: 'Quarterly report' },
    { name: 'scan.webp', bytes: await picture().webp().toBuffer(), says: 'Quarterly report' },
    { name: 'scan.tiff', bytes: await picture().tiff().toBuffer(), says: 'Quarterly report' },
  ];
}
