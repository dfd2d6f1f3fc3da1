import { isFailure } from '../failure.ts';
import { emptyPage, type RawImage, type RawPage } from '../layout/model/raw-page.ts';
import type { ConvertOptions, OcrMode } from '../options.ts';
import type { SourceFile } from '../source.ts';
import type { Warning } from '../warning.ts';
import type { Drawing } from './draw.ts';
import type { ExtractedPage, Extraction } from './extract.ts';
import { findDrawings } from './figures.ts';
import type { OpenPdf } from './open.ts';
import type { PartialPdf } from './partial.ts';
import { textSource } from './quality.ts';
import type { TextSource } from './quality.ts';
import { readDrawing, readScan, readTooLarge } from './read-scan.ts';
import type { ReadScan } from './read-scan.ts';
import { storeDrawings, storeImages } from './store-images.ts';
import type { ImageStore } from './store-images.ts';
import { trustedText } from './trust/trusted-text.ts';

/** A document while its pages are read. */
export interface Reading {
  readonly file: SourceFile;
  readonly options: ConvertOptions;
  readonly store: Omit<ImageStore, 'warnings'>;
  pdf: OpenPdf;
  extraction: Extraction;
  /** Pages that the probe has extracted. */
  readonly extracted: Map<number, ExtractedPage>;
  /** Undefined where all of it is here. */
  readonly partial: PartialPdf | undefined;
  /** Opened when the first page has to be drawn. */
  drawing: Promise<Drawing> | undefined;
}

/** A page as it is laid out: from its text layer, or read by OCR. */
export interface ReadPage {
  readonly raw: RawPage;
  readonly warnings: readonly Warning[];
  readonly ocr: boolean;
  readonly isUnreadable: boolean;
  /** Names of files that are attached to the page. */
  readonly files: readonly string[];
}

/** A page whose text was extracted, and which OCR has begun to read if it has to. */
export interface BegunPage {
  readonly isReadByOcr: boolean;
  /** Fulfilled once OCR has done with it, well or not. */
  readonly settled: Promise<unknown>;
  /** Reads the rest of it. Pages are finished in their order, once each. */
  finish(): Promise<ReadPage | 'needs-native'>;
}

export async function beginPage(reading: Reading, number: number): Promise<BegunPage> {
  const page = reading.extracted.get(number) ?? (await extractOr(reading.extraction, number));
  reading.extracted.delete(number);
  if ('kind' in page) return notByOcr(async () => unreadable(page, number));
  const source = sourceFor(page, reading.options.ocr.mode);
  if (source === 'text') return notByOcr(() => readText(reading, page));
  if (reading.options.native === 'refuse') return notByOcr(async () => 'needs-native');
  const read = readByOcr(reading, page, source);
  const settled = read.catch(() => undefined);
  return {
    isReadByOcr: true,
    settled,
    finish: async () => {
      const { raw, warnings } = await read;
      return finishPage(reading, page, { raw, warnings, drawings: [], ocr: true });
    },
  };
}

const notByOcr = (finish: BegunPage['finish']): BegunPage => ({
  isReadByOcr: false,
  settled: Promise.resolve(),
  finish,
});

/** Where the text is read from when OCR may be used as the mode says. */
function sourceFor(page: ExtractedPage, mode: OcrMode): TextSource {
  const best = textSource(page);
  if (mode === 'off') return 'text';
  return mode === 'force' && best === 'text' ? 'drawing' : best;
}

/** The text layer, as far as it says what the page shows. */
async function readText(reading: Reading, page: ExtractedPage): Promise<ReadPage | 'needs-native'> {
  const { options } = reading;
  const number = page.raw.page;
  const warnings: Warning[] = [];
  if (options.ocr.mode === 'off' && textSource(page) !== 'text')
    warnings.push({ kind: 'page-without-text', page: number, count: 1, detail: 'OCR is off' });
  const trusted = await trustedText(page.raw, options, () => drawingOf(reading));
  if (trusted === 'needs-native') return trusted;
  const { raw, ocr } = trusted;
  warnings.push(...trusted.warnings);
  if (!ocr && page.guessed > 0) warnings.push({ kind: 'unmapped-glyphs', page: number, count: page.guessed });
  const drawings = options.includeImages ? findDrawings(raw) : [];
  if (drawings.length > 0 && options.native === 'refuse') return 'needs-native';
  return finishPage(reading, page, { raw, warnings, drawings, ocr });
}

