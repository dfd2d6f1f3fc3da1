import { makeArchive } from '../../../make/archive.ts';
import { relationshipPart } from '../../../make/docx.ts';
import type { SheetCell, SheetModel } from './workbooks.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Codes of a workbook's own begin here (ECMA-376, 18.8.30). */
const OWN_CODES = 164;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCodePoint(65 + (column % 26));
const place = (row: number, column: number): string => `${letters(column)}${row + 1}`;

function cellXml({ row, column, value, format = '', bold = false }: SheetCell, styles: readonly string[]): string {
  const start = `<c r="${place(row, column)}" s="${styles.indexOf(styleOf(format, bold))}"`;
  return typeof value === 'number'
    ? `${start}><v>${value}</v></c>`
    : `${start} t="inlineStr"><is><t>${escape(value)}</t></is></c>`;
}

const styleOf = (format: string, bold: boolean): string => `${bold ? 'b' : ' '}${format}`;

function sheetXml({ regions }: SheetModel, styles: readonly string[]): string {
  const cells = regions.flatMap((region) => region.cells);
  const rows = [...new Set(cells.map(({ row }) => row))].sort((a, b) => a - b);
  const lines = rows.map((row) => {
    const line = cells.filter((cell) => cell.row === row).sort((a, b) => a.column - b.column);
    return `<row r="${row + 1}">${line.map((cell) => cellXml(cell, styles)).join('')}</row>`;
  });
  const merges = cells
    .filter(({ rows: tall, columns: wide }) => (tall ?? 1) * (wide ?? 1) > 1)
    .map(
      ({ row, column, rows: tall = 1, columns: wide = 1 }) =>
        `<mergeCell ref="${place(row, column)}:${place(row + tall - 1, column + wide - 1)}"/>`,
    );
  return `<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData>${merges.length > 0 ? `<mergeCells>${merges.join('')}</mergeCells>` : ''}</worksheet>`;
}

function stylesXml(styles: readonly string[]): string {
  const codes = styles.map(
    (style, index) => `<numFmt numFmtId="${OWN_CODES + index}" formatCode="${escape(style.slice(1) || 'General')}"/>`,
  );
  const formats = styles.map(
    (style, index) =>
      `<xf numFmtId="${OWN_CODES + index}" fontId="${style.startsWith('b') ? 1 : 0}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
  );
  return `<styleSheet xmlns="${MAIN}"><numFmts count="${codes.length}">${codes.join('')}</numFmts><fonts count="2"><font><sz val="11"/></font><font><b/><sz val="11"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length}">${formats.join('')}</cellXfs></styleSheet>`;
}

/** A workbook as an XLSX file. */
export function xlsxOf(sheets: readonly SheetModel[]): Uint8Array {
  const cells = sheets.flatMap(({ regions }) => regions.flatMap((region) => region.cells));
  const styles = [' ', ...new Set(cells.map(({ format = '', bold = false }) => styleOf(format, bold)))].filter(
    (style, index, all) => all.indexOf(style) === index,
  );
  const parts = sheets.map((_, index) => `xl/worksheets/sheet${index + 1}.xml`);
  const types = [
    ['xl/workbook.xml', 'sheet.main'],
    ['xl/styles.xml', 'styles'],
    ...parts.map((part) => [part, 'worksheet'] as const),
  ].map(([part, kind]) => `<Override PartName="/${part}" ContentType="${KIND}.${kind}+xml"/>`);
  const names = sheets.map(
    ({ name, hidden }, index) =>
      `<sheet name="${escape(name)}" sheetId="${index + 1}"${hidden ? ' state="hidden"' : ''} r:id="s${index}"/>`,
  );
  return makeArchive({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${types.join('')}</Types>`,
    '_rels/.rels': relationshipPart({ d: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${names.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationshipPart({
      ...Object.fromEntries(parts.map((_, index) => [`s${index}`, ['worksheet', `worksheets/sheet${index + 1}.xml`]])),
      styles: ['styles', 'styles.xml'],
    }),
    'xl/styles.xml': stylesXml(styles),
    ...Object.fromEntries(sheets.map((sheet, index) => [parts[index]!, sheetXml(sheet, styles)])),
  });
}
