import { isCjk, isHangul, makeSegment, median, type Piece, type Segment } from './piece.ts';

/** Sorts pieces into rows of one baseline, each from left to right. `slack`: how far baselines of one row may differ, as a share of the size. */
export function rowsOf(pieces: readonly Piece[], slack: number): Piece[][] {
  const sorted = [...pieces].sort((a, b) => a.base - b.base || a.x0 - b.x0);
  const rows: Piece[][] = [];
  let row: Piece[] = [];
  let first = 0;
  let last = 0;
  for (const piece of sorted) {
    const tolerance = slack * piece.size;
    if (row.length > 0 && (piece.base - first > 2 * tolerance || piece.base - last > tolerance)) {
      rows.push(row);
      row = [];
    }
    if (row.length === 0) first = piece.base;
    last = piece.base;
    row.push(piece);
  }
  if (row.length > 0) rows.push(row);
  for (const each of rows) each.sort((a, b) => a.x0 - b.x0);
  return rows;
}

/** True where white space belongs between two neighbours of a line; `tracking` is the line's usual distance of letters. */
export function spaceBetween(left: Piece, right: Piece, tracking: number): boolean {
  const size = Math.min(left.size, right.size);
  const gap = right.x0 - left.x1;
  const next = right.rtl && left.rtl ? left : right;
  if (next.space && gap > -0.5 * size) return gap > tracking * 1.3 || gap < 0.05 * size || tracking < 0.08 * size;
  const before = left.text.codePointAt(left.text.length - 1) ?? 0;
  const after = right.text.codePointAt(0) ?? 0;
  if ((isCjk(before) && !isHangul(before)) || (isCjk(after) && !isHangul(after))) return gap > 0.6 * size;
  if (right.script !== undefined || left.script !== undefined) return gap > 0.22 * size;
  return gap > 0.15 * size + tracking * 1.1;
}

/** How far the letters of a spaced-out line stand apart; 0 for ordinary text. */
export function trackingOf(pieces: readonly Piece[]): number {
  if (pieces.length < 4) return 0;
  let single = 0;
  const gaps: number[] = [];
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index]!;
    if (!/^[\p{L}\p{N}]$/u.test(piece.text)) continue;
    single += 1;
    const next = pieces[index + 1];
    if (next && next.text.length === 1) gaps.push(next.x0 - piece.x1);
  }
  if (single < 0.7 * pieces.length) return 0;
  const middle = median(gaps);
  const size = pieces[0]!.size;
  return middle > 0.08 * size && middle < 1.2 * size ? middle : 0;
}

/** The ordinary distance of words on the line, in points. */
function wordGap(row: readonly Piece[], tracking: number): number {
  const gaps: number[] = [];
  for (let index = 1; index < row.length; index += 1) {
    const gap = row[index]!.x0 - row[index - 1]!.x1;
    if (gap > 0.1 * row[index]!.size + tracking && gap < 1.5 * row[index]!.size + tracking) gaps.push(gap);
  }
  return gaps.length >= 4 ? median(gaps) : 0;
}

/**
 * Cuts a row at gaps that could be a gutter, and where `barrier` says that something stands between.
 * Whether they are gutters is seen later, when many lines agree.
 */
export function segmentsOf(row: readonly Piece[], barrier: (left: Piece, right: Piece) => boolean): Segment[] {
  const segments: Segment[] = [];
  const tracking = trackingOf(row);
  const usual = wordGap(row, tracking);
  let start = 0;
  let reach = -Infinity;
  for (let index = 0; index < row.length; index += 1) {
    const piece = row[index]!;
    if (index > start) {
      const left = row[index - 1]!;
      const size = Math.max(left.size, piece.size);
      const limit = Math.max(0.62 * size, Math.min(1.9 * usual, 0.75 * size), 3.2 * tracking);
      if (piece.x0 - reach > limit || (piece.x0 - reach > 0 && barrier(left, piece))) {
        segments.push(makeSegment(row.slice(start, index)));
        start = index;
        reach = -Infinity;
      }
    }
    reach = Math.max(reach, piece.x1);
  }
  segments.push(makeSegment(row.slice(start)));
  return segments;
}

/** One segment of several on the same baseline. */
export function joinSegments(segments: readonly Segment[]): Segment {
  if (segments.length === 1) return segments[0]!;
  return makeSegment(segments.flatMap((segment) => segment.pieces).sort((a, b) => a.x0 - b.x0));
}
