import type { OutputBlock } from '../output-block.ts';
import { BODY, makeItem, refTo, type GroupItem, type Ref, type TextItem } from './items.ts';

/** A list that goes on. */
interface OpenList {
  readonly depth: number;
  readonly ordered: boolean;
  readonly group: GroupItem;
  item: TextItem | undefined;
}

/** Gives items of lists their groups: a list is a group, and one in an item is a child of that item. */
export interface Lists {
  /** The list of an item, with what its marker is. */
  open(block: OutputBlock): { readonly list: Ref; readonly marker: string };
  add(item: TextItem): void;
  /** Something else follows. */
  close(): void;
  readonly groups: readonly GroupItem[];
}

export function makeLists(body: Ref[]): Lists {
  const groups: GroupItem[] = [];
  let open: OpenList[] = [];
  const begin = (depth: number, ordered: boolean): OpenList => {
    const above = open.at(-1)?.item;
    const group: GroupItem = {
      ...makeItem('groups', groups.length, 'list', above ? refTo(above) : BODY),
      name: 'list',
    };
    groups.push(group);
    (above?.children ?? body).push(refTo(group));
    const list = { depth, ordered, group, item: undefined };
    open.push(list);
    return list;
  };
  return {
    groups,
    open({ level = 1, ordered = false, label }) {
      open = open.filter((list) => list.depth < level || (list.depth === level && list.ordered === ordered));
      const last = open.at(-1);
      const { group } = last?.depth === level ? last : begin(level, ordered);
      return { list: refTo(group), marker: label ?? (ordered ? `${group.children.length + 1}.` : '-') };
    },
    add(item) {
      const list = open.at(-1)!;
      list.item = item;
      list.group.children.push(refTo(item));
    },
    close: () => void (open = []),
  };
}
