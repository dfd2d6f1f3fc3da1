import type { Block } from '../document.ts';
import { alternative } from '../ooxml/alternative.ts';
import { childOf, elementsOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import { createAssembler } from '../flow/assemble.ts';
import type { Piece } from '../flow/assemble.ts';
import type { DocxContext } from './context.ts';
import { readParagraph } from './paragraph.ts';
import { readTable } from './table.ts';

/** Pieces of one element of a body, a cell, a text box or a note. */
export function readPieces(element: XmlElement, context: DocxContext): Piece[] {
  switch (element.name) {
    case 'w:p':
      return readParagraph(element, context);
    case 'w:tbl':
      return readTable(element, context).map((block) => ({ kind: 'block', block }));
    case 'w:sdt':
      return elementsOf(childOf(element, 'w:sdtContent')).flatMap((child) => readPieces(child, context));
    case 'mc:AlternateContent':
      return elementsOf(alternative(element)).flatMap((child) => readPieces(child, context));
    case 'w:customXml':
    case 'w:smartTag':
    case 'w:ins':
    case 'w:moveTo':
      return elementsOf(element).flatMap((child) => readPieces(child, context));
    default:
      return [];
  }
}

/** The content of a cell, a text box or a note. */
export function readBlocks(elements: readonly XmlElement[], context: DocxContext): Block[] {
  const assembler = createAssembler();
  const blocks = elements.flatMap((element) => readPieces(element, context).flatMap((piece) => assembler.add(piece)));
  return [...blocks, ...assembler.end()];
}
