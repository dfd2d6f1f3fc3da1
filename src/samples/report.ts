import { deflateSync } from 'node:zlib';
import { pdfOf, stream } from './pdf.ts';

/** Words that are set in place of the text of a report; ASCII without parentheses. */
const WORDS = (
  'the report describes how pages are read and written again as plain text with their structure so that people and ' +
  'programs can use them and what a reader of such a page needs to know about its figures and notes in each part'
).split(' ');

const SIZES = { title: 20, heading: 14, text: 10, small: 7 } as const;
type Style = keyof typeof SIZES;

const sentence = (from: number, words: number): string => {
  const text = Array.from({ length: words }, (_, i) => WORDS[(from + i * 7) % WORDS.length]).join(' ');
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
};

export const show = (style: Style, x: number, y: number, text: string): string =>
  `BT /${style === 'title' || style === 'heading' ? 'F2' : 'F1'} ${SIZES[style]} Tf ${x} ${y} Td (${text}) Tj ET`;

/** Marked as the content of an element of the structure tree (ISO 32000-2, 14.7.5). */
const marked = (mcid: number, text: string): string => `/P << /MCID ${mcid} >> BDC ${text} EMC`;

/** A bar of a chart, a curve and a letter in another place: what pages draw beside their text. */
const DRAWING = [
  'q 0.2 0.4 0.6 rg 420 500 30 48 re f Q',
  'q 1 0 0 1 460 500 cm 0 0 m 10 30 30 30 40 0 c S Q',
  'q 0.9 g 400 560 120 20 re f Q',
  'BT /F1 10 Tf 1 0 0 1 425 490 Tm [(a) -20 (xis)] TJ ET',
];

const lines = (x: number, top: number, texts: readonly string[]): string[] =>
  texts.map((text, i) => show('text', x, top - 13 * i, text));

/** Rulings around three columns and four rows, and a word in each cell. */
function table(x: number, top: number): string[] {
  const rules = [0, 1, 2, 3, 4].map((row) => `${x} ${top - 18 * row} m ${x + 240} ${top - 18 * row} l S`);
  const sides = [0, 1, 2, 3].map((column) => `${x + 80 * column} ${top} m ${x + 80 * column} ${top - 72} l S`);
  const cells = Array.from({ length: 12 }, (_, i) => {
    const [row, column] = [Math.floor(i / 3), i % 3];
    const text = row > 0 && column > 0 ? String(1000 + 37 * i) : WORDS[i]!;
    return show('text', x + 5 + 80 * column, top - 13 - 18 * row, text);
  });
  return ['0.5 w', ...rules, ...sides, ...cells];
}

function page(number: number): string {
  const list = ['1. First the pages are read', '2. Then their lines are joined', '3. And the text is written'];
  const bullets = ['- one item of a list', '- another item of the list'];
  return [
    show('small', 72, 800, 'A report on pages'),
    show('small', 290, 30, String(number)),
    ...(number === 1 ? [show('title', 72, 750, 'A report on pages')] : []),
    marked(0, show('heading', 72, 715, `${number}. What is read`)),
    marked(1, lines(72, 695, [sentence(number, 14), sentence(3, 13), sentence(5, 14)]).join('\n')),
    ...lines(90, 645, list),
    ...lines(90, 600, bullets),
    ...table(72, 560),
    ...DRAWING,
    show('text', 72, 475, 'Table 1: figures of the report'),
    show('heading', 72, 445, 'In two columns'),
    ...lines(
      72,
      425,
      [0, 1, 2, 3, 4, 5].map((i) => sentence(i, 6)),
    ),
    ...lines(
      320,
      425,
      [6, 7, 8, 9, 10, 11].map((i) => sentence(i, 6)),
    ),
    show('small', 72, 80, '1 A note at the foot of the page.'),
  ].join('\n');
}

/** Codes as the characters that they are (ISO 32000-2, 9.10.3). */
const TO_UNICODE = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
1 begincodespacerange <00> <FF> endcodespacerange
1 beginbfrange <20> <60> <0020> endbfrange
1 beginbfrange <62> <7E> <0062> endbfrange
1 beginbfchar <61> <0061> endbfchar
endcmap CMapName currentdict /CMap defineresource pop end end`;

export const packed = (text: string): string => {
  const bytes = deflateSync(text);
  return stream(bytes.toString('latin1'), '/Filter /FlateDecode ');
};

const font = (name: string, widths: string): string =>
  `<< /Type /Font /Subtype /TrueType /BaseFont /${name} /FirstChar 32 /LastChar 126 /Widths [${widths}] /Encoding /WinAnsiEncoding /ToUnicode 3 0 R /FontDescriptor << /Type /FontDescriptor /FontName /${name} /Flags 32 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >> >>`;

/**
 * Two pages with what most documents have: headings, paragraphs, lists, a table, columns, notes, running lines, a link,
 * drawings; compressed, with fonts that say what their codes mean, and tagged. The code cache is made from its
 * conversion.
 */
export function sampleReport(): Buffer {
  const widths = Array.from({ length: 95 }, (_, i) => 450 + 30 * (i % 5)).join(' ');
  const pageOf = (content: number, parents: number): string =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> /Contents ${content} 0 R /StructParents ${parents} /Annots [17 0 R] >>`;
  const element = (role: string, page: number, mcid: number): string =>
    `<< /Type /StructElem /S /${role} /P 11 0 R /Pg ${page} 0 R /K ${mcid} >>`;
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R /Lang (en) /MarkInfo << /Marked true >> /StructTreeRoot 10 0 R >>',
    '<< /Type /Pages /Kids [6 0 R 7 0 R] /Count 2 >>',
    packed(TO_UNICODE),
    font('Report', widths),
    font('Report-Bold', widths),
    pageOf(8, 0),
    pageOf(9, 1),
    packed(page(1)),
    packed(page(2)),
    '<< /Type /StructTreeRoot /K 11 0 R /ParentTree 12 0 R /ParentTreeNextKey 2 >>',
    '<< /Type /StructElem /S /Document /P 10 0 R /K [13 0 R 14 0 R 15 0 R 16 0 R] >>',
    '<< /Nums [0 [13 0 R 14 0 R] 1 [15 0 R 16 0 R]] >>',
    element('H1', 6, 0),
    element('P', 6, 1),
    element('H1', 7, 0),
    element('P', 7, 1),
    '<< /Type /Annot /Subtype /Link /Rect [72 640 200 652] /Border [0 0 0] /A << /S /URI /URI (https://example.org/) >> >>',
  ]);
}
