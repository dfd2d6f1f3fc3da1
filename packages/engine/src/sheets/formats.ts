import { WHOLE } from '../format-entry.ts';
import type { FormatEntry } from '../format-entry.ts';
import type { FormatReader } from '../format-reader.ts';
import { flatOdf } from '../odf/flat.ts';

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

/** Versions of dBase, FoxPro and Clipper, a date with a month that there is, and two bytes that are always zero. */
const DBF_BYTES = ['02', '03', '04', '30', '31', '32', '43', '63', '83', '8b', '8c', 'cb', 'f5', 'fb'].flatMap(
  (version) =>
    Array.from(
      { length: 12 },
      (_, n) => `${version} .. ${(n + 1).toString(16).padStart(2, '0')} .. ........ ........ 0000`,
    ),
);

const sheets = async (): Promise<FormatReader> => (await import('./reader.ts')).reader;
const dbf = async (): Promise<FormatReader> => (await import('../dbf/reader.ts')).reader;

export const SHEET_FORMATS = {
  xlsx: {
    contentTypes: [`${OOXML}.spreadsheetml.sheet`],
    signature: {
      partTypes:
        /spreadsheetml\.(?:sheet|template)\.main\+xml|ms-excel\.(?:sheet|template|addin)\.macroEnabled\.main\+xml/,
      parts: /^xl\/workbook\.xml$/,
    },
    ...WHOLE,
    load: sheets,
  },
  xlsb: {
    contentTypes: ['application/vnd.ms-excel.sheet.binary.macroEnabled.12'],
    signature: { partTypes: /ms-excel\.sheet\.binary\.macroEnabled\.main/, parts: /^xl\/workbook\.bin$/ },
    ...WHOLE,
    load: sheets,
  },
  // Workbooks up to BIFF4 are bare streams of records, whose version few readers ask for; later ones may be.
  xls: {
    contentTypes: ['application/vnd.ms-excel'],
    signature: {
      streams: ['Workbook', 'Book'],
      bytes: [
        '09000400....1000',
        '0902..00....1000',
        '0904..00....1000',
        '0904..00....0001',
        // Of Excel 5 and later: books and bare sheets. Other programs state versions and lengths as they like.
        '0908..0000..0500',
        '0908..0000..1000',
      ],
      // The XML format of Excel 2003.
      text: /^<(?:\w+:)?Workbook\b[^>]*urn:schemas-microsoft-com:office:spreadsheet/,
    },
    ...WHOLE,
    load: sheets,
  },
  ods: {
    contentTypes: [`${ODF}.spreadsheet`],
    signature: {
      mimetype: /^application\/vnd\.oasis\.opendocument\.spreadsheet(?:-template)?$/,
      // A whole document in one XML file (FODS).
      text: flatOdf('spreadsheet'),
    },
    ...WHOLE,
    load: sheets,
  },
  wk1: {
    contentTypes: ['application/vnd.lotus-1-2-3'],
    signature: { bytes: ['000002000404', '0000020006040600', '00001a00'] },
    ...WHOLE,
    load: sheets,
  },
  qpw: {
    contentTypes: ['application/x-quattropro'],
    signature: {
      streams: ['PerfectOffice_MAIN', 'NativeContent_MAIN'],
      bytes: ['000002002051', '000002002151', '000002000110', '000002000210', '000002000610'],
    },
    ...WHOLE,
    load: sheets,
  },
  slk: {
    contentTypes: ['application/x-sylk'],
    signature: { text: /^ID;P/ },
    ...WHOLE,
    load: sheets,
  },
  dif: {
    contentTypes: ['application/x-dif'],
    signature: { text: /^TABLE\r?\n0,1\r?\n/ },
    ...WHOLE,
    load: sheets,
  },
  dbf: {
    contentTypes: ['application/vnd.dbf'],
    signature: { bytes: DBF_BYTES },
    ...WHOLE,
    load: dbf,
  },
} as const satisfies Readonly<Record<string, FormatEntry>>;
