import { posix } from 'node:path';
import type { Archive } from '../archive/open-archive.ts';
import { isFailure } from '../failure.ts';
import type { Limits } from '../limits.ts';
import { elementsOf, findAll } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import { parseXml } from '../xml/parse.ts';
import { childNamed, childrenNamed, localName, plainText, resolveHref } from './names.ts';

export interface ContentsEntry {
  readonly label: string;
  /** From 1. */
  readonly level: number;
}

/** The table of contents: a navigation document (EPUB 3.3, 7) or, in books of EPUB 2, an NCX. A broken one is none. */
export async function readContents(
  archive: Archive,
  nav: string | undefined,
  ncx: string | undefined,
  limits: Limits,
): Promise<ReadonlyMap<string, ContentsEntry>> {
  const found = new Map<string, ContentsEntry>();
  const add = (from: string, href: string | undefined, label: string, level: number): void => {
    if (href === undefined || label === '') return;
    const { part } = resolveHref(posix.dirname(from), href);
    if (!found.has(part)) found.set(part, { label, level });
  };
  const visitNav = (list: XmlElement | undefined, part: string, level: number): void => {
    for (const item of childrenNamed(list, 'li')) {
      const link = childNamed(item, 'a');
      add(part, link?.attributes['href'], plainText(link), level);
      visitNav(childNamed(item, 'ol'), part, level + 1);
    }
  };
  const visitNcx = (parent: XmlElement | undefined, part: string, level: number): void => {
    for (const point of childrenNamed(parent, 'navPoint')) {
      const source = childNamed(point, 'content')?.attributes['src'];
      add(part, source, plainText(childNamed(point, 'navLabel')), level);
      visitNcx(point, part, level + 1);
    }
  };
  const read = async (part: string | undefined): Promise<XmlElement | undefined> => {
    const bytes = part === undefined ? undefined : await archive.read(part);
    try {
      return bytes && parseXml(bytes, limits.depth);
    } catch (error) {
      if (isFailure(error) && error.code === 'corrupt_document') return undefined;
      throw error;
    }
  };
  const navRoot = await read(nav);
  for (const element of navRoot ? findAll(navRoot, 'nav') : [])
    if (/\btoc\b/.test(element.attributes['epub:type'] ?? '')) visitNav(childNamed(element, 'ol'), nav!, 1);
  if (found.size > 0) return found;
  const ncxRoot = await read(ncx);
  visitNcx(
    elementsOf(ncxRoot).find((child) => localName(child) === 'navMap'),
    ncx ?? '',
    1,
  );
  return found;
}
