import { centerX } from '../model/geometry.ts';
import type { RawRule } from '../model/raw-page.ts';
import type { Sign } from './signs.ts';

/** Signs and rules of a formula or of a part of it. */
export interface Group {
  readonly signs: readonly Sign[];
  readonly rules: readonly RawRule[];
}

/** Reads a part of a formula as one sign; undefined where a sign has no place. */
export type Read = (group: Group) => Sign | undefined;

/** In em, by TeX's fonts: how far the axis of a formula, where bars of fractions lie, is above its baseline. */
const AXIS_EM = 0.25;

/** The axis of a line of letters, where fractions have their bars. */
export const axisOf = (baseline: number, size: number): number => baseline - AXIS_EM * size;
export const baselineAt = (axis: number, size: number): number => axis + AXIS_EM * size;

export const holdsCenter = (span: { x0: number; x1: number }, item: { x0: number; x1: number }): boolean =>
  centerX(item) > span.x0 && centerX(item) < span.x1;

export const byX = (a: Sign, b: Sign): number => a.x0 - b.x0;
