import type { Block, List, ListItem, Place } from '../document.ts';
import { joinInlines } from '../layout/text/inlines.ts';
import { isBulleted } from '../layout/text/labels.ts';
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
  /** Of its last label: its left edge, and its column. */
  x: number;
  column: TextBlock['column'];
  /** Where its last item stands. */
  place?: Place;
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
  /** Edges of one column, and its right edge on two pages. */
  sameColumn: 1,
  sameRight: 8,
  /** Code of an item may be inset by this. */
  code: 14,
};
/** Share of a column's width that each of several in it takes at most. */
const PART = 0.75;
/** Em: a paragraph of an item stands this near below it. */
const PARAGRAPH_EM = 2.6;
/** A letter may be skipped in a sequence of letters. */
const SKIPPED = 2;

const leftOf = ({ box, label }: TextBlock): number => label?.x ?? box[0];

const offsetOf = (block: TextBlock): number => leftOf(block) - block.column[0];

/** One number alone makes no list, one star marks a note, and one dash stands before who says what is above. */
const isNoItem = (label: Label): boolean => !isBulleted(label) || /^[*–—]$/.test(label.text);

/** Whether a label may be the next of a list, whose last one is given and whose kind is that of its first. */
function follows(last: Label, kind: Label['kind'], label: Label): boolean {
  if (isBulleted({ kind })) return isBulleted(label);
  if (isBulleted(label) || (kind === 'decimal') !== (label.kind === 'decimal')) return false;
  const before = last.values?.at(-1) ?? 0;
  const value = label.values?.at(-1) ?? 0;
  return value === before + 1 || (label.kind === 'alpha' && value > before && value <= before + SKIPPED);
}

const goesOnIn = ({ items, kind }: OpenList, label: Label): boolean => follows(items.at(-1)!.label, kind, label);

/** Whether a column is one of several in another one, as where short items stand beside each other. */
const isPartOf = ([from, to]: TextBlock['column'], [left, right]: TextBlock['column']): boolean =>
  from > left - PT.sameColumn && to < right + PT.sameColumn && to - from < PART * (right - left);

/** Whether a block stands on the line of the last item, as the next of several check boxes does. */
const isBeside = ({ place: last }: OpenList, { page, box }: Place): boolean =>
  last?.page === page && box[0] >= last.box[2] && Math.min(box[3], last.box[3]) - Math.max(box[1], last.box[1]) > 0;

/**
 * How far a block starts to the right of a list in its column. The next number may as well stand below the first one on
 * the page: the columns of two pages have other edges. Where all lines are indented, only the left edge is another.
 */
function insetIn(list: OpenList, block: TextBlock, place?: Place): number {
  if (place && isBeside(list, place)) return 0;
  const [inColumn, onPage] = [offsetOf(block) - (list.x - list.column[0]), leftOf(block) - list.x];
  if (isPartOf(block.column, list.column) || isPartOf(list.column, block.column)) return onPage;
  if (Math.abs(block.column[1] - list.column[1]) < PT.sameRight) return onPage;
  const isNext = !isBulleted(list) && block.label !== undefined && goesOnIn(list, block.label);
  return isNext && Math.abs(onPage) < Math.abs(inColumn) ? onPage : inColumn;
}

/** Whether a number goes on with those of the list before, behind a paragraph or a table. */
const goesOnBehind = (before: Label | undefined, label: Label): boolean =>
  before?.kind === 'decimal' && label.kind === 'decimal' && follows(before, before.kind, label);

/** Labels that do not begin a list item: they stay in their paragraph. */
const NO_ITEM_LABELS: ReadonlySet<string> = new Set(['section', 'word', 'note', 'reference']);

export const isItem = ({ label, role }: TextBlock): boolean =>
  label !== undefined && !NO_ITEM_LABELS.has(label.kind) && (role === undefined || role === 'toc');

/** Builds nested lists from labelled blocks as they arrive. */
export class ListBuilder {
  /** The open lists, each within the last item of the one before. */
  #stack: OpenList[] = [];
  #items = 0;
  /** Label of the last item of the list before. */
  #before: Label | undefined;

  isOpen(): boolean {
    return this.#stack.length > 0;
  }

