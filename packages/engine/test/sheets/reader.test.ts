import { expect, test } from 'vitest';
import { utils } from 'xlsx';
import type { BookType } from 'xlsx';
import { makeArchive } from '../../../../test/make/archive.ts';
import { relationshipPart } from '../../../../test/make/docx.ts';
import { countPages, mergeParts, readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';
import { makeWorkbook } from '../../../../test/make/workbook.ts';

/** An XLSX with one sheet whose sheetData is given as XML. */
function makeRawSheet(sheetData: string, after = '', strings: readonly string[] = [], styles = ''): Uint8Array {
  const main =
    'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
  return makeArchive({
    '[Content_Types].xml':
      '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    '_rels/.rels': relationshipPart({ d: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/workbook.xml': `<workbook ${main}><sheets><sheet name="Data" sheetId="1" r:id="a"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationshipPart({
      a: ['worksheet', 'worksheets/sheet1.xml'],
      b: ['sharedStrings', 'sharedStrings.xml'],
      ...(styles && { c: ['styles', 'styles.xml'] }),
    }),
    ...(styles && { 'xl/styles.xml': styles }),
    'xl/sharedStrings.xml': `<sst ${main}>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData>${sheetData}</sheetData>${after}</worksheet>`,
  });
}

const FORMATS: readonly BookType[] = ['xlsx', 'xls', 'xlsb'];

test.each(FORMATS)('%s: formatted values under the sheet name, a page a sheet', async (format) => {
  const sheet = utils.aoa_to_sheet([
    ['Item', 'Share', 'Price', 'Yes'],
    ['a', 0.125, 1234.5, true],
  ]);
  sheet['B2'].z = '0.0%';
  sheet['C2'].z = '#,##0.00';
  const file = makeSource(makeWorkbook({ Costs: sheet, Other: utils.aoa_to_sheet([['x', 'y']]) }, format));
  const { markdown, summary } = await readDocument(file);
  expect(markdown).toBe(
    '## Costs\n\n| Item | Share | Price | Yes |\n| - | - | - | - |\n| a | 12.5% | 1,234.50 | TRUE |\n\n## Other\n\n| x | y |\n| - | - |\n',
  );
  expect(summary.pages).toBe(2);
  expect(await countPages(file)).toBe(2);
});

test('ODS: the texts that its cells show', async () => {
  const cell = (value: string, text: string): string =>
    `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${text}</text:p></table:table-cell>`;
  const content = `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>
    <table:table table:name="One"><table:table-row>${cell('0.125', '12.5%')}${cell('1234.5', '1,234.50')}</table:table-row><table:table-row table:number-rows-repeated="1048574"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`;
  const file = makeSource(
    makeArchive({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'content.xml': content,
      'styles.xml': '<office:document-styles/>',
      'META-INF/manifest.xml': '<manifest/>',
    }),
  );
  expect((await readDocument(file)).markdown).toBe('## One\n\n| 12.5% | 1,234.50 |\n| - | - |\n');
});

test('ODS: rows and cells that are repeated without end are written once, with a warning', async () => {
  const row = (text: string, rows: string, columns = '1'): string =>
    `<table:table-row table:number-rows-repeated="${rows}"><table:table-cell office:value-type="string" table:number-columns-repeated="${columns}"><text:p>${text}</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>z</text:p></table:table-cell></table:table-row>`;
  const content = (rows: string): Buffer =>
    Buffer.from(
      `<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet><table:table table:name="S">${rows}</table:table></office:spreadsheet></office:body></office:document>`,
    );
  const endless = await readDocument(makeSource(content(row('x', '999999999', '999999999') + row('y', '2'))));
  expect(endless.markdown).toContain('x');
  expect(endless.markdown.length).toBeLessThan(100);
  expect(endless.summary.warnings).toMatchObject([{ kind: 'repetition-left-out', detail: 'S' }]);
  const rows = await readDocument(makeSource(content(row('x', '3', '2') + row('y', '1048573'))));
  expect(rows.markdown).toBe('## S\n\n| x | x | z |\n| - | - | - |\n| x | x | z |\n| x | x | z |\n| y | z |  |\n');
  const many = await readDocument(makeSource(content(row('x', '500', '300'))));
  expect(many.markdown.split('\n').length).toBeGreaterThan(500);
  expect(many.summary.warnings).toEqual([]);
});

test.each(FORMATS)('%s: dates of a format that depends on the locale are written as ISO 8601', async (format) => {
  const sheet = utils.aoa_to_sheet([['Day'], [45_292], [45_292.75]]);
  sheet['A2'].z = 'm/d/yy';
  sheet['A3'].z = 'm/d/yy h:mm';
  const { markdown } = await readDocument(makeSource(makeWorkbook({ D: sheet }, format)));
  expect(markdown).toContain('| 2024-01-01 |\n| 2024-01-01 18:00 |');
});

test.each(FORMATS)(
  '%s: numbers are rounded as they are written, and small ones are as Excel writes them',
  async (format) => {
    const sheet = utils.aoa_to_sheet([['Price'], [1.005], [-2.675], [1 / 3], [0.000_000_367], [5.732_765]]);
    sheet['A2'].z = '0.00';
    sheet['A3'].z = '#,##0.00;(#,##0.00)';
    sheet['A6'].z = '0.0000000000000000';
    const { markdown } = await readDocument(makeSource(makeWorkbook({ P: sheet }, format)));
    expect(markdown).toContain('| 1.01 |\n| (2.68) |\n| 0.333333333333333 |\n| 3.67E-07 |\n| 5.7327650000000000 |');
  },
);

test('contiguous regions are tables of their own, a lone cell is a line', async () => {
  const sheet = utils.aoa_to_sheet([
    ['Title'],
    [],
    ['a', 'b', null, 'x', 'y'],
    [1, 2, null, 3, 4],
    [],
    [null, 'c'],
    [null, 5],
  ]);
  expect((await readDocument(makeSource(makeWorkbook({ S: sheet })))).markdown).toBe(
    '## S\n\nTitle\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n| x | y |\n| - | - |\n| 3 | 4 |\n\n| c |\n| - |\n| 5 |\n',
  );
});

test('a title stays with the table below it, although the table beside them begins higher', async () => {
  const sheet = utils.aoa_to_sheet([
    ['Title', null, null, 'x', 'y'],
    [null, null, null, 1, 2],
    ['a', 'b', null, 3, 4],
    [5, 6, null, 7, 8],
  ]);
  expect((await readDocument(makeSource(makeWorkbook({ S: sheet })))).markdown).toBe(
    '## S\n\nTitle\n\n| a | b |\n| - | - |\n| 5 | 6 |\n\n| x | y |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |\n| 7 | 8 |\n',
  );
});

test('a title merged over the table stands above it; other merged cells repeat their text', async () => {
  const sheet = utils.aoa_to_sheet([
    ['Title', null, null],
    ['a', 'b', 'c'],
    ['both', 1, 2],
    [null, 3, 4],
  ]);
  sheet['!merges'] = [
    { s: { r: 0, c: 0 }, e: { r: 0, c: 2 } },
    { s: { r: 2, c: 0 }, e: { r: 3, c: 0 } },
  ];
  expect((await readDocument(makeSource(makeWorkbook({ S: sheet })))).markdown).toBe(
    '## S\n\nTitle\n\n| a | b | c |\n| - | - | - |\n| both | 1 | 2 |\n| both | 3 | 4 |\n',
  );
});

test('lines above a table are texts, merged or not, also without a table below them', async () => {
  const sheet = utils.aoa_to_sheet([
    ['Title'],
    ['Merged over two columns'],
    ['a', 'b', 'c'],
    [1, 2, 3],
    [],
    ['Over two rows'],
    [],
    [],
    ['Note:'],
    ['A long one'],
  ]);
  sheet['!merges'] = ['A2:B2', 'A6:C7', 'A10:C10'].map((area) => utils.decode_range(area));
  expect((await readDocument(makeSource(makeWorkbook({ S: sheet })))).markdown).toBe(
    '## S\n\nTitle\n\nMerged over two columns\n\n| a | b | c |\n| - | - | - |\n| 1 | 2 | 3 |\n\nOver two rows\n\nNote:\n\nA long one\n',
  );
});

test('titles and notes below each other are texts, and a column of short texts or numbers is a table', async () => {
  const title = 'Features that may create conflicts of compatibility';
  const sheet = utils.aoa_to_sheet([
    [title],
    ['and considerations of formats'],
    [],
    ['a', 'b'],
    [1, 2],
    [],
    ['Name'],
    ['Anna'],
    [],
    [title],
    [120],
  ]);
  expect((await readDocument(makeSource(makeWorkbook({ S: sheet })))).markdown).toBe(
    `## S\n\n${title}\n\nand considerations of formats\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n` +
      `| Name |\n| - |\n| Anna |\n\n| ${title} |\n| - |\n| 120 |\n`,
  );
});

test('a first row of one cell stays in a table of pairs, and a label that is merged down stays in its table', async () => {
  const pairs = utils.aoa_to_sheet([['Name'], ['a', 1], ['b', 2]]);
  const labelled = utils.aoa_to_sheet([['Area'], [null, 'x', 'y'], [null, 1, 2]]);
  labelled['!merges'] = [utils.decode_range('A1:A3')];
  expect((await readDocument(makeSource(makeWorkbook({ S: pairs, T: labelled })))).markdown).toBe(
    '## S\n\n| Name |  |\n| - | - |\n| a | 1 |\n| b | 2 |\n\n## T\n\n| Area |  |  |\n| - | - | - |\n| Area | x | y |\n| Area | 1 | 2 |\n',
  );
});

test('columns and rows at which no cell begins are left out', async () => {
  const sheet = utils.aoa_to_sheet([
    ['Author:', 'Ann', null, null],
    [null, 'ann@example.com', null, null],
    ['Tall', 'x', null, null],
    [null, null, null, null],
  ]);
  sheet['!merges'] = ['B1:D1', 'B2:D2', 'A3:A4', 'B3:D4'].map((area) => utils.decode_range(area));
  expect((await readDocument(makeSource(makeWorkbook({ S: sheet })))).markdown).toBe(
    '## S\n\n| Author: | Ann |\n| - | - |\n|  | ann@example.com |\n| Tall | x |\n',
  );
});

test('hidden sheets are left out with a warning that names them', async () => {
  const { markdown, summary } = await readDocument(
    makeSource(
      makeWorkbook({ Shown: utils.aoa_to_sheet([['a', 'b']]), Secret: utils.aoa_to_sheet([['c']]) }, 'xlsx', [
        'Secret',
      ]),
    ),
  );
  expect(markdown).not.toContain('c');
  expect(summary).toMatchObject({ pages: 1, warnings: [{ kind: 'hidden-sheet-left-out', detail: 'Secret' }] });
});

/** An ODS of automatic styles and tables, beside the parts that are given. */
function makeOds(
  styles: string,
  tables: string,
  parts: Readonly<Record<string, string>> = { 'styles.xml': '<styles/>' },
): Uint8Array {
  const xmlns = ['office', 'style', 'table', 'text']
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ');
  return makeArchive({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'META-INF/manifest.xml': '<manifest/>',
    ...parts,
    'content.xml': `<office:document-content ${xmlns}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
  });
}

test('an ODS without common styles is read like any other', async () => {
  const cells =
    '<table:table-cell office:value-type="string"><text:p>Größe</text:p></table:table-cell><table:table-cell office:value-type="date" office:date-value="2026-11-21"><text:p>21.11.26</text:p></table:table-cell>' +
    '<table:table-cell office:value-type="percentage" office:value="0.5"><text:p>50 %</text:p></table:table-cell>';
  const table = `<table:table table:name="S"><table:table-row>${cells}</table:table-row></table:table>`;
  const { markdown } = await readDocument(makeSource(makeOds('', table, {})));
  expect(markdown).toContain('Größe');
  expect(markdown).toBe((await readDocument(makeSource(makeOds('', table)))).markdown);
});

test('hidden sheets of ODS too, by the style of their table', async () => {
  const table = (name: string, style: string, text: string): string =>
    `<table:table table:name="${name}" table:style-name="${style}"><table:table-row><table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell></table:table-row></table:table>`;
  const style = (name: string, display: boolean): string =>
    `<style:style style:name="${name}" style:family="table"><style:table-properties table:display="${display}"/></style:style>`;
  const ods = makeOds(
    style('shown', true) + style('not', false),
    table('First', 'shown', 'a') + table('Secret', 'not', 'b') + table('Last', 'shown', 'c'),
  );
  const { markdown, summary } = await readDocument(makeSource(ods));
  expect(markdown).toBe('## First\n\na\n\n## Last\n\nc\n');
  expect(summary).toMatchObject({ pages: 2, warnings: [{ kind: 'hidden-sheet-left-out', detail: 'Secret' }] });
});

test('numbers in a format without a code are shown', async () => {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const styles = `<styleSheet ${main}><numFmts><numFmt numFmtId="0" formatCode=""/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="10"/></cellXfs></styleSheet>`;
  const rows = '<row r="1"><c r="A1"><v>10</v></c><c r="B1" s="1"><v>0.5</v></c></row>';
  expect((await readDocument(makeSource(makeRawSheet(rows, '', [], styles)))).markdown).toContain('| 10 | 50.00% |');
});

test.each(FORMATS)(
  '%s: a number that its format cannot show is written as it is stored, with a warning',
  async (format) => {
    const sheet = utils.aoa_to_sheet([['Day'], [-5]]);
    sheet['A2'].z = 'dd/mm/yyyy';
    const { markdown, summary } = await readDocument(makeSource(makeWorkbook({ D: sheet }, format)));
    expect(markdown).toContain('| -5 |');
    expect(summary.warnings).toMatchObject([{ kind: 'number-format-unknown', detail: 'dd/mm/yyyy' }]);
  },
);

test('inline strings, errors and cells without references', async () => {
  const data =
    '<row><c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r><rPh><t>x</t></rPh></is></c><c t="s"><v>0</v></c></row><row><c t="e"><v>#DIV/0!</v></c><c><v>0.1</v></c></row>';
  expect((await readDocument(makeSource(makeRawSheet(data, '', ['shared'])))).markdown).toBe(
    '## Data\n\n| inline | shared |\n| - | - |\n| #DIV/0! | 0.1 |\n',
  );
});

test('references with signs of absolute ones or in small letters are read, and an empty cell is no shared string', async () => {
  const sheet =
    '<row r="1"><c r="$A$1" t="s"><v>0</v></c><c r="$C$1"><v>7</v></c></row><row r="2"><c r="a2" t="s"/><c r="b2"><v>5</v></c><c r="c2"><v>8</v></c></row><row r="3"><c r="$A$3"><v>1</v></c><c r="C3"><v>9</v></c></row>';
  const { markdown } = await readDocument(
    makeSource(makeRawSheet(sheet, '<mergeCells><mergeCell ref="$A$3:$B$3"/></mergeCells>', ['Name'])),
  );
  expect(markdown).toContain('| Name |  | 7 |\n| - | - | - |\n|  | 5 | 8 |\n| 1 | 1 | 9 |\n');
});

test('links of cells are kept', async () => {
  const sheet = utils.aoa_to_sheet([
    ['Site', 'x'],
    ['here', 'y'],
  ]);
  sheet['A2'].l = { Target: 'https://example.org/a?b=1' };
  for (const format of ['xlsx', 'xls'] as const) {
    expect((await readDocument(makeSource(makeWorkbook({ S: sheet }, format)))).markdown).toBe(
      '## S\n\n| Site | x |\n| - | - |\n| [here](https://example.org/a?b=1) | y |\n',
    );
  }
});

test('a bomb in a format that the library expands is found before', async () => {
  const bomb = makeArchive({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': ' '.repeat(8_000_000),
  });
  await expect(readDocument(makeSource(bomb), { limits: { expandedBytes: 1_000_000 } })).rejects.toMatchObject({
    code: 'limit_exceeded',
  });
});

test('a claimed dimension and decoration over the whole sheet cost nothing', async () => {
  const data = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>';
  expect(
    (await readDocument(makeSource(makeRawSheet(data, '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'))))
      .markdown,
  ).toBe('## Data\n\n1\n\n2\n');
});

test('a long sheet is one table over many pages, and its ranges together are the whole, byte for byte', async () => {
  const rows = Array.from(
    { length: 7000 },
    (_, n) => `<row r="${n + 1}"><c r="A${n + 1}"><v>${n}</v></c><c r="B${n + 1}"><v>${n * 2}</v></c></row>`,
  ).join('');
  const file = makeSource(makeRawSheet(rows));
  const whole = await readDocument(file);
  expect(whole.markdown.split('\n').filter((line) => line.startsWith('| - |'))).toHaveLength(1);
  expect(whole.markdown.split('\n').filter((line) => /^\| \d+ \| \d+ \|$/.test(line))).toHaveLength(7000);
  expect(await countPages(file)).toBe(whole.summary.pages);
  expect(whole.summary.pages).toBeGreaterThan(10);
  const parts = await Promise.all(
    [
      { start: 1, end: 4 },
      { start: 5, end: 5 },
      { start: 6, end: whole.summary.pages },
    ].map((range) => readDocument(file, { range })),
  );
  expect(await mergeParts(parts.map(({ part }) => part))).toBe(whole.markdown);
});

test('a cell beyond the limit is cut with a warning; too many cells are a named failure', async () => {
  const file = makeSource(
    makeWorkbook({
      S: utils.aoa_to_sheet([
        ['x'.repeat(100), 'b'],
        ['c', 'd'],
      ]),
    }),
  );
  const { markdown, summary } = await readDocument(file, { limits: { cellCharacters: 10 } });
  expect(markdown).toContain('| xxxxxxxxxx… | b |');
  expect(summary.warnings.map(({ kind }) => kind)).toEqual(['cell-truncated']);
  await expect(readDocument(file, { limits: { cells: 3 } })).rejects.toMatchObject({ code: 'limit_exceeded' });
});

test('dates of the strict variant are written as dates', async () => {
  const rows =
    '<row r="1"><c r="A1" t="d"><v>2024-02-16T00:00:00.000</v></c><c r="B1" t="d"><v>2024-02-16T10:30:00</v></c></row>';
  expect((await readDocument(makeSource(makeRawSheet(rows)))).markdown).toContain(
    '| 2024-02-16 | 2024-02-16 10:30:00 |',
  );
});
