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
