import type { Block, Cell, Heading, Inline, ListItem, Table } from '../document.ts';

/** The place of a member's content in its container. */
export interface Adoption {
  /** Levels that headings are moved down. */
  readonly levels: number;
  /** Makes names of images and labels of notes unique. */
  readonly prefix: string;
  /** True where the tables were inferred from pages. */
  readonly inferred: boolean;
  /** Pages of the container before the member's first, and how many the member has there. */
  readonly before: number;
  readonly pages: number;
}

/** A block of a member as a block of its container. */
export function adoptBlock(block: Block, adoption: Adoption): Block {
  const adopted = adoptContent(block, adoption);
  const { places } = block;
  if (!places) return adopted;
  const moved = places
    .filter(({ page }) => page <= adoption.pages)
    .map((place) => ({ ...place, page: adoption.before + place.page }));
  return { ...adopted, places: moved };
}

function adoptContent(block: Block, adoption: Adoption): Block {
  const all = (blocks: readonly Block[]): Block[] => adoptBlocks(blocks, adoption);
  switch (block.kind) {
    case 'heading':
      return {
        ...block,
        level: Math.min(6, block.level + adoption.levels) as Heading['level'],
        content: adoptInlines(block.content, adoption),
      };
    case 'paragraph':
      return { ...block, content: adoptInlines(block.content, adoption) };
    case 'list':
      return { ...block, items: block.items.map((item): ListItem => ({ ...item, blocks: all(item.blocks) })) };
    case 'table':
      return adoptTable(block, adoption);
    case 'quote':
      return { ...block, blocks: all(block.blocks) };
    case 'footnote':
      return { ...block, label: adoption.prefix + block.label, blocks: all(block.blocks) };
    case 'figure':
      return { ...block, image: adoptImage(block.image, adoption), ...adoptCaption(block, adoption) };
    case 'code':
    case 'math':
    case 'thematic-break':
    case 'verbatim':
      return block;
  }
}

function adoptBlocks(blocks: readonly Block[], adoption: Adoption): Block[] {
  return blocks.map((block) => adoptBlock(block, adoption));
}

function adoptTable(table: Table, adoption: Adoption): Table {
  return {
    ...table,
    ...(adoption.inferred ? { inferred: true } : {}),
    ...adoptCaption(table, adoption),
    rows: table.rows.map((row) => row.map((cell): Cell => ({ ...cell, blocks: adoptBlocks(cell.blocks, adoption) }))),
  };
}

function adoptCaption(
  { caption }: { readonly caption?: readonly Inline[] },
  adoption: Adoption,
): { readonly caption?: readonly Inline[] } {
  return caption ? { caption: adoptInlines(caption, adoption) } : {};
}

function adoptInlines(content: readonly Inline[], adoption: Adoption): Inline[] {
  return content.map((inline) => {
    if (inline.kind === 'image') return adoptImage(inline, adoption);
    return inline.kind === 'footnote' ? { ...inline, label: adoption.prefix + inline.label } : inline;
  });
}

function adoptImage<T extends { readonly asset?: string }>(image: T, { prefix }: Adoption): T {
  return image.asset === undefined ? image : { ...image, asset: adoptName(image.asset, prefix) };
}

/** Characters of an image's name at most; what is too long loses its beginning. */
const NAME = 180;

export function adoptName(name: string, prefix: string): string {
  return prefix + name.slice(-(NAME - prefix.length)).replace(/^[^A-Za-z0-9]+/, '');
}
