import type { Block, List, ListItem, Place } from '../document.ts';
import { joinInlines } from '../layout/text/inlines.ts';
import type { FormulaBlock, Label, TextBlock } from '../layout/model/page-model.ts';

interface OpenItem {
  readonly label: Label;
  readonly blocks: Block[];
}

interface Labelled {
  readonly label: Label;
  readonly place: Place;
}

interface OpenList {
  readonly offset: number;
  readonly kind: Label['kind'];
  readonly items: OpenItem[];
}

/** Items of one list that are held in memory, and how deep lists are nested. */
const MAX_ITEMS = 2000;
const MAX_DEPTH = 8;

/** In points. Set by hand on the tuning half of the corpus. */
const PT = {
  /** A label that stands further to the right opens a list within; numbers in sequence may be set off by more. */
  deeper: 5,
  sequence: 9,
  /** Labels of one list stand this near to one vertical line. */
  sameList: 9,
  /** A paragraph of an item starts where the text of the item starts, which stands clear of the label. */
  paragraph: 4,
  labelWidth: 8,
};
/** Em: a paragraph of an item stands this near below it. */
const PARAGRAPH_EM = 2.6;
/** A letter may be skipped in a sequence of letters. */
const SKIPPED = 2;

/** Builds nested lists from labelled blocks as they come. */
export interface ListBuilder {
  isOpen(): boolean;
  /** Adds a labelled block; false when it cannot belong to the open list. */
  add(block: TextBlock, place: Place): boolean;
  /** Adds a paragraph to the last item when it stands below the item's text. */
  addParagraph(block: TextBlock, place: Place): boolean;
  /** Adds a formula to the last item when it stands to the right of where the item's text starts. */
  addFormula(block: FormulaBlock, formula: Block): boolean;
  /** Continues the last item's text. */
  resume(block: TextBlock, place: Place): void;
  finish(): Block | undefined;
}

const offsetOf = (block: Pick<TextBlock, 'box' | 'column'>): number => block.box[0] - block.column[0];

const isBulleted = (kind: Label['kind']): boolean => kind === 'bullet' || kind === 'check';

/** One number alone makes no list, and one star marks a note. */
const isNoItem = ({ kind, text }: Label): boolean => !isBulleted(kind) || text === '*';

function follows(list: OpenList, label: Label): boolean {
  if (isBulleted(list.kind)) return isBulleted(label.kind);
  if (isBulleted(label.kind)) return false;
  const last = list.items.at(-1)!.label.values?.at(-1) ?? 0;
  const value = label.values?.at(-1) ?? 0;
  return value === last + 1 || (label.kind === 'alpha' && value > last && value <= last + SKIPPED);
}

export function makeListBuilder(): ListBuilder {
  let stack: OpenList[] = [];
  let items = 0;
  const open = (block: TextBlock, label: Label): void => {
    stack.push({ offset: offsetOf(block), kind: label.kind, items: [] });
  };
  const push = (list: OpenList, { content }: TextBlock, { label, place }: Labelled): void => {
    list.items.push({ label, blocks: [{ kind: 'paragraph', content, places: [place] }] });
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
    add(block, place) {
      const label = block.label!;
      const offset = offsetOf(block);
      if (stack.length === 0) {
        open(block, label);
        push(stack[0]!, block, { label, place });
        return true;
      }
      if (items >= MAX_ITEMS) return false;
      const top = stack.at(-1)!;
      const isNext = follows(top, label) && !isBulleted(label.kind) && offset < top.offset + PT.sequence;
      if (offset > top.offset + PT.deeper && !isNext) {
        if (stack.length >= MAX_DEPTH) return false;
        open(block, label);
        push(stack.at(-1)!, block, { label, place });
        return true;
      }
      const apart = (list: OpenList): number => Math.abs(list.offset - offset);
      const fitting = stack.filter((list) => apart(list) <= PT.sameList && follows(list, label));
      if (fitting.length === 0) return false;
      const list = fitting.reduce((nearest, each) => (apart(each) <= apart(nearest) ? each : nearest));
      closeTo(stack.indexOf(list) + 1);
      push(list, block, { label, place });
      return true;
    },
    addParagraph(block, place) {
      const item = stack.at(-1)?.items.at(-1);
      if (!item) return false;
      const textOffset = item.label.textX - block.column[0];
      if (Math.abs(offsetOf(block) - textOffset) > PT.paragraph || textOffset < PT.labelWidth) return false;
      if ((block.above ?? Infinity) > PARAGRAPH_EM) return false;
      item.blocks.push({ kind: 'paragraph', content: block.content, places: [place] });
      return true;
    },
    addFormula(block, formula) {
      const item = stack.at(-1)?.items.at(-1);
      if (!item || block.box[0] < item.label.textX) return false;
      if (block.column[0] < item.label.textX - PT.paragraph) return false;
      item.blocks.push(formula);
      return true;
    },
    resume({ content }, place) {
      const blocks = stack.at(-1)!.items.at(-1)!.blocks;
      const last = blocks.at(-1);
      if (last?.kind === 'paragraph')
        blocks[blocks.length - 1] = {
          kind: 'paragraph',
          content: joinInlines(last.content, content),
          places: [...(last.places ?? []), place],
        };
      else blocks.push({ kind: 'paragraph', content, places: [place] });
    },
    finish() {
      if (stack.length === 0) return undefined;
      closeTo(1);
      const list = stack[0]!;
      stack = [];
      items = 0;
      const only = list.items[0]!;
      const [first] = only.blocks;
      if (list.items.length === 1 && isNoItem(only.label) && only.blocks.length === 1 && first?.kind === 'paragraph')
        return { ...first, content: [{ kind: 'text', text: `${only.label.text} ` }, ...first.content] };
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
