import { MIRRORED } from '../../layout/model/mirrored.ts';
import type { RawRun } from '../../layout/model/raw-page.ts';

/** A run while the page is walked: what is stated in the end, and what is needed until then. */
export type WalkRun = { -readonly [K in keyof RawRun]: RawRun[K] } & {
  /** Position in the order of painting. */
  order: number;
  /** Letters of its text whose meaning is a guess. */
  guessed: number;
};

/** Everything that must be equal for glyphs to stand in one run. */
export interface RunStyle {
  readonly font: string;
  /** Points. */
  readonly size: number;
  readonly color: number;
  readonly flags: number;
  readonly mcid: number | undefined;
  /** Unit vector of the direction of reading. */
  readonly ux: number;
  readonly uy: number;
  /** Extent above and below the baseline, in points. */
  readonly above: number;
  readonly below: number;
}

/** Strong letters of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
const FIRST_RIGHT_TO_LEFT = 0x590;

export function isRightToLeft(text: string): boolean {
  // Asked of every letter that is shown: most need no regular expression.
  return !(text.length === 1 && text.charCodeAt(0) < FIRST_RIGHT_TO_LEFT) && RIGHT_TO_LEFT.test(text);
}

export function sameStyle(a: RunStyle, b: RunStyle): boolean {
  return (
    a === b ||
    (a.font === b.font &&
      a.color === b.color &&
      a.flags === b.flags &&
      a.mcid === b.mcid &&
      Math.abs(a.size - b.size) < 0.02 &&
      Math.abs(a.ux - b.ux) < 0.01 &&
      Math.abs(a.uy - b.uy) < 0.01)
  );
}

/** Degrees clockwise of the direction of reading, whole. */
export function angleOf(ux: number, uy: number): number {
  if (uy === 0 && ux > 0) return 0;
  return (Math.round((Math.atan2(uy, ux) * 180) / Math.PI) + 360) % 360;
}

/**
 * The text of glyphs that were drawn from left to right, in logical order. Letters of right-to-left scripts were drawn
 * in the order of the eye then, so they are turned around; numbers and Latin within them keep their own order.
 */
export function logicalText(parts: readonly string[]): string {
  const turned: string[] = [];
  let number: string[] = [];
  for (let i = parts.length - 1; i >= 0; i--) {
    const part = parts[i] as string;
    if (
      /^[\p{Nd}\p{Script=Latin}.,:/%+-]+$/u.test(part) &&
      (number.length > 0 || /[\p{Nd}\p{Script=Latin}]/u.test(part))
    ) {
      number.unshift(part);
    } else {
      turned.push(...number, MIRRORED[part] ?? part);
      number = [];
    }
  }
  turned.push(...number);
  return turned.join('');
}
