import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { convert, probe } from '../../packages/engine/src/convert.ts';
import { isFailure } from '../../packages/engine/src/failure.ts';
import { FORMATS } from '../../packages/engine/src/formats.ts';
import { DEFAULT_LIMITS } from '../../packages/engine/src/limits.ts';
import type { PartReader } from '../../packages/engine/src/part.ts';
import type { PageRange, Probe, SourceFile } from '../../packages/engine/src/source.ts';
import type { Warning } from '../../packages/engine/src/warning.ts';
import type { AskResponse } from '../protocol/worker.ts';
import { askInTurn } from './ask-reading.ts';
import type { Channel } from './channel.ts';
import { createPartFile, holdPart, openPartFile } from './part-file.ts';
import type { PoolAnswer, PoolRequest } from './pool-request.ts';
import { addMeasured, openSteps, type Steps } from './steps.ts';
import { save } from './transfer/content.ts';
import { DOCUMENT_FILES } from './document-files.ts';
import { optimizeLate } from './warm-up/tiers.ts';
import type { SpillFile } from './transfer/spill-file.ts';
import { writeDocument, type Writing, type WrittenDocument } from './write-document.ts';

const PART = 'part.jsonl';
/** Pages that are handed to the merge as they are, and not as lines of JSON. */
const HELD_PAGES = 5;
/** Markdown that is answered, and not written to a file. */
const ANSWER_BYTES = 64 * 1024;

/** Serves the command line: a process that converts one document of the user after another, until its input closes. */
export async function runPool(channel: Channel): Promise<never> {
  optimizeLate();
  channel.send({ type: 'ready' });
  return answerAll(channel, await channel.next());
}

/** Answers one request after another, until the input closes. */
export async function answerAll(channel: Channel, first: unknown): Promise<never> {
  for (let request = first; ; request = await channel.next())
    channel.send({ type: 'result', result: await serve(channel, request as PoolRequest) });
}

async function serve(channel: Channel, request: PoolRequest): Promise<PoolAnswer> {
  const askedAt = performance.now();
  const steps = openSteps();
  const answer = await answerOrFailure(channel, request, steps);
  addMeasured(steps, askedAt);
  return 'timed' in request && request.timed ? { ...answer, steps: steps.list() } : answer;
}

async function answerOrFailure(channel: Channel, request: PoolRequest, steps: Steps): Promise<PoolAnswer> {
  try {
    switch (request.ask) {
      case 'document':
        return await answerDocument(channel, request);
      case 'probe':
        return await answerProbe(request);
      case 'convert':
        return await answerConvert(channel, request, steps);
      case 'merge':
        return await answerMerge(request);
      case 'draw':
        return await answerDraw(request);
    }
  } catch (error) {
    if (isFailure(error)) return { outcome: 'failed', failure: { code: error.code, message: error.message } };
    throw error;
  }
}

type ProbeRequest = Extract<PoolRequest, { ask: 'probe' }>;

const probeFile = ({ file, native, limits }: ProbeRequest): ReturnType<typeof probe> =>
  probe(file, {
    limits: { ...DEFAULT_LIMITS, ...limits },
    scratch: process.cwd(),
    native: native ? 'allow' : 'refuse',
  });

function probedAnswer(
  { format, pages, scanned }: Probe,
  { bytes }: SourceFile,
  native = FORMATS[format].native,
): PoolAnswer {
  return { outcome: 'probed', source: { format, bytes, pages, scanned, ranged: FORMATS[format].ranged, native } };
}

async function answerProbe(request: ProbeRequest): Promise<PoolAnswer> {
  const probed = await probeFile(request);
  return probed === 'needs-native' ? { outcome: 'needs-native' } : probedAnswer(probed, request.file);
}

/** A document that is not short, or needs native code, is only probed. */
async function answerDocument(
  channel: Channel,
  request: Extract<PoolRequest, { ask: 'document' }>,
): Promise<PoolAnswer> {
  const { file, ocr, emphasis, folder } = request;
  const probed = await probeFile({ ask: 'probe', file, native: false });
  if (probed === 'needs-native') return { outcome: 'needs-native' };
  const { format } = probed;
  const range = shortRange(probed, request);
  if (!range) return probedAnswer(probed, file);
  const count = range.end - range.start + 1;
  channel.tell({ type: 'pages', count });
  // PDFs leave nothing there but what their folder is made for.
  if (format !== 'pdf') mkdirSync(folder, { recursive: true });
  const onPage = (): void => channel.tell({ type: 'page' });
  const part = count <= HELD_PAGES ? holdPart(onPage) : createPartFile(folder, onPage);
  const limits = DEFAULT_LIMITS;
  const options = {
    includeImages: false,
    native: 'refuse',
    ocr,
    emphasis,
    limits,
    scratch: folder,
    known: format,
  } as const;
  const result = await convert(file, range, options, part.sink);
  await part.close();
  if (result.outcome === 'needs-native') return probedAnswer(probed, file, true);
  const written = await writeDocument([part.reader(result.summary)], { ...request, outputBytes: limits.outputBytes });
  const answer = { outcome: 'written', assets: part.assets, warnings: written.warnings } as const;
  const text = request.answerText && written.outputs.size === 0 ? shortText(written.markdown) : undefined;
  if (text !== undefined) return { ...answer, text };
  await saveAll(written, folder);
  return answer;
}

