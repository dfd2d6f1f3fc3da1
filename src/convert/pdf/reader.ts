import { readFile } from 'node:fs/promises';
import { Failure, isFailure } from '../failure.ts';
import type { FormatReader } from '../format-reader.ts';
import { layoutPage } from '../layout/page.ts';
import type { RawPage } from '../layout/model/raw-page.ts';
import { makeSummary } from '../layout/summary.ts';
import type { ConvertOptions, OcrMode } from '../options.ts';
import type { PartSink, PartSummary } from '../part.ts';
import type { PageRange, Source, SourceFile } from '../source.ts';
import type { Warning } from '../warning.ts';
import type { Drawing } from './draw.ts';
import { createExtraction } from './extract.ts';
import type { ExtractedPage, Extraction } from './extract.ts';
import { findDrawings } from './figures.ts';
import { openPartial, openPdf } from './open.ts';
import type { OpenPdf } from './open.ts';
import { partialPdf, type PartialPdf } from './partial.ts';
import { keepProbed, takeProbed, type Opened } from './probed.ts';
import { textSource } from './quality.ts';
import type { TextSource } from './quality.ts';
import { readDrawing, readScan } from './read-scan.ts';
import { storeDrawings, storeImages } from './store-images.ts';
import type { ImageStore } from './store-images.ts';
import { trustedText } from './trust/trusted-text.ts';

/** Pages that a probe looks at to tell whether the document is scanned. */
const SAMPLE = 5;
/** Pages after which the document is opened anew: the core keeps every object that it has read. */
const PAGES_PER_OPENING = 64;

/** Reads PDF: its text layer, or what OCR makes of pages that have none. */
export const reader: FormatReader = {
  async probe(file) {
    const pdf = await openFile(file);
    const opened = { pdf, extraction: createExtraction(pdf), pages: new Map<number, ExtractedPage>() };
    let whole = false;
    try {
      const pages = pdf.document.numPages;
      const scanned = await isScanned(opened, pages);
      whole = pages <= SAMPLE;
      return { pages, scanned };
    } finally {
      // Only where the conversion would extract the same pages in the same order.
      if (whole) keepProbed(file, opened);
      else pdf.close();
    }
  },
  read: readRange,
};

async function openFile(file: SourceFile): Promise<OpenPdf> {
  return openPdf(await readFile(file.path), file.password);
}

/** A document to read pages of: as it was probed, whole, or fetched as far as it is read. */
async function openSource(
  file: SourceFile,
  range: PageRange | undefined,
): Promise<Opened & { readonly partial?: PartialPdf }> {
  const probed = file.remote ? undefined : takeProbed(file);
  if (probed && (range?.start ?? 1) === 1) return probed;
  probed?.pdf.close();
  const partial = file.remote && (await partialPdf(file.remote, file.bytes));
  const part = partial && (await openPartial(partial, file.password));
  if (partial && !part) await file.remote.whole();
  const pdf = part ?? (await openFile(file));
  return { pdf, extraction: createExtraction(pdf), pages: new Map(), ...(part && { partial }) };
}

/** Leaves the pages that it has looked at in `extracted`. */
async function isScanned({ extraction, pages: extracted }: Opened, pages: number): Promise<boolean> {
  const sample = Math.min(SAMPLE, pages);
  let scanned = 0;
  for (let i = 0; i < sample; i++) {
    try {
      const number = 1 + Math.floor((i * pages) / sample);
      const page = await extraction.page(number);
      extracted.set(number, page);
      if (textSource(page) !== 'text') scanned++;
    } catch (error) {
      if (!isFailure(error)) throw error;
    }
  }
  return scanned * 2 >= sample && scanned > 0;
}

/** A document while its pages are read. */
interface Reading {
  readonly file: SourceFile;
  readonly options: ConvertOptions;
  readonly warnings: Warning[];
  readonly store: ImageStore;
  pdf: OpenPdf;
  extraction: Extraction;
  /** Pages that the probe has extracted. */
  readonly extracted: Opened['pages'];
  /** Undefined where all of it is here. */
  readonly partial: PartialPdf | undefined;
  /** Opened when the first page has to be drawn. */
  drawing: Drawing | undefined;
  ocrPages: number;
  unreadablePages: number;
}

async function readRange(
  { file, range }: Source,
  options: ConvertOptions,
  sink: PartSink,
): Promise<PartSummary | 'needs-native'> {
  const { pdf, extraction, pages: extracted, partial } = await openSource(file, range);
  const warnings: Warning[] = pdf.repaired ? [{ kind: 'document-repaired', count: 1 }] : [];
  const reading: Reading = {
    file,
    options,
    warnings,
    store: { sink, stored: new Set<string>(), warnings, maxPixels: options.limits.imagePixels },
    pdf,
    partial,
    extraction,
    extracted,
    drawing: undefined,
    ocrPages: 0,
    unreadablePages: 0,
  };
  try {
    const pages = pdf.document.numPages;
    const { start, end } = rangeWithin(range, pages);
    const summary = makeSummary();
    for (let number = start; number <= end; number++) {
      if ((number - start) % PAGES_PER_OPENING === PAGES_PER_OPENING - 1) await openAnew(reading);
      const raw = await readWholePage(reading, number);
      if (raw === 'needs-native') return raw;
      const laidOut = layoutPage(raw);
      for (const warning of laidOut.warnings ?? []) warnings.push({ ...warning, page: number });
      summary.add(laidOut);
      await sink.page(laidOut);
    }
    const { ocrPages } = reading;
    return { format: 'pdf', range: { start, end }, pages, ocrPages, warnings, layout: summary.finish() };
  } finally {
    reading.pdf.close();
    await reading.drawing?.close();
  }
}

