import { monoShare } from './code-rows.ts';
import type { CellLine } from './grid-cells.ts';

/** A number or letter of an item, or the key of a reference; where a cell holds several lines, several of them. */
const NUMBERS = /^(?:\(?(?:\d{1,3}|\p{L}|[A-Z]{2}|[ivxl]{2,6})[.)]+\s*)+$/u;
const KEY = /^\[[\p{L}\d][^\]\s]*\]$/u;
/** Fewest items in a column. */
const LEAST_ITEMS = 2;

/** Whether every other column, the first one included, has nothing but the numbers of items, or keys of references. */
export const isNumberedList = (columns: readonly (readonly string[])[]): boolean =>
  columns.length % 2 === 0 &&
  columns.every(
    (texts, index) =>
      index % 2 === 1 ||
      (texts.length >= LEAST_ITEMS &&
        (texts.every((text) => NUMBERS.test(text)) || texts.every((text) => KEY.test(text)))),
  );

/**
 * Lines of a text: fewest, share of them that have the number after the one above, share that go on with a full line,
 * and how much of the widest line a full one takes. Of a listing: share of lines in code, and of these, with a number.
 * Set by hand on the list for tuning.
 */
const LINES = { fewest: 5, next: 0.8, goingOn: 0.1, full: 0.8, code: 0.9, listed: 0.7 };

/** The number of a line of code (`12`, `12:`), with a mark behind it or without (`12:>>`). */
const LINE_NUMBER = /^(?<number>\d+)(?::[^\s\p{L}\d]{0,3})?$/u;

const numberOf = ([first]: readonly CellLine[]): number =>
  Number(LINE_NUMBER.exec(first?.text ?? '')?.groups!.number ?? Number.NaN);

/** Whether the first cells of nearly all lines are numbers that follow each other. */
function areNumbered(lines: readonly (readonly CellLine[])[]): boolean {
  const numbers = lines.map(numberOf);
  const next = numbers.slice(1).filter((number, index) => number === numbers[index]! + 1).length;
  return lines.length >= LINES.fewest && next >= LINES.next * (lines.length - 1);
}

/** The numbers of lines beside code, or in the margin of a draft beside sentences that go on from line to line. */
export function areNumberedLines(lines: readonly (readonly CellLine[])[]): boolean {
  const code = lines.filter((line) => monoShare(line) === 1);
  const listed = code.filter((line) => !Number.isNaN(numberOf(line)));
  // a long line of code may go on without a number
  if (areNumbered(listed) && code.length >= LINES.code * lines.length && listed.length >= LINES.listed * code.length)
    return true;
  if (!areNumbered(lines)) return false;
  const others = lines.map((line) => line.slice(1)).filter((line) => line.length > 0);
  if (others.every((line) => monoShare(line) === 1)) return true;
  const left = Math.min(...lines.map((line) => line[0]!.line.x0));
  const widths = lines.map((line) => line.at(-1)!.line.x1 - left);
  const full = LINES.full * Math.max(...widths);
  const goingOn = lines.filter(
    (line, index) => index > 0 && widths[index - 1]! > full && /^\p{Ll}/u.test(line.at(-1)!.text),
  );
  return goingOn.length >= LINES.goingOn * lines.length;
}
