import type { Bitmap } from './bitmap.ts';
import type { OcrWord, Recognized } from './engine.ts';
import type { Leader } from './leaders.ts';
import type { Picture } from './picture.ts';
import type { Prepared } from './prepare.ts';

/** The words after a leader, put behind those before it. */
interface Move {
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
  /** Pixels that it was moved to the left. */
  readonly by: number;
}

/**
 * Moves what follows a leader up to what stands before it, in a copy: a page number far from its title is lost as a
 * speck or read as part of an upright line, and next to it is read like any word.
 */
export function drawTogether(prepared: Prepared, letter: number): { picture: Picture; moves: readonly Move[] } {
  const { picture, bitmap, leaders } = prepared;
  if (leaders.length === 0) return { picture, moves: [] };
  const copy = { ...picture, data: new Uint8Array(picture.data) };
  const moves: Move[] = [];
  for (const leader of leaders) {
    const end = endOfText(bitmap.bits, picture.width, leader, letter);
    const from = leader.x1 + 1;
    const to = Math.round((titleEnd(bitmap.bits, picture.width, leader, letter) ?? leader.x0) + 1.2 * letter);
    const by = from - to;
    if (end === undefined || by < end - from + letter) continue;
    const { y0, y1 } = rowsOfText(bitmap, { from, to: end, baseline: leader.y1 }, letter);
    for (let y = y0; y < y1; y++) {
      const row = y * picture.width;
      const paper = copy.data[row + from - 2] ?? 255;
      copy.data.copyWithin(row + to, row + from, row + end);
      copy.data.fill(paper, row + from, row + end);
    }
    moves.push({ x0: to - 2, x1: to + end - from + 2, y0, y1, by });
  }
  return { picture: copy, moves };
}

/** Puts the words that were moved back to where they stand on the page. */
export function drawApart(recognized: Recognized, moves: readonly Move[]): Recognized {
  if (moves.length === 0) return recognized;
  const back = (word: OcrWord): OcrWord => {
    const x = (word.x0 + word.x1) / 2;
    const y = (word.y0 + word.y1) / 2;
    const move = moves.find((other) => x > other.x0 && x < other.x1 && y > other.y0 && y < other.y1);
    return move ? { ...word, x0: word.x0 + move.by, x1: word.x1 + move.by } : word;
  };
  return { ...recognized, lines: recognized.lines.map((line) => ({ ...line, words: line.words.map(back) })) };
}

/** The rows around the baseline that hold the text between two columns: to the first blank rows above and below. */
function rowsOfText(
  { bits, width, height }: Bitmap,
  { from, to, baseline }: { readonly from: number; readonly to: number; readonly baseline: number },
  letter: number,
): { y0: number; y1: number } {
  const hasInk = (y: number): boolean => bits.subarray(y * width + from, y * width + to).includes(1);
  const gap = Math.max(4, 0.35 * letter);
  let y0 = baseline - 1;
  for (let y = y0; y >= 0 && y > baseline - 2.2 * letter && y0 - y <= gap; y--) if (hasInk(y)) y0 = y;
  let y1 = baseline;
  for (let y = y1; y < height && y < baseline + 0.7 * letter && y - y1 <= 1; y++) if (hasInk(y)) y1 = y;
  return { y0: Math.max(0, y0 - 1), y1: Math.min(height, y1 + 2) };
}

/** Where the text before the leader ends on its line. */
function titleEnd(bits: Uint8Array, width: number, leader: Leader, letter: number): number | undefined {
  const top = Math.max(0, Math.round(leader.y1 - 1.6 * letter));
  for (let x = leader.x0 - 2; x > 0; x--) {
    for (let y = top; y < leader.y1; y++) if (bits[y * width + x] === 1) return x + 1;
  }
  return undefined;
}

/**
 * Where what follows the leader on its line ends: before a gap of three letters, or of more than the dots leave.
 * Undefined when nothing follows, or much.
 */
function endOfText(bits: Uint8Array, width: number, leader: Leader, letter: number): number | undefined {
  const most = Math.min(width, Math.round(leader.x1 + 14 * letter));
  const top = Math.max(0, Math.round(leader.y1 - 1.6 * letter));
  const gap = Math.max(3 * letter, (1.5 * (leader.x1 - leader.x0)) / (leader.dots - 1));
  let end: number | undefined;
  for (let x = leader.x1 + 1; x < most; x++) {
    let ink = false;
    for (let y = top; y < leader.y1 && !ink; y++) ink = bits[y * width + x] === 1;
    if (ink) end = x + 2;
    else if (x - (end ?? leader.x1) > gap) return end;
  }
  return end;
}
