import type { BookRecord } from './records.ts';

/** What a SeriesText names: the series, or the text before it (MS-XLS 2.4.254, 2.4.252, 2.4.324). */
const SERIES_TEXT = 0x100d;
const OWNERS: ReadonlySet<number> = new Set([0x1003, 0x1025]);
const TEXT = 0x1025;

/**
 * Adds the titles of a chart and of its axes to those of its object; names of series are in cells. Returns false for a
 * record of no chart.
 */
export function createTitleReader(): (record: BookRecord, titles: string[] | undefined) => boolean {
  let owner = 0;
  return ({ type, body, isInChart }, titles) => {
    if (OWNERS.has(type)) owner = type;
    if (isInChart && type === SERIES_TEXT && owner === TEXT && body.length > 4)
      titles?.push(shortText(body.subarray(2)));
    return isInChart;
  };
}

/** A text with its length, and whether its letters have two bytes (MS-XLS 2.5.240). */
function shortText(body: Buffer): string {
  const isWide = ((body[1] ?? 0) & 1) === 1;
  return body.toString(isWide ? 'utf16le' : 'latin1', 2, 2 + body[0]! * (isWide ? 2 : 1));
}
