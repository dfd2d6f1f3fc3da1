import { isWithin } from '../../model/geometry.ts';
import type { RawShape } from '../../model/raw-page.ts';
import { boundsOfLattice, type Lattice } from './lattice.ts';
import type { Ruling } from './rulings.ts';

/** Set by hand on circuit diagrams, pin configurations and flow charts of public PDFs. */
const LOOSE = {
  /** Points: rulings meet within this distance, or end at one place within the second, at least so many of them. */
  meetPt: 3,
  togetherPt: 2,
  together: 3,
  /** Fewest loose ends, and their share of all. */
  ends: 2,
  share: 0.06,
  /** Points by which curves and slanted lines may stick out; fewest of them, and how many there are for each letter. */
  stickOutPt: 2,
  shapes: 3,
  shapesPerLetter: 0.1,
  /** Fewest fields: fewer are a frame. */
  fields: 6,
};

/** How many of the ends of rulings meet no other, and stand neither at a side of the lattice nor below each other. */
function countLoose(rulings: readonly Ruling[], crossing: readonly Ruling[], lines: readonly number[]): number {
  const ends = rulings.flatMap(({ from, to }) => [from, to]);
  const sides = [lines[0]!, lines.at(-1)!];
  const isLoose = (end: number, at: number): boolean =>
    !sides.some((side) => Math.abs(side - end) < LOOSE.meetPt) &&
    !crossing.some(
      (each) =>
        Math.abs(each.at - end) <= LOOSE.meetPt && each.from <= at + LOOSE.meetPt && each.to >= at - LOOSE.meetPt,
    ) &&
    ends.filter((other) => Math.abs(other - end) < LOOSE.togetherPt).length < LOOSE.together;
  return rulings.flatMap(({ at, from, to }) => [from, to].filter((end) => isLoose(end, at))).length;
}

/**
 * Whether a lattice is a drawing: several of its lines end where no other is, and there are curves or slanted lines
 * among few letters. In a table, lines meet.
 */
export function isDrawn(lattice: Lattice, letters: number, shapes: readonly RawShape[]): boolean {
  const box = boundsOfLattice(lattice);
  const drawn = shapes.filter((shape) => isWithin(shape, box, LOOSE.stickOutPt)).length;
  if (drawn < LOOSE.shapes || drawn < LOOSE.shapesPerLetter * letters) return false;
  const { xs, ys, horizontal, vertical } = lattice;
  if ((xs.length - 1) * (ys.length - 1) < LOOSE.fields) return false;
  const loose = countLoose(horizontal, vertical, xs) + countLoose(vertical, horizontal, ys);
  return loose >= LOOSE.ends && loose >= LOOSE.share * 2 * (horizontal.length + vertical.length);
}
