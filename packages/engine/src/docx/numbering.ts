import { childOf, childrenOf, findFirst } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import { formatNumber, ZEROS } from './list-number.ts';
import { toggle } from './styles.ts';
import type { Styles } from './styles.ts';

interface Level {
  readonly start: number;
  readonly format: string;
  /** Such as `%1.%2)`. */
  readonly text: string;
  readonly paragraphStyle: string | undefined;
  /** Level whose step restarts this one; 0 for never. */
  readonly restart: number | undefined;
  /** All numbers as decimals (legal numbering). */
  readonly legal: boolean;
}

interface Num {
  readonly abstractId: string;
  readonly startOverrides: ReadonlyMap<number, number>;
  readonly levels: ReadonlyMap<number, Level>;
}

/** The number or bullet of a paragraph. */
export interface Label {
  readonly kind: 'bullet' | 'number' | 'none';
  readonly value: number;
  /** As printed; empty for bullets. */
  readonly text: string;
  /** True where GFM's own `1.` is the same. */
  readonly plain: boolean;
}

/** Counts through a document's lists. State: each list's numbers so far, so paragraphs must be asked for in order. */
export interface Numbering {
  next(numId: string, ilvl: number): Label | undefined;
  /** The level that a list assigns to a paragraph style. */
  levelOfStyle(numId: string, styleId: string): number | undefined;
}

/** Reads word/numbering.xml (ECMA-376 part 1, 17.9). */
export function readNumbering(root: XmlElement | undefined, styles: Styles): Numbering {
  const abstracts = new Map(
    childrenOf(root, 'w:abstractNum').map((element) => [element.attributes['w:abstractNumId'] ?? '', element]),
  );
  const numElements = new Map(
    childrenOf(root, 'w:num').map((element) => [element.attributes['w:numId'] ?? '', element]),
  );
  const nums = new Map([...numElements].map(([id, element]) => [id, readNum(element, abstracts, numElements, styles)]));
  const counters = new Map<string, (number | undefined)[]>();
  const begun = new Set<string>();
  return {
    next(numId, ilvl) {
      const num = nums.get(numId);
      const level = num?.levels.get(ilvl);
      if (!num || !level) return undefined;
      const numbers = counters.get(num.abstractId) ?? [];
      counters.set(num.abstractId, numbers);
      const override = num.startOverrides.get(ilvl);
      const key = `${numId} ${ilvl}`;
      if (override !== undefined && !begun.has(key)) numbers[ilvl] = override - 1;
      begun.add(key);
      const value = (numbers[ilvl] ?? level.start - 1) + 1;
      numbers[ilvl] = value;
      for (let deeper = ilvl + 1; deeper < 9; deeper++) {
        const restart = num.levels.get(deeper)?.restart;
        if (restart === undefined || restart > ilvl) numbers[deeper] = undefined;
      }
      return makeLabel(num, level, ilvl, numbers);
    },
    levelOfStyle(numId, styleId) {
      for (const [ilvl, level] of nums.get(numId)?.levels ?? []) if (level.paragraphStyle === styleId) return ilvl;
      return undefined;
    },
  };
}

function makeLabel(num: Num, level: Level, ilvl: number, numbers: readonly (number | undefined)[]): Label {
  const value = numbers[ilvl]!;
  if (level.format === 'bullet') return { kind: 'bullet', value, text: '', plain: true };
  const text = level.text
    .replaceAll(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      const other = num.levels.get(at);
      const format = other?.format ?? 'decimal';
      return formatNumber(numbers[at] ?? other?.start ?? 1, level.legal ? legalFormat(format) : format);
    })
    .trim();
  if (level.format === 'none' || text === '') return { kind: 'none', value, text, plain: false };
  return {
    kind: 'number',
    value,
    text,
    plain: level.format === 'decimal' && new RegExp(`^%${ilvl + 1}[.)]?$`).test(level.text.trim()),
  };
}

/** Legal numbering shows all levels in decimal digits (17.9.4), zeros in front of them included. */
function legalFormat(format: string): string {
  return format === 'decimalZero' ? format : 'decimal';
}

function readNum(
  element: XmlElement,
  abstracts: ReadonlyMap<string, XmlElement>,
  nums: ReadonlyMap<string, XmlElement>,
  styles: Styles,
): Num {
  const abstractId = findAbstractId(element, abstracts, nums, styles);
  const levels = new Map<number, Level>();
  for (const level of childrenOf(abstracts.get(abstractId), 'w:lvl'))
    levels.set(Number(level.attributes['w:ilvl']), readLevel(level));
  const startOverrides = new Map<number, number>();
  for (const override of childrenOf(element, 'w:lvlOverride')) {
    const ilvl = Number(override.attributes['w:ilvl']);
    const start = childOf(override, 'w:startOverride')?.attributes['w:val'];
    if (start !== undefined) startOverrides.set(ilvl, Number(start));
    const level = childOf(override, 'w:lvl');
    if (level) levels.set(ilvl, readLevel(level));
  }
  return { abstractId, startOverrides, levels };
}

/** The definition of a list, which may stand in a numbering style (17.9.21). */
function findAbstractId(
  element: XmlElement,
  abstracts: ReadonlyMap<string, XmlElement>,
  nums: ReadonlyMap<string, XmlElement>,
  styles: Styles,
): string {
  const own = childOf(element, 'w:abstractNumId')?.attributes['w:val'] ?? '';
  const link = childOf(abstracts.get(own), 'w:numStyleLink')?.attributes['w:val'];
  const linked = link === undefined ? undefined : nums.get(styles.get(link)?.numId ?? '');
  return childOf(linked, 'w:abstractNumId')?.attributes['w:val'] ?? own;
}

function readLevel(element: XmlElement): Level {
  const value = (name: string): string | undefined => childOf(element, name)?.attributes['w:val'];
  const restart = value('w:lvlRestart');
  return {
    start: Number(value('w:start') ?? 1),
    format: formatOf(element),
    text: value('w:lvlText') ?? '',
    paragraphStyle: value('w:pStyle'),
    restart: restart === undefined ? undefined : Number(restart),
    legal: toggle(element, 'w:isLgl') ?? false,
  };
}

/** Newer formats stand beside one that older programs know; a custom one states its number of digits (17.18.59). */
function formatOf(level: XmlElement): string {
  const format =
    childOf(level, 'w:numFmt') ?? findFirst(childOf(childOf(level, 'mc:AlternateContent'), 'mc:Choice'), 'w:numFmt');
  const { 'w:val': name = 'decimal', 'w:format': example = '' } = format?.attributes ?? {};
  const zeros = name === 'custom' ? /^0*1\b/.exec(example)?.[0].length : undefined;
  return zeros === undefined ? name : `${ZEROS}${zeros}`;
}
