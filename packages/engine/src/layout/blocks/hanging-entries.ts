import { isNear, median, stretchesOf } from '../model/geometry.ts';
import type { LineLook } from './line-look.ts';

/** Entries whose lines hang, as those of a bibliography. Set by hand on real documents for tuning. */
const HANGING = {
  /** Points by which lines of one indent differ. */
  slackPt: 1.5,
  /** Em: the indent, at least and at most. */
  least: 0.8,
  most: 6,
  /** Em between baselines at most, and by how much sizes differ. */
  apart: 2.6,
  sizes: 0.09,
  /** Fewest entries with hanging lines, and share whose first line is full: above a paragraph's first, few are. */
  lines: 3,
  full: 0.85,
  /** Em: room for the next word, which counts as no longer than this share of the width. */
  room: 0.45,
  word: 0.25,
  /** Em: so wide a gap is between cells. */
  cells: 1.6,
  /** Share of entries that begin with a capital or a number. */
  upper: 0.8,
};

/** Lines below each other of one size, without labels, so far as their indents may be two. */
function stretchesIn(looks: readonly LineLook[]): number[][] {
  const isPlain = ({ label, bold, mono, isUnspaced }: LineLook): boolean => !label && !bold && !mono && !isUnspaced;
  const plain = looks.flatMap((look, index) => (isPlain(look) ? [index] : []));
  return stretchesOf(plain, (stretch, index) => {
    const [{ line: above }, { line }] = [looks[index - 1]!, looks[index]!];
    return (
      stretch.at(-1) === index - 1 &&
      isNear(above.size, line.size, HANGING.sizes * line.size) &&
      line.baseline > above.baseline &&
      line.baseline < above.baseline + HANGING.apart * line.size
    );
  });
}

/**
 * Which lines begin an entry with hanging lines, and which hang. Those of a paragraph that begins with an indent look
 * alike, but stand below a line that ended early.
 */
export function hangingLines(looks: readonly LineLook[]): ReadonlyMap<number, boolean> {
  const told = new Map<number, boolean>();
  for (const stretch of stretchesIn(looks)) {
    if (stretch.length < 2 * HANGING.lines) continue;
    const lines = stretch.map((index) => looks[index]!.line);
    const left = Math.min(...lines.map((line) => line.x0));
    const right = Math.max(...lines.map((line) => line.x1));
    const { size } = lines[0]!;
    const isEntry = (index: number): boolean => isNear(looks[index]!.line.x0, left, HANGING.slackPt);
    const hanging = stretch.filter((index) => !isEntry(index));
    if (hanging.length < HANGING.lines) continue;
    const indent = median(hanging.map((index) => looks[index]!.line.x0 - left));
    if (indent < HANGING.least * size || indent > HANGING.most * size) continue;
    if (!hanging.every((index) => isNear(looks[index]!.line.x0 - left, indent, HANGING.slackPt))) continue;
    // the first hanging line of each entry
    const turns = hanging.filter((index) => index !== stretch[0] && isEntry(index - 1));
    const full = turns.filter((index) => {
      const { line, widestGap } = looks[index - 1]!;
      const word = Math.min(looks[index]!.firstWord, HANGING.word * (right - left));
      return widestGap < HANGING.cells && right - line.x1 < word + HANGING.room * size;
    });
    const entries = stretch.filter(isEntry);
    const upper = entries.filter((index) => /^[^\p{Ll}]/u.test(looks[index]!.text));
    const areEntries = entries.length >= HANGING.lines && upper.length >= HANGING.upper * entries.length;
    if (!areEntries || full.length < HANGING.full * turns.length || turns.length < HANGING.lines) continue;
    for (const index of stretch.slice(1)) told.set(index, isEntry(index));
  }
  return told;
}
