import { expect, test } from 'vitest';
import { makeArchive } from '../../../../test/make/archive.ts';
import { relationshipPart } from '../../../../test/make/docx.ts';
import { readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const MAIN =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';

/** A workbook of one row, with the objects of its drawing given as XML of anchors. */
async function readDrawing(anchors: string, controls = '', entries: Record<string, string> = {}): Promise<string> {
  const drawing = `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">${anchors}</xdr:wsDr>`;
  const file = makeArchive({
    '[Content_Types].xml':
      '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    '_rels/.rels': relationshipPart({ d: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/workbook.xml': `<workbook ${MAIN}><sheets><sheet name="S" r:id="a"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationshipPart({ a: ['worksheet', 'sheet.xml'] }),
    'xl/sheet.xml': `<worksheet ${MAIN}><sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row></sheetData>${controls}</worksheet>`,
    'xl/_rels/sheet.xml.rels': relationshipPart({ d: ['drawing', 'drawing.xml'], c: ['ctrlProp', 'control.xml'] }),
    'xl/drawing.xml': drawing,
    ...entries,
  });
  return (await readDocument(makeSource(file))).markdown;
}

const sp = (text: string, properties = 'id="2" name="x"'): string =>
  `<xdr:sp><xdr:nvSpPr><xdr:cNvPr ${properties}/></xdr:nvSpPr><xdr:txBody>${text
    .split('\n')
    .map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`)
    .join('')}</xdr:txBody></xdr:sp>`;
const anchor = (inner: string, row = 5): string =>
  `<xdr:twoCellAnchor><xdr:from><xdr:row>${row}</xdr:row></xdr:from>${inner}</xdr:twoCellAnchor>`;
const TABLE = '## S\n\n| 1 | 2 |\n| - | - |\n';

test('XLSX: texts of boxes and shapes, also in groups, are paragraphs where they stand; hidden ones are left out', async () => {
  expect(await readDrawing(anchor(sp('First note.\nIts second line.')))).toBe(
    `${TABLE}\nFirst note.\n\nIts second line.\n`,
  );
  expect(await readDrawing(anchor(`<xdr:grpSp>${sp('In a group')}${sp('And another')}</xdr:grpSp>`))).toBe(
    `${TABLE}\nIn a group\n\nAnd another\n`,
  );
  expect(await readDrawing(anchor(sp('Secret', 'id="2" name="x" hidden="1"')))).toBe(TABLE);
  expect(await readDrawing(anchor(sp('Above'), 0))).toBe(`## S\n\n| 1 | 2 |\n| - | - |\n\nAbove\n`);
});

test('XLSX: check boxes stand before their texts', async () => {
  const control = `<mc:AlternateContent><mc:Choice Requires="a14">${anchor(sp('I agree', 'id="1025" name="Check Box 1" hidden="1"'))}</mc:Choice></mc:AlternateContent>`;
  const controls = '<controls><control shapeId="1025" r:id="c" name="Check Box 1"/></controls>';
  const state = (checked: string): Record<string, string> => ({
    'xl/control.xml': `<formControlPr objectType="CheckBox" ${checked}/>`,
  });
  expect(await readDrawing(control, controls, state('checked="Checked"'))).toBe(`${TABLE}\n☒ I agree\n`);
  expect(await readDrawing(control, controls, state(''))).toBe(`${TABLE}\n☐ I agree\n`);
});

const ODS_NAMES =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:form="urn:oasis:names:tc:opendocument:xmlns:form:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0"';

async function readOds(table: string, entries: Record<string, string> = {}): Promise<string> {
  const content = `<office:document-content ${ODS_NAMES}><office:body><office:spreadsheet><table:table table:name="T">${table}</table:table></office:spreadsheet></office:body></office:document-content>`;
  const file = makeArchive({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': content,
    ...entries,
  });
  return (await readDocument(makeSource(file))).markdown;
}

const odsRow = (...cells: string[]): string => `<table:table-row>${cells.join('')}</table:table-row>`;
const odsCell = (text: string, attributes = ''): string =>
  `<table:table-cell ${attributes}>${text === '' ? '' : `<text:p>${text}</text:p>`}</table:table-cell>`;

test('ODS: text boxes of cells and pages, charts and forms', async () => {
  const box = '<draw:frame><draw:text-box><text:p>Ages as of May.</text:p></draw:text-box></draw:frame>';
  const shape = '<draw:custom-shape><text:p>A shape</text:p></draw:custom-shape>';
  const form =
    '<office:forms><form:form><form:checkbox xml:id="c1" form:label="Agreed" form:current-state="checked"/></form:form></office:forms>';
  const inCell = `<table:table-cell><text:p>Ann</text:p>${shape}</table:table-cell>`;
  expect(
    await readOds(
      `${form}<table:shapes>${box}<draw:control draw:control="c1"/></table:shapes>${odsRow(odsCell('Name'), odsCell('Age'))}${odsRow(inCell, odsCell('30'))}`,
    ),
  ).toBe('## T\n\n| Name | Age |\n| - | - |\n| Ann | 30 |\n\nA shape\n\nAges as of May.\n\n☒ Agreed\n');
  const chart = `<office:document-content ${ODS_NAMES}><office:body><office:chart><chart:chart><chart:title><text:p>Sales</text:p></chart:title><table:table table:name="local-table">${odsRow(odsCell('a'), odsCell('b'))}</table:table></chart:chart></office:chart></office:body></office:document-content>`;
  expect(
    await readOds(
      `${odsRow(odsCell('1'), odsCell('2'))}<table:shapes><draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></table:shapes>`,
      { 'Object 1/content.xml': chart },
    ),
  ).toBe('## T\n\n| 1 | 2 |\n| - | - |\n\n**Sales**\n\n| a | b |\n| - | - |\n');
});

test('ODS: values without text are shown by their type', async () => {
  const value = (attributes: string): string => odsRow(odsCell('x'), odsCell('', attributes));
  expect(
    await readOds(
      value('office:value-type="float" office:value="42.50"') +
        value('office:value-type="percentage" office:value="0.123"') +
        value('office:value-type="currency" office:value="9.5" office:currency="EUR"') +
        value('office:value-type="date" office:date-value="2024-05-01"') +
        value('office:value-type="date" office:date-value="2024-05-01T10:30:00"') +
        value('office:value-type="time" office:time-value="PT26H05M00S"') +
        value('office:value-type="boolean" office:boolean-value="true"') +
        value('office:value-type="string" office:string-value="word"'),
    ),
  ).toBe(
    '## T\n\n| x | 42.5 |\n| - | - |\n| x | 12.3% |\n| x | 9.5 EUR |\n| x | 2024-05-01 |\n| x | 2024-05-01 10:30:00 |\n| x | 26:05:00 |\n| x | TRUE |\n| x | word |\n',
  );
});

test('ODS: links, lines, merged and repeated cells, without comments', async () => {
  const link =
    '<table:table-cell><text:p><text:a xlink:href="https://example.org/">site</text:a></text:p></table:table-cell>';
  const note =
    '<table:table-cell><office:annotation><text:p>a comment</text:p></office:annotation><text:p>one</text:p><text:p>two<text:s text:c="2"/>x</text:p></table:table-cell>';
  expect(
    await readOds(
      odsRow(odsCell('Wide', 'table:number-columns-spanned="2"'), '<table:covered-table-cell/>', odsCell('z')) +
        odsRow(link, note, odsCell('')) +
        odsRow(odsCell('7', 'table:number-columns-repeated="3"')) +
        `<table:table-row table:number-rows-repeated="1048570">${odsCell('', 'table:number-columns-repeated="16384"')}</table:table-row>`,
    ),
  ).toBe(
    '## T\n\n| Wide | Wide | z |\n| - | - | - |\n| [site](https://example.org/) | one<br>two  x |  |\n| 7 | 7 | 7 |\n',
  );
});

test('ODS: a formula with an empty text shows its value, but not a zero, which its format hides', async () => {
  const formula = (value: string, text = '<text:p/>'): string =>
    `<table:table-cell table:formula="of:=[.A1]" office:value-type="float" office:value="${value}">${text}</table:table-cell>`;
  const plain = '<table:table-cell office:value-type="float" office:value="7"><text:p/></table:table-cell>';
  expect(
    await readOds(odsRow(odsCell('a'), formula('2'), formula('0'), plain, formula('3', '<text:p>3.00</text:p>'))),
  ).toBe('## T\n\n| a | 2 | 3.00 |\n| - | - | - |\n');
});
