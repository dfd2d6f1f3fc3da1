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
import { decodeFrame, openImage } from './decode.ts';
import type { ImageFile } from './decode.ts';

/** Pictures: each frame of a TIFF is a page, any other file is one. The text is read by OCR. */
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
    const summary = makeSummary();
    for (let page = start; page <= end; page++) {
      const read = await readFrame(image, page, options, sink);
      warnings.push(...read.warnings);
      summary.add(read.model);
      await sink.page(read.model);
    }
    return {
      format,
      range: { start, end },
      pages: image.frames,
      ocrPages: options.ocr.mode === 'off' ? 0 : end - start + 1,
      warnings,
      layout: summary.finish(),
    };
  },
};

/** One frame as a page. With `includeImages`, the picture itself stands before its text. */
async function readFrame(
  image: ImageFile,
  page: number,
  options: ConvertOptions,
  sink: PartSink,
): Promise<{ model: LayoutPage; warnings: Warning[] }> {
  const warnings: Warning[] =
    image.skipped > 0
      ? [
          {
            kind: 'frames-skipped',
            page,
            count: image.skipped,
            detail: 'only the first frame of an animation was read',
          },
        ]
      : [];
  const read = await readable(image, page, options);
  if (!read)
    return { model: layoutPage(rawPageOf(EMPTY, page)), warnings: [{ kind: 'page-unreadable', page, count: 1 }] };
  if (read.damaged) warnings.push({ kind: 'image-damaged', page, count: 1 });
  const model = layoutPage(rawPageOf(read, page));
  warnings.push(...(options.ocr.mode === 'off' ? [withoutText(page)] : ocrWarnings(read, page)));
  if (!options.includeImages) return { model, warnings };
  const asset = await assetOf(image, page);
  await sink.asset(asset);
  const figure: FigureBlock = {
    kind: 'figure',
    asset: asset.name,
    alt: '',
    box: [0, 0, model.width, model.height],
    column: [0, model.width],
  };
  return { model: { ...model, blocks: [figure, ...model.blocks] }, warnings };
}

const EMPTY = { width: 595, height: 842, runs: [], rules: [], confidence: 0, turned: 0 } as const;

const withoutText = (page: number): Warning => ({ kind: 'page-without-text', page, count: 1, detail: 'OCR is off' });

/** A broken frame among others costs only itself; a broken picture is a broken document. */
async function readable(image: ImageFile, page: number, options: ConvertOptions) {
  try {
    const { picture, damaged } = await decodeFrame(image, page, options.limits);
    if (options.ocr.mode === 'off') return { ...EMPTY, damaged };
    return { ...(await readPicture(picture, engineFor(options.ocr))), damaged };
  } catch (error) {
    if (isFailure(error) && error.code === 'corrupt_document' && image.frames > 1) return undefined;
    throw error;
  }
}
