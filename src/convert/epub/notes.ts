import { posix } from 'node:path';
import { elementsOf, textOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import type { Chapter } from './chapter.ts';
import { INTERNAL, resolveHref } from './names.ts';

/** A note's body and its label in the Markdown. */
export interface Note {
  readonly label: string;
  readonly body: XmlElement;
  written: boolean;
}

/** The notes of a book, which the text refers to by links (EPUB Structural Semantics: noteref, footnote, endnote). */
export interface Notes {
  /** The note that a link in a chapter refers to, undefined for any other link. */
  referredBy(link: XmlElement, chapter: Chapter): Promise<Note | undefined>;
  /** Whether the element is the body of a note that was referred to, so that it is not written a second time. */
  isBody(element: XmlElement): boolean;
}

const REFERENCE = /(?:^|\s)(?:doc-)?noteref(?:\s|$)/;
const BODY = /(?:^|\s)(?:doc-)?(?:footnote|endnote|rearnote)(?:\s|$)/;
const GROUP = /(?:^|\s)(?:doc-)?(?:footnotes|endnotes|rearnotes)(?:\s|$)/;
const BACK = /(?:^|\s)(?:doc-)?(?:backlink|referrer)(?:\s|$)/;

/** Makes the notes of a book; `load` reads another chapter, where notes stand apart. */
export function createNotes(load: (part: string) => Promise<Chapter | undefined>): Notes {
  const byPlace = new Map<string, Note>();
  const ids = new Set<string>();
  const chapters = new Map<string, Promise<Chapter | undefined>>();
  const loadOnce = (part: string): Promise<Chapter | undefined> => {
    // Notes stand in one chapter, or each in its own: the last one is enough to keep.
    const known = chapters.get(part);
    if (known) return known;
    const loading = load(part);
    chapters.clear();
    chapters.set(part, loading);
    return loading;
  };
  return {
    async referredBy(link, chapter) {
      const href = link.attributes[INTERNAL];
      if (href === undefined || !REFERENCE.test(rolesOf(link))) return undefined;
      const target = resolveHref(posix.dirname(chapter.part), href);
      const part = href.startsWith('#') ? chapter.part : target.part;
      const place = `${part}#${target.id}`;
      const known = byPlace.get(place);
      if (known) return known;
      const body = (part === chapter.part ? chapter : await loadOnce(part))?.byId.get(target.id);
      if (!body || !BODY.test(rolesOf(body))) return undefined;
      const note = { label: String(byPlace.size + 1), body, written: false };
      byPlace.set(place, note);
      ids.add(target.id);
      return note;
    },
    isBody: (element) => BODY.test(rolesOf(element)) && ids.has(element.attributes['id'] ?? ''),
  };
}

export function* linksOf(element: XmlElement): Generator<XmlElement> {
  for (const child of elementsOf(element)) {
    if (child.name === 'a') yield child;
    yield* linksOf(child);
  }
}

/** The element without bodies of notes that stand elsewhere, and without groups that held nothing else. */
export function withoutNotes(element: XmlElement, notes: Notes): XmlElement {
  return withoutElements(element, (child) => {
    if (notes.isBody(child)) return true;
    return GROUP.test(rolesOf(child)) && textOf(withoutNotes(child, notes)).trim() === '';
  });
}

/** A note's body without the links that lead back to the text. */
export function withoutBackLinks(element: XmlElement): XmlElement {
  return withoutElements(
    element,
    (child) =>
      child.name === 'a' &&
      child.attributes[INTERNAL] !== undefined &&
      (BACK.test(rolesOf(child)) || /^(?:[\s\d.()[\]*†‡↑↩⏎^-]|\ufe0e)*$/.test(textOf(child))),
  );
}

/** Parts that do not change stay the same objects. */
function withoutElements(element: XmlElement, isDropped: (child: XmlElement) => boolean): XmlElement {
  let changed = false;
  const children = element.children.flatMap((child): (XmlElement | string)[] => {
    if (typeof child === 'string') return [child];
    if (isDropped(child)) {
      changed = true;
      return [];
    }
    const kept = withoutElements(child, isDropped);
    changed ||= kept !== child;
    return [kept];
  });
  return changed ? { ...element, children } : element;
}

function rolesOf({ attributes }: XmlElement): string {
  return `${attributes['epub:type'] ?? ''} ${attributes['role'] ?? ''}`;
}
