import { elementsOf, textOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import type { Chapter } from './chapter.ts';
import {
  GROUP,
  REFERENCE,
  bodyAt,
  hasRole,
  idsAround,
  isMark,
  leadsBack,
  markOf,
  mayBeNote,
  targetOf,
  textBefore,
  withoutBackLinks,
  withoutElements,
} from './note-bodies.ts';
import type { NoteReference } from './note-bodies.ts';

/** A note and its label in the Markdown. */
export interface Note {
  readonly label: string;
  /** Its text, without what leads back. */
  body(): XmlElement;
  written: boolean;
}

/** The notes of a book, which the text refers to by links. */
export interface Notes {
  /** The note that a link in a chapter refers to, undefined for any other link. */
  referredBy(link: XmlElement, chapter: Chapter): Promise<Note | undefined>;
  /** The bodies of notes in a chapter that were referred to, so that they are not written a second time. */
  bodiesIn(chapter: Chapter): ReadonlySet<XmlElement>;
}

interface KnownNote extends Note {
  readonly references: NoteReference[];
}

/**
 * Makes the notes of a book; `load` reads another chapter, where notes stand apart. A link refers to a note where the
 * book says so (EPUB Structural Semantics, DPUB-ARIA), or where it is a mark and what it leads to is in a group of
 * notes or leads back to it.
 */
export function createNotes(load: (part: string) => Promise<Chapter | undefined>): Notes {
  const byPlace = new Map<string, KnownNote>();
  const idsByPart = new Map<string, string[]>();
  const bodiesByChapter = new WeakMap<Chapter, Set<XmlElement>>();
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
  const bodiesIn = (chapter: Chapter): Set<XmlElement> => {
    let bodies = bodiesByChapter.get(chapter);
    if (!bodies) {
      bodies = new Set((idsByPart.get(chapter.part) ?? []).flatMap((id) => bodyAt(id, chapter)?.element ?? []));
      bodiesByChapter.set(chapter, bodies);
    }
    return bodies;
  };
  const find = async (link: XmlElement, chapter: Chapter, place: NotePlace): Promise<KnownNote | undefined> => {
    const { part, id, reference } = place;
    const holder = part === chapter.part ? chapter : await loadOnce(part);
    const body = holder && bodyAt(id, holder);
    if (!body || holds(body.element, link)) return undefined;
    const isTold =
      body.isStated ||
      (mayBeNote(body) && textBefore(link, chapter).trim() !== '' && leadsBack(body.element, holder, reference));
    if (!isReference(link, chapter) && !isTold) return undefined;
    const references = [reference];
    const ids = idsByPart.get(part);
    if (ids) ids.push(id);
    else idsByPart.set(part, [id]);
    bodiesIn(holder).add(body.element);
    return {
      label: String(byPlace.size + 1),
      references,
      body: () => withoutBackLinks(body.element, holder, references),
      written: false,
    };
  };
  return {
    async referredBy(link, chapter) {
      const target = targetOf(link, chapter);
      if (!target || target.id === '' || (!isMark(link) && !isReference(link, chapter))) return undefined;
      // A number in a note leads back.
      if (isWithin(link, bodiesIn(chapter), chapter)) return undefined;
      const reference = { part: chapter.part, ids: idsAround(link, chapter), mark: markOf(link) };
      const place = `${target.part}#${target.id}`;
      const known = byPlace.get(place);
      known?.references.push(reference);
      const note = known ?? (await find(link, chapter, { ...target, reference }));
      if (note) byPlace.set(place, note);
      return note;
    },
    bodiesIn,
  };
}

interface NotePlace {
  readonly part: string;
  readonly id: string;
  readonly reference: NoteReference;
}

function isWithin(link: XmlElement, bodies: ReadonlySet<XmlElement>, { parents }: Chapter): boolean {
  for (let at = parents.get(link); at; at = parents.get(at)) if (bodies.has(at)) return true;
  return false;
}

/** Whether a link refers to a note, though it may lead to none: it says so, or is a number right behind a word. */
export function looksLikeReference(link: XmlElement, chapter: Chapter): boolean {
  return isReference(link, chapter) || (isMark(link) && /\S$/.test(textBefore(link, chapter)));
}

/** The link itself or the raised text around it says so. */
function isReference(link: XmlElement, { parents }: Chapter): boolean {
  const parent = parents.get(link);
  return hasRole(link, REFERENCE) || (parent?.name === 'sup' && hasRole(parent, REFERENCE));
}

function holds(element: XmlElement, link: XmlElement): boolean {
  return element === link || elementsOf(element).some((child) => holds(child, link));
}

/** References to notes that the book lacks as raised text, so that they are not read with the word before them. */
export function withRaised(element: XmlElement, links: ReadonlySet<XmlElement>): XmlElement {
  if (links.size === 0) return element;
  let changed = false;
  const children = element.children.map((child) => {
    if (typeof child === 'string') return child;
    const raised = links.has(child) ? { ...child, name: 'sup' } : withRaised(child, links);
    changed ||= raised !== child;
    return raised;
  });
  return changed ? { ...element, children } : element;
}

export function* linksOf(element: XmlElement): Generator<XmlElement> {
  for (const child of elementsOf(element)) {
    if (child.name === 'a') yield child;
    yield* linksOf(child);
  }
}

/** The element without bodies of notes that stand elsewhere, and without groups that held nothing else. */
export function withoutNotes(element: XmlElement, bodies: ReadonlySet<XmlElement>): XmlElement {
  if (bodies.size === 0) return element;
  return withoutElements(element, (child) => {
    if (bodies.has(child)) return true;
    return hasRole(child, GROUP) && textOf(withoutNotes(child, bodies)).trim() === '';
  });
}
