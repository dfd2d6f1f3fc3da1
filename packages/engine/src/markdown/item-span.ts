import type { ListItem } from '../document.ts';

/** The place of an item's own text in the Markdown of its list; the items of lists within it follow it. */
export interface ItemSpan {
  readonly start: number;
  readonly end: number;
  readonly item: ListItem;
  readonly ordered: boolean;
  /** 1 for the items of the list itself. */
  readonly depth: number;
}

/** Markdown of a list or an item, with the places of the items in it. */
export interface WrittenItems {
  readonly text: string;
  readonly items: readonly ItemSpan[];
}

/** Indents all lines but the first. */
export function indent(text: string, width: number): string {
  return text.replaceAll(/\n(?!\n|$)/g, `\n${' '.repeat(width)}`);
}

/** Where places in a text are once it is indented and stands after a prefix; they are asked for in their order. */
export function makeShift(text: string, width: number, prefix: number): (at: number) => number {
  let line = text.indexOf('\n');
  let added = prefix;
  return (at) => {
    while (line !== -1 && line < at) {
      if (line + 1 < text.length && text[line + 1] !== '\n') added += width;
      line = text.indexOf('\n', line + 1);
    }
    return at + added;
  };
}

export const moved = (spans: readonly ItemSpan[], shift: (at: number) => number): ItemSpan[] =>
  spans.map((span) => ({ ...span, start: shift(span.start), end: shift(span.end) }));
