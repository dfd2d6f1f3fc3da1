import type { FootnoteReference } from '../../document.ts';
import { textOf } from '../../xml/element.ts';
import type { XmlElement } from '../../xml/element.ts';
import { hasClass } from './classes.ts';

/** Notes of LaTeXML, Tufte CSS and Quarto, which style sheets put beside or below the text that they stand in. */
const NOTE = /^(?:ltx_note|side-?note|margin-?note|margin-aside)$/i;
/** What LaTeXML writes of their numbers and kinds. */
const MARK = /^(?:ltx_note_mark|ltx_tag_note|ltx_note_type)$/;

/** A note within a line as an element of its own name. */
export function withSideNote(element: XmlElement): XmlElement | undefined {
  if (element.name !== 'span' || !hasClass(element, NOTE)) return undefined;
  const note = { ...withoutMarks(element), name: 'note', attributes: {} };
  return textOf(note).trim() === '' ? undefined : note;
}

function withoutMarks(element: XmlElement): XmlElement {
  const children = element.children.flatMap((child): (XmlElement | string)[] => {
    if (typeof child === 'string') return [child];
    return hasClass(child, MARK) ? [] : [withoutMarks(child)];
  });
  return { ...element, children };
}

/** The notes of a document that stand in its lines. */
export interface SideNotes {
  refer(element: XmlElement): FootnoteReference | undefined;
  /** A note by its label, once. */
  take(label: string): XmlElement | undefined;
}

/** `prefix` parts their labels from those of other notes. */
export function createSideNotes(prefix = ''): SideNotes {
  const byLabel = new Map<string, XmlElement>();
  let count = 0;
  return {
    refer(element) {
      if (element.name !== 'note') return undefined;
      const label = `${prefix}${++count}`;
      byLabel.set(label, element);
      return { kind: 'footnote', label };
    },
    take(label) {
      const note = byLabel.get(label);
      byLabel.delete(label);
      return note;
    },
  };
}
