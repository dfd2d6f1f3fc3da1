import type { ConvertOptions, PageRange, PartSink, PartSummary, Probe, SourceFile } from './part.ts';
import type { Limits } from './limits.ts';

/** The formats by their usual extension. Legacy `doc`, `ppt`, `rtf`, `epub` and mail have their place here when they come. */
export type Format =
  | 'pdf'
  | 'docx'
  | 'pptx'
  | 'xlsx'
  | 'xls'
  | 'xlsb'
  | 'ods'
  | 'odt'
  | 'odp'
  | 'csv'
  | 'html'
  | 'txt'
  | 'md'
  | 'png'
  | 'jpeg'
  | 'tiff'
  | 'webp';

/** What each format's folder exports as `reader`. */
export interface FormatReader {
  /** Opens the document and counts its pages. Throws `Failure`. */
  probe(file: SourceFile, format: Format, limits: Limits): Promise<Omit<Probe, 'format'>>;
  /** Reads pages of the range into the sink, in order. Throws `Failure`. `needs-native` as in `ConvertOptions.native`. */
  read(
    file: SourceFile,
    format: Format,
    range: PageRange | undefined,
    options: ConvertOptions,
    sink: PartSink,
  ): Promise<PartSummary | 'needs-native'>;
}

export interface FormatEntry {
  readonly contentType: string;
  /** True where a document can be cut into ranges that are converted apart; otherwise the whole document is one range. */
  readonly ranged: boolean;
  /** True where reading needs native code (image decoding) from the start. */
  readonly native: boolean;
  load(): Promise<FormatReader>;
}

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

/** From a format to its reader. The libraries behind a reader are loaded on demand: a worker reads one format. */
export const FORMATS: Readonly<Record<Format, FormatEntry>> = {
  pdf: {
    contentType: 'application/pdf',
    ranged: true,
    native: false,
    load: async () => (await import('./pdf/reader.ts')).reader,
  },
  docx: {
    contentType: `${OOXML}.wordprocessingml.document`,
    ranged: false,
    native: false,
    load: async () => (await import('./docx/reader.ts')).reader,
  },
  pptx: {
    contentType: `${OOXML}.presentationml.presentation`,
    ranged: false,
    native: false,
    load: async () => (await import('./pptx/reader.ts')).reader,
  },
  xlsx: {
    contentType: `${OOXML}.spreadsheetml.sheet`,
    ranged: false,
    native: false,
    load: async () => (await import('./sheets/reader.ts')).reader,
  },
  xls: {
    contentType: 'application/vnd.ms-excel',
    ranged: false,
    native: false,
    load: async () => (await import('./sheets/reader.ts')).reader,
  },
  xlsb: {
    contentType: 'application/vnd.ms-excel.sheet.binary.macroEnabled.12',
    ranged: false,
    native: false,
    load: async () => (await import('./sheets/reader.ts')).reader,
  },
  ods: {
    contentType: `${ODF}.spreadsheet`,
    ranged: false,
    native: false,
    load: async () => (await import('./sheets/reader.ts')).reader,
  },
  odt: {
    contentType: `${ODF}.text`,
    ranged: false,
    native: false,
    load: async () => (await import('./odf/reader.ts')).reader,
  },
  odp: {
    contentType: `${ODF}.presentation`,
    ranged: false,
    native: false,
    load: async () => (await import('./odf/reader.ts')).reader,
  },
  csv: {
    contentType: 'text/csv',
    ranged: false,
    native: false,
    load: async () => (await import('./csv/reader.ts')).reader,
  },
  html: {
    contentType: 'text/html',
    ranged: false,
    native: false,
    load: async () => (await import('./html/reader.ts')).reader,
  },
  txt: {
    contentType: 'text/plain',
    ranged: false,
    native: false,
    load: async () => (await import('./text/reader.ts')).reader,
  },
  md: {
    contentType: 'text/markdown',
    ranged: false,
    native: false,
    load: async () => (await import('./text/reader.ts')).reader,
  },
  png: {
    contentType: 'image/png',
    ranged: false,
    native: true,
    load: async () => (await import('./image/reader.ts')).reader,
  },
  jpeg: {
    contentType: 'image/jpeg',
    ranged: false,
    native: true,
    load: async () => (await import('./image/reader.ts')).reader,
  },
  tiff: {
    contentType: 'image/tiff',
    ranged: true,
    native: true,
    load: async () => (await import('./image/reader.ts')).reader,
  },
  webp: {
    contentType: 'image/webp',
    ranged: false,
    native: true,
    load: async () => (await import('./image/reader.ts')).reader,
  },
};
