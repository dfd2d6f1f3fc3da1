import type { Segment } from '../../model/line.ts';
import { lineText } from '../../text/inlines.ts';
import type { TextRow } from '../../text/text-rows.ts';
import { isAmount, isNumeric } from '../model/numeric.ts';

/** A line of a statement: a name and the numbers that stand at its right. */
export interface Entry {
  readonly row: TextRow;
  readonly name: Segment;
  readonly numbers: readonly Segment[];
  /** The texts of its line left of the name, the nearest first, and right of the numbers. */
  readonly before: readonly Segment[];
  readonly after: readonly Segment[];
}

/** What the last word of a number ends with; most segments of a page are words, and are told by this. */
const END = /[\p{Nd}%)）$€£¥￥–—―-]$/u;

export const isNumber = (segment: Segment): boolean =>
  END.test(segment.runs.at(-1)!.text) && isNumeric(lineText(segment));

export const isSum = (segment: Segment): boolean => isNumber(segment) && isAmount(lineText(segment));

/** A number in groups of digits, with decimals or a currency, or in parentheses, as those below nothing are. */
export const isMoney = (segment: Segment): boolean =>
  isSum(segment) || (isNumber(segment) && /[€$£¥￥]|^[(（].*[)）]$/u.test(lineText(segment)));

/** Where the digits of a number end; signs of currencies stand behind some. A dash has none. */
export const endOfDigits = ({ runs }: Segment): number | undefined =>
  runs.findLast(({ text }) => /\p{Nd}/u.test(text))?.x1;

/** The entries of a line: two where it goes through tables side by side. */
export function entriesOf(row: TextRow): Entry[] {
  const { segments } = row;
  const entries: Entry[] = [];
  let at = 0;
  while (at < segments.length) {
    const name = segments[at]!;
    let end = at + 1;
    while (end < segments.length && isNumber(segments[end]!)) end += 1;
    if (end > at + 1 && !isNumber(name) && /\p{L}{2}/u.test(lineText(name)))
      entries.push({
        row,
        name,
        numbers: segments.slice(at + 1, end),
        before: segments.slice(0, at).toReversed(),
        after: segments.slice(end),
      });
    at = end;
  }
  return entries;
}
