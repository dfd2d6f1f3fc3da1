import { expect, test } from 'vitest';
import { makeArchive } from '../../../../test/make/archive.ts';
import { relationshipPart } from '../../../../test/make/docx.ts';
import { readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const MAIN =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

/** A sheet with a number in each named cell, and pivot tables at these places. */
async function readKinds(cells: readonly string[], places: readonly string[], state = 'visible'): Promise<string[]> {
  const rows = cells.map((cell) => `<row r="${cell.slice(1)}"><c r="${cell}"><v>1</v></c></row>`).join('');
  const pivots = places.map((ref, n): [string, string] => [
    `xl/pivot${n}.xml`,
    `<pivotTableDefinition ${MAIN}><location ref="${ref}" firstHeaderRow="1" firstDataRow="1" firstDataCol="1"/></pivotTableDefinition>`,
  ]);
  const file = makeArchive({
    '[Content_Types].xml':
      '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    '_rels/.rels': relationshipPart({ d: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/workbook.xml': `<workbook ${MAIN}><sheets><sheet name="O" r:id="b"/><sheet name="S" state="${state}" r:id="a"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationshipPart({ a: ['worksheet', 'sheet.xml'], b: ['worksheet', 'other.xml'] }),
    'xl/other.xml': `<worksheet ${MAIN}><sheetData/></worksheet>`,
    'xl/sheet.xml': `<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
    'xl/_rels/sheet.xml.rels': relationshipPart(
      Object.fromEntries(places.map((_, n) => [`p${n}`, ['pivotTable', `pivot${n}.xml`]])),
    ),
    ...Object.fromEntries(pivots),
  });
  const { summary } = await readDocument(makeSource(file));
  return summary.warnings.map(({ kind, page, count }) => `${kind} ${page} ${count}`);
}

test('a pivot table without stored cells is named on the page of its sheet', async () => {
  expect(await readKinds([], ['A3:C20'])).toEqual(['pivot-table-left-out 2 1']);
  expect(await readKinds(['A1', 'D5'], ['B3:C20', 'F1', 'D5:E6'])).toEqual(['pivot-table-left-out 2 2']);
});

test('one with stored cells, or on a hidden sheet, is not', async () => {
  expect(await readKinds(['B3'], ['A3:C20'])).toEqual([]);
  expect(await readKinds([], [], 'visible')).toEqual([]);
  expect(await readKinds([], ['A3:C20'], 'hidden')).toEqual(['hidden-sheet-left-out 1 1']);
});
