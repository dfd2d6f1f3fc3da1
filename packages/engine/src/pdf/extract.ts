import { Failure, isFailure, unreadable } from '../failure.ts';
import { RUN } from '../layout/model/raw-page.ts';
import type { RawFont, RawImage, RawPage, RawRun, RawTag } from '../layout/model/raw-page.ts';
import { readAnnotations } from './annotations.ts';
import type { Appearance } from './annotations.ts';
import { FIELD_FONT, FIELD_FONT_KEY, placedWidgets, withFieldValues } from './field-text.ts';
import { asBox, asMatrix, multiply, pageSpace, quantise, transformBox } from './matrix.ts';
import type { Matrix } from './matrix.ts';
import type { OpenPdf } from './open.ts';
import { readOutline } from './outline.ts';
import type { OutlineByPage, OutlineEntry } from './outline.ts';
import type { CorePage } from '../../../pdf-core/src/types.ts';
import { readTags } from './tags.ts';
import { markHidden } from './visibility.ts';
import { createColors } from './walk/colors.ts';
import type { Colors } from './walk/colors.ts';
import type { Surroundings } from './walk/content.ts';
import { createFontLoader } from './walk/fonts.ts';
import type { FontCache } from './walk/fonts.ts';
import type { WalkImage } from './walk/images.ts';
import { UNMARKED } from './walk/marked.ts';
import type { WalkRun } from './walk/run.ts';
import { initialState } from './walk/state.ts';
import { levelCurves } from './walk/curved.ts';
import { Walker } from './walk/walker.ts';

/** Shared by the pages of one document while it is open. */
export interface Extraction {
  page(number: number): Promise<ExtractedPage>;
}

export interface ExtractedPage {
  readonly raw: RawPage;
  /** By `RawImage`, for those whose pixels are wanted. */
  readonly images: readonly WalkImage[];
  /** Kinds of what could not be read, and how often. */
  readonly problems: ReadonlyMap<string, number>;
  /** Letters that are shown, and those of them whose meaning is a guess. */
  readonly letters: number;
  readonly guessed: number;
  /** Painted pieces of the size of letters. */
  readonly outlines: number;
  /** Names of files that are attached to the page. */
  readonly files: readonly string[];
}

export function createExtraction(pdf: OpenPdf): Extraction {
  const { core, document } = pdf;
  const { xref, catalog } = document;
  const colors = createColors(core, xref, catalog.globalColorSpaceCache);
  const fontCache: FontCache = { looks: new WeakMap(), programs: undefined };
  let outline: Promise<OutlineByPage> | undefined;
  return {
    async page(number) {
      outline ??= readOutline(core, catalog).catch(() => new Map() as OutlineByPage);
      try {
        return await extractPage({ pdf, colors, fontCache, outline: await outline }, number);
      } catch (error) {
        if (isFailure(error)) throw error;
        throw unreadable(`Page ${number} cannot be read.`, error, number);
      }
    },
  };
}

/** Shared by the pages of a document. */
interface Shared {
  readonly pdf: OpenPdf;
  readonly colors: Colors;
  readonly fontCache: FontCache;
  readonly outline: OutlineByPage;
}

const isSize = (length: number): boolean => length > 0 && length < 1e6;

async function extractPage({ pdf, colors, fontCache, outline }: Shared, number: number): Promise<ExtractedPage> {
  const { core, document, handler } = pdf;
  const { xref, catalog } = document;
  const page = await pdf.page(number);
  const { matrix, width, height } = pageSpace(page);
  if (!isSize(width) || !isSize(height)) throw new Failure('corrupt_document', `Page ${number} has no size.`, number);
  const state = initialState(matrix, [0, 0, width, height]);
  const evaluator = page._createPartialEvaluator(handler);
  const loader = createFontLoader({ core, evaluator, cache: fontCache, page: number });
  const walker = new Walker({ number, core, xref, colors, loader, layers: catalog.optionalContentConfig });
  const around = { resources: page.resources, state, mark: UNMARKED, depth: 0, flags: 0 };
  await walker.walk(await page.getContentStream(), around);
  const { links, fields, appearances, strikes, files } = await readAnnotations(pdf, page, matrix);
  for (const appearance of appearances) await walkAppearance(walker, appearance, around);
  markHidden(walker.text.runs, [...walker.paths.boxes, ...walker.paths.shapes], walker.images);
  const runs = levelCurves(walker.text.runs).filter(
    (run) => run.x1 > 0 && run.y1 > 0 && run.x0 < width && run.y0 < height,
  );
  const tags = readTags(catalog, page);
  const label = catalog.pageLabels?.[number - 1];
  const images = walker.images.map((image) => withAlt(image, tags));
  if (walker.paths.dropped > 0) walker.problems.set('drawing-cut', walker.paths.dropped);
  const raw: RawPage = {
    page: number,
    width: quantise(width),
    height: quantise(height),
    source: 'text',
    runs: withFieldValues({ runs: runs.map(stated), rules: walker.paths.rules }, fields),
    fonts: { ...usedFonts(walker, runs), ...(fields.length > 0 ? { [FIELD_FONT_KEY]: FIELD_FONT } : {}) },
    rules: [...walker.paths.rules.map(withoutOrder), ...strikes],
    boxes: walker.paths.boxes.map(withoutOrder),
    shapes: walker.paths.shapes.map(withoutOrder),
    images: images.map(({ image }) => image),
    links,
    widgets: placedWidgets(fields, { runs, rules: walker.paths.rules }),
    outline: placedOutline(outline.get(number) ?? [], page, matrix),
    ...(tags === undefined ? {} : { tags }),
    ...(hasOwnLabel(label, number) ? { label } : {}),
  };
  const counts = { ...countLetters(runs), outlines: walker.paths.outlines };
  return { raw, images, problems: walker.problems, ...counts, files };
}

