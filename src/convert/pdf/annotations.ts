import type { RawLink, RawWidget } from '../layout/model/raw-page.ts';
import type { Core, CoreCatalog, CoreDict, CorePage, CoreRef, CoreStream } from './core/types.ts';
import { quantise, transformBox } from './matrix.ts';
import type { Box, Matrix } from './matrix.ts';
import type { OpenPdf } from './open.ts';

/** Annotation flags (ISO 32000-1, table 165). */
const FLAG = { hidden: 2, noView: 32 } as const;
const MAX_ANNOTATIONS = 10_000;
/** Names of objects that stand for pages are followed up to here in the field tree. */
const MAX_DEPTH = 20;

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
  readonly widgets: RawWidget[];
  readonly appearances: Appearance[];
  /** Fields with a value that nothing draws. */
  readonly undrawn: RawWidget[];
}

/** Reads a page's annotations, as far as they show text or lead somewhere. */
export async function readAnnotations(
  pdf: Pick<OpenPdf, 'core' | 'document'>,
  page: CorePage,
  space: Matrix,
): Promise<Annotations> {
  const found: Annotations = { links: [], widgets: [], appearances: [], undrawn: [] };
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

/** Undefined for what is no annotation or is not shown. */
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
  const [x0, y0, x1, y1] = transformBox(space, rect);
  const area = { x0: quantise(x0), y0: quantise(y0), x1: quantise(x1), y1: quantise(y1) };
  const subtype = nameOf(core, dict.get('Subtype'));
  if (subtype === 'Link') {
    const href = await linkTarget(core, document.catalog, dict);
    if (href !== undefined) found.links.push({ ...area, href });
  } else if (subtype === 'Widget') {
    const widget = readWidget(core, dict);
    if (widget !== undefined) found.widgets.push({ ...area, ...widget });
    const drawn = addAppearance(core, annotation, true, found.appearances);
    if (!drawn && widget?.value !== undefined) found.undrawn.push({ ...area, ...widget });
  } else if (subtype === 'FreeText' || subtype === 'Stamp') {
    addAppearance(core, annotation, false, found.appearances);
  }
}

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
  const page = isRefLike(to) ? await catalog.getPageIndex(to).catch(() => -1) : typeof to === 'number' ? to : -1;
  if (page < 0) return undefined;
  const how = (fit as { name?: string } | undefined)?.name;
  const y =
    how === 'XYZ'
      ? numbers[1]
      : how === 'FitH' || how === 'FitBH'
        ? numbers[0]
        : how === 'FitR'
          ? numbers[3]
          : undefined;
  return typeof y === 'number' ? { page: page + 1, y } : { page: page + 1 };
}

function isRefLike(value: unknown): value is CoreRef {
  return typeof value === 'object' && value !== null && 'num' in value && 'gen' in value;
}

/** Field flags (ISO 32000-1, tables 226 and 230). */
const FIELD_FLAG = { radio: 1 << 15, push: 1 << 16, password: 1 << 13 } as const;

function readWidget(core: Core, dict: CoreDict): Pick<RawWidget, 'name' | 'kind' | 'value' | 'checked'> | undefined {
  const type = nameOf(core, inherited(core, dict, 'FT'));
  const flags = inherited(core, dict, 'Ff');
  const bits = typeof flags === 'number' ? flags : 0;
  const name = fieldName(core, dict);
  const value = inherited(core, dict, 'V');
  switch (type ?? '') {
    case 'Tx':
      return { name, kind: 'text', ...((bits & FIELD_FLAG.password) === 0 ? textValue(core, value) : {}) };
    case 'Ch':
      return { name, kind: 'choice', ...textValue(core, Array.isArray(value) ? value[0] : value) };
    case 'Btn': {
      if ((bits & FIELD_FLAG.push) !== 0) return { name, kind: 'button' };
      const state = nameOf(core, dict.get('AS')) ?? nameOf(core, value);
      return {
        name,
        kind: (bits & FIELD_FLAG.radio) !== 0 ? 'radio' : 'checkbox',
        checked: state !== undefined && state !== 'Off',
      };
    }
    case 'Sig':
      return { name, kind: 'signature' };
    default:
      return undefined;
  }
}

function textValue(core: Core, value: unknown): { value?: string } {
  const text =
    typeof value === 'string'
      ? core.stringToPDFString(value)
      : value instanceof core.BaseStream
        ? Buffer.from(value.getBytes()).toString('latin1')
        : '';
  return text === '' ? {} : { value: text };
}

function inherited(core: Core, dict: CoreDict, key: string): unknown {
  let at: unknown = dict;
  for (let depth = 0; at instanceof core.Dict && depth < MAX_DEPTH; depth++) {
    const value = at.get(key);
    if (value !== undefined) return value;
    at = at.get('Parent');
  }
  return undefined;
}

function fieldName(core: Core, dict: CoreDict): string {
  const names: string[] = [];
  let at: unknown = dict;
  for (let depth = 0; at instanceof core.Dict && depth < MAX_DEPTH; depth++) {
    const name = at.get('T');
    if (typeof name === 'string') names.unshift(core.stringToPDFString(name));
    at = at.get('Parent');
  }
  return names.join('.');
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
