import { SaxesParser } from 'saxes';
import { Failure } from '../failure.ts';
import type { XmlElement } from './element.ts';
import { usualPrefix } from './namespaces.ts';

/** Events of a reading of XML, in document order. Names have usual prefixes. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(name: string): void;
}

export interface XmlPush {
  write(chunk: string): void;
  end(): void;
}

/**
 * Makes a push parser for one part of a document. Entities of a DTD are never expanded: a document that uses one is
 * refused. Throws `corrupt_document` for what is not well-formed, `limit_exceeded` beyond `depth` levels.
 */
export function createXmlPush(handler: XmlHandler, depth: number): XmlPush {
  const parser = new SaxesParser({ position: false });
  const scopes: ReadonlyMap<string, string>[] = [];
  let scope: ReadonlyMap<string, string> = new Map();
  /** Names as they were renamed under the current scope: documents repeat few. */
  let renamed = new Map<string, string>();
  const rename = (name: string): string => {
    if (scope.size === 0) return name;
    const known = renamed.get(name);
    if (known !== undefined) return known;
    const other = renameByScope(name);
    if (renamed.size < 1000) renamed.set(name, other);
    return other;
  };
  const renameByScope = (name: string): string => {
    const colon = name.indexOf(':');
    const prefix = scope.get(colon < 0 ? '' : name.slice(0, colon));
    return prefix === undefined ? name : prefix === '' ? name.slice(colon + 1) : `${prefix}:${name.slice(colon + 1)}`;
  };
  const enter = (next: ReadonlyMap<string, string>): void => {
    if (next === scope) return;
    scope = next;
    renamed = new Map();
  };
  parser.on('error', () => {
    const place = `line ${parser.line}, column ${parser.column}`;
    throw new Failure('corrupt_document', `The document contains XML that is not well-formed (${place}).`);
  });
  parser.on('opentag', (tag) => {
    scopes.push(scope);
    if (scopes.length > depth)
      throw new Failure('limit_exceeded', `The document is nested deeper than ${depth} levels.`);
    const attributes = tag.attributes as Record<string, string>;
    if (hasNamespaces(attributes)) {
      enter(declare(scope, attributes));
      handler.open(rename(tag.name), scope.size === 0 ? attributes : renameAll(attributes, rename));
    } else handler.open(rename(tag.name), attributes);
  });
  parser.on('text', (text) => handler.text(text));
  parser.on('cdata', (text) => handler.text(text));
  parser.on('closetag', (tag) => {
    handler.close(rename(tag.name));
    enter(scopes.pop()!);
  });
  return { write: (chunk) => void parser.write(chunk), end: () => void parser.close() };
}

/** Whether attributes have a prefix or declare a namespace: of most elements, none does. */
function hasNamespaces(attributes: Readonly<Record<string, string>>): boolean {
  for (const name in attributes) if (name === 'xmlns' || name.includes(':')) return true;
  return false;
}

/** The prefixes in scope that are not the usual ones of their namespace. */
function declare(
  scope: ReadonlyMap<string, string>,
  attributes: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  let changed: Map<string, string> | undefined;
  for (const name in attributes) {
    if (!name.startsWith('xmlns') || (name.length > 5 && name[5] !== ':')) continue;
    const prefix = name.slice(6);
    const usual = usualPrefix(attributes[name]!);
    if (usual === undefined || usual === prefix) {
      if (scope.has(prefix)) (changed ??= new Map(scope)).delete(prefix);
    } else (changed ??= new Map(scope)).set(prefix, usual);
  }
  return changed ?? scope;
}

function renameAll(
  attributes: Readonly<Record<string, string>>,
  rename: (name: string) => string,
): Readonly<Record<string, string>> {
  const renamed: Record<string, string> = {};
  // An attribute without prefix has no namespace, so only prefixed names change.
  for (const name in attributes) renamed[name.includes(':') ? rename(name) : name] = attributes[name]!;
  return renamed;
}

interface OpenElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (XmlElement | string)[];
}

/** Parses a whole part into a tree. Throws like `createXmlPush`. */
export function parseXml(bytes: Buffer, depth: number): XmlElement {
  const root: OpenElement = { name: '', attributes: {}, children: [] };
  const stack: OpenElement[] = [root];
  const push = createXmlPush(
    {
      open(name, attributes) {
        const element = { name, attributes, children: [] };
        stack.at(-1)!.children.push(element);
        stack.push(element);
      },
      text: (text) => void stack.at(-1)!.children.push(text),
      close: () => void stack.pop(),
    },
    depth,
  );
  push.write(decodeXml(bytes));
  push.end();
  return root.children.find((child) => typeof child !== 'string') ?? root;
}

/** UTF-8, or UTF-16 by its mark (XML 1.0, 4.3.3). */
export function decodeXml(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)))
      .swap16()
      .toString('utf16le');
  return bytes.toString('utf8', bytes[0] === 0xef && bytes[1] === 0xbb ? 3 : 0);
}
