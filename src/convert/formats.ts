import { CODE_EXTENSIONS } from './data/languages.ts';
import {
  looksLikeCsv,
  looksLikeHtml,
  looksLikeJson,
  looksLikeMarkdown,
  looksLikeMessage,
  looksLikeWebArchive,
  looksLikeProse,
  looksLikeXml,
  looksLikeYaml,
} from './detect/shapes.ts';
import type { Signature } from './detect/signature.ts';
import type { Format } from './format.ts';
import type { ContainerReader, FormatReader } from './format-reader.ts';

export interface FormatEntry {
  /** The usual one first. */
  readonly contentTypes: readonly string[];
  readonly signature: Signature;
  /**
   * True where a document can be cut into ranges that are converted apart; otherwise the whole document is one range.
   */
  readonly ranged: boolean;
  /** True where reading needs native code (image decoding) from the start. */
  readonly native: boolean;
  load(): Promise<FormatReader | ContainerReader>;
}

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

const WHOLE = { ranged: false, native: false };

/** Versions of dBase, FoxPro and Clipper, a date with a month that there is, and two bytes that are always zero. */
const DBF_BYTES = ['02', '03', '04', '30', '31', '32', '43', '63', '83', '8b', '8c', 'cb', 'f5', 'fb'].flatMap(
  (version) =>
    Array.from(
      { length: 12 },
      (_, n) => `${version} .. ${(n + 1).toString(16).padStart(2, '0')} .. ........ ........ 0000`,
    ),
);

const pdf = async (): Promise<FormatReader> => (await import('./pdf/reader.ts')).reader;
const docx = async (): Promise<FormatReader> => (await import('./docx/reader.ts')).reader;
const doc = async (): Promise<FormatReader> => (await import('./doc/reader.ts')).reader;
const pptx = async (): Promise<FormatReader> => (await import('./pptx/reader.ts')).reader;
const ppt = async (): Promise<FormatReader> => (await import('./ppt/reader.ts')).reader;
const sheets = async (): Promise<FormatReader> => (await import('./sheets/reader.ts')).reader;
const odf = async (): Promise<FormatReader> => (await import('./odf/reader.ts')).reader;
const dbf = async (): Promise<FormatReader> => (await import('./dbf/reader.ts')).reader;
const csv = async (): Promise<FormatReader> => (await import('./csv/reader.ts')).reader;
const rtf = async (): Promise<FormatReader> => (await import('./rtf/reader.ts')).reader;
const epub = async (): Promise<FormatReader> => (await import('./epub/reader.ts')).reader;
const mail = async (): Promise<ContainerReader> => (await import('./mail/reader.ts')).reader;
const outlook = async (): Promise<ContainerReader> => (await import('./mail/outlook/reader.ts')).reader;
const zip = async (): Promise<ContainerReader> => (await import('./zip/reader.ts')).reader;
const feed = async (): Promise<FormatReader> => (await import('./feed/reader.ts')).reader;
const notebook = async (): Promise<FormatReader> => (await import('./notebook/reader.ts')).reader;
const html = async (): Promise<FormatReader> => (await import('./html/reader.ts')).reader;
const text = async (): Promise<FormatReader> => (await import('./text/reader.ts')).reader;
const data = async (): Promise<FormatReader> => (await import('./data/reader.ts')).reader;
const image = async (): Promise<FormatReader> => (await import('./image/reader.ts')).reader;

/**
 * Every format that is read: how a file of it is recognised (in this order; content types of OOXML's main part:
 * ECMA-376 part 2, 10.1; templates, macros and shows read the same), and its reader. The libraries behind a reader are
 * loaded on demand: a worker reads one format.
 */
