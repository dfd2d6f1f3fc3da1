import { expect, it } from 'vitest';
import { rawOf } from './extracted.ts';

/** Widths of letters of Helvetica, in thousandths. */
const WIDTHS: Readonly<Record<string, number>> = { ' ': 278, f: 278, i: 222, l: 222, r: 333, t: 278, c: 500, w: 722 };

/** Each letter in a text object of its own on a circle, around its top or, from left to right, around its bottom. */
function arc(text: string, { radius, top = true, tracking = 0 }: { radius: number; top?: boolean; tracking?: number }) {
  const size = 12;
  const widths = Array.from(text, (letter) => ((WIDTHS[letter] ?? 556) / 1000) * size + tracking);
  const total = widths.reduce((sum, width) => sum + width, 0);
  let along = 0;
  return Array.from(text, (letter, i) => {
    const off = (along + widths[i]! / 2 - total / 2) / radius;
    along += widths[i]!;
    const at = top ? Math.PI / 2 - off : off - Math.PI / 2;
    const [cos, sin] = [Math.cos(top ? -off : off), Math.sin(top ? -off : off)];
    const x = 300 + radius * Math.cos(at) - (widths[i]! / 2) * cos;
    const y = 400 + radius * Math.sin(at) - (widths[i]! / 2) * sin;
    const matrix = [cos, sin, -sin, cos, x, y].map((value) => value.toFixed(4)).join(' ');
    return letter === ' ' ? '' : `BT /F1 ${size} Tf ${matrix} Tm (${letter}) Tj ET`;
  }).join(' ');
}

it.each([
  ['around the top', { radius: 70 }],
  ['around the bottom', { radius: 70, top: false }],
  ['on a gentle curve', { radius: 350 }],
  ['with wide letters', { radius: 90, tracking: 3 }],
])('words %s are level words in their order', async (_, circle) => {
  const raw = await rawOf(arc('seal of the district', circle));
  expect(raw.runs.map(({ text, angle }) => [text, angle])).toEqual(
    ['seal', 'of', 'the', 'district'].map((word) => [word, undefined]),
  );
  expect(raw.runs.slice(1).every((run, i) => run.space === true && run.x0 > raw.runs[i]!.x1)).toBe(true);
});

it('letters that turn here and there stay as they are', async () => {
  const letter = (text: string, x: number, degrees: number): string => {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    return `BT /F1 12 Tf ${cos} ${sin} ${-sin} ${cos} ${x} 500 Tm (${text}) Tj ET`;
  };
  const turns = [10, 30, 5, 35, 0, 20];
  const raw = await rawOf(turns.map((degrees, i) => letter('abcdef'[i]!, 100 + 9 * i, degrees)).join(' '));
  expect(raw.runs).toHaveLength(6);
  expect((await rawOf(letter('a', 100, 0) + letter('b', 108, 10))).runs).toHaveLength(2);
});
