import { readFileSync } from 'node:fs';
import { Failure, isFailure } from '../failure.ts';
import type { FormatReader } from '../format-reader.ts';
import { layoutPage } from '../layout/page.ts';
import type { LayoutPage } from '../layout/model/page-model.ts';
import { makeSummary } from '../layout/summary.ts';
import type { ConvertOptions } from '../options.ts';
import type { PartSink, PartSummary } from '../part.ts';
import type { PageRange, PlannedMembers, RemoteFile, Source, SourceFile } from '../source.ts';
import type { Warning } from '../warning.ts';
import { attachedFiles, contentOf, pinnedFile, skippedFiles, skipWarning, withAttachments } from './attachments.ts';
import type { AttachedFiles, SkippedFile } from './attachments.ts';
import { createExtraction } from './extract.ts';
import type { ExtractedPage } from './extract.ts';
import { openPartial, openPdf } from './open.ts';
import type { OpenPdf } from './open.ts';
import { partialPdf, type PartialPdf } from './partial.ts';
import { keepProbed, takeProbed, type Opened } from './probed.ts';
import { textSource } from './quality.ts';
import { beginPage, closeDrawing } from './read-page.ts';
import type { BegunPage, Reading, ReadPage } from './read-page.ts';

/** Pages that a probe reads to find out whether the document is scanned. */
const SAMPLE = 5;
/** Pages after which the document is opened anew: the core keeps every object that it has read. */
const PAGES_PER_OPENING = 64;

/** Reads PDF: its text layer, or what OCR makes of pages that have none. */
export const reader: FormatReader = {
  async probe(file) {
    const pdf = await openFile(file);
    const opened = { pdf, extraction: createExtraction(pdf), pages: new Map<number, ExtractedPage>() };
    let probed = false;
    try {
      const pages = pdf.document.numPages;
      const scanned = await isScanned(opened, pages);
      probed = true;
      return { pages, scanned, ...(attachedFiles(pdf).members.length > 0 && { hasMembers: true }) };
    } finally {
      if (probed) keepProbed(file, opened);
      else pdf.close();
    }
  },
  read: readRange,
  async members(file, limits, use) {
    await file.remote?.whole();
    const pdf = await openFile(file);
    try {
      return await use(
        attachedFiles(pdf).members.map((member) => ({ name: member.name, content: contentOf(member, limits) })),
      );
    } finally {
      pdf.close();
    }
  },
};

/** Reads the file synchronously: the process has nothing else to do, and asynchronous calls cost more. */
async function openFile(file: SourceFile): Promise<OpenPdf> {
  return openPdf(readFileSync(file.path), file.password);
}

/** A document to read pages of: as it was probed, whole, or fetched as far as it is read. */
async function openSource(
  file: SourceFile,
  range: PageRange | undefined,
): Promise<Opened & { readonly partial?: PartialPdf }> {
  const probed = file.remote ? undefined : takeProbed(file);
  if (probed && (range?.start ?? 1) === 1) return probed;
  probed?.pdf.close();
  const remote = file.remote && (await openRemote(file, file.remote));
  const pdf = remote?.pdf ?? (await openFile(file));
  return { pdf, extraction: createExtraction(pdf), pages: new Map(), ...(remote && { partial: remote.partial }) };
}

/** Opens a document of which the bytes are fetched as they are read. If that fails, the whole file is fetched. */
async function openRemote(
  file: SourceFile,
  remote: RemoteFile,
): Promise<{ readonly pdf: OpenPdf; readonly partial: PartialPdf } | undefined> {
  const partial = await partialPdf(remote, file.bytes);
  const pdf = await openPartial(partial, file.password);
  if (pdf) return { pdf, partial };
  await remote.whole();
  return undefined;
}

/** Keeps the pages that it reads in `pages`. */
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

