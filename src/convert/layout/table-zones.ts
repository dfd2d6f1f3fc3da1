import { boundsOf, isSegment, type Element, type SegmentElement } from './element.ts';
import type { TableBlock } from './page-model.ts';
import { median, type Segment } from './piece.ts';
import type { Stroke } from './rules.ts';
import { readStreamTable, type TableDraft } from './stream-table.ts';
import { textRows, type TextRow } from './text-rows.ts';

/** Builds the atom of a table that was found among segments. */
function atomOf(draft: TableDraft, segments: readonly Segment[], column: readonly [number, number]): Element {
  const box = boundsOf(segments);
  const block: TableBlock = { ...draft, box: [box.x0, box.y0, box.x1, box.y1], column };
  return { ...box, atom: [block], kind: 'table' };
}

/**
 * Tables between level rules of one width (booktabs and their kin). Each pair of neighbouring rules with rows of several cells between
 * them belongs to the table.
 */
export function tablesBetweenRules(elements: readonly Element[], level: readonly Stroke[], height: number): Element[] {
  let rest = [...elements];
  const wide = level.filter((stroke) => stroke.to - stroke.from >= 50).sort((a, b) => a.at - b.at);
  const used = new Set<Stroke>();
  for (const top of wide) {
    if (used.has(top)) continue;
    const chain = [top];
    for (const stroke of wide) {
      if (stroke.at <= chain.at(-1)!.at + 4 || used.has(stroke)) continue;
      if (Math.abs(stroke.from - top.from) > 5 || Math.abs(stroke.to - top.to) > 5) continue;
      if (stroke.at - chain.at(-1)!.at > 0.7 * height || !isTabular(rest, chain.at(-1)!, stroke)) break;
      chain.push(stroke);
    }
    if (chain.length < 2) continue;
    const bottom = chain.at(-1)!;
    const inside = rest.filter((element): element is SegmentElement => isSegment(element) && isInside(element.segment, top, bottom));
    const segments = inside.map((element) => element.segment);
    const rules = level.filter((stroke) => stroke.from >= top.from - 5 && stroke.to <= top.to + 5 && stroke.at > top.at + 2 && stroke.at < bottom.at - 2);
    const full = rules.filter((stroke) => stroke.to - stroke.from > 0.9 * (top.to - top.from)).map((stroke) => stroke.at);
    const draft = readStreamTable(textRows(segments), { marked: true, rules: full });
    if (!draft) continue;
    for (const stroke of chain) used.add(stroke);
    const taken = new Set<Element>(inside);
    rest = rest.filter((element) => !taken.has(element));
    rest.push(atomOf(draft, segments, [top.from, top.to]));
  }
  return rest;
}

const isInside = (segment: Segment, top: Stroke, bottom: Stroke): boolean =>
  segment.base > top.at && segment.base - 0.35 * segment.size < bottom.at && segment.x0 >= top.from - 6 && segment.x1 <= top.to + 6;

/** Whether what lies between two rules is rows of cells: not prose, nothing that sticks out at the sides. */
function isTabular(elements: readonly Element[], top: Stroke, bottom: Stroke): boolean {
  const segments: Segment[] = [];
  for (const element of elements) {
    const inBand = element.y1 > top.at + 2 && element.y0 < bottom.at - 2 && element.x1 > top.from && element.x0 < top.to;
    if (!inBand) continue;
    if (!isSegment(element)) return false;
    if (!isInside(element.segment, top, bottom)) {
      if (element.x0 < top.from - 6 && element.x1 > top.from + 6) return false;
      if (element.x1 > top.to + 6 && element.x0 < top.to - 6) return false;
      continue;
    }
    segments.push(element.segment);
  }
  const rows = textRows(segments);
  if (rows.length === 0) return false;
  const several = rows.filter((row) => row.segments.length >= 2).length;
  return several >= 0.4 * rows.length || rows.length === 1;
}

/** Tables that nothing but the alignment of their text shows, within one column of the page. */
export function tablesByAlignment(elements: readonly Element[], column: readonly [number, number], captions: ReadonlySet<Segment>): Element[] {
  const segments = elements.filter(isSegment).map((element) => element.segment);
  if (segments.length < 4) return [...elements];
  const rows = textRows(segments);
  if (rows.filter((row) => row.segments.length >= 2).length < 2) return [...elements];
  const atoms = elements.filter((element) => !isSegment(element));
  const found: Element[] = [];
  const taken = new Set<Segment>();
  for (const zone of zonesOf(rows, atoms)) {
    const draft = readStreamTable(zone.rows, { marked: zone.rows.length >= 2 && hasCaption(rows, zone, captions), rules: [] });
    if (!draft) continue;
    const inZone = zone.rows.flatMap((row) => row.segments);
    for (const segment of inZone) taken.add(segment);
    found.push(atomOf(draft, inZone, column));
  }
  if (found.length === 0) return [...elements];
  return [...elements.filter((element) => !isSegment(element) || !taken.has(element.segment)), ...found];
}

interface Zone {
  readonly rows: TextRow[];
  readonly start: number;
  readonly end: number;
}

function hasCaption(rows: readonly TextRow[], zone: Zone, captions: ReadonlySet<Segment>): boolean {
  const near = [...rows.slice(Math.max(0, zone.start - 3), zone.start), ...rows.slice(zone.end, zone.end + 2)];
  return near.some((row) => row.segments.length === 1 && captions.has(row.segments[0]!));
}

/** Stretches of rows in which most have several cells, at an even distance. */
function zonesOf(rows: readonly TextRow[], atoms: readonly Element[]): Zone[] {
  const zones: Zone[] = [];
  let start = -1;
  const close = (end: number): void => {
    if (start < 0) return;
    let last = end;
    while (last > start && rows[last - 1]!.segments.length < 2) last -= 1;
    if (last - start >= 2) zones.push({ rows: rows.slice(start, last), start, end: last });
    start = -1;
  };
  const usual = median(rows.slice(1).map((row, index) => row.base - rows[index]!.base));
  let singles = 0;
  rows.forEach((row, index) => {
    const previous = rows[index - 1];
    if (previous && start >= 0) {
      const gap = row.base - previous.base;
      const broken = gap > Math.max(2.6 * row.size, 1.7 * Math.min(usual, 3 * row.size)) || Math.max(row.size, previous.size) > 1.35 * Math.min(row.size, previous.size) || atoms.some((atom) => atom.y0 < row.y0 && atom.y1 > previous.y1);
      if (broken) close(index);
    }
    if (row.segments.length >= 2) {
      if (start < 0) start = index;
      singles = 0;
    } else if (start >= 0) {
      singles += 1;
      const width = row.segments[0]!.x1 - row.segments[0]!.x0;
      const extent = rows.slice(start, index).reduce((widest, each) => Math.max(widest, each.segments.at(-1)!.x1 - each.segments[0]!.x0), 0);
      if (singles > 2 || width > 0.75 * extent) close(index);
    }
  });
  close(rows.length);
  return zones;
}
