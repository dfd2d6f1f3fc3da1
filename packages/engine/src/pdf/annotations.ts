import type { RawLink, RawRule, Rect } from '../layout/model/raw-page.ts';
import { fileName } from './attachments.ts';
import type { Core, CoreCatalog, CoreDict, CorePage, CoreRef, CoreStream } from '../../../pdf-core/src/types.ts';
import type { PlacedField } from './field-text.ts';
import { needsAppearances, readField, readFreeText, type Field } from './fields.ts';
import { quantise, transformBox } from './matrix.ts';
import type { Box, Matrix } from './matrix.ts';
import type { OpenPdf } from './open.ts';

/** Annotation flags (ISO 32000-1, table 165). */
const FLAG = { hidden: 2, noView: 32 } as const;
const MAX_ANNOTATIONS = 10_000;
/** Quadrilaterals of an annotation that marks text: four corners each (ISO 32000-2, table 182). */
const QUAD_NUMBERS = 8;
const STRIKE_WIDTH = 0.5;
const ROUNDING = 1;

/** An appearance to walk: the text of form fields and free text annotations is drawn by it. */
export interface Appearance {
  readonly stream: CoreStream;
  readonly id: string;
  /** From the annotation's place to the page (ISO 32000-1, 12.5.5). */
  readonly rect: Box;
  readonly field: boolean;
}

export interface Annotations {
  readonly links: RawLink[];
  readonly fields: PlacedField[];
  readonly appearances: Appearance[];
  /** Lines through text that is struck. */
  readonly strikes: RawRule[];
  /** Names of files that lie in the page. */
  readonly files: string[];
}

/** Reads a page's annotations, as far as they show text or lead somewhere. */
export async function readAnnotations(
  pdf: Pick<OpenPdf, 'core' | 'document'>,
  page: CorePage,
  space: Matrix,
): Promise<Annotations> {
  const found: Annotations = { links: [], fields: [], appearances: [], strikes: [], files: [] };
  for (const raw of page.annotations.slice(0, MAX_ANNOTATIONS)) {
    try {
      const annotation = annotationOf(pdf, raw);
      if (annotation !== undefined) await readAnnotation(pdf, annotation, space, found);
    } catch {
      // an annotation that cannot be read is not on the page
    }
  }
  return found;
}

interface Annotation {
  readonly dict: CoreDict;
  readonly rect: Box;
  /** Its reference, if it has one. */
  readonly id: string | undefined;
}

/** Undefined for an annotation that is damaged or hidden. */
function annotationOf({ core, document }: Pick<OpenPdf, 'core' | 'document'>, raw: unknown): Annotation | undefined {
  const dict = document.xref.fetchIfRef(raw);
  if (!(dict instanceof core.Dict)) return undefined;
  const rect = dict.getArray('Rect');
  const flags = dict.get('F');
  if (!isRect(rect) || (typeof flags === 'number' && (flags & (FLAG.hidden | FLAG.noView)) !== 0)) return undefined;
  return { dict, rect, id: raw instanceof core.Ref ? raw.toString() : undefined };
}

async function readAnnotation(
  { core, document }: Pick<OpenPdf, 'core' | 'document'>,
  annotation: Annotation,
  space: Matrix,
  found: Annotations,
): Promise<void> {
  const { dict, rect } = annotation;
  const area = areaOf(space, rect);
  switch (nameOf(core, dict.get('Subtype')) ?? '') {
    case 'Link': {
      const href = await linkTarget(core, document.catalog, dict);
      if (href !== undefined)
        found.links.push(...placesOf(annotation).map((place) => ({ ...areaOf(space, place), href })));
      return;
    }
    case 'Widget':
      addField(found, area, readField(core, dict, needsAppearances(document.catalog)));
      addAppearance(core, annotation, true, found.appearances);
      return;
    case 'FreeText':
      if (!addAppearance(core, annotation, false, found.appearances)) addField(found, area, readFreeText(core, dict));
      return;
    case 'Stamp':
      addAppearance(core, annotation, false, found.appearances);
      return;
    case 'FileAttachment':
      addFile(found, fileName(core, dict.get('FS')));
      return;
    case 'StrikeOut':
      found.strikes.push(...strikesOf(dict.getArray('QuadPoints'), space));
  }
}

function addField({ fields }: Annotations, area: Omit<PlacedField, keyof Field>, field: Field | undefined): void {
  if (field !== undefined) fields.push({ ...area, ...field });
}

function addFile({ files }: Annotations, name: string | undefined): void {
  if (name !== undefined) files.push(name);
}

/** A line through the middle of each piece of text that an annotation strikes. */
function strikesOf(points: unknown, space: Matrix): RawRule[] {
  return quadsOf(points).map((quad) => {
    const { x0, y0, x1, y1 } = areaOf(space, quad);
    const y = quantise((y0 + y1) / 2);
    return { x0, y0: y, x1, y1: y, kind: 'horizontal', width: STRIKE_WIDTH, color: 0 };
  });
}

/** Where a link is. If its quadrilaterals leave its rectangle, that counts (ISO 32000-2, table 176). */
function placesOf({ dict, rect }: Annotation): Box[] {
  const quads = quadsOf(dict.getArray('QuadPoints'));
  return quads.length > 0 && quads.every((quad) => holds(rect, quad)) ? quads : [rect];
}

