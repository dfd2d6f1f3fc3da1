import type { CellLine } from './grid-cells.ts';

/** Set by hand on the tuning half of the corpus. */
const CODE = {
  /** Lines that are all code, and lines below the first of them that are none: fewest of each. */
  lines: 2,
  /** Lines that begin with a name in code, and go on with what is said of it: so many are a table. */
  names: 4,
};

/** Share of the runs of a line that are monospaced: of code all, of prose none. */
export function monoShare(line: readonly CellLine[]): number {
  const runs = line.flatMap((cell) => cell.segments.flatMap((segment) => segment.runs));
  return runs.filter((run) => run.mono).length / Math.max(1, runs.length);
}

/** A name in code beside what is said of it. */
function namesInCode(line: readonly CellLine[]): boolean {
  const shares = line.map((cell) => monoShare([cell]));
  return shares[0] === 1 && shares.includes(0);
}

/** Code and prose below each other, but not a table of names in code, nor code in columns of its own. */
export function isCodeAmongProse(lines: readonly (readonly CellLine[])[]): boolean {
  const isCode = (line: readonly CellLine[]): boolean => monoShare(line) === 1;
  const code = lines.filter(isCode).length;
  const columns = new Set(lines.filter(isCode).flatMap((line) => line.map(({ column }) => column)));
  const prose = lines
    .slice(lines.findIndex(isCode))
    .filter((line) => monoShare(line) === 0 && line.some(({ column }) => columns.has(column))).length;
  return Math.min(code, prose) >= CODE.lines && lines.filter(namesInCode).length < CODE.names;
}
