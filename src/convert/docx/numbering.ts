import { childOf, childrenOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
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

/** What stands before a numbered paragraph. */
export interface Label {
  readonly kind: 'bullet' | 'number' | 'none';
  readonly value: number;
  /** As printed; empty for bullets. */
  readonly text: string;
  /** True where GFM's own `1.` says the same. */
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
      return labelOf(num, level, ilvl, numbers);
    },
    levelOfStyle(numId, styleId) {
      for (const [ilvl, level] of nums.get(numId)?.levels ?? []) if (level.paragraphStyle === styleId) return ilvl;
      return undefined;
    },
  };
}

function labelOf(num: Num, level: Level, ilvl: number, numbers: readonly (number | undefined)[]): Label {
  const value = numbers[ilvl]!;
  if (level.format === 'bullet') return { kind: 'bullet', value, text: '', plain: true };
  const text = level.text
    .replaceAll(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      const other = num.levels.get(at);
      return formatNumber(numbers[at] ?? other?.start ?? 1, level.legal ? 'decimal' : (other?.format ?? 'decimal'));
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

function readNum(
  element: XmlElement,
  abstracts: ReadonlyMap<string, XmlElement>,
  nums: ReadonlyMap<string, XmlElement>,
  styles: Styles,
): Num {
  let abstractId = childOf(element, 'w:abstractNumId')?.attributes['w:val'] ?? '';
  // A list may be defined by a numbering style, which has the real definition (17.9.21).
  const link = childOf(abstracts.get(abstractId), 'w:numStyleLink')?.attributes['w:val'];
  const linked = link === undefined ? undefined : nums.get(styles.get(link)?.numId ?? '');
  if (linked) abstractId = childOf(linked, 'w:abstractNumId')?.attributes['w:val'] ?? abstractId;
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

function readLevel(element: XmlElement): Level {
  const value = (name: string): string | undefined => childOf(element, name)?.attributes['w:val'];
  const restart = value('w:lvlRestart');
  return {
    start: Number(value('w:start') ?? 1),
    format: value('w:numFmt') ?? 'decimal',
    text: value('w:lvlText') ?? '',
    paragraphStyle: value('w:pStyle'),
    restart: restart === undefined ? undefined : Number(restart),
    legal: childOf(element, 'w:isLgl') !== undefined,
  };
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

/** A number as a list prints it; formats as in ECMA-376 part 1, 17.18.59. */
export function formatNumber(value: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
      return letters(value);
    case 'upperLetter':
      return letters(value).toUpperCase();
    case 'lowerRoman':
      return roman(value);
    case 'upperRoman':
      return roman(value).toUpperCase();
    case 'decimalZero':
      return String(value).padStart(2, '0');
    case 'none':
    case 'bullet':
      return '';
    default:
      return String(value);
  }
}

/** a … z, aa … zz, aaa …: Word repeats the letter. */
function letters(value: number): string {
  return value < 1
    ? String(value)
    : String.fromCodePoint(97 + ((value - 1) % 26)).repeat(Math.min(20, Math.ceil(value / 26)));
}

function roman(value: number): string {
  if (value < 1 || value > 4999) return String(value);
  let rest = value;
  return ROMAN.map(([worth, digit]) => {
    const count = Math.floor(rest / worth);
    rest -= count * worth;
    return digit.repeat(count);
  }).join('');
}
