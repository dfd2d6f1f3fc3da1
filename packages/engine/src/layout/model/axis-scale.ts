import { isNear } from './geometry.ts';

/** How far steps of a scale may differ. Set by hand on charts of public PDFs. */
const STEP = {
  /** Points by which the distances of the numbers differ, and as a share. */
  distancePt: 1,
  distance: 0.04,
  /** Share by which steps, or factors, differ. */
  value: 0.01,
};

/** A number of an axis, and where it stands along this, in points. */
export interface Tick {
  readonly value: number;
  readonly at: number;
}

const NUMBER = /^([-–−(]?)[$€£¥]?\s?(\d[\d.,\s]*?)\s?(?:%|[KMB])?\)?$/u;

/** The number that a tick's text writes, undefined for other text. */
export function tickValue(text: string): number | undefined {
  const [, sign, digits] = NUMBER.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const value = Number(digits.replaceAll(/[,.\s](?=\d{3}(?:\D|$))/gu, '').replace(',', '.'));
  return Number.isNaN(value) ? undefined : sign ? -value : value;
}

const isAlike = (a: number, b: number): boolean => Math.abs(a - b) <= STEP.value * Math.abs(a);

/** Whether a scale goes on with a number: in equal steps, or by equal factors, at equal distances. */
export function continuesScale([first, second, ...more]: readonly Tick[], next: Tick): boolean {
  const before = more.at(-1) ?? second!;
  const distance = second!.at - first!.at;
  const isEven = isNear(next.at - before.at, distance, STEP.distancePt + STEP.distance * Math.abs(distance));
  const isStep = isAlike(second!.value - first!.value, next.value - before.value);
  const isFactor = first!.value * before.value > 0 && isAlike(second!.value / first!.value, next.value / before.value);
  return isEven && (isStep || isFactor);
}

/** Whether the numbers of a scale are years, which stand beside the rows of tables too. */
export const areYears = (scale: readonly Tick[]): boolean => scale.every(({ value }) => value > 1800 && value < 2100);