/** The pages that are converted at once; undefined for a document that is only probed. */
function shortRange(
  { format, pages, scanned }: Probe,
  { range, mostPages }: Extract<PoolRequest, { ask: 'document' }>,
): PageRange | undefined {
  const { start, end } = range ?? { start: 1, end: pages };
  const last = Math.min(end, pages);
  const count = last - start + 1;
  const isShort = !FORMATS[format].native && !scanned && count >= 1 && count <= mostPages;
  return isShort ? { start, end: last } : undefined;
}

/** Undefined for a text that is not short. */
function shortText(file: SpillFile): string | undefined {
  if (file.bytes > ANSWER_BYTES) return undefined;
  const { head, file: spilled } = file.content();
  return spilled === undefined ? Buffer.from(head ?? []).toString() : undefined;
}

async function saveAll({ markdown, outputs }: WrittenDocument, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [kind, file] of [['markdown', markdown] as const, ...outputs])
    await save(file.content(), join(folder, DOCUMENT_FILES[kind].name));
}

async function write(parts: readonly PartReader[], writing: Writing): Promise<readonly Warning[]> {
  const written = await writeDocument(parts, writing);
  await saveAll(written, writing.folder);
  return written.warnings;
}

async function answerConvert(
  channel: Channel,
  request: Extract<PoolRequest, { ask: 'convert' }>,
  steps: Steps,
): Promise<PoolAnswer> {
  const { file, range, includeImages, native, ocr, emphasis, ocrDataFolder, folder, limits } = request;
  const part = createPartFile(folder, () => channel.tell({ type: 'page' }));
  const options = {
    includeImages,
    native: native ? 'allow' : 'refuse',
    ocr: {
      ...ocr,
      ...(ocrDataFolder !== undefined && { dataFolder: ocrDataFolder }),
      ...(request.asks && { ask: askInTurn((picture) => askParent(channel, picture)) }),
    },
    emphasis,
    limits: { ...DEFAULT_LIMITS, ...limits },
    scratch: folder,
  } as const;
  const result = await steps.measure('read', () => convert(file, range, options, part.sink));
  await part.close();
  if (result.outcome === 'needs-native') return { outcome: 'needs-native' };
  const { range: done, ocrPages } = result.summary;
  const answer = { outcome: 'converted', pages: done.end - done.start + 1, ocrPages, assets: part.assets } as const;
  const { outputBytes } = options.limits;
  const { write: writing } = request;
  if (writing) {
    const parts = [part.reader(result.summary)];
    const warnings = await steps.measure('merge', () => write(parts, { ...writing, folder, outputBytes }));
    return { ...answer, warnings };
  }
  await save(part.content(result.summary), join(folder, PART));
  return { ...answer, warnings: [] };
}

const QUESTION = 'question.png';

/** Asks about a page that OCR doubts. Whoever asks for the conversion passes it on. */
async function askParent(channel: Channel, picture: Uint8Array): Promise<AskResponse> {
  await writeFile(QUESTION, picture);
  channel.send({ type: 'question', file: QUESTION });
  return (await channel.next()) as AskResponse;
}

async function answerMerge({
  folders,
  limits,
  ...writing
}: Extract<PoolRequest, { ask: 'merge' }>): Promise<PoolAnswer> {
  const parts = [];
  for (const folder of folders) parts.push(await openPartFile(join(folder, PART)));
  const outputBytes = limits?.outputBytes ?? DEFAULT_LIMITS.outputBytes;
  const warnings = await write(parts, { ...writing, outputBytes });
  return { outcome: 'merged', warnings };
}

async function answerDraw({ file, page, out }: Extract<PoolRequest, { ask: 'draw' }>): Promise<PoolAnswer> {
  const { pictureOfPage } = await import('../../packages/engine/src/picture-of-page.ts');
  await writeFile(out, await pictureOfPage(file, page, DEFAULT_LIMITS));
  return { outcome: 'drawn' };
}
