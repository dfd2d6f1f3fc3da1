import { childOf, descend } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';

/** Joins paragraphs as they come. State: the paragraphs that go on in the next one. */
export interface ParagraphJoiner {
  /** Takes the next element; returns those that are complete by it. */
  add(element: XmlElement): XmlElement[];
  end(): XmlElement[];
}

/**
 * Joins the paragraphs that are one: those whose mark is deleted or moved away, as if all changes were accepted
 * (ECMA-376 part 1, 17.13.5.15, 17.13.5.21), and a dropped initial with the text that goes on beside it (17.3.1.11).
 * The last mark has the paragraph's format.
 */
export function createParagraphJoiner(): ParagraphJoiner {
  let open: XmlElement | undefined;
  const end = (): XmlElement[] => {
    const last = open;
    open = undefined;
    return last ? [last] : [];
  };
  return {
    add(element) {
      if (element.name !== 'w:p') return BLOCKS.has(element.name) ? [...end(), element] : [element];
      const paragraph = open ? joinTwo(open, element) : element;
      open = goesOn(element) ? paragraph : undefined;
      return open ? [] : [paragraph];
    },
    end,
  };
}

/** All elements of a body, a cell, a text box or a note, with the paragraphs that are one joined. */
export function joinParagraphs(elements: readonly XmlElement[]): XmlElement[] {
  if (!elements.some((element) => element.name === 'w:p' && goesOn(element))) return [...elements];
  const joiner = createParagraphJoiner();
  return [...elements.flatMap((element) => joiner.add(element)), ...joiner.end()];
}

/** Blocks behind which a paragraph does not continue. */
const BLOCKS = new Set(['w:tbl', 'w:sdt', 'w:altChunk', 'w:customXml', 'mc:AlternateContent']);

function goesOn(paragraph: XmlElement): boolean {
  const properties = childOf(paragraph, 'w:pPr');
  if (!properties) return false;
  const mark = childOf(properties, 'w:rPr');
  if (childOf(mark, 'w:del') || childOf(mark, 'w:moveFrom')) return true;
  return /^(?:drop|margin)$/.test(descend(properties, 'w:framePr')?.attributes['w:dropCap'] ?? '');
}

function joinTwo(first: XmlElement, second: XmlElement): XmlElement {
  const content = ({ children }: XmlElement): XmlElement['children'] =>
    children.filter((child) => typeof child === 'string' || child.name !== 'w:pPr');
  const properties = childOf(second, 'w:pPr');
  return { ...second, children: [...(properties ? [properties] : []), ...content(first), ...content(second)] };
}