async function readRange(
  { file, range, planMembers }: Source,
  options: ConvertOptions,
  sink: PartSink,
): Promise<PartSummary | 'needs-native'> {
  const { pdf, extraction, pages: extracted, partial } = await openSource(file, range);
  const store = { sink, stored: new Set<string>(), maxPixels: options.limits.imagePixels };
  const reading: Reading = { file, options, store, pdf, partial, extraction, extracted, drawing: undefined };
  try {
    const own = pdf.document.numPages;
    const { attached, members } = await findFiles(reading, planMembers);
    const pages = members?.pages ?? own;
    const within = rangeWithin(range, pages);
    const result = new RangeResult(own, skippedFiles(attached, members));
    if (pdf.repaired) result.warnings.push({ kind: 'document-repaired', count: 1 });
    for await (const read of readPages(reading, { ...within, end: Math.min(within.end, own) })) {
      if (read === 'needs-native') return read;
      await sink.page(result.add(read));
    }
    const { ocrPages, warnings, summary } = result;
    return { format: 'pdf', range: within, pages, ocrPages, warnings, layout: summary.finish() };
  } finally {
    reading.pdf.close();
    await closeDrawing(reading);
  }
}

/** Facts about a range after the pages that were read so far. */
class RangeResult {
  readonly summary = makeSummary();
  readonly warnings: Warning[] = [];
  ocrPages = 0;
  #unreadablePages = 0;
  readonly #pagesOfDocument: number;
  readonly #skipped: readonly SkippedFile[];

  constructor(pagesOfDocument: number, skipped: readonly SkippedFile[]) {
    this.#pagesOfDocument = pagesOfDocument;
    this.#skipped = skipped;
  }

  /** Adds a page, and lays it out. */
  add(read: ReadPage): LayoutPage {
    this.warnings.push(...read.warnings);
    if (read.isUnreadable && ++this.#unreadablePages === this.#pagesOfDocument)
      throw new Failure('corrupt_document', this.warnings.at(-1)?.detail ?? 'no page can be read');
    if (read.ocr) this.ocrPages++;
    const isLast = read.raw.page === this.#pagesOfDocument;
    const files = [...read.files.map(pinnedFile), ...(isLast ? this.#skipped : [])];
    const page = withAttachments(layoutPage(read.raw), files);
    this.warnings.push(...files.map(skipWarning));
    for (const warning of page.warnings ?? []) this.warnings.push({ ...warning, page: page.page });
    this.summary.add(page);
    return page;
  }
}

/** The files that are embedded in the document, and which of them are to be converted. */
async function findFiles(
  reading: Reading,
  plan: Source['planMembers'],
): Promise<{ readonly attached: AttachedFiles; readonly members: PlannedMembers | undefined }> {
  const { partial } = reading;
  const find = (): AttachedFiles => attachedFiles(reading.pdf);
  const attached = partial
    ? await partial.complete(
        async () => find(),
        () => openAnew(reading),
      )
    : find();
  const members = attached.members.length > 0 ? await plan?.(reading.pdf.document.numPages) : undefined;
  return { attached, members };
}

/** Pages in their order. While OCR reads one, the next is begun, so that its picture is ready when its turn comes. */
async function* readPages(reading: Reading, { start, end }: PageRange): AsyncGenerator<ReadPage | 'needs-native'> {
  const isOpenedAnew = (number: number): boolean => (number - start) % PAGES_PER_OPENING === PAGES_PER_OPENING - 1;
  let page: BegunPage | undefined;
  let ahead: BegunPage | undefined;
  try {
    for (let number = start; number <= end; number++) {
      if (isOpenedAnew(number)) await openAnew(reading);
      page = ahead ?? (await begin(reading, number));
      ahead = undefined;
      if (page.isReadByOcr && number < end && !isOpenedAnew(number + 1)) ahead = await begin(reading, number + 1);
      yield await page.finish();
    }
  } finally {
    await Promise.all([page?.settled, ahead?.settled]);
  }
}

/** A page of a document that is only partly here is read until none of its bytes is missing, before any other. */
async function begin(reading: Reading, number: number): Promise<BegunPage> {
  const { partial } = reading;
  if (!partial) return beginPage(reading, number);
  const read = await partial.complete(
    async () => (await beginPage(reading, number)).finish(),
    () => openAnew(reading),
  );
  return { isReadByOcr: false, settled: Promise.resolve(), finish: async () => read };
}

async function openAnew(reading: Reading): Promise<void> {
  const { file, partial } = reading;
  reading.pdf.close();
  const pdf = partial ? await openPartial(partial, file.password) : await openFile(file);
  if (!pdf) throw new Failure('corrupt_document', 'The document could be opened only once.');
  reading.pdf = pdf;
  reading.extraction = createExtraction(pdf);
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
