import { childOf, elementsOf, textOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';

/** A text of a feed in the form that it states, or that it shows. */
export type FeedText =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'xhtml'; readonly root: XmlElement };

export interface Head {
  readonly title: FeedText | undefined;
  readonly subtitle: FeedText | undefined;
}

export interface Entry {
  readonly title: FeedText | undefined;
  readonly link: string | undefined;
  readonly date: string;
  readonly authors: readonly string[];
  readonly body: FeedText | undefined;
  /** Addresses of files that come with it, such as episodes. */
  readonly enclosures: readonly string[];
}

/** The prefix of names of Atom; those of RSS have none. */
const OWN = /^(?:atom:)?/;

export function isEntry(element: XmlElement): boolean {
  return /^(?:item|entry)$/.test(localName(element));
}

/** True for the fields of the feed itself that are shown. */
export function isField({ name }: XmlElement): boolean {
  return /^(?:title|subtitle|description|tagline)$/.test(name.replace(OWN, ''));
}

/** The feed's own title, description and the like. */
export function readHead(channel: XmlElement): Head {
  const title = field(channel, 'title');
  const subtitle = field(channel, 'subtitle', 'description', 'tagline');
  return { title: title && readText(title), subtitle: subtitle && readText(subtitle) };
}

export function readEntry(item: XmlElement): Entry {
  const title = field(item, 'title');
  const body = BODIES.map((name) => field(item, name)).find((each) => each && !isEmpty(each));
  const date = textOf(field(item, 'published', 'pubDate', 'dc:date', 'issued', 'updated')).trim();
  return {
    title: title && readText(title),
    link: linkOf(item),
    date: dateOf(date),
    authors: authorsOf(item),
    body: body && readText(body),
    enclosures: elementsOf(item).flatMap((child) => {
      if (localName(child) === 'enclosure') return absolute(child.attributes['url']);
      if (isOutside(child)) return absolute(child.attributes['src']);
      return localName(child) === 'link' && child.attributes['rel'] === 'enclosure'
        ? absolute(child.attributes['href'])
        : [];
    }),
  };
}

/** Fields that an entry may have, the fullest first. */
const BODIES = ['content:encoded', 'content', 'description', 'summary'];

/** Content may lie elsewhere, beside a summary here (RFC 4287, 4.1.3.2). */
const isOutside = ({ name, attributes }: XmlElement): boolean =>
  name.replace(OWN, '') === 'content' && attributes['src'] !== undefined;

const isEmpty = (element: XmlElement): boolean =>
  isOutside(element) || (elementsOf(element).length === 0 && textOf(element).trim() === '');

/** The first child of one of these names, in this order. */
function field(element: XmlElement, ...names: string[]): XmlElement | undefined {
  for (const name of names) {
    const found = childOf(element, name) ?? elementsOf(element).find((child) => child.name.replace(OWN, '') === name);
    if (found) return found;
  }
  return undefined;
}

function localName({ name }: XmlElement): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Atom says what its texts are; RSS does not. */
function readText(element: XmlElement): FeedText {
  const type = element.attributes['type'] ?? '';
  // XHTML is in a `div` (RFC 4287, 3.1.1.3); without any element it was escaped as HTML is. What is of no other kind of
  // XML (4.1.3.3) and has elements was to be escaped.
  if (elementsOf(element).length > 0 && (/html/i.test(type) || !/[/+]xml\b/i.test(type)))
    return { kind: 'xhtml', root: withoutPrefixes(element) };
  const text = textOf(element).trim();
  const isHtml = /html/i.test(type) || (!/^text/i.test(type) && looksLikeHtml(text));
  return isHtml ? { kind: 'html', html: text } : { kind: 'plain', text: text.replaceAll(/\s+/g, ' ') };
}

/** Whether it has tags or references to characters; a tag that a title speaks of, as `<template>`, is never closed. */
function looksLikeHtml(text: string): boolean {
  const tags = [...text.matchAll(/<(\/?)([a-z][\w:-]*)[^<>]*>/gi)].map(([, slash, name]) => ({
    slash,
    name: name!.toLowerCase(),
  }));
  if (tags.length === 0) return /&(?:#\d+|#x[\da-f]+|\w+);/i.test(text);
  const closed = new Set(tags.filter(({ slash }) => slash !== '').map(({ name }) => name));
  return tags.some(({ name }) => closed.has(name) || /^(?:p|br|hr|img|wbr|li|d[dt]|t[rdh])$/.test(name));
}

function withoutPrefixes(element: XmlElement): XmlElement {
  return {
    ...element,
    name: localName(element),
    children: element.children.map((child) => (typeof child === 'string' ? child : withoutPrefixes(child))),
  };
}

function linkOf(item: XmlElement): string | undefined {
  const links = elementsOf(item).filter((child) => localName(child) === 'link');
  const atom = links.find(
    ({ attributes }) => attributes['href'] !== undefined && /^(?:alternate)?$/.test(attributes['rel'] ?? ''),
  );
  return [atom?.attributes['href'], ...links.map((link) => textOf(link).trim())].flatMap(absolute)[0];
}

function absolute(address: string | undefined): string[] {
  return address !== undefined && /^(?:https?|ftp|mailto):/i.test(address) ? [address] : [];
}

function authorsOf(item: XmlElement): string[] {
  const names = elementsOf(item)
    .filter(({ name }) => name === 'dc:creator' || name.replace(OWN, '') === 'author')
    .map((author) => textOf(elementsOf(author).find((child) => localName(child) === 'name') ?? author).trim());
  return [...new Set(names)].filter((name) => name !== '');
}

/** To the minute in UTC, whatever the form; a day alone, and what is no date, stays as it is. */
function dateOf(text: string): string {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? text : `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
