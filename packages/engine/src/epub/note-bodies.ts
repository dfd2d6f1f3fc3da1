import { posix } from 'node:path';
import { elementsOf, textOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import type { Chapter } from './chapter.ts';
import { INTERNAL, resolveHref } from './names.ts';

/** Roles by EPUB Structural Semantics and DPUB-ARIA, and the classes that InDesign and pandoc write. */
export const REFERENCE = /^(?:(?:doc-)?noteref|_id(?:Foot|End)noteLink|footnote-?ref)$/i;
const BODY = /^(?:(?:doc-)?(?:footnote|endnote|rearnote)|_id(?:Foot|End)note)$/;
export const GROUP = /^(?:(?:doc-)?(?:footnotes|endnotes|rearnotes)|_id(?:Foot|End)notes)$/;
const BACK = /^(?:(?:doc-)?(?:backlink|referrer)|_id(?:Foot|End)noteAnchor|footnote-?back)$/i;

/** Elements that can be a note as a whole. */
const BLOCKS = new Set(['p', 'li', 'aside', 'div', 'dd', 'dt', 'section', 'td', 'tr', 'blockquote']);
/** A number, a letter or a sign that refers to a note. */
const MARK = /^[\s([{]*(?:\d{1,4}|[*†‡§¶#]{1,4}|[a-z]|[ivxlc]{1,7})[\s.)\]}]*$/i;
/** Letters of a link back, at most: a longer text says more. */
const BACK_LETTERS = 40;
/** Letters of a note, at most: what is longer is a chapter. */
const NOTE_LETTERS = 20_000;
/** And of one that only its links tell. */
const UNSTATED_LETTERS = 5000;

export function hasRole({ attributes }: XmlElement, role: RegExp): boolean {
  const { 'epub:type': type = '', role: aria = '', class: classes = '' } = attributes;
  return `${type} ${aria} ${classes}`.split(/\s+/).some((name) => role.test(name));
}

export function isMark(link: XmlElement): boolean {
  return MARK.test(textOf(link));
}

/** The text of a link, without brackets around it. */
export function markOf(link: XmlElement): string {
  return textOf(link).replaceAll(/[\s()[\].]/g, '');
}

/** Where a link of a chapter leads. */
export function targetOf(
  link: XmlElement,
  chapter: Chapter,
): { readonly part: string; readonly id: string } | undefined {
  const href = link.attributes[INTERNAL];
  if (href === undefined) return undefined;
  const { part, id } = resolveHref(posix.dirname(chapter.part), href);
  return { part: href.startsWith('#') ? chapter.part : part, id };
}

/** The ids by which a note can lead back to a reference: of it, of what is around it in its paragraph, and inside. */
export function idsAround(link: XmlElement, { parents }: Chapter): ReadonlySet<string> {
  const ids = new Set<string>();
  const add = ({ attributes }: XmlElement): void => {
    for (const id of [attributes['id'], attributes['name']]) if (id !== undefined) ids.add(id);
  };
  add(link);
  for (const child of elementsOf(link)) add(child);
  let inner = link;
  for (let at = parents.get(link); at && at.name !== 'body' && at.name !== ''; at = parents.get(at)) {
    const beside = elementsOf(at);
    const before = beside[beside.indexOf(inner) - 1];
    if (before && textOf(before).trim() === '') add(before);
    add(at);
    if (BLOCKS.has(at.name)) break;
    inner = at;
  }
  return ids;
}

export interface NoteBody {
  readonly element: XmlElement;
  /** Whether the book says that it is a note. */
  readonly isStated: boolean;
}

/** The note that an id stands for: the element, or the paragraph or item that it begins. */
export function bodyAt(id: string, { byId, parents }: Chapter): NoteBody | undefined {
  const target = byId.get(id);
  let element = target;
  while (element && !BLOCKS.has(element.name)) {
    if (/^(?:h[1-6]|body|)$/.test(element.name)) return undefined;
    element = parents.get(element);
  }
  if (!element || isLonger(element, NOTE_LETTERS)) return undefined;
  const body = wholeNote(element, parents);
  let isStated = [target, element, body].some((part) => part !== undefined && hasRole(part, BODY));
  for (let at = parents.get(body); at && !isStated; at = parents.get(at)) isStated = hasRole(at, GROUP);
  return { element: body, isStated };
}

/** Whether an element has more text than that. Chapters are long, and many links may lead into one. */
function isLonger(element: XmlElement, letters: number): boolean {
  let left = letters;
  const count = ({ children }: XmlElement): boolean =>
    children.some((child) => {
      if (typeof child !== 'string') return count(child);
      left -= child.length;
      return left < 0;
    });
  return count(element);
}

/** A number of a note may be in a paragraph, a term or a cell of its own. */
function wholeNote(element: XmlElement, parents: Chapter['parents']): XmlElement {
  const parent = parents.get(element);
  if (!parent) return element;
  if (hasRole(parent, BODY) || element.name === 'td') return parent;
  const beside = elementsOf(parent);
  const next = beside[beside.indexOf(element) + 1];
  return element.name === 'dt' && next?.name === 'dd' ? next : element;
}

/** Whether a note that the book does not call one can be one: short, and without headings. */
export function mayBeNote({ element }: NoteBody): boolean {
  return !isLonger(element, UNSTATED_LETTERS) && !holdsHeading(element);
}

function holdsHeading(element: XmlElement): boolean {
  return elementsOf(element).some((child) => /^h[1-6]$/.test(child.name) || holdsHeading(child));
}

/** The text right before a link in its paragraph. Numbers of contents, and of notes themselves, have none. */
export function textBefore(link: XmlElement, { parents }: Chapter): string {
  let text = '';
  let inner = link;
  for (let at = parents.get(link); at; at = parents.get(at)) {
    for (let n = at.children.indexOf(inner) - 1; n >= 0; n--) {
      const child = at.children[n]!;
      text = (typeof child === 'string' ? child : textOf(child)) + text;
      if (text.trim() !== '') return text;
    }
    if (BLOCKS.has(at.name) || /^h[1-6]$/.test(at.name)) return text;
    inner = at;
  }
  return text;
}

/** Where references to a note are. */
export interface NoteReference {
  readonly part: string;
  readonly ids: ReadonlySet<string>;
  /** The text there. */
  readonly mark: string;
}

/** Whether a note leads back to where it was referred to, or begins with its mark as a link to that chapter. */
export function leadsBack(body: XmlElement, chapter: Chapter, reference: NoteReference): boolean {
  const first = firstText(body);
  const isMarked =
    first?.name === 'a' && markOf(first) === reference.mark && targetOf(first, chapter)?.part === reference.part;
  return isMarked || holdsBackLink(body, chapter, reference);
}

/** The innermost element that holds the first text. */
function firstText(element: XmlElement): XmlElement | undefined {
  for (const child of element.children) {
    if ((typeof child === 'string' ? child : textOf(child)).trim() === '') continue;
    if (typeof child !== 'string') return child.name === 'a' ? child : firstText(child);
    return element;
  }
  return undefined;
}

function holdsBackLink(body: XmlElement, chapter: Chapter, reference: NoteReference): boolean {
  const { part, ids } = reference;
  return elementsOf(body).some((child) => {
    const target = child.name === 'a' ? targetOf(child, chapter) : undefined;
    return (target?.part === part && ids.has(target.id)) || holdsBackLink(child, chapter, reference);
  });
}

/** A note without what leads back to the text, and without the mark that it begins with. */
export function withoutBackLinks(body: XmlElement, chapter: Chapter, references: readonly NoteReference[]): XmlElement {
  const marks = new Set(references.map(({ mark }) => mark));
  let isMarkLinked = false;
  const isBack = (child: XmlElement): boolean => {
    const target = child.name === 'a' ? targetOf(child, chapter) : undefined;
    if (!target) return false;
    const text = textOf(child).trim();
    const isReference = references.some(({ part, ids }) => target.part === part && ids.has(target.id));
    isMarkLinked ||= marks.has(markOf(child));
    return (
      hasRole(child, BACK) ||
      (isReference && text.length <= BACK_LETTERS) ||
      /^(?:[\s\d.()[\]*†‡↑↩⏎^-]|\ufe0e)*$/.test(text)
    );
  };
  const text = withoutElements(body, isBack);
  return withoutMark(text, isMarkLinked ? new Set() : marks);
}

/** The mark of a note may be text, and what stood behind a linked one is left of it. */
function withoutMark(body: XmlElement, marks: ReadonlySet<string>): XmlElement {
  let left: 'mark' | 'sign' | 'nothing' = 'mark';
  const cut = (text: string): string => {
    const [whole, mark = '', sign = ''] = /^\s*[([]?([\p{L}\p{N}*†‡§¶#]{0,7})([.)\]:]?)(?=\s|$)/u.exec(text) ?? [''];
    const isMark = left === 'mark' && mark !== '' && marks.has(mark);
    left = isMark && sign === '' ? 'sign' : 'nothing';
    return isMark || (mark === '' && sign !== '') ? text.slice(whole.length) : text;
  };
  const visit = (element: XmlElement): XmlElement => ({
    ...element,
    children: element.children.map((child) => {
      if (left === 'nothing') return child;
      if (typeof child !== 'string') return visit(child);
      return child.trim() === '' ? child : cut(child);
    }),
  });
  return visit(body);
}

/** Parts that do not change stay the same objects. */
export function withoutElements(element: XmlElement, isDropped: (child: XmlElement) => boolean): XmlElement {
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
