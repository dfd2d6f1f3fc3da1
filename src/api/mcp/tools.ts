import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import { OCR_MODES, type OcrMode } from '../../resource/choices.ts';
import { PASSWORD_FIELD } from '../../resource/fields.ts';
import { readRange, WRONG_RANGE, type PageRange } from '../../resource/ranges.ts';
import { Unanswerable, type Conversion, type Documents } from './documents.ts';
import { excerpt } from './pages.ts';
import { answer, findConversion, ID_FIELD, requireText, type Sdk, type Tools, type ToolSettings } from './answers.ts';
import { addViewPicture } from './picture-tool.ts';
import { addSearchDocument } from './search-tool.ts';

/** Characters of Markdown in one answer: about 10,000 tokens. */
const MOST_CHARACTERS = 40_000;
const MOST_HEADINGS = 100;
/** Hosts give up a call after a minute. */
const WAIT_MS = 45_000;
const PROGRESS_MS = 1000;

interface ConvertArguments {
  readonly source: string;
  readonly pages?: string;
  readonly ocr?: OcrMode;
  readonly password?: string;
}

interface ReadArguments {
  readonly id: string;
  readonly first: number;
  readonly last?: number;
  readonly offset?: number;
}

/** The tools of an agent: convert a document, see how far it is, read pages of it, search it, and look at its pages. */
export function addTools(server: McpServer, sdk: Sdk, documents: Documents, settings: ToolSettings): void {
  const tools = { server, sdk, documents, settings };
  addConvertDocument(tools);
  addConversionStatus(tools);
  addReadPages(tools);
  addSearchDocument(tools);
  if (documents.picture) addViewPicture(tools);
}

function addConvertDocument(tools: Tools): void {
  const { server, sdk, documents, settings } = tools;
  server.registerTool(
    'convert_document',
    {
      title: 'Convert a document to Markdown',
      description: `Converts a PDF, Office document, spreadsheet, presentation, scan, picture, e-book, mail or web page to Markdown with headings, tables and lists. Takes ${settings.sources}. Returns an id, the headings, and the first pages; the rest is read with read_pages, or searched with search_document. A long conversion goes on: ask conversion_status.`,
      inputSchema: sdk.fromJsonSchema<ConvertArguments>(CONVERT_SCHEMA),
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    ({ source, pages, ocr = 'auto', password = settings.password }, context) =>
      answer(settings, async () => {
        const range = pages === undefined ? undefined : parsePages(pages);
        const conversion = await documents.open({
          source,
          ocr,
          ...(range && { pages: range }),
          ...(password !== undefined && { password }),
        });
        await wait(conversion, context);
        if (context.mcpReq.signal.aborted && conversion.state === 'running') await documents.abandon?.(conversion);
        if (conversion.state !== 'done') return describeStatus(conversion);
        const first = conversion.text!.pages[0]?.number ?? 1;
        return `${describeStatus(conversion)}\n${listHeadings(conversion)}\n${readPages(conversion, { id: conversion.id, first })}`;
      }),
  );
}

const CONVERT_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['source'],
  properties: {
    source: { type: 'string', minLength: 1, description: 'The document.' },
    pages: { type: 'string', description: 'Only these pages, such as 3, 3-10 or 3-. By default, all.' },
    ocr: {
      type: 'string',
      enum: [...OCR_MODES],
      description: 'Pages that are read by OCR: auto (those that need it, the default), force or off.',
    },
    password: {
      type: 'string',
      minLength: PASSWORD_FIELD.minLength,
      maxLength: PASSWORD_FIELD.maxLength,
      description: 'Password of an encrypted PDF or Office document. Ask the user for it; do not guess.',
    },
  },
};

function addConversionStatus({ server, sdk, documents, settings }: Tools): void {
  server.registerTool(
    'conversion_status',
    {
      title: 'Status of a conversion',
      description: 'How far a conversion is, or all that are known here.',
      inputSchema: sdk.fromJsonSchema<{ readonly id?: string }>({
        type: 'object',
        additionalProperties: false,
        properties: { id: ID_FIELD },
      }),
      annotations: { readOnlyHint: true },
    },
    ({ id }) =>
      answer(settings, async () => {
        if (id === undefined)
          return (await documents.all()).map(describeStatus).join('\n') || 'There is no conversion.';
        const conversion = await findConversion(documents, id);
        return `${describeStatus(conversion)}\n${listHeadings(conversion)}`;
      }),
  );
}