async function readByOcr(reading: Reading, page: ExtractedPage, source: TextSource): Promise<ReadScan> {
  const { pdf, options } = reading;
  const scan =
    (await readTooLarge(pdf, page, options)) ?? (source === 'picture' ? await readScan(pdf, page, options) : undefined);
  if (scan) return scan;
  const read = await readDrawing(() => drawingOf(reading), page, options);
  if (options.ocr.mode === 'force') return read;
  const { guessed, raw } = page;
  if (isPoorer(read, page)) return { raw, warnings: guessed > 0 ? [unmapped('unmapped-glyphs', page)] : [] };
  if (guessed === 0) return read;
  const kind = read.raw === raw ? 'unmapped-glyphs' : 'text-layer-unmapped';
  return { raw: read.raw, warnings: [...read.warnings, unmapped(kind, page)] };
}

const unmapped = (kind: string, { raw, guessed }: ExtractedPage): Warning => ({ kind, page: raw.page, count: guessed });

/** A figure beside a few letters that are known is no text, if OCR doubts it. */
const FIGURE = { letters: 25, confidence: 60 };
/** Share of letters whose meaning is a guess up to which the text layer is better than what OCR sees of it. */
const GUESSED = 0.5;

/** Whether OCR has read less than what the text layer says. */
function isPoorer({ raw }: ReadScan, { letters, guessed }: ExtractedPage): boolean {
  if (letters === 0 || raw.source !== 'ocr') return false;
  const read = raw.runs.reduce((sum, run) => sum + run.text.length, 0);
  if (guessed > 0) return guessed < GUESSED * letters && read < letters - guessed;
  return letters < FIGURE.letters && (read < letters || (raw.confidence ?? 0) < FIGURE.confidence);
}

/** Adds what was seen on the page beside its text, and stores its images if they are asked for. */
async function finishPage(
  reading: Reading,
  page: ExtractedPage,
  {
    raw,
    ocr,
    drawings,
    ...read
  }: Omit<ReadPage, 'isUnreadable' | 'files'> & { readonly drawings: readonly RawImage[] },
): Promise<ReadPage> {
  const warnings = [...read.warnings];
  for (const [kind, count] of page.problems) warnings.push({ kind, page: raw.page, count });
  if (!reading.options.includeImages) return { raw, warnings, ocr, isUnreadable: false, files: page.files };
  const store = { ...reading.store, warnings };
  const stored = await storeImages(reading.pdf, page, { raw, drawings }, store);
  const drawn = await storeDrawings({ raw: stored, drawings }, store, () => drawingOf(reading));
  return { raw: drawn, warnings, ocr, isUnreadable: false, files: page.files };
}

function drawingOf(reading: Reading): Promise<Drawing> {
  return (reading.drawing ??= openWhole(reading));
}

async function openWhole({ file, partial }: Reading): Promise<Drawing> {
  if (partial) await file.remote?.whole();
  return (await import('./draw.ts')).openDrawing(file);
}

export async function closeDrawing({ drawing }: Reading): Promise<void> {
  const opened = await drawing?.catch(() => undefined);
  await opened?.close();
}

/** A page that cannot be read is left empty with a warning: the others are worth having. Limits are not bent. */
async function extractOr(extraction: Extraction, number: number): Promise<ExtractedPage | Warning> {
  try {
    return await extraction.page(number);
  } catch (error) {
    if (!isFailure(error) || error.code !== 'corrupt_document') throw error;
    return { kind: 'page-unreadable', page: number, count: 1, detail: error.message };
  }
}

function unreadable(warning: Warning, page: number): ReadPage {
  return { raw: emptyPage(page), warnings: [warning], ocr: false, isUnreadable: true, files: [] };
}
