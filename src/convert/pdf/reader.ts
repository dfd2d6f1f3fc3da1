import { readFile } from 'node:fs/promises';
import { Failure, isFailure } from '../failure.ts';
import type { FormatReader } from '../formats.ts';
import { layoutPage } from '../layout/page.ts';
import type { RawPage } from '../layout/raw-page.ts';
import { makeSummary } from '../layout/summary.ts';
import type { ConvertOptions, PageRange, PartSink, PartSummary, SourceFile, Warning } from '../part.ts';
import type { Drawing } from './draw.ts';
import { createExtraction } from './extract.ts';
import type { ExtractedPage, Extraction } from './extract.ts';
import { findDrawings } from './figures.ts';
import { openPdf } from './open.ts';
import type { OpenPdf } from './open.ts';
import { textSource } from './quality.ts';
import { readDrawing, readScan } from './read-scan.ts';
import { storeDrawings, storeImages } from './store-images.ts';

/** Pages that a probe looks at to tell whether the document is scanned. */
const SAMPLE = 5;
/** Pages after which the document is opened anew: the core keeps every object that it has read. */
const PAGES_PER_OPENING = 64;

/** Reads PDF: its text layer, or what OCR makes of pages that have none. */
export const reader: FormatReader = {
  async probe(file) {
    const pdf = await openFile(file);
    try {
      const pages = pdf.document.numPages;
      return { pages, scanned: await isScanned(pdf, pages) };
    } finally {
      pdf.close();
    }
  },
  async read(file, _format, range, options, sink) {
    return readRange(file, range, options, sink);
  },
};

async function openFile(file: SourceFile): Promise<OpenPdf> {
  return openPdf(await readFile(file.path));
}

async function isScanned(pdf: OpenPdf, pages: number): Promise<boolean> {
  const extraction = createExtraction(pdf);
  const sample = Math.min(SAMPLE, pages);
  let scanned = 0;
  for (let i = 0; i < sample; i++) {
    try {
      const page = await extraction.page(1 + Math.floor((i * pages) / sample));
      if (textSource(page) !== 'text') scanned++;
    } catch (error) {
      if (!isFailure(error)) throw error;
    }
  }
  return scanned * 2 >= sample && scanned > 0;
}

async function readRange(
  file: SourceFile,
  range: PageRange | undefined,
  options: ConvertOptions,
  sink: PartSink,
): Promise<PartSummary | 'needs-native'> {
  let pdf = await openFile(file);
  let drawing: Drawing | undefined;
  const drawer = async (): Promise<Drawing> => (drawing ??= await (await import('./draw.ts')).openDrawing(file.path));
  try {
    const pages = pdf.document.numPages;
    const { start, end } = rangeWithin(range, pages);
    const summary = makeSummary();
    const warnings: Warning[] = pdf.repaired ? [{ kind: 'document-repaired', count: 1 }] : [];
    const store = { sink, stored: new Set<string>(), warnings };
    let extraction = createExtraction(pdf);
    let ocrPages = 0;
    let unreadable = 0;
    for (let number = start; number <= end; number++) {
      if ((number - start) % PAGES_PER_OPENING === PAGES_PER_OPENING - 1) {
        pdf.close();
        pdf = await openFile(file);
        extraction = createExtraction(pdf);
      }
      const page = await extractOr(extraction, number, warnings);
      if (page === undefined) {
        if (++unreadable === pages)
          throw new Failure('corrupt_document', warnings.at(-1)?.detail ?? 'no page can be read');
        const empty = layoutPage(emptyPage(number));
        summary.add(empty);
        await sink.page(empty);
        continue;
      }
      const source = textSource(page);
      if (source !== 'text' && options.native === 'refuse') return 'needs-native';
      let { raw } = page;
      if (source !== 'text') {
        const read =
          (source === 'picture' ? await readScan(pdf, page, options) : undefined) ??
          (await readDrawing(drawer, page, options));
        ({ raw } = read);
        warnings.push(...read.warnings);
        ocrPages++;
      } else if (page.guessed > 0) {
        warnings.push({ kind: 'unmapped-glyphs', page: number, count: page.guessed });
      }
      for (const [kind, count] of page.problems) warnings.push({ kind, page: number, count });
      if (options.includeImages) {
        const drawings = source === 'text' ? findDrawings(raw) : [];
        if (drawings.length > 0 && options.native === 'refuse') return 'needs-native';
        raw = await storeImages(pdf, page, raw, drawings, options, store);
        raw = await storeDrawings(raw, drawings, options, store, drawer);
      }
      const laidOut = layoutPage(raw);
      for (const warning of laidOut.warnings ?? []) warnings.push({ ...warning, page: number });
      summary.add(laidOut);
      await sink.page(laidOut);
    }
    return { format: 'pdf', range: { start, end }, pages, ocrPages, warnings, layout: summary.finish() };
  } finally {
    pdf.close();
    await drawing?.close();
  }
}

/** A range that ends beyond the document is cut; one that starts there is a failure. */
function rangeWithin(range: PageRange | undefined, pages: number): PageRange {
  const { start, end } = range ?? { start: 1, end: pages };
  if (start < 1 || start > pages)
    throw new Failure(
      'start_page_out_of_range',
      `The document has ${pages} ${pages === 1 ? 'page' : 'pages'}; page ${start} was asked for.`,
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