/** Whether a page is called something else than its number. */
const hasOwnLabel = (label: string | undefined, page: number): label is string =>
  label !== undefined && label !== '' && label !== String(page);

const placedOutline = (entries: readonly OutlineEntry[], page: CorePage, matrix: Matrix): RawPage['outline'] =>
  entries.map(({ level, title, userY }) => ({
    level,
    title,
    ...(userY === undefined
      ? {}
      : { y: quantise(transformBox(matrix, [page.view[0], userY, page.view[0], userY])[1]) }),
  }));

function countLetters(runs: readonly WalkRun[]): Pick<ExtractedPage, 'letters' | 'guessed'> {
  const visible = runs.filter((run) => (run.flags & RUN.hidden) === 0);
  return {
    letters: visible.reduce((sum, run) => sum + run.text.length, 0),
    guessed: visible.reduce((sum, run) => sum + run.guessed, 0),
  };
}

async function walkAppearance(
  walker: Walker,
  { stream, id, rect, field }: Appearance,
  page: Surroundings,
): Promise<void> {
  const { dict } = stream;
  const box = asBox(dict?.getArray('BBox'));
  if (dict === null || box === undefined) return;
  const own = asMatrix(dict.getArray('Matrix')) ?? [1, 0, 0, 1, 0, 0];
  const [bx0, by0, bx1, by1] = transformBox(own, box);
  const [x0, x1] = [Math.min(rect[0], rect[2]), Math.max(rect[0], rect[2])];
  const [y0, y1] = [Math.min(rect[1], rect[3]), Math.max(rect[1], rect[3])];
  if (!(bx1 > bx0 && by1 > by0)) return;
  const sx = (x1 - x0) / (bx1 - bx0);
  const sy = (y1 - y0) / (by1 - by0);
  const fit: Matrix = [sx, 0, 0, sy, x0 - bx0 * sx, y0 - by0 * sy];
  const state = initialState(multiply(page.state.ctm, fit), page.state.clip);
  await walker.form(stream, id, { ...page, state, depth: 1, flags: field ? RUN.field : RUN.annotation });
}

/** One by one: to copy all properties but two takes three times as long. */
function stated(run: WalkRun): RawRun {
  const { text, x0, y0, x1, y1, baseline, size, font, color, flags, angle, space, mcid } = run;
  const raw: { -readonly [Key in keyof RawRun]: RawRun[Key] } = {
    text,
    x0,
    y0,
    x1,
    y1,
    baseline,
    size,
    font,
    color,
    flags,
  };
  if (angle !== undefined) raw.angle = angle;
  if (mcid !== undefined) raw.mcid = mcid;
  if (space !== undefined) raw.space = space;
  return raw;
}

function withoutOrder<T extends { order: number }>(piece: T): Omit<T, 'order'> {
  const { order: _order, ...rest } = piece;
  return rest;
}

function usedFonts(walker: Walker, runs: readonly WalkRun[]): Record<string, RawFont> {
  const fonts: Record<string, RawFont> = {};
  for (const run of runs) {
    const font = walker.fonts.get(run.font);
    if (font !== undefined) fonts[run.font] ??= font.look;
  }
  return fonts;
}

/** The text that a tagged document gives for an image. */
function withAlt(image: WalkImage, tags: readonly RawTag[] | undefined): WalkImage {
  const { mcid } = image.image;
  const alt = tags === undefined || mcid === undefined ? undefined : altOf(tags, mcid);
  return alt === undefined ? image : { ...image, image: { ...image.image, alt } satisfies RawImage };
}

function altOf(tags: readonly RawTag[], mcid: number): string | undefined {
  for (const tag of tags) {
    if (tag.content.includes(mcid)) return tag.alt;
    const below = altOf(tag.kids, mcid);
    if (below !== undefined) return below;
    if (tag.alt !== undefined && tag.role === 'Figure' && holds(tag, mcid)) return tag.alt;
  }
  return undefined;
}

function holds(tag: RawTag, mcid: number): boolean {
  return tag.content.includes(mcid) || tag.kids.some((kid) => holds(kid, mcid));
}