async function openAnew(reading: Reading): Promise<void> {
  const { file, partial } = reading;
  reading.pdf.close();
  const pdf = partial ? await openPartial(partial, file.password) : await openFile(file);
  if (!pdf) throw new Failure('corrupt_document', 'The document could be opened only once.');
  reading.pdf = pdf;
  reading.extraction = createExtraction(pdf);
}

async function drawingOf(reading: Reading): Promise<Drawing> {
  if (reading.drawing) return reading.drawing;
  if (reading.partial) await reading.file.remote?.whole();
  return (reading.drawing = await (await import('./draw.ts')).openDrawing(reading.file));
}

/** Reads a page; of a document that is only partly here, until none of its bytes is missing. */
async function readWholePage(reading: Reading, number: number): Promise<RawPage | 'needs-native'> {
  const { partial, warnings, ocrPages, unreadablePages } = reading;
  if (!partial) return readPage(reading, number);
  const warned = warnings.length;
  const again = async (): Promise<void> => {
    warnings.length = warned;
    Object.assign(reading, { ocrPages, unreadablePages });
    await openAnew(reading);
  };
  return partial.complete(() => readPage(reading, number), again);
}

/** A page as it is laid out: from its text layer, or read by OCR. */
async function readPage(reading: Reading, number: number): Promise<RawPage | 'needs-native'> {
  const { options, warnings } = reading;
  const page = reading.extracted.get(number) ?? (await extractOr(reading.extraction, number, warnings));
  reading.extracted.delete(number);
  if (page === undefined) {
    if (++reading.unreadablePages === reading.pdf.document.numPages)
      throw new Failure('corrupt_document', warnings.at(-1)?.detail ?? 'no page can be read');
    return emptyPage(number);
  }
  const source = sourceFor(page, options.ocr.mode);
  if (source !== 'text' && options.native === 'refuse') return 'needs-native';
  const raw = await (source === 'text' ? readText(reading, page) : readByOcr(reading, page, source));
  if (raw === 'needs-native') return raw;
  for (const [kind, count] of page.problems) warnings.push({ kind, page: number, count });
  return options.includeImages ? storePictures(reading, page, raw, source) : raw;
}

/** Where the text is read from when OCR may be used as the mode says. */
function sourceFor(page: ExtractedPage, mode: OcrMode): TextSource {
  const best = textSource(page);
  if (mode === 'off') return 'text';
  return mode === 'force' && best === 'text' ? 'drawing' : best;
}

/** The text layer, as far as it says what the page shows. */
async function readText(reading: Reading, page: ExtractedPage): Promise<RawPage | 'needs-native'> {
  const { options, warnings } = reading;
  const number = page.raw.page;
  if (options.ocr.mode === 'off' && textSource(page) !== 'text')
    warnings.push({ kind: 'page-without-text', page: number, count: 1, detail: 'OCR is off' });
  const trusted = await trustedText(page.raw, options, () => drawingOf(reading));
  if (trusted === 'needs-native') return trusted;
  warnings.push(...trusted.warnings);
  if (trusted.ocr) reading.ocrPages++;
  else if (page.guessed > 0) warnings.push({ kind: 'unmapped-glyphs', page: number, count: page.guessed });
  return trusted.raw;
}

async function readByOcr(reading: Reading, page: ExtractedPage, source: TextSource): Promise<RawPage> {
  const { pdf, options } = reading;
  const read =
    (source === 'picture' ? await readScan(pdf, page, options) : undefined) ??
    (await readDrawing(() => drawingOf(reading), page, options));
  reading.warnings.push(...read.warnings);
  reading.ocrPages++;
  return read.raw;
}

async function storePictures(
  reading: Reading,
  page: ExtractedPage,
  raw: RawPage,
  source: TextSource,
): Promise<RawPage | 'needs-native'> {
  const drawings = source === 'text' ? findDrawings(raw) : [];
  if (drawings.length > 0 && reading.options.native === 'refuse') return 'needs-native';
  const stored = await storeImages(reading.pdf, page, { raw, drawings }, reading.store);
  return storeDrawings({ raw: stored, drawings }, reading.store, () => drawingOf(reading));
}

/** A range that ends beyond the document is cut; one that starts there is a failure. */
function rangeWithin(range: PageRange | undefined, pages: number): PageRange {
  const { start, end } = range ?? { start: 1, end: pages };
  if (start < 1 || start > pages)
    throw new Failure(
      'start_page_out_of_range',
      `The document has ${pages} ${pages === 1 ? 'page' : 'pages'}; page ${start} was requested.`,
    );
  return { start, end: Math.min(end, pages) };
}

/** A page that cannot be read is left empty with a warning: the others are worth having. Limits are not bent. */
async function extractOr(
  extraction: Extraction,
  number: number,
  warnings: Warning[],
): Promise<ExtractedPage | undefined> {
  try {
    return await extraction.page(number);
  } catch (error) {
    if (!isFailure(error) || error.code !== 'corrupt_document') throw error;
    warnings.push({ kind: 'page-unreadable', page: number, count: 1, detail: error.message });
    return undefined;
  }
}

function emptyPage(page: number): RawPage {
  return {
    page,
    width: 612,
    height: 792,
    source: 'text',
    runs: [],
    fonts: {},
    rules: [],
    boxes: [],
    shapes: [],
    images: [],
    links: [],
    widgets: [],
    outline: [],
  };
}
