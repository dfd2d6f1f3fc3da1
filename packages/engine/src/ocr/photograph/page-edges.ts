import { blur } from './filters.ts';
import type { GreyMap } from './filters.ts';

/** A straight edge: the points with `x * nx + y * ny = distance`. The normal points to the brighter side, the page. */
export interface Edge {
  readonly nx: number;
  readonly ny: number;
  readonly distance: number;
}

/** Left, top, right and bottom edge of a page, by the direction of their normals in degrees. */
const SIDES = [0, 90, 180, 270] as const;
/** Degrees that a side may be turned. */
const TURN = 40;
/** Weakest step of brightness, over four pixels. */
const STEP = 6;
/** A step counts no more than this. */
const CLEAR_STEP = 40;
const KEPT = 6;
/** Degrees and pixels within which two edges are one. */
const SAME = { degrees: 8, pixels: 9 } as const;

/** Candidates for the four sides of a page that is brighter than what it lies on, the clearest first. */
export function edgesOf(map: GreyMap): [Edge[], Edge[], Edge[], Edge[]] {
  const reach = Math.ceil(Math.hypot(map.width, map.height) / 2) + 2;
  // Pixels stand in steps along a slanted edge; only a blurred edge has a direction.
  const votes = vote(blur(blur(map, 2), 1), reach);
  const toOrigin = ({ nx, ny, distance }: Edge): Edge => ({
    nx,
    ny,
    distance: distance + (nx * map.width + ny * map.height) / 2,
  });
  return SIDES.map((side) => clearest(votes, side, reach).map(toOrigin)) as [Edge[], Edge[], Edge[], Edge[]];
}

/**
 * Every pixel on a step of brightness votes for the edges through it whose normals point up the step. Distances are
 * from the middle of the map, so that edges that nearly coincide have nearly the same.
 */
function vote({ data, width, height }: GreyMap, reach: number): Float32Array {
  const votes = new Float32Array(360 * 2 * reach);
  const at = (x: number, y: number): number => data[y * width + x]!;
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const dx = at(x + 2, y) + at(x + 1, y) - at(x - 1, y) - at(x - 2, y);
      const dy = at(x, y + 2) + at(x, y + 1) - at(x, y - 1) - at(x, y - 2);
      const step = Math.hypot(dx, dy) / 2;
      if (step < STEP) continue;
      const direction = Math.round((Math.atan2(dy, dx) * 180) / Math.PI);
      for (let turn = -4; turn <= 4; turn++) {
        const degrees = (direction + turn + 360) % 360;
        const distance = Math.round((x - width / 2) * COS[degrees]! + (y - height / 2) * SIN[degrees]!) + reach;
        votes[degrees * 2 * reach + distance]! += Math.min(step, CLEAR_STEP);
      }
    }
  }
  return votes;
}

const COS = Float64Array.from({ length: 360 }, (_, degrees) => Math.cos((degrees * Math.PI) / 180));
const SIN = Float64Array.from({ length: 360 }, (_, degrees) => Math.sin((degrees * Math.PI) / 180));

function clearest(votes: Float32Array, side: number, reach: number): Edge[] {
  const found: (Edge & { readonly turn: number; readonly at: number })[] = [];
  const all: { turn: number; at: number; weight: number }[] = [];
  for (let turn = -TURN; turn <= TURN; turn++) {
    const row = ((side + turn + 360) % 360) * 2 * reach;
    for (let at = 1; at < 2 * reach - 1; at++) {
      // An edge between two whole degrees is spread over a few distances.
      const weight = votes[row + at - 1]! + votes[row + at]! + votes[row + at + 1]!;
      if (weight > 0) all.push({ turn, at, weight });
    }
  }
  for (const { turn, at } of all.sort((a, b) => b.weight - a.weight)) {
    const isKnown = found.some(
      (edge) => Math.abs(edge.turn - turn) <= SAME.degrees && Math.abs(edge.at - at) <= SAME.pixels,
    );
    if (isKnown) continue;
    const degrees = (side + turn + 360) % 360;
    found.push({ nx: COS[degrees]!, ny: SIN[degrees]!, distance: at - reach, turn, at });
    if (found.length === KEPT) break;
  }
  return found;
}
