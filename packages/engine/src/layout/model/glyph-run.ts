import type { Rect } from './raw-page.ts';

/**
 * A glyph run as layout works with it: at most one word in one style, read from left to right (or right to left) on a
 * horizontal line. Stages that bring runs into lines change their baselines and move signs to their numbers, hence
 * nothing is readonly.
 */
export interface GlyphRun extends Rect {
  x0: number;
  x1: number;
  text: string;
  baseline: number;
  size: number;
  bold: boolean;
  italic: boolean;
  mono: boolean;
  family: string;
  color: number;
  /** White space was written before it. */
  space: boolean;
  script: 'sup' | 'sub' | undefined;
  /** A line is drawn through it. */
  struck?: true;
  rtl: boolean;
  symbolic: boolean;
  /** It may have letters of Chinese, Japanese or Korean. */
  cjk: boolean;
  artifact: boolean;
  /** The structure tree says that it is a label. */
  label?: true;
  href: string | undefined;
  mcid: number | undefined;
  /** The LaTeX of a formula within a line. */
  latex: string | undefined;
}

/** Unicode blocks of scripts that are written without spaces between words, in letters of one width. */
const CJK = {
  /** Radicals, kana and ideographs. */
  first: 0x2e80,
  last: 0x9fff,
  hangulFirst: 0xac00,
  hangulLast: 0xd7af,
  compatibilityFirst: 0xf900,
  compatibilityLast: 0xfaff,
  /** Forms of full and half width. */
  formsFirst: 0xff00,
  formsLast: 0xffef,
  /** Rarer ideographs, and all that follows. */
  extensions: 0x20000,
};

const isHangul = (code: number): boolean => code >= CJK.hangulFirst && code <= CJK.hangulLast;

export const isCjk = (code: number): boolean =>
  (code >= CJK.first && code <= CJK.last) ||
  isHangul(code) ||
  (code >= CJK.compatibilityFirst && code <= CJK.compatibilityLast) ||
  (code >= CJK.formsFirst && code <= CJK.formsLast) ||
  code >= CJK.extensions;

/** Letters of Chinese and Japanese, between which a line may break and no space is written; not those of Korean. */
export const isUnspaced = (code: number): boolean => isCjk(code) && !isHangul(code);

/** Most texts have no such letter, and need no look at their code points. */
export function mayHaveCjk(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) >= CJK.first) return true;
  return false;
}

/** Whether a text has letters of Chinese or Japanese. */
export function hasUnspaced(text: string): boolean {
  if (!mayHaveCjk(text)) return false;
  for (const letter of text) if (isUnspaced(letter.codePointAt(0)!)) return true;
  return false;
}

export const isUnspacedRun = ({ cjk, text }: GlyphRun): boolean => cjk && hasUnspaced(text);

export const isBold = (runs: readonly GlyphRun[]): boolean => runs.every((run) => run.bold);

/**
 * Letters of the runs, white space not counted. One of Chinese or Japanese counts as two others: it is as wide, and
 * says as much.
 */
export function lettersOf(runs: readonly GlyphRun[]): number {
  let sum = 0;
  for (const { text, cjk } of runs) {
    sum += text.length;
    if (cjk) for (const letter of text) if (isUnspaced(letter.codePointAt(0)!)) sum += 1;
  }
  return sum;
}
