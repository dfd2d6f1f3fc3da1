import type { CellLine } from './grid-cells.ts';

/** Share of the runs of a line that are monospaced: of code all, of prose none. */
export function monoShare(line: readonly CellLine[]): number {
  const runs = line.flatMap((cell) => cell.segments.flatMap((segment) => segment.runs));
  return runs.filter((run) => run.mono).length / Math.max(1, runs.length);
}