export const FORMATS: Readonly<Record<Format, FormatEntry>> = {
  // Readers accept a PDF header anywhere in the first 1024 bytes (PDF 1.7, Annex H, note 13).
  pdf: {
    contentTypes: ['application/pdf'],
    signature: { bytes: ["@-1023 '%PDF-'"], isText: true },
    ranged: true,
    native: false,
    load: pdf,
  },
  docx: {
    contentTypes: [`${OOXML}.wordprocessingml.document`],
    signature: {
      partTypes:
        /wordprocessingml\.(?:document|template)\.main\+xml|ms-word\.(?:document|template)\.macroEnabled(?:Template)?\.main\+xml/,
      parts: /^word\/document\.xml$/,
    },
    ...WHOLE,
    load: docx,
  },
  doc: {
    contentTypes: ['application/msword'],
    signature: { streams: ['WordDocument'] },
    ...WHOLE,
    load: doc,
  },
  pptx: {
    contentTypes: [`${OOXML}.presentationml.presentation`],
    signature: {
      partTypes:
        /presentationml\.(?:presentation|template|slideshow)\.main\+xml|ms-powerpoint\.(?:presentation|template|slideshow)\.macroEnabled\.main\+xml/,
      parts: /^ppt\/presentation\.xml$/,
    },
    ...WHOLE,
    load: pptx,
  },
  ppt: {
    contentTypes: ['application/vnd.ms-powerpoint'],
    signature: { streams: ['PowerPoint Document'] },
    ...WHOLE,
    load: ppt,
  },
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
  // BIFF2 to BIFF4 workbooks are bare record streams (MS-XLS 2.4.21, BOF).
  xls: {
    contentTypes: ['application/vnd.ms-excel'],
    signature: {
      streams: ['Workbook', 'Book'],
      bytes: ['0900040007001000', '0902060000001000', '0904060000001000'],
      // The XML format of Excel 2003.
      text: /^<(?:\w+:)?Workbook\b[^>]*urn:schemas-microsoft-com:office:spreadsheet/,
    },
    ...WHOLE,
    load: sheets,
  },
  odt: {
    contentTypes: [`${ODF}.text`],
    signature: { mimetype: /^application\/vnd\.oasis\.opendocument\.text(?:-template)?$/ },
    ...WHOLE,
    load: odf,
  },
  odp: {
    contentTypes: [`${ODF}.presentation`],
    signature: { mimetype: /^application\/vnd\.oasis\.opendocument\.presentation(?:-template)?$/ },
    ...WHOLE,
    load: odf,
  },
  ods: {
    contentTypes: [`${ODF}.spreadsheet`],
    signature: {
      mimetype: /^application\/vnd\.oasis\.opendocument\.spreadsheet(?:-template)?$/,
      // A whole document in one XML file (FODS).
      text: /^<(?:\w+:)?document\b[^>]*\bmimetype="application\/vnd\.oasis\.opendocument\.spreadsheet"/,
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
  rtf: {
    contentTypes: ['application/rtf', 'text/rtf'],
    signature: { bytes: ["'{\\rtf'"], isText: true },
    ...WHOLE,
    load: rtf,
  },
  epub: {
    contentTypes: ['application/epub+zip'],
    signature: { mimetype: /^application\/(?:epub|x-ibooks)\+zip/, parts: /\.opf$/ },
    ...WHOLE,
    load: epub,
  },
  mht: {
    contentTypes: ['multipart/related', 'application/x-mimearchive'],
    signature: { text: looksLikeWebArchive },
    ...WHOLE,
    load: mail,
  },
  eml: {
    contentTypes: ['message/rfc822'],
    signature: { text: looksLikeMessage, extensions: ['eml'] },
    ...WHOLE,
    load: mail,
  },
  msg: {
    contentTypes: ['application/vnd.ms-outlook'],
    signature: { streams: ['__properties_version1.0'] },
    ...WHOLE,
    load: outlook,
  },
  zip: {
    contentTypes: ['application/zip'],
    signature: { anyArchive: true },
    ...WHOLE,
    load: zip,
  },
  png: {
    contentTypes: ['image/png'],
    signature: { bytes: ["89 'PNG' 0d0a1a0a"] },
    ranged: false,
    native: true,
    load: image,
  },
  jpeg: {
    contentTypes: ['image/jpeg'],
    signature: { bytes: ['ffd8ff'] },
    ranged: false,
    native: true,
    load: image,
  },
  tiff: {
    contentTypes: ['image/tiff'],
    signature: { bytes: ["'II*' 00", "'MM' 00 '*'", "'II+' 00", "'MM' 00 '+'"] },
    ranged: true,
    native: true,
    load: image,
  },
  webp: {
    contentTypes: ['image/webp'],
    signature: { bytes: ["'RIFF' ........ 'WEBP'"] },
    ranged: false,
    native: true,
    load: image,
  },
  html: {
    contentTypes: ['text/html', 'application/xhtml+xml'],
    signature: {
      text: /^<(?:!doctype\s+html|html|head|body)\b/i,
      extensions: ['html', 'htm', 'xhtml'],
      looksLike: looksLikeHtml,
    },
    ...WHOLE,
    load: html,
  },
  rss: {
    contentTypes: ['application/rss+xml', 'application/atom+xml'],
    signature: {
      text: /^<(?:rss\b|(?:[\w.-]+:)?RDF\b[^>]*\bpurl\.org\/rss|(?:[\w.-]+:)?feed\b[^>]*\b(?:2005\/Atom|atom\/ns))/,
    },
    ...WHOLE,
    load: feed,
  },
  xml: {
    contentTypes: ['application/xml', 'text/xml'],
    signature: {
      text: (begin) => /^\s*<\?xml\b/.test(begin),
      looksLike: looksLikeXml,
      extensions: ['xml', 'xsd', 'xsl', 'xslt', 'rdf'],
    },
    ...WHOLE,
    load: data,
  },
  csv: {
    contentTypes: ['text/csv', 'text/tab-separated-values'],
    signature: { extensions: ['csv', 'tsv', 'tab'], looksLike: looksLikeCsv },
    ...WHOLE,
    load: csv,
  },
  ipynb: {
    contentTypes: ['application/x-ipynb+json'],
    signature: { text: /^\{\s*"(?:cells|metadata|nbformat|nbformat_minor|worksheets)"[^]*"(?:cell_type|nbformat)"/ },
    ...WHOLE,
    load: notebook,
  },
  json: {
    contentTypes: ['application/json', 'application/x-ndjson'],
    signature: { extensions: ['json', 'jsonl', 'ndjson', 'geojson'], looksLike: looksLikeJson },
    ...WHOLE,
    load: data,
  },
  yaml: {
    contentTypes: ['application/yaml'],
    signature: { extensions: ['yaml', 'yml'], looksLike: looksLikeYaml },
    ...WHOLE,
    load: data,
  },
  md: {
    contentTypes: ['text/markdown'],
    signature: { extensions: ['md', 'markdown', 'mdown', 'mkd'], looksLike: looksLikeMarkdown },
    ...WHOLE,
    load: text,
  },
  txt: {
    contentTypes: ['text/plain'],
    signature: { extensions: ['txt', 'text'], looksLike: looksLikeProse },
    ...WHOLE,
    load: text,
  },
  // Any other text.
  code: {
    contentTypes: ['text/plain'],
    signature: { extensions: CODE_EXTENSIONS, looksLike: () => true },
    ...WHOLE,
    load: data,
  },
};