  /** Adds a labelled block; false when it cannot belong to the open list. */
  add(block: TextBlock, place: Place): boolean {
    const label = block.label!;
    const top = this.#stack.at(-1);
    if (!top) {
      this.#addTo(this.#open(block, label), block, { label, place });
      return true;
    }
    if (this.#items >= MAX_ITEMS) return false;
    const isNext = goesOnIn(top, label) && !isBulleted(label) && insetIn(top, block, place) < PT.sequence;
    if (insetIn(top, block, place) > PT.deeper && !isNext) {
      if (this.#stack.length >= MAX_DEPTH) return false;
      this.#addTo(this.#open(block, label), block, { label, place });
      return true;
    }
    const list = this.#findNearestList(block, label, place);
    if (!list) return false;
    this.#closeTo(this.#stack.indexOf(list) + 1);
    this.#addTo(list, block, { label, place });
    return true;
  }

  /** Whether a text without a label is indented as the text of the last item, or as its label is. */
  isIndentedAsItem(block: TextBlock): boolean {
    const [list, item] = [this.#stack.at(-1), this.#lastItem()];
    if (!list || !item) return false;
    const [inset, textInset] = [insetIn(list, block), item.label.textX - list.x];
    if (textInset >= PT.labelWidth && Math.abs(inset - textInset) < PT.paragraph) return true;
    return Math.abs(inset) < PT.paragraph && list.x - list.column[0] > PT.deeper;
  }

  /** Adds a paragraph to the last item when it stands below the item's text. */
  addParagraph(block: TextBlock, place: Place): boolean {
    const item = this.#lastItem();
    if (!item) return false;
    const textOffset = item.label.textX - block.column[0];
    if (Math.abs(offsetOf(block) - textOffset) > PT.paragraph || textOffset < PT.labelWidth) return false;
    if ((block.above ?? Infinity) > PARAGRAPH_EM) return false;
    item.blocks.push({ kind: 'paragraph', content: block.content, places: [place] });
    return true;
  }

  /** Adds a formula to the last item when it stands to the right of where the item's text starts. */
  addFormula(block: FormulaBlock, formula: Block): boolean {
    const item = this.#lastItem();
    if (!item || block.box[0] < item.label.textX) return false;
    if (block.column[0] < item.label.textX - PT.paragraph) return false;
    item.blocks.push(formula);
    return true;
  }

  /** Adds code to the last item when it starts where the item's text starts. */
  addCode({ box }: CodeBlock, code: Block): boolean {
    const item = this.#lastItem();
    const inset = item ? box[0] - item.label.textX : Infinity;
    if (!item || inset < -PT.paragraph || inset > PT.code) return false;
    item.blocks.push(code);
    return true;
  }

  /** Continues the last item's text. */
  resume({ content }: TextBlock, place: Place): void {
    const { blocks } = this.#lastItem()!;
    const last = blocks.at(-1);
    if (last?.kind === 'paragraph')
      blocks[blocks.length - 1] = {
        kind: 'paragraph',
        content: joinInlines(last.content, content),
        places: [...(last.places ?? []), place],
      };
    else blocks.push({ kind: 'paragraph', content, places: [place] });
  }

  /** Ends the open list. A single numbered line becomes a paragraph. */
  finish(): Block | undefined {
    if (this.#stack.length === 0) return undefined;
    this.#closeTo(1);
    const list = this.#stack[0]!;
    this.#stack = [];
    this.#items = 0;
    const only = list.items[0]!;
    const [first] = only.blocks;
    const isAlone = list.items.length === 1 && only.blocks.length === 1 && !goesOnBehind(this.#before, only.label);
    this.#before = list.items.at(-1)!.label;
    if (isAlone && isNoItem(only.label) && first?.kind === 'paragraph')
      return { ...first, content: [{ kind: 'text', text: `${only.label.text} ` }, ...first.content] };
    return finishList(list);
  }

  #lastItem(): OpenItem | undefined {
    return this.#stack.at(-1)?.items.at(-1);
  }

  #open(block: TextBlock, label: Label): OpenList {
    const list: OpenList = { x: leftOf(block), column: block.column, kind: label.kind, items: [] };
    this.#stack.push(list);
    return list;
  }

  #addTo(list: OpenList, block: TextBlock, { label, place }: Labelled): void {
    if (!isBeside(list, place)) list.x = leftOf(block);
    list.place = place;
    list.column = block.column;
    const role = block.role === 'toc' ? { role: block.role } : {};
    list.items.push({ label, blocks: [{ kind: 'paragraph', content: block.content, ...role, places: [place] }] });
    this.#items += 1;
  }

  /** The open list that a label continues and whose labels are nearest to its vertical line. */
  #findNearestList(block: TextBlock, label: Label, place: Place): OpenList | undefined {
    const apart = (list: OpenList): number => Math.abs(insetIn(list, block, place));
    const fitting = this.#stack.filter((list) => apart(list) <= PT.sameList && goesOnIn(list, label));
    if (fitting.length === 0) return undefined;
    return fitting.reduce((nearest, each) => (apart(each) <= apart(nearest) ? each : nearest));
  }

  #closeTo(depth: number): void {
    while (this.#stack.length > depth) {
      const list = finishList(this.#stack.pop()!);
      this.#lastItem()?.blocks.push(list);
    }
  }
}

function finishList(list: OpenList): List {
  const ordered = list.kind === 'decimal';
  const items: ListItem[] = list.items.map(({ label, blocks }) => ({
    blocks,
    ...(label.checked === undefined ? {} : { checked: label.checked }),
    ...(isBulleted(label) || (ordered && /^\d+[.)]$/.test(label.text)) ? {} : { label: label.text }),
  }));
  const start = list.items[0]!.label.values?.at(-1);
  return { kind: 'list', ordered, ...(ordered && start !== undefined ? { start } : {}), items };
}
