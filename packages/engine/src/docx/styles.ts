import { childOf, childrenOf, descend } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';

/** The properties of a style that Markdown can express, with those that it inherits (ECMA-376 part 1, 17.7). */
export interface Style {
  readonly name: string;
  /** 0 for a title, 1 to 9 for heading levels. */
  readonly heading?: number;
  readonly role?: 'code' | 'quote' | 'toc';
  readonly numId?: string;
  readonly ilvl?: number;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly strike?: boolean;
  readonly hidden?: boolean;
  /** Set in a typewriter face. */
  readonly mono?: boolean;
}

export type Styles = ReadonlyMap<string, Style>;

/** Reads word/styles.xml. Chains of basedOn are followed at most 20 deep. */
export function readStyles(root: XmlElement | undefined): Styles {
  const elements = new Map(
    childrenOf(root, 'w:style').map((element) => [element.attributes['w:styleId'] ?? '', element]),
  );
  const styles = new Map<string, Style>();
  for (const id of elements.keys()) styles.set(id, resolve(elements, id, 20));
  return styles;
}

function resolve(elements: ReadonlyMap<string, XmlElement>, id: string, depth: number): Style {
  const element = elements.get(id);
  if (!element || depth === 0) return { name: id };
  const parent = childOf(element, 'w:basedOn')?.attributes['w:val'];
  const inherited = parent === undefined ? undefined : resolve(elements, parent, depth - 1);
  return { ...inherited, ...ownStyle(element, id) };
}

/** The properties of a style without those that it inherits. */
function ownStyle(element: XmlElement, id: string): Style {
  const name = childOf(element, 'w:name')?.attributes['w:val'] ?? id;
  const numbering = descend(element, 'w:pPr', 'w:numPr');
  const numId = childOf(numbering, 'w:numId')?.attributes['w:val'];
  const ilvl = childOf(numbering, 'w:ilvl')?.attributes['w:val'];
  const heading = headingOf(name, descend(element, 'w:pPr', 'w:outlineLvl')?.attributes['w:val']);
  const role = roleOf(name);
  return {
    name,
    ...(heading === undefined ? {} : { heading }),
    ...(role === undefined ? {} : { role }),
    ...(numId === undefined ? {} : { numId }),
    ...(ilvl === undefined ? {} : { ilvl: Number(ilvl) }),
    ...toggles(childOf(element, 'w:rPr')),
    ...face(childOf(element, 'w:rPr')),
  };
}

/** Names are matched since built-in styles keep their English names in every language of Word. */
function headingOf(name: string, outline: string | undefined): number | undefined {
  const level = /^heading (\d)/i.exec(name)?.[1];
  if (level !== undefined) return Number(level);
  if (/^title$/i.test(name)) return 0;
  if (/^subtitle$/i.test(name)) return undefined;
  if (/^toc heading$/i.test(name)) return 1;
  return outline !== undefined && Number(outline) < 9 ? Number(outline) + 1 : undefined;
}

function roleOf(name: string): Style['role'] {
  if (/\b(?:source )?code\b|preformatted|verbatim|^html (?:code|keyboard|sample)/i.test(name)) return 'code';
  if (/^(?:intense )?quote$|^block ?(?:text|quote)$/i.test(name)) return 'quote';
  return /^toc \d$/i.test(name) ? 'toc' : undefined;
}

/** A run's or style's on/off properties: undefined if absent, false for a `w:val` of 0, false or off (17.17.4). */
export function toggle(properties: XmlElement | undefined, name: string): boolean | undefined {
  const element = childOf(properties, name);
  if (!element) return undefined;
  return !/^(?:0|false|off|none)$/.test(element.attributes['w:val'] ?? '1');
}

function toggles(run: XmlElement | undefined): Partial<Style> {
  const bold = toggle(run, 'w:b');
  const italic = toggle(run, 'w:i');
  const strike = toggle(run, 'w:strike');
  const hidden = toggle(run, 'w:vanish');
  return {
    ...(bold === undefined ? {} : { bold }),
    ...(italic === undefined ? {} : { italic }),
    ...(strike === undefined ? {} : { strike }),
    ...(hidden === undefined ? {} : { hidden }),
  };
}

const MONO = /courier|consolas|menlo|monaco|mono|lucida console|source code|fixedsys|terminal/i;

/** Whether the face that properties name is a typewriter's; nothing where they name none. */
export function face(run: XmlElement | undefined): { mono?: boolean } {
  const font = childOf(run, 'w:rFonts')?.attributes['w:ascii'];
  return font === undefined ? {} : { mono: MONO.test(font) };
}
