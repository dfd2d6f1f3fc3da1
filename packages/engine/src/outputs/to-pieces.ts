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

/** A stretch of the Markdown of a written block, which becomes an output block. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly facts: Omit<OutputBlock, 'start' | 'end' | 'markdown' | 'page'>;
  readonly places: readonly Place[];
  readonly images: readonly string[];
}

/** The output blocks of a written block: an item each of a list, a block each of Markdown that passed through. */
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
      // The items of its lists are told apart, if the list says so.
      const own = (items[n + 1]?.depth ?? 0) > depth ? item.blocks.filter(({ kind }) => kind !== 'list') : item.blocks;
      const { label } = item;
      const facts = {
        role: 'list-item' as const,
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

type Facts = Stretch['facts'];

function factsOf(block: Block): Facts {
  const text = plainBlock(block);
  switch (block.kind) {
    case 'heading':
      return { role: 'heading', level: block.level, text };
    case 'paragraph':
      return { role: block.role ?? 'paragraph', text };
    case 'table':
      return { role: 'table', text, ...tableFacts(block) };
    case 'code':
      return { role: 'code', text, ...(block.language === undefined ? {} : { language: block.language }) };
    case 'footnote':
      return { role: 'footnote', text, label: block.label };
    case 'figure':
      return { role: 'figure', text, ...(block.image.asset === undefined ? {} : { image: block.image.asset }) };
    case 'list':
    case 'quote':
    case 'math':
    case 'thematic-break':
    case 'verbatim':
      return { role: ROLES[block.kind], text };
  }
}

const ROLES = {
  list: 'list-item',
  quote: 'quote',
  math: 'formula',
  'thematic-break': 'separator',
  verbatim: 'paragraph',
} as const satisfies Partial<Record<Block['kind'], OutputRole>>;

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
