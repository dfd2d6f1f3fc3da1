import { closed, int53, ref, text, type JsonSchema } from '../schema/json-schema.ts';

const page: JsonSchema = { type: 'integer', minimum: 1 };
const confidence: JsonSchema = {
  type: 'number',
  minimum: 0,
  maximum: 100,
};
const box: JsonSchema = {
  type: 'array',
  minItems: 4,
  maxItems: 4,
  items: { type: 'number' },
  description: 'Left, top, right and bottom edge in points (1/72 inch), from the top left corner of the page.',
};
const OFFSETS = {
  start: int53('Where it begins in the Markdown, in bytes of UTF-8.'),
  end: int53('Where it ends in the Markdown, in bytes of UTF-8.'),
};
const pageRange = closed(
  'The pages that were converted, from 1 and inclusive.',
  { start: { ...page, description: 'First page.' }, end: { ...page, description: 'Last page.' } },
  ['start', 'end'],
);

const ROLES = [
  'heading',
  'paragraph',
  'list-item',
  'table',
  'code',
  'formula',
  'figure',
  'caption',
  'toc',
  'quote',
  'footnote',
  'separator',
];

/** Outputs of a job, by their names in `outputs`. */
export const outputSchemas = {
  Document: closed(
    'The output `document`: the pages and blocks of a converted document.',
    {
      version: { const: 1, description: 'Version of this format. New fields may be added without a new version.' },
      format: text('Detected format, such as pdf or docx.'),
      contentType: text('Its media type.'),
      pageCount: { ...page, description: 'Number of pages of the whole document.' },
      pageRange,
      blocks: {
        type: 'array',
        items: ref('DocumentBlock'),
        description: 'The blocks in the order of the Markdown. Together, they are all of it.',
      },
      pages: { type: 'array', items: ref('DocumentPage'), description: 'The converted pages.' },
      images: {
        type: 'array',
        items: ref('DocumentImage'),
        description: 'The stored images, if includeImages is true.',
      },
      warnings: {
        type: 'array',
        items: ref('DocumentWarning'),
        description: 'What was left out or is uncertain.',
      },
    },
    ['version', 'format', 'pageCount', 'pageRange', 'blocks', 'pages', 'images', 'warnings'],
  ),
  DocumentBlock: closed(
    'A heading, paragraph, list item, table, … of a document.',
    {
      role: {
        type: 'string',
        enum: ROLES,
        description:
          'What the block is. toc is an entry of a table of contents, separator a thematic break, figure an image with its caption.',
      },
      level: {
        type: 'integer',
        minimum: 1,
        description: 'Level of a heading, 1 to 6, or depth of a list item or an entry of a table of contents, from 1.',
      },
      page: { ...page, description: 'The page on which the block begins.' },
      ...OFFSETS,
      text: {
        type: 'string',
        description: 'The text without any Markdown. Rows of a table are lines, their cells are parted by tabs.',
      },
      markdown: { type: 'string', description: 'The Markdown between start and end.' },
      boxes: {
        type: 'array',
        items: ref('DocumentBox'),
        description:
          'Where the block stands on its pages, as they are shown. Several if it continues in another column or on another page. Absent for formats without page layout.',
      },
      confidence: { ...confidence, description: 'Mean confidence of OCR, 0 to 100. Absent if OCR did not read it.' },
      ordered: { type: 'boolean', description: 'Whether a list item is numbered.' },
      label: { type: 'string', description: 'Label of a footnote, or of a list item that Markdown cannot number.' },
      language: { type: 'string', description: 'Language of code, if it is known.' },
      image: { type: 'string', description: 'File name of the stored image of a figure.' },
      headerRows: int53('How many of the first rows of a table are header rows.'),
      rows: {
        type: 'array',
        items: { type: 'array', items: ref('DocumentCell') },
        description: 'The rows of a table. A cell that spans several rows or columns is listed once, where it begins.',
      },
      continues: {
        type: 'boolean',
        description:
          'True if the rows belong to the table of the block before: long sheets are one block for each page.',
      },
    },
    ['role', 'page', 'start', 'end', 'text', 'markdown'],
  ),
  DocumentBox: closed('A rectangle on a page.', { page: { ...page, description: 'The page.' }, box }, ['page', 'box']),
  DocumentCell: closed(
    'A cell of a table.',
    {
      text: { type: 'string', description: 'The text of the cell.' },
      rowSpan: { type: 'integer', minimum: 2, description: 'Number of rows, if several.' },
      colSpan: { type: 'integer', minimum: 2, description: 'Number of columns, if several.' },
    },
    ['text'],
  ),
  DocumentPage: closed(
    'A page of a document.',
    {
      page: { ...page, description: 'Number of the page.' },
      width: { type: 'number', description: 'Width in points. Absent for formats without page layout.' },
      height: { type: 'number', description: 'Height in points. Absent for formats without page layout.' },
      confidence: { ...confidence, description: 'Mean confidence of OCR. Absent if OCR did not read the page.' },
    },
    ['page'],
  ),
  DocumentImage: closed(
    'A stored image.',
    {
      fileName: text('File name of the image, as the Markdown and the artifact have it.'),
      block: int53('Index of the block that shows it.'),
      page: { ...page, description: 'The page.' },
      box,
    },
    ['fileName', 'block', 'page'],
  ),
  DocumentWarning: closed(
    'Something that was left out or is uncertain.',
    {
      kind: text('What it is, as a stable code.'),
      page: { ...page, description: 'The page, if it is about one.' },
      count: int53('How often it occurs.'),
      detail: { type: 'string', description: 'More about it.' },
    },
    ['kind', 'count'],
  ),
  Chunk: closed(
    'A line of the output `chunks`: a piece of the document for retrieval. It holds whole blocks; a block that is longer than chunkSize is cut. Chunks begin at headings; one that is shorter than a quarter of chunkSize is joined with a neighbor, where both fit.',
    {
      index: int53('Number of the chunk, from 0.'),
      documentId: text('SHA-256 checksum of the document, sha256:<hex>: the same for all chunks of the same file.'),
      sourceName: text('File name of the document.'),
      headings: {
        type: 'array',
        items: { type: 'string' },
        description: 'The headings of the sections that the whole chunk is in, outermost first, its own included.',
      },
      pages: { type: 'array', items: page, description: 'The pages that the chunk is on.' },
      roles: {
        type: 'array',
        items: { type: 'string', enum: ROLES },
        description: 'What the blocks of the chunk are, each once, as in DocumentBlock.',
      },
      boxes: {
        type: 'array',
        items: ref('DocumentBox'),
        description:
          'Where the blocks of the chunk stand on their pages. Of a block that was cut, those of all of it. Absent for formats without page layout.',
      },
      ...OFFSETS,
      tokens: int53(
        'About how many tokens a language model makes of the text: an estimate, within a fifth of a usual tokenizer for most texts.',
      ),
      text: text(
        'The Markdown between start and end without page markers. A piece of a table begins with the header row.',
      ),
    },
    ['index', 'headings', 'pages', 'roles', 'start', 'end', 'tokens', 'text'],
  ),
};
