import { makeLine, type Segment } from '../../model/line.ts';

const parts = new WeakMap<Segment, readonly Segment[]>();

/** Label and text apart, where a label was joined with its text. The same segment always gives the same parts. */
export function labelApart(segment: Segment): readonly Segment[] {
  if (!segment.labelled) return [segment];
  const known = parts.get(segment) ?? [makeLine(segment.runs.slice(0, 1)), makeLine(segment.runs.slice(1))];
  parts.set(segment, known);
  return known;
}
