import { expect, test } from 'vitest';
import { makeArchive } from '../../../../test/make/archive.ts';
import { relationshipPart } from '../../../../test/make/docx.ts';
import { readDocument } from '../../../../test/make/read.ts';
import type { Reading } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const MAIN =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

interface Parts {
  readonly second?: string;
  readonly workbook?: string;
  readonly styles?: string;
  /** The part of a table in the first sheet. */
  readonly table?: string;
}

/** A workbook of one or two sheets, whose rows are given as XML. */
function makeBook(rows: string, { second = '', workbook = '', styles = '', table = '' }: Parts = {}): Uint8Array {
  const sheet = (data: string): string => `<worksheet ${MAIN}><sheetData>${data}</sheetData></worksheet>`;
  return makeArchive({
    '[Content_Types].xml':
      '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    '_rels/.rels': relationshipPart({ d: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/workbook.xml': `<workbook ${MAIN}><sheets><sheet name="S" r:id="a"/><sheet name="Other Sheet" r:id="b"/></sheets>${workbook}</workbook>`,
    'xl/_rels/workbook.xml.rels': relationshipPart({
      a: ['worksheet', 'worksheets/1.xml'],
      ...(second === '' ? {} : { b: ['worksheet', 'worksheets/2.xml'] }),
      ...(styles === '' ? {} : { c: ['styles', 'styles.xml'] }),
    }),
    'xl/worksheets/1.xml': sheet(rows),
    'xl/worksheets/2.xml': sheet(second),
    'xl/styles.xml': styles,
    ...(table === ''
      ? {}
      : {
          'xl/worksheets/_rels/1.xml.rels': relationshipPart({ a: ['table', '../tables/1.xml'] }),
          'xl/tables/1.xml': table,
        }),
  });
}

const number = (reference: string, value: number): string => `<c r="${reference}"><v>${value}</v></c>`;
const text = (reference: string, value: string): string =>
  `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
const formula = (reference: string, source: string, attributes = ''): string =>
  `<c r="${reference}"${attributes}><f>${source.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</f><v></v></c>`;
const row = (n: number, ...cells: string[]): string => `<row r="${n}">${cells.join('')}</row>`;

const read = (rows: string, parts?: Parts): Promise<Reading> => readDocument(makeSource(makeBook(rows, parts)));

const VALUES =
  row(1, number('A1', 1), text('B1', 'pen'), number('C1', 10)) +
  row(2, number('A2', 2), text('B2', 'ink'), number('C2', 20)) +
  row(3, number('A3', 3), text('B3', 'pen'), number('C3', 30));

test.each([
  ['A1+A2*A3', '7'],
  ['-A2^2', '4'],
  ['50%*C1', '5'],
  ['SUM(C1:C3)', '60'],
  ['SUM(A:A)', '6'],
  ['AVERAGE(A1:A3)', '2'],
  ['MAX(C1:C3)-MIN(C1:C3)', '20'],
  ['COUNTA(B1:B9)', '3'],
  ['IF(A1>0,"yes","no")', 'yes'],
  ['IF(A1="x",1/0,B1&" & "&B2)', 'pen & ink'],
  ['SUMIF(B1:B3,"pen",C1:C3)', '40'],
  ['COUNTIF(B1:B3,"PEN")', '2'],
  ['VLOOKUP(2,A1:C3,2,FALSE)', 'ink'],
  ['VLOOKUP("INK",B1:C3,2,FALSE)', '20'],
  ['VLOOKUP(2.5,A1:C3,3)', '20'],
  ['INDEX(C1:C3,MATCH("ink",B1:B3,0))', '20'],
  ['_xlfn.XLOOKUP(3,A1:A3,C1:C3)', '30'],
  ['SUMPRODUCT((B1:B3="pen")*C1:C3)', '40'],
  ['ROUND(C3/7,2)', '4.29'],
  ['IFERROR(1/0,"none")', 'none'],
  ['1/0', '#DIV/0!'],
  ['B1*2', '#VALUE!'],
  ['AND(A1>0,A2>0)', 'TRUE'],
  ['LEFT(B2,2)&MID(B1,2,2)', 'inen'],
  ['TEXT(0.123,"0.0%")', '12.3%'],
  ['YEAR(DATE(2024,3,5))', '2024'],
  ['DATE(2024,3,5)', '45356'],
  ['ROW()+COLUMN()', '10'],
  ['SUBTOTAL(9,C1:C3)', '60'],
])('=%s is %s', async (source, result) => {
  const { markdown, summary } = await read(VALUES + row(5, text('D5', 'result'), formula('E5', source)));
  expect(markdown).toContain(`| result | ${result} |`);
  expect(summary.warnings).toEqual([]);
});

test('results are shown in the format of their cells, and formulas read those of others, in any order', async () => {
  const styles = `<styleSheet ${MAIN}><numFmts><numFmt numFmtId="170" formatCode="0.00 &quot;EUR&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="14"/></cellXfs></styleSheet>`;
  const rows = row(
    1,
    formula('A1', 'B1*2', ' s="1"'),
    formula('B1', 'C1+1'),
    number('C1', 2),
    formula('D1', 'DATE(2024,3,5)', ' s="2"'),
  );
  expect((await read(rows, { styles })).markdown).toContain('| 6.00 EUR | 3 | 2 | 2024-03-05 |');
});

