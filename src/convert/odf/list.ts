import type { Block, ListItem } from '../document.ts';
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

/** A text:list (ODF 1.3 part 3, 5.3.1). Where its level shows no number or bullet, its items are paragraphs. */
export function readList(list: XmlElement, context: OdfContext, outer: Place = { style: undefined, level: 0, above: [] }): Block[] {
  const style = list.attributes['text:style-name'] ?? outer.style;
  const place = { style, level: outer.level, above: outer.above };
  const level = context.styles.level(style, outer.level);
  const key = `${style ?? ''} ${outer.level}`;
  const continued = list.attributes['text:continue-numbering'] === 'true' || list.attributes['text:continue-list'] !== undefined;
  let number = continued ? (context.numbers.get(key) ?? 0) : (level?.start ?? 1) - 1;
  const first = number + 1;
  const blocks: Block[] = [];
  let items: ListItem[] = [];
  const plain = level?.kind === 'number' && level.format === '1' && level.shown <= 1 && /^[.)]?$/.test(level.suffix) && level.prefix === '';
  const close = (): void => {
    const start = number - items.length + 1;
    if (items.length > 0) blocks.push({ kind: 'list', ordered: plain, ...(plain && start > 1 ? { start } : {}), items });
    items = [];
  };
  for (const element of elementsOf(list)) {
    if (element.name !== 'text:list-item' && element.name !== 'text:list-header') continue;
    const numbered = element.name === 'text:list-item' && level?.kind !== 'none' && isNumbered(element, context);
    if (numbered) number = Number(element.attributes['text:start-value'] ?? number + 1);
    const inner = readItem(element, context, { ...place, above: [...place.above, number] });
    if (inner.length === 0) {
      if (numbered) number--;
      continue;
    }
    // Numbered headings are written as lists of one heading.
    if (!numbered || inner[0]!.kind === 'heading') {
      if (numbered) number--;
      close();
      blocks.push(...inner);
      if (numbered) number++;
    } else items.push({ blocks: inner, ...(level?.kind === 'number' && !plain ? { label: labelOf(level, [...place.above, number]) } : {}) });
  }
  close();
  context.numbers.set(key, Math.max(number, first - 1));
  return blocks;
}

function readItem(item: XmlElement, context: OdfContext, place: Place): Block[] {
  return elementsOf(item).flatMap((child) => (child.name === 'text:list'
    ? readList(child, context, { ...place, level: place.level + 1 })
    : context.readBlocks({ name: '', attributes: {}, children: [child] }, context)));
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