function addReadPages({ server, sdk, documents, settings }: Tools): void {
  server.registerTool(
    'read_pages',
    {
      title: 'Read pages of a converted document',
      description: `Returns the Markdown of pages of a converted document, at most ${MOST_CHARACTERS} characters at once, and says what comes next.`,
      inputSchema: sdk.fromJsonSchema<ReadArguments>(READ_SCHEMA),
      annotations: { readOnlyHint: true },
    },
    (wanted) => answer(settings, async () => readPages(await findConversion(documents, wanted.id), wanted)),
  );
}

const READ_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'first'],
  properties: {
    id: ID_FIELD,
    first: { type: 'integer', minimum: 1, description: 'The first page to read.' },
    last: { type: 'integer', minimum: 1, description: 'The last page. By default, as many as fit.' },
    offset: {
      type: 'integer',
      minimum: 0,
      description: 'Where to begin on the first page, if an earlier answer cut it.',
    },
  },
};

/** Until the conversion has ended or the host would lose patience. A host that asks for it is notified of progress. */
async function wait(conversion: Conversion, { mcpReq }: ServerContext): Promise<void> {
  const { signal, _meta } = mcpReq;
  const until = performance.now() + WAIT_MS;
  let timer: NodeJS.Timeout | undefined;
  while (conversion.state === 'running' && performance.now() < until && !signal.aborted) {
    await Promise.race([conversion.ended, new Promise((later) => (timer = setTimeout(later, PROGRESS_MS)))]);
    clearTimeout(timer);
    const { pagesDone: progress, pagesTotal: total } = conversion;
    if (_meta?.progressToken === undefined || total === 0) continue;
    const params = { progressToken: _meta.progressToken, progress, total };
    await mcpReq.notify({ method: 'notifications/progress', params });
  }
}

function describeStatus({ id, source, state, pagesDone, pagesTotal, text, error, warnings }: Conversion): string {
  if (state === 'failed') return `${id}: ${source} could not be converted. ${error ?? ''}`;
  if (state === 'running')
    return `${id}: ${source} is being converted, ${pagesDone} of ${pagesTotal === 0 ? 'an unknown number of' : pagesTotal} pages so far. Ask conversion_status in some seconds.`;
  if (!text) return [`${id}: ${source} is converted.`, ...warnings].join('\n');
  const { pages } = text;
  const characters = pages.reduce((sum, page) => sum + page.text.length, 0);
  const span = pages.length === 0 ? 'without text' : `pages ${pages[0]!.number} to ${pages.at(-1)!.number}`;
  return [`${id}: ${source} is converted: ${span}, ${characters} characters.`, ...warnings].join('\n');
}

function listHeadings({ text }: Conversion): string {
  const headings = text?.headings ?? [];
  if (headings.length === 0) return '';
  const shown = headings.slice(0, MOST_HEADINGS);
  const lines = shown.map(({ level, text, page }) => `${'  '.repeat(level - 1)}- ${text} (page ${page})`);
  const more = headings.length > shown.length ? [`- and ${headings.length - shown.length} more headings`] : [];
  return ['Headings:', ...lines, ...more, ''].join('\n');
}

function readPages(conversion: Conversion, { first, last = Infinity, offset = 0 }: ReadArguments): string {
  const { id } = conversion;
  const { pages, next } = excerpt(requireText(conversion), { first, last, offset }, MOST_CHARACTERS);
  if (pages.length === 0)
    return `There is no text on ${last === Infinity ? `page ${first} or after it` : `pages ${first} to ${last}`}.`;
  const parts = pages.map((page) => `<!-- page ${page.number} -->\n\n${page.text}`);
  const rest = next
    ? `\n\n[The document goes on. Call read_pages with id ${id}, first ${next.page}${next.offset > 0 ? `, offset ${next.offset}` : ''}.]`
    : '';
  return parts.join('\n\n') + rest;
}

function parsePages(text: string): PageRange {
  const range = readRange(text);
  if (!range) throw new Unanswerable(WRONG_RANGE);
  return range;
}
