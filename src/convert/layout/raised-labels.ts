import { isBullet, isPlainBullet } from './labels.ts';
import type { Piece } from './piece.ts';
import { lowerBound } from './rules.ts';

/** How far a bullet stands at most from its text, and the number of a note, in sizes of the text. */
const BULLET_GAP = 2.6;
const NUMBER_GAP = 1.5;
/** A page of more signs is a pattern or a map. */
const MOST_LABELS = 1000;

/**
 * Brings bullets, and raised numbers of notes, that stand before a line but not on its baseline onto it: signs of other fonts and sizes are moved up and down
 * until they please. `usual`: the size of the page's text.
 */
export function settleLabels(pieces: readonly Piece[], usual: number): void {
  const labels = pieces.filter(
    (piece) =>
      piece.text.length <= 3 &&
      !piece.script &&
      (isPlainBullet(piece) || (piece.size < 0.86 * usual && /^(?:\d{1,3}|[*†‡§])$/.test(piece.text))),
  );
  if (labels.length === 0 || labels.length > MOST_LABELS) return;
  const sorted = [...pieces].sort((a, b) => a.base - b.base);
  const bases = sorted.map((piece) => piece.base);
  const found: { label: Piece; first: Piece }[] = [];
  for (const label of labels) {
    const bullet = isBullet(label);
    let first: Piece | undefined;
    let blocked = false;
    for (
      let index = lowerBound(bases, label.base - 1.6 * usual);
      index < sorted.length && bases[index]! < label.base + 1.6 * usual;
      index += 1
    ) {
      const piece = sorted[index]!;
      const rise = (piece.base - label.base) / piece.size;
      if (piece === label || rise < (bullet ? -0.45 : 0.12) || rise > (bullet ? 0.6 : 0.8)) continue;
      // what stands on its own baseline already, or at its left, makes it part of that line
      if (piece.x0 < label.x0 && piece.x1 > label.x0 - 3 * piece.size) blocked = true;
      if (Math.abs(rise) < 0.05 && piece.x0 > label.x1 && piece.x0 < label.x1 + BULLET_GAP * piece.size) blocked = true;
      const gap = piece.x0 - label.x1;
      if (
        gap > -0.1 * piece.size &&
        gap < (bullet ? BULLET_GAP : NUMBER_GAP) * piece.size &&
        (first === undefined || piece.x0 < first.x0)
      )
        first = piece;
    }
    if (
      !first ||
      blocked ||
      Math.abs(first.base - label.base) < 0.05 * first.size ||
      (!bullet && label.size > 0.86 * first.size)
    )
      continue;
    found.push({ label, first });
  }
  const beside = found.filter(({ first }) =>
    found.some((other) => other.first !== first && Math.abs(other.first.base - first.base) < 0.5),
  );
  // signs beside each other in most rows stand in the cells of a table
  if (beside.length > 0.6 * found.length) return;
  for (const { label, first } of found) {
    label.base = first.base;
    if (!isBullet(label)) label.script = 'sup';
    first.space = true;
  }
}
