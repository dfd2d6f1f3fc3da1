import { centerX, centerY, median } from '../../layout/model/geometry.ts';
import type { WalkRun } from './run.ts';

/** Letters of a curve: how many at least, and at most at one angle; degrees that all turn at least, and one at most. */
const CURVE = { letters: 5, together: 3, turns: 10, step: 40 };
/** Degrees that the way from a letter to the next may be off the direction of both. */
const OFF = 30;
/** From the middle of a letter to that of the next, by the size of the font and the letters of a run. */
const APART = { most: 1.1, space: 0.8 };
/** How much wider than usual a gap is that parts words, by the size of the font. */
const SPACE = 0.15;
/** How far the cosine and the sine of an angle must differ for the sides of a letter to be told apart. */
const CLEAR = 0.3;
/** Height of letters above the baseline, by the size of the font. */
const ABOVE = 0.8;

/**
 * Words on a curve, whose letters are each turned a little further than the one before, as level words at the top of
 * where they stand: seals, logos and charts have them.
 */
export function levelCurves(runs: readonly WalkRun[]): readonly WalkRun[] {
  if (!runs.some(({ angle = 0 }) => angle !== 0)) return runs;
  const level: WalkRun[] = [];
  for (let start = 0; start < runs.length;) {
    const end = endOfCurve(runs, start);
    const curve = runs.slice(start, end);
    level.push(...(isCurve(curve) ? levelWords(curve) : curve));
    start = end;
  }
  return level;
}

/** Behind the last letter that goes on with the one before, turning in one direction. */
function endOfCurve(runs: readonly WalkRun[], start: number): number {
  let end = start + 1;
  let direction = 0;
  for (; end < runs.length; end++) {
    const turned = goesOn(runs[end - 1]!, runs[end]!);
    if (turned === undefined || turned * direction < 0) break;
    direction ||= Math.sign(turned);
  }
  return end;
}

/** Degrees by which the next letter is turned further; undefined for one that does not go on. */
function goesOn(last: WalkRun, next: WalkRun): number | undefined {
  const turned = between(next.angle ?? 0, last.angle ?? 0);
  const [before, after] = [last, next].map(({ text }) => Array.from(text).length) as [number, number];
  if (
    before > CURVE.together ||
    after > CURVE.together ||
    Math.abs(turned) > CURVE.step ||
    last.font !== next.font ||
    last.flags !== next.flags
  )
    return undefined;
  if (Math.abs(last.size - next.size) > last.size / 20) return undefined;
  const [dx, dy] = [centerX(next) - centerX(last), centerY(next) - centerY(last)];
  const letters = (before + after) / 2;
  if (Math.hypot(dx, dy) > last.size * (APART.most * letters + APART.space)) return undefined;
  const way = (Math.atan2(dy, dx) * 180) / Math.PI;
  return Math.abs(between(way, (last.angle ?? 0) + turned / 2)) > OFF ? undefined : turned;
}

/** From -180 to 180 degrees. */
const between = (to: number, from: number): number => ((((to - from + 180) % 360) + 360) % 360) - 180;

function isCurve(runs: readonly WalkRun[]): boolean {
  const turns = runs.slice(1).reduce((sum, run, i) => sum + between(run.angle ?? 0, runs[i]!.angle ?? 0), 0);
  return runs.length >= CURVE.letters && Math.abs(turns) >= CURVE.turns;
}

/** The words, spread over the width of the curve by their letters. */
function levelWords(runs: readonly WalkRun[]): WalkRun[] {
  const [left, right] = [Math.min(...runs.map(({ x0 }) => x0)), Math.max(...runs.map(({ x1 }) => x1))];
  const top = Math.min(...runs.map(({ y0 }) => y0));
  const gaps = gapsIn(runs);
  const statesSpaces = runs.some(({ space }) => space === true);
  const widest = statesSpaces ? Infinity : median(gaps.slice(1)) + SPACE * runs[0]!.size;
  const words: WalkRun[][] = [];
  for (const [i, run] of runs.entries())
    if (i === 0 || run.space === true || gaps[i]! > widest) words.push([run]);
    else words.at(-1)!.push(run);
  const texts = words.map((word) => word.map(({ text }) => text).join(''));
  const letters = texts.reduce((sum, text) => sum + text.length + 1, -1);
  let before = 0;
  return words.map((word, i) => {
    const text = texts[i]!;
    const { angle: _, space: __, ...first } = word[0]!;
    const x0 = left + ((right - left) * before) / letters;
    before += text.length + 1;
    return {
      ...first,
      text,
      x0,
      x1: left + ((right - left) * (before - 1)) / letters,
      y0: top,
      y1: top + first.size,
      baseline: top + ABOVE * first.size,
      guessed: word.reduce((sum, run) => sum + run.guessed, 0),
      ...(i > 0 && { space: true as const }),
    };
  });
}

/** Room between each letter and the one before, in points. */
function gapsIn(runs: readonly WalkRun[]): number[] {
  const sides = runs.map(sidesOf);
  const heights = sides.flatMap(({ across }) => across ?? []);
  const height = heights.length === 0 ? runs[0]!.size : median(heights);
  const lengths = sides.map(({ both }) => both - height);
  return runs.map((run, i) => {
    const last = runs[i - 1];
    if (!last) return 0;
    const way = Math.hypot(centerX(run) - centerX(last), centerY(run) - centerY(last));
    return way - (lengths[i - 1]! + lengths[i]!) / 2;
  });
}

/**
 * Length and height together of a turned letter, by the box around it, and its height; of one that is turned by about
 * 45 degrees the box does not say which is which.
 */
function sidesOf({ x0, y0, x1, y1, angle = 0 }: WalkRun): { both: number; across: number | undefined } {
  const [cosine, sine] = [Math.cos, Math.sin].map((of) => Math.abs(of((angle * Math.PI) / 180))) as [number, number];
  const both = (x1 - x0 + y1 - y0) / (cosine + sine);
  const difference = (x1 - x0 - y1 + y0) / (cosine - sine);
  return { both, across: Math.abs(cosine - sine) > CLEAR ? (both - difference) / 2 : undefined };
}
