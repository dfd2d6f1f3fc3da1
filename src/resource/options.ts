import { OUTPUTS } from './choices.ts';
import { classNameField } from './class-name.ts';
import { OCR_FIELDS, PASSWORD_FIELD, REQUEST_FIELDS, type Field } from './fields.ts';
import { defined } from './defined.ts';
import type { Value } from './value.ts';

export interface OptionList {
  readonly maxItems: number;
  readonly description: string;
}

/** One option, and what it is called in each place that takes it. */
export interface ConversionOption {
  /** Type, bounds and descriptions; of a list, those of an item. */
  readonly field: Field;
  /** Set for a list. Queries, forms and flags separate the items by commas. */
  readonly list?: OptionList;
  /** Its place in `ConversionJob.spec`. */
  readonly spec: readonly [field: string, inner?: string];
  /** The flag of the command, with its argument. Options can share one. */
  readonly flag: string;
  /** Help of the command. */
  readonly help: string;
  /** The options of docling-serve that set it. */
  readonly docling?: string;
}

const OUTPUT =
  '`document`: the pages and blocks of the document as JSON, with their places on the pages and in the Markdown. `docling`: a DoclingDocument as JSON, as docling and its readers use it. `chunks`: pieces for retrieval, as JSON Lines.';
const OUTPUT_FIELD = {
  type: 'string',
  enum: OUTPUTS,
  resource: `An artifact. ${OUTPUT}`,
  rest: `Artifacts to make besides the Markdown. ${OUTPUT}`,
} as const satisfies Field;

const CLASS =
  'Converter class that is asked about pages which OCR doubts. Its text is taken as far as it agrees with what OCR is certain of. Defaults to that of the workspace, or none.';
const CLASS_FIELD = {
  ...classNameField,
  resource: CLASS,
  rest: CLASS,
} as const satisfies Field;

/**
 * The options that `POST /convert` (under the names of this table), `ConversionJob.spec` and `scriptorium convert`
 * take. Their schemas, flags and docs/options.md are made from it.
 */
export const CONVERSION_OPTIONS = {
  startPage: {
    field: REQUEST_FIELDS.startPage,
    spec: ['startPage'],
    flag: '--pages <range>',
    help: 'convert only these pages, such as 3-10',
    docling: 'page_range',
  },
  endPage: {
    field: REQUEST_FIELDS.endPage,
    spec: ['endPage'],
    flag: '--pages <range>',
    help: 'convert only these pages, such as 3-10',
    docling: 'page_range',
  },
  includeImages: {
    field: REQUEST_FIELDS.includeImages,
    spec: ['includeImages'],
    flag: '--images',
    help: 'also write images, to a folder next to each Markdown file',
    docling: 'include_images',
  },
  ocr: {
    field: OCR_FIELDS.mode,
    spec: ['ocr', 'mode'],
    flag: '--ocr <mode>',
    help: 'pages that OCR reads: those that need it, all, or none (default: auto)',
    docling: 'do_ocr, force_ocr',
  },
  ocrLanguages: {
    field: OCR_FIELDS.languages,
    list: { maxItems: 8, description: 'The languages of scanned pages.' },
    spec: ['ocr', 'languages'],
    flag: '--ocr-languages <codes>',
    help: 'languages of scanned pages, separated by commas, such as eng,deu (default: all that have data, or those of the server)',
    docling: 'ocr_lang',
  },
  emphasis: {
    field: REQUEST_FIELDS.emphasis,
    spec: ['emphasis'],
    flag: '--no-emphasis',
    help: 'leave out bold and italic of PDFs and scans',
  },
  pageMarkers: {
    field: REQUEST_FIELDS.pageMarkers,
    spec: ['pageMarkers'],
    flag: '--page-markers',
    help: 'write a line such as <!-- page 3 --> before the first block of each page',
  },
  outputs: {
    field: OUTPUT_FIELD,
    list: { maxItems: OUTPUTS.length, description: 'Artifacts to make besides the Markdown.' },
    spec: ['outputs'],
    flag: '--outputs <kinds>',
    help: 'also write document (blocks with their places, as JSON), docling (a DoclingDocument, as JSON) or chunks (pieces for retrieval, as JSON Lines), separated by commas',
  },
  chunkSize: {
    field: REQUEST_FIELDS.chunkSize,
    spec: ['chunkSize'],
    flag: '--chunk-size <characters>',
    help: 'largest number of characters of a chunk (default: 2000)',
  },
  converterClassName: {
    field: CLASS_FIELD,
    spec: ['converterClassName'],
    flag: '--converter-class <name>',
    help: 'with --server: converter class that is asked about pages which OCR doubts',
  },
} as const satisfies Readonly<Record<string, ConversionOption>>;

/** How a document is converted. Where an option is missing, its default holds. */
export type ConversionOptions = {
  readonly [N in keyof typeof CONVERSION_OPTIONS]?: OptionValue<(typeof CONVERSION_OPTIONS)[N]>;
};
type OptionValue<O> = O extends { readonly list: object; readonly field: infer F }
  ? readonly Value<F>[]
  : O extends { readonly field: infer F }
    ? Value<F>
    : never;

/**
 * The password of the document is an option, too, but no part of a job's spec: a resource names a Secret, and REST and
 * the command pass it aside.
 */
export const PASSWORD_OPTION = {
  field: PASSWORD_FIELD,
  spec: ['passwordSecretRef'],
  flag: '--password-file <file>',
  help: 'read the password of encrypted documents from the first line of this file; - is standard input',
} as const satisfies ConversionOption;

/** The part of a job's spec that these options make. */
export function specOfOptions(options: ConversionOptions) {
  const ocr = defined({ mode: options.ocr, languages: options.ocrLanguages });
  return defined({
    startPage: options.startPage,
    endPage: options.endPage,
    includeImages: options.includeImages,
    ocr: Object.keys(ocr).length > 0 ? ocr : undefined,
    emphasis: options.emphasis,
    pageMarkers: options.pageMarkers,
    outputs: options.outputs,
    chunkSize: options.chunkSize,
    converterClassName: options.converterClassName,
  });
}
