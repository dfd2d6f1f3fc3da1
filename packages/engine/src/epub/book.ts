import { posix } from 'node:path';
import type { Archive } from '../archive/open-archive.ts';
import { Failure } from '../failure.ts';
import type { Limits } from '../limits.ts';
import { elementsOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import { parseXml } from '../xml/parse.ts';
import { readContents } from './contents.ts';
import type { ContentsEntry } from './contents.ts';
import { childNamed, childrenNamed, localName, resolveHref } from './names.ts';

/** A book as its package document describes it (EPUB 3.3, 5; OPF 2.0.1). */
export interface Book {
  /** Parts of the archive in reading order. */
  readonly spine: readonly SpineItem[];
  /** What the reading order names and the manifest lacks. */
  readonly unknown: readonly string[];
  /** The first entry of the table of contents for each part. */
  readonly contents: ReadonlyMap<string, ContentsEntry>;
}

export interface SpineItem {
  readonly part: string;
  readonly contentType: string;
  /** The table of contents itself. */
  readonly isContents: boolean;
}

interface ManifestItem {
  readonly part: string;
  readonly contentType: string;
  readonly properties: string;
}

/**
 * Reads what the book consists of. Throws `corrupt_document` without a package document, `password_protected` for one
 * under DRM.
 */
export async function readBook(archive: Archive, limits: Limits): Promise<Book> {
  const path = await packagePath(archive, limits);
  const root = await readXml(archive, path, limits);
  if (!root) throw new Failure('corrupt_document', 'The book has no package document.');
  const folder = posix.dirname(path);
  const manifest = new Map<string, ManifestItem>();
  for (const { attributes } of childrenNamed(childNamed(root, 'manifest'), 'item')) {
    const { id, href, 'media-type': contentType = '', properties = '' } = attributes;
    if (id !== undefined && href !== undefined)
      manifest.set(id, { part: resolveHref(folder, href).part, contentType, properties });
  }
  const spine = childNamed(root, 'spine');
  const unknown: string[] = [];
  const items = childrenNamed(spine, 'itemref').flatMap(({ attributes }): SpineItem[] => {
    const id = attributes['idref'];
    const item = manifest.get(id ?? '');
    if (item) return [{ part: item.part, contentType: item.contentType, isContents: /\bnav\b/.test(item.properties) }];
    if (id !== undefined) unknown.push(id);
    return [];
  });
  if (items.length === 0) throw new Failure('corrupt_document', 'The book has no reading order.');
  await refuseEncrypted(archive, items, limits);
  const nav = [...manifest.values()].find(({ properties }) => /\bnav\b/.test(properties));
  const ncx = manifest.get(spine?.attributes['toc'] ?? '');
  return { spine: items, unknown, contents: await readContents(archive, nav?.part, ncx?.part, limits) };
}

async function packagePath(archive: Archive, limits: Limits): Promise<string> {
  const container = await readXml(archive, 'META-INF/container.xml', limits);
  const files = childrenNamed(childNamed(container, 'rootfiles'), 'rootfile');
  const path = files.map(({ attributes }) => attributes['full-path']).find((name) => name !== undefined);
  if (path !== undefined && archive.has(path)) return path;
  const found = [...archive.names()].find((name) => name.endsWith('.opf'));
  if (found === undefined) throw new Failure('corrupt_document', 'The book has no package document.');
  return found;
}

/**
 * Fonts may be obfuscated; text that is encrypted is under a digital rights management that nobody here can open (EPUB
 * OCF 3.3, 4.2.6.3.2).
 */
async function refuseEncrypted(archive: Archive, spine: readonly SpineItem[], limits: Limits): Promise<void> {
  const encryption = await readXml(archive, 'META-INF/encryption.xml', limits);
  const parts = new Set(spine.map(({ part }) => part));
  const visit = (element: XmlElement): boolean =>
    elementsOf(element).some(
      (child) =>
        (localName(child) === 'CipherReference' && parts.has(resolveHref('.', child.attributes['URI'] ?? '').part)) ||
        visit(child),
    );
  if (encryption && visit(encryption))
    throw new Failure('password_protected', 'The book is protected by digital rights management.');
}

async function readXml(archive: Archive, part: string, limits: Limits): Promise<XmlElement | undefined> {
  const bytes = await archive.read(part);
  return bytes && parseXml(bytes, limits.depth);
}
