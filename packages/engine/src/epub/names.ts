import { posix } from 'node:path';
import { elementsOf, textOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';

/** Where the destination of a link within the book is kept: as `href` it would lead nowhere in the Markdown. */
export const INTERNAL = 'internal href';

/** Where a reference leads: a part of the archive, and the id behind `#`. */
export function resolveHref(folder: string, href: string): { readonly part: string; readonly id: string } {
  const [path = '', id = ''] = href.split('#');
  const joined = posix.normalize(posix.join('/', folder, decode(path))).replace(/^\/+/, '');
  return { part: joined, id: decode(id) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A name without its prefix, which books choose freely. */
export function localName({ name }: XmlElement): string {
  return name.slice(name.indexOf(':') + 1);
}

export function childNamed(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return elementsOf(element).find((child) => localName(child) === name);
}

export function childrenNamed(element: XmlElement | undefined, name: string): XmlElement[] {
  return elementsOf(element).filter((child) => localName(child) === name);
}

export function plainText(element: XmlElement | undefined): string {
  return textOf(element).replaceAll(/\s+/g, ' ').trim();
}
