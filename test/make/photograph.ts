import sharp from 'sharp';
import type { Picture } from '../../packages/engine/src/ocr/picture.ts';

/** How a page of paper lies before the camera, and in which light. */
export interface Shot {
  /** Corners of the page as shares of the photograph: top left, top right, bottom right, bottom left. */
  readonly corners: readonly [Corner, Corner, Corner, Corner];
  /** Share of the light that is lost towards the bottom right corner. */
  readonly dusk?: number;
  /** Share of the light that the shadow of a hand takes away; it falls across the page with a soft edge. */
  readonly hand?: number;
  /** Standard deviation of the noise in grey levels. */
  readonly noise?: number;
  /** Standard deviation of the blur of the lens in pixels. */
  readonly blur?: number;
  /** Quality of the JPEG file; without it, the pixels stay as they are. */
  readonly jpeg?: number;
  /** How far the page bends, as a book that lies open: how much higher it seems at its right edge than at its left. */
  readonly curl?: number;
  readonly seed?: number;
}

type Corner = readonly [x: number, y: number];

/** Takes a photograph of a page that lies on a wooden table. */
export async function photograph(page: Picture, width: number, height: number, shot: Shot): Promise<Picture> {
  const random = randomOf(shot.seed ?? 1);
  const data = new Uint8Array(width * height);
  const toPage = fromPhotograph(shot.corners, width, height);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const [u, flat] = toPage(x + 0.5, y + 0.5);
      const v = 0.5 + (flat - 0.5) / (1 + (shot.curl ?? 0) * u * u);
      const isPaper = u >= 0 && v >= 0 && u < 1 && v < 1;
      const grey = isPaper ? 12 + 0.88 * sample(page, u * page.width, v * page.height) : wood(x, y);
      data[at] = grey * lightAt(x / width, y / height, shot);
    }
  }
  const options = { raw: { width, height, channels: 1 as const } };
  let picture = sharp(data, options).toColourspace('b-w');
  if (shot.blur !== undefined) picture = picture.blur(shot.blur);
  const blurred = new Uint8Array(await picture.raw().toBuffer());
  if (shot.noise !== undefined)
    for (let i = 0; i < blurred.length; i++)
      blurred[i] = Math.max(0, Math.min(255, blurred[i]! + (random() + random() + random() - 1.5) * 2 * shot.noise));
  if (shot.jpeg === undefined) return { data: blurred, width, height };
  const file = await sharp(blurred, options).jpeg({ quality: shot.jpeg }).toBuffer();
  return { data: await sharp(file).toColourspace('b-w').raw().toBuffer(), width, height };
}

/** Half of the grain of a table: darker than paper, with streaks. */
function wood(x: number, y: number): number {
  return 95 + 22 * Math.sin(y / 9 + 3 * Math.sin(x / 310)) + 12 * Math.sin(x / 47 + y / 3.1);
}

function lightAt(x: number, y: number, { dusk = 0, hand = 0 }: Shot): number {
  const edge = 0.55 + 0.2 * y + 0.05 * Math.sin(9 * y);
  const inShadow = 1 / (1 + Math.exp((edge - x) / 0.012));
  return (1 - dusk * x * y) * (1 - hand * inShadow);
}

function sample({ data, width, height }: Picture, x: number, y: number): number {
  const left = Math.max(0, Math.min(width - 2, Math.floor(x - 0.5)));
  const top = Math.max(0, Math.min(height - 2, Math.floor(y - 0.5)));
  const right = Math.max(0, Math.min(1, x - 0.5 - left));
  const down = Math.max(0, Math.min(1, y - 0.5 - top));
  const at = (column: number, row: number): number => data[row * width + column]!;
  return (
    (at(left, top) * (1 - right) + at(left + 1, top) * right) * (1 - down) +
    (at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right) * down
  );
}

/** Solves for the projection that takes the corners in the photograph to those of the unit square. */
function fromPhotograph(corners: Shot['corners'], width: number, height: number) {
  const square: readonly Corner[] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ];
  const rows: number[][] = [];
  for (const [i, corner] of corners.entries()) {
    const x = corner[0] * width;
    const y = corner[1] * height;
    const [u, v] = square[i]!;
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]);
  }
  const [a, b, c, d, e, f, g, h] = solve(rows) as [number, number, number, number, number, number, number, number];
  return (x: number, y: number): readonly [number, number] => {
    const depth = g * x + h * y + 1;
    return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
  };
}

/** Gauss elimination with pivots; the last number of a row is its right-hand side. */
function solve(rows: number[][]): number[] {
  const n = rows.length;
  for (let i = 0; i < n; i++) {
    const pivot = rows.findIndex(
      (row, r) => r >= i && rows.every((other, o) => o < i || Math.abs(other[i]!) <= Math.abs(row[i]!)),
    );
    [rows[i], rows[pivot]] = [rows[pivot]!, rows[i]!];
    for (let r = 0; r < n; r++) {
      if (r === i) continue;
      const factor = rows[r]![i]! / rows[i]![i]!;
      rows[r] = rows[r]!.map((value, column) => value - factor * rows[i]![column]!);
    }
  }
  return rows.map((row, i) => row[n]! / row[i]!);
}

function randomOf(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}