test('formulas read other sheets and defined names, and share their text', async () => {
  const second = row(1, number('A1', 5));
  const workbook = '<definedNames><definedName name="Rate">\'Other Sheet\'!$A$1*2</definedName></definedNames>';
  const shared =
    '<c r="C1"><f t="shared" ref="C1:C2" si="0">A1*$B$1</f><v></v></c></row><row r="2"><c r="A2"><v>3</v></c><c r="C2"><f t="shared" si="0"/><v></v></c>';
  const rows =
    row(1, number('A1', 2), number('B1', 4), shared) +
    row(3, formula('A3', "'Other Sheet'!A1+1"), formula('B3', 'Rate'), text('C3', 'x'));
  const { markdown } = await read(rows, { second, workbook });
  expect(markdown).toContain('| 2 | 4 | 8 |');
  expect(markdown).toContain('| 3 |  | 12 |');
  expect(markdown).toContain('| 6 | 10 | x |');
});

test.each(['TODAY()', 'INDIRECT("A1")', 'Table1[Qty]', 'REPT("x",9)', 'NOSUCH(1)', 'B5+1', 'SUM(1,', '[1]Sheet1!A1'])(
  '=%s is not computed: the formula stands for itself, and a warning names its cell',
  async (source) => {
    const { markdown, summary } = await read(row(5, text('A5', 'x'), formula('B5', source)));
    expect(markdown).toContain(`=${source.slice(0, 3)}`);
    expect(summary.warnings).toMatchObject([{ kind: 'formula-without-value', detail: 'S!B5' }]);
  },
);

test('results of 0 are computed where a program left that to others, and stored ones stay', async () => {
  const rows = row(1, number('A1', 2), '<c r="B1"><f>A1*3</f><v>0</v></c>', '<c r="C1"><f>A1*3</f><v>7</v></c>');
  expect((await read(rows)).markdown).toContain('| 2 | 0 | 7 |');
  expect((await read(rows, { workbook: '<calcPr fullCalcOnLoad="1"/>' })).markdown).toContain('| 2 | 6 | 7 |');
});

test('a long chain of formulas is computed', async () => {
  const rows = Array.from({ length: 3000 }, (_, n) =>
    n === 0
      ? row(1, number('A1', 1), text('B1', 'x'))
      : row(n + 1, formula(`A${n + 1}`, `A${n}+1`), text(`B${n + 1}`, 'x')),
  ).join('');
  const { markdown, summary } = await read(rows);
  expect(markdown).toContain('| 3000 | x |');
  expect(summary.warnings).toEqual([]);
});

test('ODS: formulas without values', async () => {
  const cell = (value: number): string =>
    `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${value}</text:p></table:table-cell>`;
  const computed = (source: string): string => `<table:table-cell table:formula="${source}"/>`;
  const content = `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>
    <table:table table:name="One"><table:table-row>${cell(2)}${cell(3)}${computed('of:=[.A1]*[.B1]')}${computed('of:=SUM([.A1:.B1];[$One.A1])')}${computed('of:=TODAY()')}</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`;
  const file = makeArchive({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': content });
  const { markdown, summary } = await readDocument(makeSource(file));
  expect(markdown).toContain('| 2 | 3 | 6 | 7 | =TODAY() |');
  expect(summary.warnings).toMatchObject([{ kind: 'formula-without-value', detail: 'One!E1' }]);
});

test.each([
  ['SUM(Stock[Qty])', '30'],
  ['SUM(stock[[Qty]:[Price]])', '63'],
  ['ROWS(Stock[])', '2'],
  ['ROWS(Stock[#All])', '4'],
  ['Stock[[#Headers],[Price]]', 'Price'],
  ['Stock[[#Totals],[Qty]]', '30'],
  ['ROWS(Stock[[#Headers],[#Data],[Qty]])', '3'],
  ["SUM(Stock['#Left])", '3'],
])('a formula beside a table reads its parts: =%s is %s', async (source, result) => {
  const { markdown, summary } = await read(TABLE_ROWS + row(9, text('A9', 'result'), formula('B9', source)), {
    table: TABLE,
  });
  expect(markdown).toContain(`| result | ${result} |`);
  expect(summary.warnings).toEqual([]);
});

test('formulas within a table name its columns alone', async () => {
  const { markdown, summary } = await read(TABLE_ROWS, { table: TABLE });
  expect(markdown).toContain('| Item | Qty | Price | #Left | Sum |');
  expect(markdown).toContain('| pen | 10 | 11 | 1 | 110 |\n| ink | 20 | 22 | 2 | 440 |\n| Total | 30 |  |  | 550 |');
  expect(summary.warnings).toEqual([]);
});

const TABLE = `<table ${MAIN} name="Stock" displayName="Stock" ref="A1:E4" totalsRowCount="1"><tableColumns>${[
  'Item',
  'Qty',
  'Price',
  '#Left',
  'Sum',
]
  .map((name) => `<tableColumn name="${name}"/>`)
  .join('')}</tableColumns></table>`;
const TABLE_ROWS =
  row(1, ...['Item', 'Qty', 'Price', '#Left', 'Sum'].map((name, n) => text(`${'ABCDE'[n]}1`, name))) +
  row(
    2,
    text('A2', 'pen'),
    number('B2', 10),
    number('C2', 11),
    number('D2', 1),
    formula('E2', 'Stock[[#This Row],[Qty]]*[@Price]'),
  ) +
  row(
    3,
    text('A3', 'ink'),
    number('B3', 20),
    number('C3', 22),
    number('D3', 2),
    formula('E3', '[[#This Row],Qty]*Stock[@Price]'),
  ) +
  row(4, text('A4', 'Total'), formula('B4', 'SUBTOTAL(109,[Qty])'), formula('E4', 'SUM(Stock[Sum])'));
