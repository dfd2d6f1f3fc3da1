import type { GlyphRun } from '../model/glyph-run.ts';
import type { Line } from '../model/line.ts';
import type { TextStyle } from '../model/page-model.ts';
import type { StructureTree } from './structure-tree.ts';

/** The looks of a page's text, to which blocks refer by number. */
export interface StyleTable {
  readonly styles: TextStyle[];
  /** The number of a style, which is a new one when the page did not have it before. */
  indexOf(style: TextStyle): number;
  /** The page's structure tree, when it has a good one. */
  readonly tags: StructureTree | undefined;
  readonly usual: UsualLook;
}

/** Size and weight of most letters of the page, and whether nearly all of them are of one width. */
export interface UsualLook {
  readonly size: number;
  readonly bold: boolean;
  readonly mono: boolean;
}

/** Sizes are rounded to a fifth of a point: producers state one size with small differences. */
const STEPS_PER_PT = 5;
const roundSize = (size: number): number => Math.round(size * STEPS_PER_PT) / STEPS_PER_PT;

/** How many times larger than small capitals their capitals are. Set by hand on the tuning half of the corpus. */
const SMALL_CAPS_RATIO = { least: 1.05, most: 1.6 };
/** Of a page without text. */
const DEFAULT_LOOK = { size: 10, bold: false };
/** Share of monospaced letters of a page that was typed. Set by hand. */
const TYPED = 0.8;

export const styleKey = ({ size, bold, italic, mono, family, color }: TextStyle): string =>
  `${size}|${bold ? 'b' : ''}${italic ? 'i' : ''}${mono ? 'm' : ''}|${family}|${color}`;

export function usualLook(runs: readonly GlyphRun[]): UsualLook {
  const counts = new Map<string, { look: typeof DEFAULT_LOOK; letters: number }>();
  let best = { look: DEFAULT_LOOK, letters: 0 };
  let letters = 0;
  let typed = 0;
  let last: GlyphRun | undefined;
  let count = best;
  for (const run of runs) {
    const { size, bold, mono, text } = run;
    letters += text.length;
    if (mono) typed += text.length;
    if (last === undefined || last.size !== size || last.bold !== bold) {
      const key = `${Math.round(size * STEPS_PER_PT)}|${bold}`;
      count = counts.get(key) ?? { look: { size, bold }, letters: 0 };
      counts.set(key, count);
      last = run;
    }
    count.letters += text.length;
    if (count.letters > best.letters) best = count;
  }
  return { ...best.look, mono: typed > TYPED * letters };
}

export function makeStyleTable(usual: UsualLook, tags?: StructureTree): StyleTable {
  const styles: TextStyle[] = [];
  const known = new Map<string, number>();
  return {
    styles,
    tags,
    usual,
    indexOf(style) {
      const key = styleKey(style);
      const index = known.get(key);
      if (index !== undefined) return index;
      known.set(key, styles.length);
      styles.push(style);
      return styles.length - 1;
    },
  };
}

/** The look of some lines together. */
export interface Look {
  readonly style: TextStyle;
  readonly chars: number;
  /** Share of letters that are bold. */
  readonly bold: number;
}

/** Whether two runs have one style: most have that of the run before, and need no key to say so. */
export const isStyledAlike = (a: GlyphRun, b: GlyphRun): boolean =>
  a.size === b.size &&
  a.bold === b.bold &&
  a.italic === b.italic &&
  a.mono === b.mono &&
  a.family === b.family &&
  a.color === b.color;

export const styleOf = (run: GlyphRun): TextStyle => ({
  size: roundSize(run.size),
  bold: run.bold,
  italic: run.italic,
  mono: run.mono,
  family: run.family,
  color: run.color,
});

interface Sizes {
  readonly most: number;
  readonly least: number;
}

function sizesOf(runs: readonly GlyphRun[]): Sizes {
  let most = 0;
  let least = Infinity;
  for (const { size } of runs) {
    most = Math.max(most, size);
    least = Math.min(least, size);
  }
  return { most, least };
}

const isInTwoSizes = ({ most, least }: Sizes): boolean => most > least * SMALL_CAPS_RATIO.least;

/**
 * The size of text in small capitals, which is that of its capitals. Producers write them as capitals in two sizes, or
 * as the small letters that they stand for.
 */
function capsSize(all: readonly GlyphRun[]): number | undefined {
  if (!isInTwoSizes(sizesOf(all))) return undefined;
  const runs = all.filter((run) => /\p{L}/u.test(run.text));
  const { most, least } = sizesOf(runs);
  const isSmallCaps = (run: GlyphRun): boolean =>
    run.size === most ? !/\p{Ll}/u.test(run.text) : run.size === least && !/\p{Lu}/u.test(run.text);
  if (!runs.every((run) => isSmallCaps(run) || !/\p{Ll}/u.test(run.text))) return undefined;
  return isInTwoSizes({ most, least }) && most < least * SMALL_CAPS_RATIO.most ? roundSize(most) : undefined;
}

/** The style of most letters of the lines. */
export function lookOf(lines: readonly Line[]): Look {
  const counts = new Map<string, { style: TextStyle; count: number }>();
  const all: GlyphRun[] = [];
  let chars = 0;
  let bold = 0;
  let last: GlyphRun | undefined;
  let entry: { style: TextStyle; count: number } | undefined;
  for (const line of lines)
    for (const run of line.runs) {
      const length = run.text.length;
      chars += length;
      if (run.bold) bold += length;
      if (run.script) continue;
      all.push(run);
      if (last === undefined || !isStyledAlike(run, last)) {
        const style = styleOf(run);
        const key = styleKey(style);
        entry = counts.get(key) ?? { style, count: 0 };
        counts.set(key, entry);
        last = run;
      }
      entry!.count += length;
    }
  // of two, the larger one
  const [best] = [...counts.values()].sort((a, b) => b.count - a.count || b.style.size - a.style.size);
  const style = best?.style ?? styleOf(lines[0]!.runs[0]!);
  return { style: { ...style, size: capsSize(all) ?? style.size }, chars, bold: bold / Math.max(1, chars) };
}

export const allCaps = (text: string): boolean => !/\p{Ll}/u.test(text) && /\p{Lu}{2}/u.test(text);
