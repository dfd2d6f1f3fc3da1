import { Failure, isFailure } from '../failure.ts';
import type { FormatReader } from '../format-reader.ts';
import type { Format } from '../format.ts';
import { layoutPage } from '../layout/page.ts';
import type { FigureBlock, LayoutPage } from '../layout/model/page-model.ts';
import { makeSummary } from '../layout/summary.ts';
import type { Limits } from '../limits.ts';
import { engineFor } from '../ocr/engine-for.ts';
import { ocrWarnings } from '../ocr/ocr-warnings.ts';
import { rawPageOf } from '../ocr/raw-of-picture.ts';
import { readPicture } from '../ocr/read-picture.ts';
import type { ConvertOptions } from '../options.ts';
import type { PartSink, PartSummary } from '../part.ts';
import type { Source, SourceFile } from '../source.ts';
import type { Warning } from '../warning.ts';
import { assetOf } from './asset.ts';
import { rawOfDrawing } from './drawing/raw-of-drawing.ts';
import { decodeFrame, openImage } from './decode.ts';
import type { ImageFile } from './decode.ts';

/**
 * Pictures: each frame of a TIFF is a page, any other file is one. The text is read by OCR, unless a drawing states it.
 */
export const reader: FormatReader = {
  async probe(file: SourceFile, format: Format, limits: Limits) {
    const image = await openImage(file.path, format, limits);
    return { pages: image.frames, scanned: true };
  },

  async read({ file, format, range }: Source, options: ConvertOptions, sink: PartSink): Promise<PartSummary> {
    const image = await openImage(file.path, format, options.limits);
    const start = range?.start ?? 1;
    const end = Math.min(range?.end ?? image.frames, image.frames);
    if (start > image.frames)
      throw new Failure('start_page_out_of_range', `The image has ${image.frames} frames; page ${start} was requested`);
    const warnings: Warning[] = [];
    let ocrPages = 0;
    const summary = makeSummary();
    for (let page = start; page <= end; page++) {
      const read = await readFrame(image, page, options, sink);
      warnings.push(...read.warnings);
      if (read.isSeen) ocrPages += 1;
      summary.add(read.model);
      await sink.page(read.model);
    }
    return {
      format,
      range: { start, end },
      pages: image.frames,
      ocrPages,
      warnings,
      layout: summary.finish(),
    };
  },
};

interface FrameRead {
  readonly model: LayoutPage;
  readonly warnings: readonly Warning[];
  /** True where OCR has read it. */
  readonly isSeen: boolean;
  /** True where it could not be decoded. */
  readonly isBroken?: boolean;
}

/** One frame as a page. With `includeImages`, the picture itself stands before its text. */
async function readFrame(image: ImageFile, page: number, options: ConvertOptions, sink: PartSink): Promise<FrameRead> {
  const read = (await readStatedText(image, options)) ?? (await readSeenText(image, page, options));
  const warnings = image.skipped > 0 ? [skipped(page, image.skipped), ...read.warnings] : read.warnings;
  if (!options.includeImages || read.isBroken) return { ...read, warnings };
  const asset = await assetOf(image, page);
  await sink.asset(asset);
  const { width, height, blocks } = read.model;
  const figure: FigureBlock = {
    kind: 'figure',
    asset: asset.name,
    alt: '',
    box: [0, 0, width, height],
    column: [0, width],
  };
  return { ...read, warnings, model: { ...read.model, blocks: [figure, ...blocks] } };
}

/** A drawing that states its text need not be looked at. */
async function readStatedText(
  { format, path }: ImageFile,
  { ocr, limits }: ConvertOptions,
): Promise<FrameRead | undefined> {
  if (format !== 'svg' || ocr.mode === 'force') return undefined;
  const raw = await rawOfDrawing(path, limits);
  return raw && { model: layoutPage(raw), warnings: [], isSeen: false };
}

async function readSeenText(image: ImageFile, page: number, options: ConvertOptions): Promise<FrameRead> {
  const isSeen = options.ocr.mode !== 'off';
  const read = await readable(image, page, options);
  const model = layoutPage(rawPageOf(read ?? EMPTY, page));
  if (!read) return { model, warnings: [{ kind: 'page-unreadable', page, count: 1 }], isSeen, isBroken: true };
  const damaged: Warning[] = read.damaged ? [{ kind: 'image-damaged', page, count: 1 }] : [];
  return { model, warnings: [...damaged, ...(isSeen ? ocrWarnings(read, page) : [withoutText(page)])], isSeen };
}

const skipped = (page: number, count: number): Warning => ({
  kind: 'frames-skipped',
  page,
  count,
  detail: 'only the first frame of an animation was read',
});

const EMPTY = { width: 595, height: 842, runs: [], rules: [], confidence: 0, turned: 0 } as const;

const withoutText = (page: number): Warning => ({ kind: 'page-without-text', page, count: 1, detail: 'OCR is off' });

/** A broken frame among others costs only itself; a broken picture is a broken document. */
async function readable(image: ImageFile, page: number, options: ConvertOptions) {
  try {
    const { picture, damaged } = await decodeFrame(image, page, options.limits);
    if (options.ocr.mode === 'off') return { ...EMPTY, damaged };
    return { ...(await readPicture(picture, engineFor(options.ocr), options.ocr.ask)), damaged };
  } catch (error) {
    if (isFailure(error) && error.code === 'corrupt_document' && image.frames > 1) return undefined;
    throw error;
  }
}
