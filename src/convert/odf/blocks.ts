import type { Block, Heading, Inline } from '../document.ts';
import { createAssembler } from '../flow/assemble.ts';
import type { Piece } from '../flow/assemble.ts';
import { splitParagraph } from '../flow/paragraph.ts';
import { childOf, elementsOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import type { OdfContext } from './context.ts';
import { readFrame } from './frame.ts';
import { readInlines } from './inline.ts';
import { readList } from './list.ts';
import { readTable } from './table.ts';

/** Pieces of one element of a document's body, a cell, a frame or a note. */
export function readPieces(element: XmlElement, context: OdfContext): Piece[] {
  const block = (entry: Block): Piece => ({ kind: 'block', block: entry });
  switch (element.name) {
    case 'text:p':
    case 'text:h':
      return withFloating(context, () => readParagraph(element, context));
    case 'text:list':
      return readList(element, context);
    case 'table:table':
      return readTable(element, context).map(block);
    case 'text:section':
    case 'text:index-body':
    case 'text:numbered-paragraph':
      return elementsOf(element).flatMap((child) => readPieces(child, context));
    case 'text:table-of-content':
    case 'text:illustration-index':
    case 'text:table-index':
    case 'text:alphabetical-index':
    case 'text:bibliography':
    case 'text:user-index':
    case 'text:object-index':
      return elementsOf(childOf(element, 'text:index-body')).flatMap((child) => readPieces(child, context));
    case 'draw:frame':
    case 'draw:g':
    case 'draw:custom-shape':
    case 'draw:rect':
      return withFloating(context, () => splitParagraph(readFrame(element, context)).map(block));
    default:
      return [];
  }
}

/** What floats at a paragraph follows it; an outer paragraph's floating blocks are kept apart meanwhile. */
function withFloating(context: OdfContext, read: () => Piece[]): Piece[] {
  const outer = context.state.floating;
  context.state.floating = [];
  const pieces = read();
  const floating = context.state.floating.map((block): Piece => ({ kind: 'block', block }));
  context.state.floating = outer;
  return [...pieces, ...floating];
}

function readParagraph(element: XmlElement, context: OdfContext): Piece[] {
  const style = element.attributes['text:style-name'];
  const role = context.styles.roleOf(style);
  const heading = element.name === 'text:h' || role === 'title';
  const inlines = readInlines(element, heading ? {} : context.styles.lookOf(style), context);
  const empty = inlines.every(
    (inline) => inline.kind === 'break' || (inline.kind === 'text' && inline.text.trim() === ''),
  );
  if (role === 'code') return [{ kind: 'code', text: plainText(inlines) }];
  if (empty) return [];
  if (heading) return [{ kind: 'block', block: makeHeading(element, role, inlines, context) }];
  return splitParagraph(inlines).map((block) => ({ kind: role === 'quote' ? 'quote' : 'block', block }));
}

function makeHeading(
  element: XmlElement,
  role: string | undefined,
  inlines: readonly Inline[],
  context: OdfContext,
): Heading {
  if (role === 'title') context.state.titled = true;
  const outline = role === 'title' ? 0 : Math.max(1, Number(element.attributes['text:outline-level'] ?? 1) || 1);
  const level = Math.min(6, Math.max(1, outline + (context.state.titled && outline > 0 ? 1 : 0))) as Heading['level'];
  const content = inlines.map((inline): Inline => {
    if (inline.kind === 'break') return { kind: 'text', text: ' ' };
    if (inline.kind !== 'text') return inline;
    const { bold: _bold, italic: _italic, ...rest } = inline;
    return rest;
  });
  return { kind: 'heading', level, content };
}

function plainText(inlines: readonly Inline[]): string {
  return inlines.map((inline) => (inline.kind === 'text' ? inline.text : inline.kind === 'break' ? '\n' : '')).join('');
}

/** The content of a cell, a frame or a note. */
export function readBlocks(element: XmlElement, context: OdfContext): Block[] {
  const assembler = createAssembler();
  const blocks = elementsOf(element).flatMap((child) =>
    readPieces(child, context).flatMap((piece) => assembler.add(piece)),
  );
  return [...blocks, ...assembler.end()];
}
