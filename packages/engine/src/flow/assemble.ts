import type { Block, List, ListItem } from '../document.ts';

/** A paragraph or a table before its neighbours are known. */
export type Fragment =
  | { readonly kind: 'block'; readonly block: Block }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'quote'; readonly block: Block }
  | ItemFragment;

export interface ItemFragment {
  readonly kind: 'item';
  readonly level: number;
  readonly ordered: boolean;
  readonly value: number;
  /** Items of different lists at one level do not become one list. */
  readonly list: string;
  readonly item: ListItem;
  /** The blocks of an item without a neighbour in its list; without them, it stays an item. */
  readonly alone?: readonly Block[];
}

/**
 * Joins neighbouring fragments: items to nested lists, lines of code to blocks, quotes. State: the run of fragments
 * that is open.
 */
export interface Assembler {
  /** Takes the next fragment; returns the blocks that are complete by it. */
  add(fragment: Fragment): Block[];
  end(): Block[];
}

export function createAssembler(): Assembler {
  let open: Fragment[] = [];
  const close = (): Block[] => {
    const fragments = open;
    open = [];
    return join(fragments);
  };
  return {
    add(fragment) {
      const last = open.at(-1);
      const done = last && (fragment.kind === 'block' || last.kind !== fragment.kind) ? close() : [];
      if (fragment.kind === 'block') return [...done, fragment.block];
      open.push(fragment);
      return done;
    },
    end: close,
  };
}

function join(fragments: readonly Fragment[]): Block[] {
  const first = fragments[0];
  if (!first) return [];
  if (first.kind === 'code')
    return [
      { kind: 'code', text: fragments.map((fragment) => (fragment.kind === 'code' ? fragment.text : '')).join('\n') },
    ];
  if (first.kind === 'quote')
    return [
      { kind: 'quote', blocks: fragments.flatMap((fragment) => (fragment.kind === 'quote' ? [fragment.block] : [])) },
    ];
  return listBlocks(fragments.filter((fragment) => fragment.kind === 'item'));
}

/** The lists of a run of items; some items are paragraphs where they stand alone. */
export function listBlocks(items: readonly ItemFragment[]): Block[] {
  const blocks: Block[] = [];
  let from = 0;
  for (const [n, { alone, list }] of items.entries()) {
    if (!alone || items[n - 1]?.list === list || items[n + 1]?.list === list) continue;
    blocks.push(...nest(items.slice(from, n)), ...alone);
    from = n + 1;
  }
  return [...blocks, ...nest(items.slice(from))];
}

/** Whether an item of a list's level begins another one; `last` is the number of the item before it. */
function beginsList(item: ItemFragment, head: ItemFragment, last: number | undefined): boolean {
  if (item.level !== head.level) return false;
  if (item.ordered !== head.ordered || item.list !== head.list) return true;
  return item.ordered && last !== undefined && item.value !== last + 1;
}

/** Nests a run of items by level. A level that is skipped is not drawn: one step deeper is one list deeper. */
function nest(items: readonly ItemFragment[]): List[] {
  const lists: List[] = [];
  for (let at = 0; at < items.length;) {
    const head = items[at]!;
    const own: ListItem[] = [];
    let i = at;
    let last: number | undefined;
    while (i < items.length) {
      const fragment = items[i]!;
      if (fragment.level < head.level || beginsList(fragment, head, last)) break;
      last = fragment.value;
      let end = i + 1;
      while (end < items.length && items[end]!.level > head.level) end++;
      const inner = nest(items.slice(i + 1, end));
      own.push(inner.length === 0 ? fragment.item : { ...fragment.item, blocks: [...fragment.item.blocks, ...inner] });
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
