import type { Block, List, ListItem } from '../document.ts';

/** What a paragraph or a table is before it is known what stands around it. */
export type Piece =
  | { readonly kind: 'block'; readonly block: Block }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'quote'; readonly block: Block }
  | ItemPiece;

export interface ItemPiece {
  readonly kind: 'item';
  readonly level: number;
  readonly ordered: boolean;
  readonly value: number;
  /** Items of different lists at one level do not become one list. */
  readonly list: string;
  readonly item: ListItem;
}

/** Joins neighbouring pieces: items to nested lists, lines of code to blocks, quotes. State: the run of pieces that is open. */
export interface Assembler {
  /** Takes the next piece; returns the blocks that are complete by it. */
  add(piece: Piece): Block[];
  end(): Block[];
}

export function createAssembler(): Assembler {
  let open: Piece[] = [];
  const close = (): Block[] => {
    const pieces = open;
    open = [];
    return join(pieces);
  };
  return {
    add(piece) {
      const last = open.at(-1);
      const done = last && (piece.kind === 'block' || last.kind !== piece.kind) ? close() : [];
      if (piece.kind === 'block') return [...done, piece.block];
      open.push(piece);
      return done;
    },
    end: close,
  };
}

function join(pieces: readonly Piece[]): Block[] {
  const first = pieces[0];
  if (!first) return [];
  if (first.kind === 'code')
    return [{ kind: 'code', text: pieces.map((piece) => (piece.kind === 'code' ? piece.text : '')).join('\n') }];
  if (first.kind === 'quote')
    return [{ kind: 'quote', blocks: pieces.flatMap((piece) => (piece.kind === 'quote' ? [piece.block] : [])) }];
  return nest(pieces.filter((piece) => piece.kind === 'item'));
}

/** Nests a run of items by level. A level that is skipped is not drawn: one step deeper is one list deeper. */
export function nest(items: readonly ItemPiece[]): List[] {
  const lists: List[] = [];
  for (let at = 0; at < items.length;) {
    const head = items[at]!;
    const own: ListItem[] = [];
    let i = at;
    let last: number | undefined;
    while (i < items.length) {
      const piece = items[i]!;
      const breaks =
        piece.level === head.level &&
        (piece.ordered !== head.ordered ||
          piece.list !== head.list ||
          (piece.ordered && last !== undefined && piece.value !== last + 1));
      if (piece.level < head.level || breaks) break;
      last = piece.value;
      let end = i + 1;
      while (end < items.length && items[end]!.level > head.level) end++;
      const inner = nest(items.slice(i + 1, end));
      own.push(inner.length === 0 ? piece.item : { ...piece.item, blocks: [...piece.item.blocks, ...inner] });
      i = end;
    }
    lists.push({
      kind: 'list',
      ordered: head.ordered,
      ...(head.ordered && head.value !== 1 ? { start: head.value } : {}),
      items: own,
    });
    at = i;
  }
  return lists;
}
