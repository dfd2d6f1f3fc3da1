import { pdfOf } from './pdf.ts';
import { packed, show as showPlain } from './report.ts';

type Row = readonly string[];

/** Codes of two bytes in place of letters. */
const show: typeof showPlain = (style, x, y, text) =>
  showPlain(style, x, y, text).replace(
    `(${text})`,
    `<${Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(4, '0')).join('')}>`,
  );

/** A row of a label and cells that end at the right edges of their columns. */
const row = (y: number, [label = '', ...cells]: Row, edges: readonly number[]): string =>
  [show('text', 72, y, label), ...cells.map((cell, i) => show('text', edges[i]! - 5 * cell.length, y, cell))].join(
    '\n',
  );

const rows = (top: number, all: readonly Row[], edges: readonly number[]): string[] =>
  all.map((cells, i) => row(top - 14 * i, cells, edges));

const AMOUNTS: readonly Row[] = [
  ['', '2024', '2023', 'Change'],
  ['Revenue of pages', '12,400', '11,950', '3.8%'],
  ['Cost of reading', '(7,310)', '(7,020)', '4.1%'],
  ['Other income', '210', '-', '-'],
  ['Total before tax', '$ 5,300', '$ 4,930', '7.5%'],
  ['Tax on the total', '(1,060)', '(986)', '7.5%'],
  ['Total', '4,240', '3,944', '7.5%'],
];

const PAIRS: readonly Row[] = [
  ['Number:', '2024-117'],
  ['Date:', '3 May 2024'],
  ['Name of the reader:', 'A. Reader'],
  ['Place:', 'Any town'],
];

/** A table without rulings whose cells have lines of prose. */
const WRAPPED: readonly Row[] = [
  ['Step', 'What is done', 'By whom'],
  ['Reading', 'Pages are read one after', 'The program'],
  ['', 'another in their order', ''],
  ['Joining', 'Lines are joined where a', 'The program'],
  ['', 'sentence goes on below', ''],
  ['Checking', 'Figures are compared with', 'A person'],
  ['', 'those of the page itself', ''],
];

const wrapped = (top: number): string[] =>
  WRAPPED.flatMap((cells, i) =>
    cells.map((cell, column) => (cell === '' ? '' : show('text', [72, 160, 360][column]!, top - 13 * i, cell))),
  );

/** Filled bands behind every other row. */
const bands = (top: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `0.92 g 70 ${top - 4 - 28 * i} 400 14 re f 0 g`);

const TEXT = ['The statement begins with what it is about, and its notes', 'say where the figures come from.'];

/**
 * Operators that programs write before and around text: a clip, a graphics state, and text that is read as other
 * letters.
 */
const STATE = ['0 0 595 842 re W n', '/G1 gs', '0 0 0 RG'];
const ACTUAL = `/Span << /ActualText (page) >> BDC ${show('text', 300, 80, 'p.')} EMC`;

/** A page of a statement: labels with values, amounts and text in columns that only their alignment shows. */
function page(): string {
  return [
    ...STATE,
    show('heading', 72, 760, 'Statement of pages'),
    ...rows(735, PAIRS, [260]),
    ...TEXT.map((line, i) => show('text', 72, 660 - 13 * i, line)),
    ...bands(600, 3),
    ...rows(614, AMOUNTS, [300, 380, 450]),
    '72 512 m 455 512 l S',
    show('text', 72, 480, 'Table 2: what is done by whom'),
    ...wrapped(460),
    ...rows(
      340,
      AMOUNTS.slice(1).map((cells, i) => [`${i + 1}`, ...cells]),
      [200, 300, 380, 450],
    ),
    show('small', 72, 80, '1) Amounts in thousands.'),
    ACTUAL,
  ].join('\n');
}

/** Two-byte codes as the characters that they are (ISO 32000-2, 9.10.3). */
const TO_UNICODE = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Statement def
1 begincodespacerange <0000> <FFFF> endcodespacerange
1 beginbfrange <0020> <007E> <0020> endbfrange
endcmap CMapName currentdict /CMap defineresource pop end end`;

const font = (name: string, descendant: number): string =>
  `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode 3 0 R >>`;

const descendant = (name: string): string =>
  `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 /W [32 [250 300 400] 48 57 500] /CIDToGIDMap /Identity /FontDescriptor << /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >> >>`;

/**
 * Constructs that the report lacks: fonts with codes of two bytes, as browsers and office programs write them, an
 * outline, and tables without rulings. The code cache is made from its conversion, too.
 */
export function sampleStatement(): Buffer {
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R /Outlines 10 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    packed(TO_UNICODE),
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R /F2 6 0 R >> /ExtGState << /G1 << /Type /ExtGState /ca 1 >> >> >> /Contents 7 0 R >>',
    font('Statement', 8),
    font('Statement-Bold', 9),
    packed(page()),
    descendant('Statement'),
    descendant('Statement-Bold'),
    '<< /Type /Outlines /First 11 0 R /Last 11 0 R /Count 1 >>',
    '<< /Title (Statement of pages) /Parent 10 0 R /Dest [4 0 R /XYZ 72 780 0] >>',
  ]);
}
