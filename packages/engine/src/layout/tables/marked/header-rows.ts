import { isBold } from '../../model/glyph-run.ts';
import type { TextRow } from '../../text/text-rows.ts';
import { hasAmounts } from '../model/numeric.ts';

const areBold = (row: TextRow): boolean => row.segments.every((segment) => isBold(segment.runs));
const startsWithDigit = ({ runs }: { runs: readonly { text: string }[] }): boolean =>
  /\d|^[-–—]$/.test(runs[0]!.text) || (runs.length > 1 && /^[$€£¥]$/.test(runs[0]!.text));

/** Whether a row is a header: bold as not all rows are, or without the numbers that all rows have. */
export const isHeader = (row: TextRow, core: readonly TextRow[]): boolean =>
  (areBold(row) && !core.every(areBold) && !hasAmounts(row)) ||
  (!row.segments.some(startsWithDigit) && core.every((other) => other.segments.some(startsWithDigit)));
