import type { Block, Place, Table } from '../document.ts';
import type { ItemSpan } from '../markdown/item-span.ts';
import { imagesIn } from './images-in.ts';
import type { OutputBlock, OutputPiece, OutputRole } from './output-block.ts';
import { plainBlock, plainBlocks, plainCell } from './plain.ts';
import { headingText, splitMarkdown } from './split-markdown.ts';

/** A block that was written. */
export interface WrittenAt {
  readonly block: Block;
  readonly markdown: string;
  readonly items?: readonly ItemSpan[];
  readonly separator: string;
  /** UTF-8 bytes of the Markdown before it. */
  readonly start: number;
  /** On which it begins. */
  readonly page: number;
}

/** The part of a written block's Markdown that becomes an output block. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly facts: Omit<OutputBlock, 'start' | 'end' | 'markdown' | 'page'>;
  readonly places: readonly Place[];
  readonly images: readonly string[];
}

/** The output blocks of a written block: one for each item of a list, and for each block of verbatim Markdown. */
export function toPieces(written: WrittenAt): OutputPiece[] {
  const { markdown, page } = written;
  const pieces: OutputPiece[] = [];
  let { separator, start } = written;
  let at = 0;
  for (const stretch of stretchesOf(written)) {
    if (pieces.length > 0) separator = markdown.slice(at, stretch.start);
    start += Buffer.byteLength(markdown.slice(at, stretch.start));
    const text = markdown.slice(stretch.start, stretch.end);
    const end = start + Buffer.byteLength(text);
    const { role, level, text: plain, ...facts } = stretch.facts;
    const block: OutputBlock = {
      role,
      ...(level === undefined ? {} : { level }),
      page: stretch.places[0]?.page ?? page,
      start,
      end,
      text: plain,
      markdown: text,
      ...placed(stretch.places),
      ...facts,
    };
    pieces.push({ separator, block, images: stretch.images });
    start = end;
    at = stretch.end;
  }
  return pieces;
}

function placed(places: readonly Place[]): Pick<OutputBlock, 'boxes' | 'confidence'> {
  if (places.length === 0) return {};
  const known = places.flatMap(({ confidence }) => (confidence === undefined ? [] : [confidence]));
  return {
    boxes: places.map(({ page, box }) => ({ page, box })),
    ...(known.length === 0
      ? {}
      : { confidence: Math.round(known.reduce((sum, each) => sum + each, 0) / known.length) }),
  };
}

function stretchesOf({ block, markdown, items }: WrittenAt): Stretch[] {
  if (block.kind === 'verbatim')
    return splitMarkdown(markdown).map(({ start, end, role, level }) => {
      const source = markdown.slice(start, end);
      const text = role === 'heading' ? headingText(source) : source;
      return { start, end, facts: { role, ...(level === undefined ? {} : { level }), text }, places: [], images: [] };
    });
  if (items)
    return items.map(({ start, end, item, ordered, depth }, n) => {
      // an item whose lists have items of their own has only the text before and after them
      const own = (items[n + 1]?.depth ?? 0) > depth ? item.blocks.filter(({ kind }) => kind !== 'list') : item.blocks;
      const { label } = item;
      const [first] = own;
      const facts = {
        role: first?.kind === 'paragraph' && first.role === 'toc' ? ('toc' as const) : ('list-item' as const),
        level: depth,
        ordered,
        ...(label === undefined ? {} : { label }),
        text: plainBlocks(own),
      };
      return { start, end, facts, places: own.flatMap(placesOf), images: own.flatMap(imagesIn) };
    });
  return [{ start: 0, end: markdown.length, facts: factsOf(block), places: placesOf(block), images: imagesIn(block) }];
}

/** Where a block stands; a list stands where its items do. */
export function placesOf(block: Block): readonly Place[] {
  if (block.places !== undefined) return block.places;
  return block.kind === 'list' ? block.items.flatMap((item) => item.blocks.flatMap(placesOf)) : [];
}

const ROLES = {
  heading: 'heading',
  paragraph: 'paragraph',
  table: 'table',
  code: 'code',
  footnote: 'footnote',
  figure: 'figure',
  list: 'list-item',
  quote: 'quote',
  math: 'formula',
  'thematic-break': 'separator',
  verbatim: 'paragraph',
} as const satisfies Record<Block['kind'], OutputRole>;

const factsOf = (block: Block): Stretch['facts'] => ({
  role: ROLES[block.kind],
  text: plainBlock(block),
  ...factsOfKind(block),
});

function factsOfKind(block: Block): Partial<Stretch['facts']> {
  if (block.kind === 'heading') return { level: block.level };
  if (block.kind === 'paragraph') return block.role === undefined ? {} : { role: block.role };
  if (block.kind === 'table') return tableFacts(block);
  if (block.kind === 'code') return block.language === undefined ? {} : { language: block.language };
  if (block.kind === 'footnote') return { label: block.label };
  if (block.kind === 'figure') return block.image.asset === undefined ? {} : { image: block.image.asset };
  return {};
}

const tableFacts = ({
  rows,
  headerRows,
  continues,
}: Table): Pick<OutputBlock, 'rows' | 'headerRows' | 'continues'> => ({
  headerRows,
  rows: rows.map((row) =>
    row.map((cell) => {
      const { rowSpan = 1, colSpan = 1 } = cell;
      return { text: plainCell(cell), ...(rowSpan > 1 ? { rowSpan } : {}), ...(colSpan > 1 ? { colSpan } : {}) };
    }),
  ),
  ...(continues ? { continues } : {}),
});
