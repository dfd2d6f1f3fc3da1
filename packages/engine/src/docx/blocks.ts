import type { Block } from '../document.ts';
import { alternative } from '../ooxml/alternative.ts';
import { childOf, elementsOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import { createAssembler } from '../flow/assemble.ts';
import type { Fragment } from '../flow/assemble.ts';
import type { DocxContext } from './context.ts';
import { joinParagraphs } from './join-paragraphs.ts';
import { readParagraph } from './paragraph.ts';
import { readTable } from './table.ts';

/** Fragments of one element of a body, a cell, a text box or a note. */
export function readFragments(element: XmlElement, context: DocxContext): Fragment[] {
  switch (element.name) {
    case 'w:p':
      return readParagraph(element, context);
    case 'w:tbl':
      return readTable(element, context).map((block) => ({ kind: 'block', block }));
    case 'w:altChunk':
      return (context.graphics.get(element.attributes['r:id'] ?? '') ?? []).map((block) => ({ kind: 'block', block }));
    case 'w:sdt':
      return joinParagraphs(elementsOf(childOf(element, 'w:sdtContent'))).flatMap((child) =>
        readFragments(child, context),
      );
    case 'mc:AlternateContent':
      return elementsOf(alternative(element)).flatMap((child) => readFragments(child, context));
    case 'w:customXml':
    case 'w:smartTag':
    case 'w:ins':
    case 'w:moveTo':
      return joinParagraphs(elementsOf(element)).flatMap((child) => readFragments(child, context));
    default:
      return [];
  }
}

/** The content of a cell, a text box or a note. */
export function readBlocks(elements: readonly XmlElement[], context: DocxContext): Block[] {
  const assembler = createAssembler();
  const blocks = joinParagraphs(elements).flatMap((element) =>
    readFragments(element, context).flatMap((fragment) => assembler.add(fragment)),
  );
  return [...blocks, ...assembler.end()];
}
