import type { Block, Inline } from '../document.ts';
import { countCharacters } from '../flow/characters.ts';
import { filledRows } from '../flow/filled-rows.ts';
import type { Flow } from '../flow/flow.ts';
import { slideTitle } from '../flow/heading.ts';
import { childOf, elementsOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import { readFragments } from './blocks.ts';
import type { OdfContext } from './context.ts';
import { framesInReadingOrder } from './place.ts';

const REPEATED = new Set(['footer', 'date-time', 'page-number', 'header', 'page']);

/**
 * The blocks of a draw:page (ODF 1.3 part 3, 10.2.4): its title first, then its frames by rows and columns, then its
 * notes.
 */
export function readSlide(page: XmlElement, context: OdfContext): Block[] {
  const frames = elementsOf(page).filter(
    ({ name, attributes }) =>
      name.startsWith('draw:') &&
      attributes['presentation:placeholder'] !== 'true' &&
      !REPEATED.has(attributes['presentation:class'] ?? ''),
  );
  const isTitle = ({ attributes }: XmlElement): boolean => attributes['presentation:class'] === 'title';
  const titles = frames.filter(isTitle).flatMap((frame) => titleOf(blocksOf(frame, context)));
  const [first = [], ...rest] = framesInReadingOrder(frames.filter((frame) => !isTitle(frame))).map((frame) =>
    blocksOf(frame, context),
  );
  const opening = titles.length === 0 && rest.length > 0 && looksLikeTitle(first) ? titleOf(first) : first;
  return [...titles, ...opening, ...rest.flat(), ...readNotes(page, context)];
}

function blocksOf(frame: XmlElement, context: OdfContext): Block[] {
  return readFragments(
    frame.name === 'draw:frame' || frame.name === 'draw:g' ? frame : { ...frame, name: 'draw:custom-shape' },
    context,
  ).flatMap((piece): Block[] =>
    piece.kind === 'block' || piece.kind === 'quote'
      ? withoutEmptyEnd(piece.block)
      : piece.kind === 'code'
        ? [{ kind: 'code', text: piece.text }]
        : [],
  );
}

function withoutEmptyEnd(block: Block): Block[] {
  if (block.kind !== 'table') return [block];
  const rows = filledRows(block.rows);
  return rows.length === 0 ? [] : [{ ...block, rows, headerRows: Math.min(block.headerRows, rows.length) }];
}

function titleOf(blocks: readonly Block[]): Block[] {
  const content = blocks.flatMap((block): readonly Inline[] =>
    block.kind === 'paragraph' || block.kind === 'heading' ? [...block.content, { kind: 'text', text: ' ' }] : [],
  );
  return content.length === 0 ? [...blocks] : slideTitle(content);
}

/** Slides from other programs often have a plain box for a title: one short line at the top. */
function looksLikeTitle(blocks: readonly Block[]): boolean {
  const [only] = blocks;
  return (
    blocks.length === 1 &&
    only?.kind === 'paragraph' &&
    only.content.every(({ kind }) => kind === 'text') &&
    countCharacters(only) <= 80
  );
}

function readNotes(page: XmlElement, context: OdfContext): Block[] {
  const frames = elementsOf(childOf(page, 'presentation:notes')).filter(
    ({ name, attributes }) =>
      name.startsWith('draw:') &&
      !REPEATED.has(attributes['presentation:class'] ?? '') &&
      attributes['presentation:placeholder'] !== 'true',
  );
  const blocks = frames.flatMap((frame) => blocksOf(frame, context));
  return blocks.length === 0
    ? []
    : [{ kind: 'paragraph', content: [{ kind: 'text', text: 'Notes:', bold: true }] }, ...blocks];
}

/** True for a slide that is not shown. */
export function isHiddenSlide(page: XmlElement, { styles }: OdfContext, flow: Flow): boolean {
  if (!styles.isHiddenSlide(page.attributes['draw:style-name'])) return false;
  flow.warn('hidden-slide-left-out');
  return true;
}
