import { posix } from 'node:path';
import iconv from 'iconv-lite';
import type { Archive } from '../archive/open-archive.ts';
import { Failure } from '../failure.ts';
import type { Flow } from '../flow/flow.ts';
import { parseHtml } from '../html/tree.ts';
import { elementsOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import { decodeXml } from '../xml/parse.ts';
import { INTERNAL, localName, plainText } from './names.ts';

/** A tree takes some ten times the bytes of its source. */
const TREE = 16;

/**
 * A content document of a book as a tree; names have no prefixes, and links within the book none of their destinations.
 */
export interface Chapter {
  readonly part: string;
  readonly body: XmlElement;
  readonly byId: ReadonlyMap<string, XmlElement>;
  /** The parent of each element. */
  readonly parents: ReadonlyMap<XmlElement, XmlElement>;
}

/** Reads a content document, undefined when the book has none of that name. Throws `Failure`. */
export async function readChapter(archive: Archive, part: string, flow: Flow): Promise<Chapter | undefined> {
  const bytes = await archive.read(part);
  if (!bytes) return undefined;
  if (bytes.length > flow.limits.expandedBytes / TREE)
    throw new Failure('limit_exceeded', `A chapter is larger than ${flow.limits.expandedBytes / TREE} bytes.`);
  const text = decode(bytes).replaceAll('\ufeff', '');
  const root = await parseHtml([text], flow, { xhtml: true, part: posix.basename(part) });
  const byId = new Map<string, XmlElement>();
  const body = prepare(root, byId);
  return { part, body, byId, parents: parentsIn(body) };
}

function decode(bytes: Buffer): string {
  const declared = /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/.exec(bytes.toString('latin1', 0, 200))?.[1];
  return declared !== undefined && !/^utf-?(?:8|16)/i.test(declared) && iconv.encodingExists(declared)
    ? iconv.decode(bytes, declared)
    : decodeXml(bytes);
}

function prepare(element: XmlElement, byId: Map<string, XmlElement>): XmlElement {
  const prepared: XmlElement = {
    name: localName(element),
    attributes: withoutInternal(element.attributes),
    children: element.children.map((child) => (typeof child === 'string' ? child : prepare(child, byId))),
  };
  const id = element.attributes['id'] ?? (element.name === 'a' ? element.attributes['name'] : undefined);
  if (id !== undefined && !byId.has(id)) byId.set(id, prepared);
  return prepared;
}

function parentsIn(root: XmlElement): ReadonlyMap<XmlElement, XmlElement> {
  const parents = new Map<XmlElement, XmlElement>();
  const visit = (parent: XmlElement): void => {
    for (const child of elementsOf(parent)) {
      parents.set(child, parent);
      visit(child);
    }
  };
  visit(root);
  return parents;
}

function withoutInternal(attributes: XmlElement['attributes']): XmlElement['attributes'] {
  const { href, ...rest } = attributes;
  return href === undefined || /^(?:https?|mailto|ftp|tel):/i.test(href.trim())
    ? attributes
    : { ...rest, [INTERNAL]: href };
}

/** Whether the text of a chapter begins without the title that the table of contents gives it. */
export function lacksTitle(element: XmlElement, title: string): boolean {
  const text = plainText(element);
  return text !== '' && !hasHeading(element) && !text.toLowerCase().startsWith(title.toLowerCase());
}

function hasHeading(element: XmlElement): boolean {
  return elementsOf(element).some((child) => /^h[1-6]$/.test(child.name) || hasHeading(child));
}
