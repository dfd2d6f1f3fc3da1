import type { Segment } from '../../model/line.ts';
import { lineText } from '../../text/inlines.ts';
import type { TextRow } from '../../text/text-rows.ts';
import { hasAmounts, isNumeric } from '../model/numeric.ts';
import { BODY, type Body } from './body-rows.ts';

/** Em: distance of an entry below names of columns, or below another. Set by hand on the tuning half of the checks. */
const GAP_EM = 2.6;

/**
 * Whether a row is a name and an amount below each name of an area that has nothing but names of columns, as the first
 * entry below a ruled header is, where nothing is ruled below it. `gap`: how far it stands below the row above.
 */
export function isEntryBelowNames({
  row,
  core,
  area,
  gap,
}: Pick<Body, 'area' | 'core'> & { readonly row: TextRow; readonly gap: number }): boolean {
  const [name, ...amounts] = row.segments;
  const isInset = ({ x0 }: Segment): boolean => x0 > area.x0 + BODY.insetEm * row.size;
  return (
    gap <= GAP_EM * row.size &&
    !isInset(name!) &&
    hasAmounts(row) &&
    amounts.every((cell) => isNumeric(lineText(cell))) &&
    core.every((names) => !hasAmounts(names) && names.segments.every(isInset)) &&
    core.some(
      ({ segments }) =>
        segments.length === amounts.length &&
        segments.every((other, index) => other.x1 > amounts[index]!.x0 && other.x0 < amounts[index]!.x1),
    )
  );
}
