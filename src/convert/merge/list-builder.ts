import type { Block, Inline, List, ListItem } from '../document.ts';
import { joinInlines } from '../layout/inlines.ts';
import type { Label, TextBlock } from '../layout/page-model.ts';

interface OpenItem {
  readonly label: Label;
  readonly blocks: Block[];
}

interface OpenList {
  readonly offset: number;
  readonly kind: Label['kind'];
  readonly items: OpenItem[];
}

const MOST_ITEMS = 2000;

/** Builds nested lists from labelled blocks as they come. */
export interface ListBuilder {
  isOpen(): boolean;
  /** Adds a labelled block; false when it cannot belong to the open list. */
  add(block: TextBlock): boolean;
  /** Adds a paragraph to the last item when it stands below the item's text. */
  addParagraph(block: TextBlock): boolean;
  /** Continues the last item's text. */
  resume(content: readonly Inline[]): void;
  finish(): Block | undefined;
}

const offsetOf = (block: TextBlock): number => block.box[0] - block.column[0];

const isBulleted = (kind: Label['kind']): boolean => kind === 'bullet' || kind === 'check';

function follows(list: OpenList, label: Label): boolean {
  if (isBulleted(list.kind)) return isBulleted(label.kind);
  if (isBulleted(label.kind)) return false;
  const last = list.items.at(-1)!.label.values?.at(-1) ?? 0;
  const value = label.values?.at(-1) ?? 0;
  return value === last + 1 || (label.kind === 'alpha' && value > last && value <= last + 2);
}

export function makeListBuilder(): ListBuilder {
  let stack: OpenList[] = [];
  let items = 0;
  const open = (block: TextBlock, label: Label): void => {
    stack.push({ offset: offsetOf(block), kind: label.kind, items: [] });
  };
  const push = (list: OpenList, block: TextBlock, label: Label): void => {
    list.items.push({ label, blocks: [{ kind: 'paragraph', content: block.content }] });
    items += 1;
  };
  const closeTo = (depth: number): void => {
    while (stack.length > depth) {
      const list = finishList(stack.pop()!);
      stack.at(-1)?.items.at(-1)?.blocks.push(list);
    }
  };
  return {
    isOpen: () => stack.length > 0,
    add(block) {
      const label = block.label!;
      const offset = offsetOf(block);
      if (stack.length === 0) {
        open(block, label);
        push(stack[0]!, block, label);
        return true;
      }
      if (items >= MOST_ITEMS) return false;
      const top = stack.at(-1)!;
      if (offset > top.offset + 5 && !(follows(top, label) && !isBulleted(label.kind) && offset < top.offset + 9)) {
        if (stack.length >= 8) return false;
        open(block, label);
        push(stack.at(-1)!, block, label);
        return true;
      }
      const apart = (list: OpenList): number => Math.abs(list.offset - offset);
      const fitting = stack.filter((list) => apart(list) <= 9 && follows(list, label));
      if (fitting.length === 0) return false;
      const list = fitting.reduce((nearest, each) => (apart(each) <= apart(nearest) ? each : nearest));
      closeTo(stack.indexOf(list) + 1);
      push(list, block, label);
      return true;
    },
    addParagraph(block) {
      const item = stack.at(-1)?.items.at(-1);
      if (!item) return false;
      const textOffset = item.label.textX - block.column[0];
      if (Math.abs(offsetOf(block) - textOffset) > 4 || textOffset < 8 || (block.above ?? 9) > 2.6) return false;
      item.blocks.push({ kind: 'paragraph', content: block.content });
      return true;
    },
    resume(content) {
      const blocks = stack.at(-1)!.items.at(-1)!.blocks;
      const last = blocks.at(-1);
      if (last?.kind === 'paragraph')
        blocks[blocks.length - 1] = { kind: 'paragraph', content: joinInlines(last.content, content) };
      else blocks.push({ kind: 'paragraph', content });
    },
    finish() {
      if (stack.length === 0) return undefined;
      closeTo(1);
      const list = stack[0]!;
      stack = [];
      items = 0;
      const only = list.items[0]!;
      // one number alone makes no list
      if (
        list.items.length === 1 &&
        !isBulleted(list.kind) &&
        only.blocks.length === 1 &&
        only.blocks[0]!.kind === 'paragraph'
      ) {
        return {
          kind: 'paragraph',
          content: [{ kind: 'text', text: `${only.label.text} ` }, ...only.blocks[0].content],
        };
      }
      return finishList(list);
    },
  };
}

function finishList(list: OpenList): List {
  const ordered = list.kind === 'decimal';
  const items: ListItem[] = list.items.map(({ label, blocks }) => ({
    blocks,
    ...(label.checked === undefined ? {} : { checked: label.checked }),
    ...(isBulleted(label.kind) || /^\d+[.)]$/.test(label.text) ? {} : { label: label.text }),
  }));
  const start = list.items[0]!.label.values?.at(-1);
  return { kind: 'list', ordered, ...(ordered && start !== undefined ? { start } : {}), items };
}
