import { CODE_EXTENSIONS } from './data/languages.ts';
import { withoutPreamble } from './detect/preamble.ts';
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
import { WHOLE } from './format-entry.ts';
import type { FormatEntry } from './format-entry.ts';
import { flatOdf } from './odf/flat.ts';
import { PICTURE_FORMATS } from './image/formats.ts';
import { SHEET_FORMATS } from './sheets/formats.ts';
import type { Format } from './format.ts';
import type { ContainerReader, FormatReader } from './format-reader.ts';

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

const pdf = async (): Promise<FormatReader> => (await import('./pdf/reader.ts')).reader;
const docx = async (): Promise<FormatReader> => (await import('./docx/reader.ts')).reader;
const doc = async (): Promise<FormatReader> => (await import('./doc/reader.ts')).reader;
const mailbox = async (): Promise<ContainerReader> => (await import('./mail/mailbox.ts')).reader;
const pptx = async (): Promise<FormatReader> => (await import('./pptx/reader.ts')).reader;
const ppt = async (): Promise<FormatReader> => (await import('./ppt/reader.ts')).reader;
const odf = async (): Promise<FormatReader> => (await import('./odf/reader.ts')).reader;
const csv = async (): Promise<FormatReader> => (await import('./csv/reader.ts')).reader;
const rtf = async (): Promise<FormatReader> => (await import('./rtf/reader.ts')).reader;
const epub = async (): Promise<FormatReader> => (await import('./epub/reader.ts')).reader;
const mail = async (): Promise<ContainerReader> => (await import('./mail/reader.ts')).reader;
const outlook = async (): Promise<ContainerReader> => (await import('./mail/outlook/reader.ts')).reader;
const zip = async (): Promise<ContainerReader> => (await import('./zip/reader.ts')).reader;
const feed = async (): Promise<FormatReader> => (await import('./feed/reader.ts')).reader;
const calendar = async (): Promise<FormatReader> => (await import('./calendar/reader.ts')).reader;
const notebook = async (): Promise<FormatReader> => (await import('./notebook/reader.ts')).reader;
const html = async (): Promise<FormatReader> => (await import('./html/reader.ts')).reader;
const text = async (): Promise<FormatReader> => (await import('./text/reader.ts')).reader;
const data = async (): Promise<FormatReader> => (await import('./data/reader.ts')).reader;

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
  ...SHEET_FORMATS,
  odt: {
    contentTypes: [`${ODF}.text`],
    signature: { mimetype: /^application\/vnd\.oasis\.opendocument\.text(?:-template)?$/, text: flatOdf('text') },
    ...WHOLE,
    load: odf,
  },
  odp: {
    contentTypes: [`${ODF}.presentation`],
    signature: {
      mimetype: /^application\/vnd\.oasis\.opendocument\.presentation(?:-template)?$/,
      text: flatOdf('presentation'),
    },
    ...WHOLE,
    load: odf,
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
  mbox: {
    contentTypes: ['application/mbox'],
    signature: { text: (begin) => begin.startsWith('From ') && looksLikeMessage(begin), extensions: ['mbox'] },
    ...WHOLE,
    load: mailbox,
  },
  eml: {
    contentTypes: ['message/rfc822'],
    signature: { text: looksLikeMessage, extensions: ['eml'] },
    ...WHOLE,
    load: mail,
  },
  msg: {
    contentTypes: ['application/vnd.ms-outlook'],
    signature: { streams: ['__properties_version1.0'], bytes: ['789f3e22'] },
    ...WHOLE,
    load: outlook,
  },
  zip: {
    contentTypes: ['application/zip'],
    signature: { anyArchive: true },
    ...WHOLE,
    load: zip,
  },
  ...PICTURE_FORMATS,
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
  ics: {
    contentTypes: ['text/calendar'],
    signature: { text: /^BEGIN:VCALENDAR\s/i },
    ...WHOLE,
    load: calendar,
  },
  xml: {
    contentTypes: ['application/xml', 'text/xml'],
    signature: {
      // Kinds of flat OpenDocument that are not read are refused by name.
      text: (begin) => /^\s*<\?xml\b/.test(begin) && !flatOdf('[\\w-]+').test(withoutPreamble(begin)),
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
