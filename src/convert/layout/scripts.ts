import { isPlainBullet } from './labels.ts';
import type { Piece } from './piece.ts';

const CELL = 16;

/** Pieces by the places of one of their ends. */
interface Places {
  near(x: number, y: number): readonly (readonly Piece[])[];
}

const cellOf = (x: number, y: number): number => Math.floor(y / CELL) * 4096 + Math.floor(x / CELL);

function placesOf(pieces: readonly Piece[], end: 'x0' | 'x1'): Places {
  const cells = new Map<number, Piece[]>();
  for (const piece of pieces) {
    const cell = cellOf(piece[end], piece.base);
    const list = cells.get(cell);
    if (list) list.push(piece);
    else cells.set(cell, [piece]);
  }
  return {
    near(x, y) {
      const lists: Piece[][] = [];
      const column = Math.floor(x / CELL) + (x % CELL < CELL / 2 ? -1 : 0);
      const row = Math.floor(y / CELL);
      for (let r = row - 1; r <= row + 1; r += 1) {
        for (let c = column; c <= column + 1; c += 1) {
          const list = cells.get(r * 4096 + c);
          if (list) lists.push(list);
        }
      }
      return lists;
    },
  };
}

function kindOf(small: Piece, host: Piece): 'sup' | 'sub' | undefined {
  if (small.size > host.size * 0.86) return undefined;
  const rise = host.base - small.base;
  if (rise >= 0.12 * host.size && rise <= 0.8 * host.size) return 'sup';
  if (rise <= -0.05 * host.size && rise >= -0.4 * host.size) return 'sub';
  return undefined;
}

interface Found {
  readonly host: Piece;
  readonly script: 'sup' | 'sub';
  readonly distance: number;
}

/** The larger piece that a small one touches, before it or after it. */
function hostOf(piece: Piece, ends: Places, starts: Places, known: ReadonlyMap<Piece, Found>): Found | undefined {
  let found: Found | undefined;
  for (const list of ends.near(piece.x0, piece.base)) {
    for (const other of list) {
      if (other === piece || piece.x0 <= other.x0 + 0.3) continue;
      const distance = Math.abs(piece.x0 - other.x1);
      const script = kindOf(piece, other);
      if (script && distance <= 0.3 * other.size) {
        if (!found || distance < found.distance) found = { host: other, script, distance };
      } else if (!found) {
        // the next word of the same script: `x` with `2 + y` above
        const same = known.get(other);
        if (
          same &&
          Math.abs(other.base - piece.base) < 0.5 &&
          Math.abs(other.size - piece.size) < 0.5 &&
          distance < 0.4 * piece.size &&
          piece.size < same.host.size * 0.86
        )
          found = { ...same, distance: 0 };
      }
    }
  }
  // a small bullet before a word is no superscript of it
  if (found || !isPlainBullet(piece))
    for (const list of starts.near(piece.x1, piece.base)) {
      for (const other of list) {
        if (other === piece || piece.x1 >= other.x1) continue;
        const distance = Math.abs(other.x0 - piece.x1) + 0.1 * other.size;
        const script = kindOf(piece, other);
        if (script && distance <= 0.4 * other.size && (!found || distance < found.distance))
          found = { host: other, script, distance };
      }
    }
  return found;
}

/**
 * Finds superscripts and subscripts: small pieces that touch a larger one and stand above or below its baseline. They take
 * the baseline of their host, so that they fall into its line.
 */
export function attachScripts(pieces: readonly Piece[]): void {
  let largest = 0;
  let smallest = Infinity;
  for (const piece of pieces) {
    largest = Math.max(largest, piece.size);
    smallest = Math.min(smallest, piece.size);
  }
  if (smallest > 0.86 * largest) return;
  const ends = placesOf(pieces, 'x1');
  const starts = placesOf(pieces, 'x0');
  const hosts = new Map<Piece, Found>();
  const small = pieces
    .filter((piece) => piece.text.length <= 24 && piece.size <= 0.86 * largest)
    .sort((a, b) => a.x0 - b.x0);
  for (const piece of small) {
    const found = hostOf(piece, ends, starts, hosts);
    if (!found) continue;
    const root = hosts.get(found.host);
    hosts.set(piece, root ? { ...root, distance: found.distance } : found);
  }
  for (const [piece, { host, script }] of hosts) {
    piece.base = host.base;
    piece.script = script;
  }
}
