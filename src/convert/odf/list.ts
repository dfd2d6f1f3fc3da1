import type { Block } from '../document.ts';
import type { ItemPiece, Piece } from '../flow/assemble.ts';
import { childOf, elementsOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import type { OdfContext } from './context.ts';
import type { ListLevel } from './styles.ts';

interface Place {
  readonly style: string | undefined;
  readonly level: number;
  /** Numbers of the levels above, for labels such as 1.2. */
  readonly above: readonly number[];
}

/** The items of a text:list (ODF 1.3 part 3, 5.3.1), flat with their levels. Where a level shows no number or bullet, its items are paragraphs. */
export function readList(
  list: XmlElement,
  context: OdfContext,
  outer: Place = { style: undefined, level: 0, above: [] },
): Piece[] {
  const style = list.attributes['text:style-name'] ?? outer.style;
  const level = context.styles.level(style, outer.level);
  const key = `${style ?? ''} ${outer.level}`;
  const continued =
    list.attributes['text:continue-numbering'] === 'true' || list.attributes['text:continue-list'] !== undefined;
  let number = continued ? (context.numbers.get(key) ?? 0) : (level?.start ?? 1) - 1;
  const pieces: Piece[] = [];
  for (const element of elementsOf(list)) {
    if (element.name !== 'text:list-item' && element.name !== 'text:list-header') continue;
    const own = elementsOf(element).filter(({ name }) => name !== 'text:list');
    const blocks = own.flatMap((child) => context.readBlocks({ name: '', attributes: {}, children: [child] }, context));
    const numbered =
      element.name === 'text:list-item' && level?.kind !== 'none' && isNumbered(element, context) && blocks.length > 0;
    if (numbered) number = Number(element.attributes['text:start-value'] ?? number + 1);
    // Numbered headings are written as lists of one heading.
    if (!numbered || blocks[0]?.kind === 'heading')
      pieces.push(...blocks.map((block): Piece => ({ kind: 'block', block })));
    else pieces.push(itemPiece(blocks, { style, level: outer.level, above: [...outer.above, number] }, level));
    for (const child of elementsOf(element)) {
      if (child.name === 'text:list')
        pieces.push(...readList(child, context, { style, level: outer.level + 1, above: [...outer.above, number] }));
    }
  }
  context.numbers.set(key, number);
  return pieces;
}

function itemPiece(blocks: readonly Block[], { style, level, above }: Place, shape: ListLevel | undefined): ItemPiece {
  const plain =
    shape?.kind === 'number' &&
    shape.format === '1' &&
    shape.shown <= 1 &&
    /^[.)]?$/.test(shape.suffix) &&
    shape.prefix === '';
  const label = shape?.kind === 'number' && !plain ? { label: labelOf(shape, above) } : {};
  return {
    kind: 'item',
    level,
    ordered: plain,
    value: above.at(-1) ?? 1,
    list: style ?? '',
    item: { blocks, ...label },
  };
}

/** The first paragraph's style may switch the number off. An item of nothing but a list only indents it. */
function isNumbered(item: XmlElement, context: OdfContext): boolean {
  const paragraph = childOf(item, 'text:p') ?? childOf(item, 'text:h');
  return paragraph !== undefined && context.styles.isNumbered(paragraph.attributes['text:style-name']);
}

function labelOf(level: ListLevel, numbers: readonly number[]): string {
  const shown = numbers.slice(-Math.max(1, level.shown));
  return `${level.prefix}${shown.map((value, n) => (n === shown.length - 1 ? format(value, level.format) : String(value))).join('.')}${level.suffix}`;
}

function format(value: number, kind: string): string {
  const letter = value >= 1 && value <= 26 ? String.fromCharCode(96 + value) : String(value);
  if (kind === 'a') return letter;
  if (kind === 'A') return letter.toUpperCase();
  if (kind === 'i') return roman(value);
  return kind === 'I' ? roman(value).toUpperCase() : String(value);
}

function roman(value: number): string {
  const tens = ['', 'x', 'xx', 'xxx', 'xl', 'l', 'lx', 'lxx', 'lxxx', 'xc'];
  const ones = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'];
  return value > 0 && value < 100 ? tens[Math.floor(value / 10)]! + ones[value % 10]! : String(value);
}
