import { formatNumber } from '../docx/list-number.ts';
import type { Block } from '../document.ts';
import type { ItemFragment, Fragment } from '../flow/assemble.ts';
import { childOf, elementsOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import type { OdfContext } from './context.ts';
import type { ListLevel } from './styles.ts';

/** Levels of a list (ODF 1.3 part 3, 16.31). */
const LEVELS = 10;

interface Place {
  readonly style: string | undefined;
  readonly level: number;
  /** Numbers of the levels above, for labels such as 1.2; undefined for a level that shows none. */
  readonly above: readonly (number | undefined)[];
  /** True where a list that goes on only indents: what is in it goes on as well. */
  readonly continues: boolean;
}

/**
 * The items of a text:list (ODF 1.3 part 3, 5.3.1), flat with their levels. Where a level shows no number or bullet,
 * its items are paragraphs.
 */
export function readList(
  list: XmlElement,
  context: OdfContext,
  outer: Place = { style: undefined, level: 0, above: [], continues: false },
): Fragment[] {
  const style = list.attributes['text:style-name'] ?? outer.style;
  const shape = context.styles.level(style, outer.level);
  const key = numberKey(style, outer.level);
  const continues = outer.continues || continuesLast(list);
  let number = firstNumber(continues, shape, context.numbers.get(key)) - 1;
  const fragments: Fragment[] = [];
  for (const element of elementsOf(list).filter(isItem)) {
    const blocks = ownBlocks(element, context);
    const numbered = blocks.length > 0 && shape?.kind !== 'none' && isNumbered(element, context);
    if (numbered) {
      number = numberOf(element, number + 1);
      forgetDeeper(context, style, outer.level);
    }
    const above = [...outer.above, shape?.kind === 'number' ? number : undefined];
    fragments.push(...makeFragments(blocks, { level: outer.level, above }, shape, numbered));
    const inner = { style, level: outer.level + 1, above, continues: continues && !numbered };
    fragments.push(...readInnerLists(element, context, inner));
  }
  context.numbers.set(key, number);
  return fragments;
}

const isItem = ({ name }: XmlElement): boolean => name === 'text:list-item' || name === 'text:list-header';
const inBlock = (block: Block): Fragment => ({ kind: 'block', block });

/** An item; numbered headings are written as lists of one heading. */
function makeFragments(
  blocks: readonly Block[],
  place: Pick<Place, 'level' | 'above'>,
  shape: ListLevel | undefined,
  numbered: boolean,
): Fragment[] {
  if (!numbered) return blocks.map(inBlock);
  const [first, ...rest] = blocks;
  if (first?.kind !== 'heading') return [itemFragment(blocks, place, shape)];
  const label =
    shape?.kind === 'number' ? [{ kind: 'text' as const, text: `${formatLabel(shape, place.above)} ` }] : [];
  return [{ ...first, content: [...label, ...first.content] }, ...rest].map(inBlock);
}

function readInnerLists(item: XmlElement, context: OdfContext, place: Place): Fragment[] {
  return elementsOf(item)
    .filter(({ name }) => name === 'text:list')
    .flatMap((list) => readList(list, context, place));
}

/** The number of the list's first item; `last` is the one that was given last in a list of this style. */
function firstNumber(continues: boolean, shape: ListLevel | undefined, last: number | undefined): number {
  return continues && last !== undefined ? last + 1 : (shape?.start ?? 1);
}

/** The key of the last number of a style's lists at a level. */
function numberKey(style: string | undefined, level: number): string {
  return `${style ?? ''} ${level}`;
}

/** The number that an item states, or the next one. */
function numberOf({ attributes }: XmlElement, next: number): number {
  return Number(attributes['text:start-value'] ?? next);
}

function continuesLast({ attributes }: XmlElement): boolean {
  return attributes['text:continue-numbering'] === 'true' || attributes['text:continue-list'] !== undefined;
}

/** A number begins those of the levels below it anew. */
function forgetDeeper({ numbers }: OdfContext, style: string | undefined, level: number): void {
  for (let deeper = level + 1; deeper < LEVELS; deeper++) numbers.delete(numberKey(style, deeper));
}

/** The blocks of an item besides the lists within it. */
function ownBlocks(item: XmlElement, context: OdfContext): Block[] {
  return elementsOf(item)
    .filter(({ name }) => name !== 'text:list')
    .flatMap((child) =>
      context.readBlocks({ name: '', attributes: {}, children: [child] }, { ...context, inList: true }),
    );
}

function itemFragment(
  blocks: readonly Block[],
  { level, above }: Pick<Place, 'level' | 'above'>,
  shape: ListLevel | undefined,
): ItemFragment {
  const plain =
    shape?.kind === 'number' &&
    shape.format === '1' &&
    shape.shown <= 1 &&
    /^[.)]?$/.test(shape.suffix) &&
    shape.prefix === '';
  const label = shape?.kind === 'number' && !plain ? { label: formatLabel(shape, above) } : {};
  return {
    kind: 'item',
    level,
    ordered: plain,
    value: above.at(-1) ?? 1,
    // PowerPoint writes each item as a list with a style of its own.
    list: shape?.kind ?? '',
    item: { blocks, ...label },
  };
}

/** The first paragraph's style may switch the number off. An item of nothing but a list only indents it. */
function isNumbered(item: XmlElement, context: OdfContext): boolean {
  if (item.name !== 'text:list-item') return false;
  const paragraph = childOf(item, 'text:p') ?? childOf(item, 'text:h');
  return paragraph !== undefined && context.styles.isNumbered(paragraph.attributes['text:style-name']);
}

/** A number as it is shown, with those of the levels above it that are shown before it. */
export function formatLabel(level: ListLevel, numbers: readonly (number | undefined)[]): string {
  const shown = numbers.slice(-Math.max(1, level.shown)).filter((number) => number !== undefined);
  return `${level.prefix}${shown.map((value, n) => (n === shown.length - 1 ? format(value, level.format) : String(value))).join('.')}${level.suffix}`;
}

/** Formats of numbers by `style:num-format` (ODF 1.3 part 3, 19.500), which may also begin with the first numbers. */
const FORMATS: readonly (readonly [RegExp, string])[] = [
  [/^a$/, 'lowerLetter'],
  [/^A$/, 'upperLetter'],
  [/^i$/, 'lowerRoman'],
  [/^I$/, 'upperRoman'],
  [/^一, 二/, 'chineseCounting'],
  [/^壹, 贰/, 'chineseLegalSimplified'],
  [/^壹, 貳/, 'ideographLegalTraditional'],
  [/^壱, 弐/, 'japaneseLegal'],
  [/^①/, 'decimalEnclosedCircle'],
  [/^甲/, 'ideographTraditional'],
  [/^子/, 'ideographZodiac'],
  [/^ア, イ/, 'aiueo'],
  [/^イ, ロ/, 'iroha'],
  [/^일/, 'koreanCounting'],
  [/^가/, 'ganada'],
  [/^ㄱ/, 'chosung'],
  [/^[Аа], [Бб]/, 'russianLower'],
  [/^א/, 'hebrew2'],
  [/^ก/, 'thaiLetters'],
  [/^１/, 'decimalFullWidth'],
  [/^1st/, 'ordinal'],
  [/^One/, 'cardinalText'],
  [/^First/, 'ordinalText'],
  [/^01, /, 'decimalZero'],
];

function format(value: number, kind: string): string {
  return formatNumber(value, FORMATS.find(([pattern]) => pattern.test(kind))?.[1] ?? 'decimal');
}