/** The box around each piece of text that an annotation marks. */
function quadsOf(points: unknown): Box[] {
  if (!Array.isArray(points) || !points.every((each) => typeof each === 'number' && Number.isFinite(each))) return [];
  const numbers = points as number[];
  const quads: Box[] = [];
  for (let start = 0; start + QUAD_NUMBERS <= numbers.length; start += QUAD_NUMBERS) {
    const quad = numbers.slice(start, start + QUAD_NUMBERS);
    const xs = quad.filter((_, index) => index % 2 === 0);
    const ys = quad.filter((_, index) => index % 2 === 1);
    quads.push([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
  }
  return quads;
}

function areaOf(space: Matrix, box: Box): Rect {
  const [x0, y0, x1, y1] = transformBox(space, box);
  return { x0: quantise(x0), y0: quantise(y0), x1: quantise(x1), y1: quantise(y1) };
}

/** Whether a rectangle, whose corners may be any two, holds a box but for what rounding adds. */
function holds([xa, ya, xb, yb]: Box, [x0, y0, x1, y1]: Box): boolean {
  return (
    x0 >= Math.min(xa, xb) - ROUNDING &&
    y0 >= Math.min(ya, yb) - ROUNDING &&
    x1 <= Math.max(xa, xb) + ROUNDING &&
    y1 <= Math.max(ya, yb) + ROUNDING
  );
}

/** False for an annotation without an appearance. */
function addAppearance(core: Core, { dict, rect, id }: Annotation, field: boolean, into: Appearance[]): boolean {
  const all = dict.get('AP');
  if (!(all instanceof core.Dict)) return false;
  let stream = all.get('N');
  let key = '';
  if (stream instanceof core.Dict) {
    key = nameOf(core, dict.get('AS')) ?? 'Off';
    stream = stream.get(key);
  }
  if (!(stream instanceof core.BaseStream)) return false;
  into.push({ stream, id: `${id ?? `a${into.length}`}${key}`, rect, field });
  return true;
}

async function linkTarget(core: Core, catalog: CoreCatalog, dict: CoreDict): Promise<string | undefined> {
  const action = dict.get('A');
  if (action instanceof core.Dict) {
    const uri = action.get('URI');
    if (typeof uri === 'string') return absoluteUrl(core.stringToPDFString(uri));
    if (nameOf(core, action.get('S')) === 'GoTo') return pageTarget(core, catalog, action.get('D'));
    return undefined;
  }
  return pageTarget(core, catalog, dict.get('Dest'));
}

/** Only what a reader of the Markdown can follow, and nothing that runs code. */
function absoluteUrl(text: string): string | undefined {
  const trimmed = text.trim();
  const candidate = /^www\./i.test(trimmed)
    ? `http://${trimmed}`
    : /^[^\s@:/]+@[^\s@:/]+\.[a-z]+$/i.test(trimmed)
      ? `mailto:${trimmed}`
      : trimmed;
  return /^(?:https?|ftp|mailto|tel|doi|urn):/i.test(candidate) ? candidate.replaceAll(/\s/g, '%20') : undefined;
}

async function pageTarget(core: Core, catalog: CoreCatalog, target: unknown): Promise<string | undefined> {
  const place = await resolveDestination(core, catalog, target);
  return place === undefined ? undefined : `#page=${place.page}`;
}

/** Where a destination leads: a 1-based page, and the y of default user space when it says so. */
export async function resolveDestination(
  core: Core,
  catalog: CoreCatalog,
  target: unknown,
): Promise<{ page: number; y?: number } | undefined> {
  let explicit = target instanceof core.Name ? target.name : target;
  if (typeof explicit === 'string') explicit = catalog.getDestination(explicit);
  if (!Array.isArray(explicit)) return undefined;
  const [to, fit, ...numbers] = explicit as unknown[];
  const page = await pageIndex(catalog, to);
  if (page < 0) return undefined;
  const y = numbers[Y_OPERAND[(fit as { name?: string } | undefined)?.name ?? ''] ?? -1];
  return typeof y === 'number' ? { page: page + 1, y } : { page: page + 1 };
}

/** Which number of a destination is the upper edge of what it shows (ISO 32000-2, table 149). */
const Y_OPERAND: Readonly<Record<string, number>> = { XYZ: 1, FitH: 0, FitBH: 0, FitR: 3 };

/** 0-based; negative for what leads to no page. */
async function pageIndex(catalog: CoreCatalog, target: unknown): Promise<number> {
  if (isRefLike(target)) return catalog.getPageIndex(target).catch(() => -1);
  return typeof target === 'number' ? target : -1;
}

function isRefLike(value: unknown): value is CoreRef {
  return typeof value === 'object' && value !== null && 'num' in value && 'gen' in value;
}

function nameOf(core: Core, value: unknown): string | undefined {
  return value instanceof core.Name ? value.name : undefined;
}

function isRect(value: unknown): value is Box {
  return (
    Array.isArray(value) &&
    value.length === 4 &&
    value.every((side) => typeof side === 'number' && Number.isFinite(side))
  );
}
