import { centerX } from '../model/geometry.ts';
import type { RawRule } from '../model/raw-page.ts';
import type { MathSymbol } from './signs/symbols.ts';

/** Symbols and rules of a formula or of a part of it. */
export interface Group {
  readonly symbols: readonly MathSymbol[];
  readonly rules: readonly RawRule[];
}

/** Reads a part of a formula as one symbol; undefined where a symbol has no place. */
export type Read = (group: Group) => MathSymbol | undefined;

/** In em, by TeX's fonts: how far the axis of a formula, where bars of fractions lie, is above its baseline. */
const AXIS_EM = 0.25;

/** The axis of a line of letters, where fractions have their bars. */
export const axisOf = (baseline: number, size: number): number => baseline - AXIS_EM * size;
export const baselineAt = (axis: number, size: number): number => axis + AXIS_EM * size;

export const holdsCenter = (span: { x0: number; x1: number }, item: { x0: number; x1: number }): boolean =>
  centerX(item) > span.x0 && centerX(item) < span.x1;

export const byX = (a: MathSymbol, b: MathSymbol): number => a.x0 - b.x0;
