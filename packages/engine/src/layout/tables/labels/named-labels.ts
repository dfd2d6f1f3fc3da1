import { isSegment, segmentElement, segmentsOf, type Element } from '../../model/element.ts';
import { overlapX } from '../../model/geometry.ts';
import type { Segment } from '../../model/line.ts';
import { textRows } from '../../text/text-rows.ts';
import { labelApart } from './label-cells.ts';

/**
 * Labels are a column of their own where a header names it: one name stands above the labels, the next one above
 * their texts, and more above further cells.
 */
export function partNamedLabels(elements: readonly Element[]): readonly Element[] {
  const segments = segmentsOf(elements);
  if (!segments.some(({ labelled }) => labelled)) return elements;
  const rows = textRows(segments);
  const isNamed = (labelled: Segment): boolean => {
    const [label, text] = labelApart(labelled);
    return rows.some(
      ({ segments: [name, next, ...more] }) =>
        next !== undefined &&
        more.length > 0 &&
        name!.baseline < labelled.baseline &&
        name!.x0 < label!.x1 &&
        name!.x1 > label!.x0 &&
        next.x0 >= label!.x1 &&
        overlapX(next, text!) > 0,
    );
  };
  return elements.flatMap((element) =>
    isSegment(element) && element.segment.labelled && isNamed(element.segment)
      ? labelApart(element.segment).map(segmentElement)
      : [element],
  );
}
