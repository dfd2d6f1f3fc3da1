import type { Block, List, ListItem, Place } from '../document.ts';
import { joinInlines } from '../layout/text/inlines.ts';
import type { CodeBlock, FormulaBlock, Label, TextBlock } from '../layout/model/page-model.ts';

interface OpenItem {
  readonly label: Label;
  readonly blocks: Block[];
}

interface Labelled {
  readonly label: Label;
  readonly place: Place;
}

interface OpenList {
  /** Of its last label: from the left edge of its column, and of the page. */
  offset: number;
  x: number;
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
  /** Code of an item may be inset by this. */
  code: 14,
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
  /** Adds code to the last item when it starts where the item's text starts. */
  addCode(block: CodeBlock, code: Block): boolean;
  /** Continues the last item's text. */
  resume(block: TextBlock, place: Place): void;
  finish(): Block | undefined;
}

const offsetOf = (block: Pick<TextBlock, 'box' | 'column'>): number => block.box[0] - block.column[0];

const isBulleted = (kind: Label['kind']): boolean => kind === 'bullet' || kind === 'check';

/** One number alone makes no list, and one star marks a note. */
const isNoItem = ({ kind, text }: Label): boolean => !isBulleted(kind) || text === '*';

/** Whether a label may be the next of a list, whose last one is given and whose kind is that of its first. */
function follows(last: Label, kind: Label['kind'], label: Label): boolean {
  if (isBulleted(kind)) return isBulleted(label.kind);
  if (isBulleted(label.kind)) return false;
  const before = last.values?.at(-1) ?? 0;
  const value = label.values?.at(-1) ?? 0;
  return value === before + 1 || (label.kind === 'alpha' && value > before && value <= before + SKIPPED);
}

const goesOnIn = ({ items, kind }: OpenList, label: Label): boolean => follows(items.at(-1)!.label, kind, label);

/**
 * How far a block starts to the right of a list in its column. The next number may as well stand below the first one on
 * the page: the columns of two pages have other edges.
 */
function insetIn(list: OpenList, block: TextBlock): number {
  const [inColumn, onPage] = [offsetOf(block) - list.offset, block.box[0] - list.x];
  const isNext = !isBulleted(list.kind) && goesOnIn(list, block.label!);
  return isNext && Math.abs(onPage) < Math.abs(inColumn) ? onPage : inColumn;
}

/** Whether a number goes on with those of the list before, behind a paragraph or a table. */
const goesOnBehind = (before: Label | undefined, label: Label): boolean =>
  before?.kind === 'decimal' && label.kind === 'decimal' && follows(before, before.kind, label);

export function makeListBuilder(): ListBuilder {
  let stack: OpenList[] = [];
  let items = 0;
  /** The last item of the list before. */
  let before: Label | undefined;
  const open = (block: TextBlock, label: Label): void => {
    stack.push({ offset: offsetOf(block), x: block.box[0], kind: label.kind, items: [] });
  };
  const push = (list: OpenList, block: TextBlock, { label, place }: Labelled): void => {
    const { content } = block;
    list.offset = offsetOf(block);
    list.x = block.box[0];
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
      if (stack.length === 0) {
        open(block, label);
        push(stack[0]!, block, { label, place });
        return true;
      }
      if (items >= MAX_ITEMS) return false;
      const top = stack.at(-1)!;
      const isNext = goesOnIn(top, label) && !isBulleted(label.kind) && insetIn(top, block) < PT.sequence;
      if (insetIn(top, block) > PT.deeper && !isNext) {
        if (stack.length >= MAX_DEPTH) return false;
        open(block, label);
        push(stack.at(-1)!, block, { label, place });
        return true;
      }
      const apart = (list: OpenList): number => Math.abs(insetIn(list, block));
      const fitting = stack.filter((list) => apart(list) <= PT.sameList && goesOnIn(list, label));
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
    addCode({ box }, code) {
      const item = stack.at(-1)?.items.at(-1);
      const inset = item ? box[0] - item.label.textX : Infinity;
      if (!item || inset < -PT.paragraph || inset > PT.code) return false;
      item.blocks.push(code);
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
      const isAlone = list.items.length === 1 && only.blocks.length === 1 && !goesOnBehind(before, only.label);
      before = list.items.at(-1)!.label;
      if (isAlone && isNoItem(only.label) && first?.kind === 'paragraph')
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
