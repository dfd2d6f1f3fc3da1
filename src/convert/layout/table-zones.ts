import { boundsOf, isSegment, type Element, type SegmentElement } from './element.ts';
import { lineText } from './inlines.ts';
import { isCaption } from './looks.ts';
import type { Ground } from './grounds.ts';
import { findGutters } from './grid-columns.ts';
import type { LayoutBlock, TableBlock } from './page-model.ts';
import { makeSegment, median, type Segment } from './piece.ts';
import type { Rules, Stroke } from './rules.ts';
import { readStreamTable, type TableDraft } from './stream-table.ts';
import { textRows, type TextRow } from './text-rows.ts';

/** Builds the atom of a table that was found among segments. */
export function atomOf(draft: TableDraft, segments: readonly Segment[], column: readonly [number, number]): Element {
  const box = boundsOf(segments);
  const block: TableBlock = { ...draft, box: [box.x0, box.y0, box.x1, box.y1], column };
  return { ...box, atom: [block], kind: 'table' };
}

const parts = new WeakMap<Segment, Segment[]>();

/** Label and text apart, where a label was joined with its text. */
function withoutJoin(segment: Segment): Segment[] {
  if (!segment.labelled) return [segment];
  const known = parts.get(segment) ?? [makeSegment(segment.pieces.slice(0, 1)), makeSegment(segment.pieces.slice(1))];
  parts.set(segment, known);
  return known;
}

interface Area {
  readonly x0: number;
  readonly x1: number;
  readonly top: number;
  readonly bottom: number;
  /** Level lines in it, those that leave some columns out among them. */
  readonly strokes: readonly Stroke[];
  readonly edges: readonly number[];
  /** Whether rows may go on above the top and below the bottom. */
  readonly openTop: boolean;
  readonly openBottom: boolean;
}

/** Tables that level rules of one width or filled rows mark: booktabs and its kin, stripes, header bands. */
export function markedTables(
  elements: readonly Element[],
  rules: Rules,
  grounds: readonly Ground[],
  height: number,
): Element[] {
  let rest = [...elements];
  const areas = [
    ...groundAreas(
      grounds.map((ground) => withoutTitles(ground, rest)),
      rules,
    ),
    ...ruleAreas(rest, rules, height),
  ];
  for (const area of areas) {
    const found = readArea(rest, area, rules);
    if (!found) continue;
    rest = [...rest.filter((element) => !found.taken.has(element)), found.table];
  }
  return rest;
}

function readArea(
  elements: readonly Element[],
  area: Area,
  rules: Rules,
): { table: Element; taken: ReadonlySet<Element> } | undefined {
  const within = elements.filter(
    (element): element is SegmentElement =>
      isSegment(element) && element.x0 >= area.x0 - 6 && element.x1 <= area.x1 + 6,
  );
  const isIn = ({ segment }: SegmentElement): boolean =>
    segment.base > area.top && segment.base - 0.35 * segment.size < area.bottom;
  const core = within.filter(isIn);
  if (core.length < 2) return undefined;
  if (elements.some((element) => sticksOut(element, area))) return undefined;
  const coreRows = textRows(core.flatMap((element) => withoutJoin(element.segment)));
  const others = textRows(
    within.filter((element) => !isIn(element)).flatMap((element) => withoutJoin(element.segment)),
  );
  const rows = extend(coreRows, others, area, rules.level);
  const walls = rules.upright.filter(
    (stroke) =>
      stroke.at > area.x0 + 4 &&
      stroke.at < area.x1 - 4 &&
      stroke.from < area.bottom &&
      stroke.to > area.top &&
      stroke.to - stroke.from > 0.5 * (area.bottom - area.top),
  );
  const edges = area.edges.length > 0 ? area.edges : walls.map((stroke) => stroke.at);
  const strokes = [...area.strokes, ...extensionLines(rows, coreRows, area)].sort((a, b) => a.at - b.at);
  const draft = readStreamTable(rows, { marked: true, strokes, ...(edges.length > 0 ? { edges } : {}) });
  if (!draft) return undefined;
  const segments = new Set(rows.flatMap((row) => row.segments));
  const taken = new Set<Element>(
    within.filter((element) => withoutJoin(element.segment).some((segment) => segments.has(segment))),
  );
  return { table: atomOf(draft, [...segments], [area.x0, area.x1]), taken };
}

/** Rows that were added above and below count as parted from each other. */
function extensionLines(rows: readonly TextRow[], core: readonly TextRow[], area: Area): Stroke[] {
  const lines: Stroke[] = [];
  rows.forEach((row, index) => {
    const next = rows[index + 1];
    if (!next || next.segments.length < 2 || (core.includes(row) && core.includes(next))) return;
    const at = (row.base + 0.2 * row.size + next.base - 0.75 * next.size) / 2;
    if (!area.strokes.some((stroke) => stroke.at > row.base - 1 && stroke.at < next.base - 1))
      lines.push({ at, from: area.x0, to: area.x1 });
  });
  return lines;
}

/** An element that crosses the area's side, or something whole that lies in it. */
function sticksOut(element: Element, area: Area): boolean {
  if (element.y1 <= area.top + 2 || element.y0 >= area.bottom - 2 || element.x1 <= area.x0 || element.x0 >= area.x1)
    return false;
  if (!isSegment(element)) return true;
  return (
    (element.x0 < area.x0 - 6 && element.x1 > area.x0 + 6) || (element.x1 > area.x1 + 6 && element.x0 < area.x1 - 6)
  );
}

/** Rows right above and below an area that keep its columns. */
function extend(core: readonly TextRow[], others: readonly TextRow[], area: Area, level: readonly Stroke[]): TextRow[] {
  const rows = [...core];
  const pitch =
    rows.length > 1 ? median(rows.slice(1).map((row, index) => row.base - rows[index]!.base)) : 2 * rows[0]!.size;
  const ruledOff = (row: TextRow, next: TextRow): boolean =>
    level.some(
      (stroke) =>
        stroke.at > row.base &&
        stroke.at < next.base - 0.5 * next.size &&
        stroke.from > area.x0 - 6 &&
        stroke.to < area.x1 + 6 &&
        stroke.to - stroke.from > 20,
    );
  const isBold = (each: TextRow): boolean =>
    each.segments.every((segment) => segment.pieces.every((piece) => piece.bold));
  const isHead = (each: TextRow): boolean =>
    (isBold(each) && !core.every(isBold)) ||
    (each.segments.every((segment) => !/\d/.test(segment.pieces[0]!.text)) &&
      core.every((other) => other.segments.some((segment) => /\d/.test(segment.pieces[0]!.text))));
  const most = Math.max(...core.map((row) => row.segments.length));
  const keeps = (row: TextRow): boolean => {
    if (row.segments.length < Math.max(2, 0.5 * most)) return false;
    const size = row.size;
    const before =
      area.edges.length > 0
        ? area.edges.length
        : findGutters(
            core.map((each) => each.segments),
            0.4 * size,
            0,
          ).length;
    if (area.edges.length > 0)
      return row.segments.every(
        (segment) => area.edges.filter((x) => x > segment.x0 + 2 && x < segment.x1 - 2).length <= 1,
      );
    return (
      before > 0 &&
      findGutters(
        [...core, row].map((each) => each.segments),
        0.4 * size,
        0,
      ).length >= before
    );
  };
  const starts = core.flatMap((row) => row.segments.slice(1).map((segment) => segment.x0));
  /** A further line of a cell: its row is the one above. */
  const goesOn = (row: TextRow): boolean =>
    row.segments.length === 1 && starts.some((x) => Math.abs(x - row.segments[0]!.x0) < 1.5);
  if (area.openTop) {
    let added: TextRow[] = [];
    for (const row of others.filter((each) => each.base <= area.top + 1).reverse()) {
      const next = added[0] ?? rows[0]!;
      // one row that names all columns is enough
      if (added.length === 0 && next.segments.length >= most && isHead(next) && !ruledOff(row, next)) break;
      if (
        next.base - row.base > 1.6 * Math.max(pitch, 1.3 * row.size) ||
        added.length + rows.length - core.length > 5 ||
        Math.abs(row.size - core[0]!.size) > 0.06 * row.size
      )
        break;
      if (goesOn(row)) {
        added.unshift(row);
        continue;
      }
      if (!(keeps(row) || (row.segments.length >= 2 && ruledOff(row, next)))) break;
      rows.unshift(row, ...added);
      added = [];
    }
  }
  if (area.openBottom) {
    for (const row of others.filter((each) => each.base > area.top + 1)) {
      if (
        row.base - rows.at(-1)!.base > 1.35 * Math.max(pitch, 1.3 * row.size) ||
        Math.abs(row.size - core[0]!.size) > 0.15 * row.size ||
        !keeps(row)
      )
        break;
      rows.push(row);
    }
  }
  return rows;
}

/** A heading on a coloured ground above or below stripes of its width is no row of theirs: it stands alone, in larger letters. */
function withoutTitles(ground: Ground, elements: readonly Element[]): Ground {
  const segments = elements
    .filter(isSegment)
    .map(({ segment }) => segment)
    .filter((segment) => segment.x0 > ground.x0 - 6 && segment.x1 < ground.x1 + 6);
  const within = (y0: number, y1: number): Segment[] =>
    segments.filter((segment) => segment.base > y0 && segment.base < y1);
  const usual = median(within(ground.strips[0]!.y0, ground.strips.at(-1)!.y1).map((segment) => segment.size));
  const isTitle = ({ y0, y1 }: { y0: number; y1: number }): boolean => {
    const [only, ...more] = within(y0, y1);
    return only !== undefined && more.length === 0 && only.size > 1.12 * usual;
  };
  const strips = [...ground.strips];
  while (strips.length > 0 && isTitle(strips[0]!)) strips.shift();
  while (strips.length > 0 && isTitle(strips.at(-1)!)) strips.pop();
  return { ...ground, strips };
}

/** Areas of filled rows. The rows between stripes are rows too. */
function groundAreas(grounds: readonly Ground[], rules: Rules): Area[] {
  return grounds.flatMap((ground) => {
    if (ground.strips.length < 2) return [];
    const top = ground.strips[0]!.y0;
    const bottom = ground.strips.at(-1)!.y1;
    const lines = ground.strips.flatMap((strip) => [strip.y0, strip.y1]);
    const ruled = rules.level
      .filter(
        (stroke) => stroke.from < ground.x0 + 6 && stroke.to > ground.x1 - 6 && stroke.at > top && stroke.at < bottom,
      )
      .map((stroke) => stroke.at);
    return [
      {
        x0: ground.x0,
        x1: ground.x1,
        top: top - 1,
        bottom: bottom + 1,
        strokes: unique([...lines, ...ruled]).map((at) => ({ at, from: ground.x0, to: ground.x1 })),
        edges: ground.edges,
        openTop: true,
        openBottom: true,
      },
    ];
  });
}

const unique = (values: readonly number[]): number[] => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.filter((value, index) => index === 0 || value - sorted[index - 1]! > 2);
};

/** Areas between rules of one width, where what lies between each two of them is rows of cells. */
function ruleAreas(elements: readonly Element[], rules: Rules, height: number): Area[] {
  const wide = rules.level.filter((stroke) => stroke.to - stroke.from >= 50).sort((a, b) => a.at - b.at);
  const used = new Set<Stroke>();
  const areas: Area[] = [];
  for (const top of wide) {
    if (used.has(top)) continue;
    const chain = [top];
    for (const stroke of wide) {
      if (stroke.at <= chain.at(-1)!.at + 4 || used.has(stroke)) continue;
      if (Math.abs(stroke.from - top.from) > 5 || Math.abs(stroke.to - top.to) > 5) continue;
      if (stroke.at - chain.at(-1)!.at > 0.8 * height || !isTabular(elements, chain.at(-1)!, stroke)) break;
      chain.push(stroke);
    }
    if (chain.length < 2) continue;
    for (const stroke of chain) used.add(stroke);
    const bottom = chain.at(-1)!;
    // the sides of a frame that the page's end leaves open below
    const sides = rules.upright.filter(
      (stroke) =>
        (Math.abs(stroke.at - top.from) < 3 || Math.abs(stroke.at - top.to) < 3) &&
        stroke.from < bottom.at + 3 &&
        stroke.to > bottom.at + 8,
    );
    const foot = sides.length >= 2 ? Math.min(...sides.map((stroke) => stroke.to)) : bottom.at;
    const inside = rules.level.filter(
      (stroke) =>
        stroke.from >= top.from - 5 && stroke.to <= top.to + 5 && stroke.at > top.at + 2 && stroke.at < bottom.at - 2,
    );
    areas.push({
      x0: top.from,
      x1: top.to,
      top: top.at,
      bottom: foot,
      strokes: foot > bottom.at ? [...inside, bottom] : inside,
      edges: [],
      openTop: true,
      openBottom: foot === bottom.at,
    });
  }
  return areas;
}

/** Whether what lies between two rules is rows of cells: not prose, nothing that sticks out at the sides. */
function isTabular(elements: readonly Element[], top: Stroke, bottom: Stroke): boolean {
  const area = { x0: top.from, x1: top.to, top: top.at, bottom: bottom.at };
  const segments: Segment[] = [];
  for (const element of elements) {
    if (element.y1 <= area.top + 2 || element.y0 >= area.bottom - 2 || element.x1 <= area.x0 || element.x0 >= area.x1)
      continue;
    if (!isSegment(element)) return false;
    if (element.x0 < area.x0 - 6 || element.x1 > area.x1 + 6) {
      if (element.x1 > area.x0 + 6 && element.x0 < area.x1 - 6) return false;
      continue;
    }
    segments.push(element.segment);
  }
  const rows = textRows(segments);
  if (rows.length === 0) return false;
  if (rows.some((row) => row.segments.length === 1 && isCaption(lineText(row.segments[0]!)))) return false;
  const sizes = rows.map((row) => row.size);
  if (Math.max(...sizes) > 1.3 * Math.min(...sizes)) return false;
  const several = rows.filter((row) => row.segments.length >= 2).length;
  if (rows.length === 1 || (several >= 0.4 * rows.length && !isJustified(rows))) return true;
  // one cell with text, those before it empty
  const width = area.x1 - area.x0;
  if (
    rows.every(
      ({ segments: [only, ...more] }) =>
        more.length === 0 && only!.x0 > area.x0 + 0.12 * width && only!.x1 - only!.x0 < 0.6 * width,
    )
  )
    return true;
  return (
    several >= 1 &&
    findGutters(
      rows.map((row) => row.segments),
      0.8 * rows[0]!.size,
      0,
    ).length > 0
  );
}

/** Prose whose words stand so far apart that its lines look cut: the gaps are narrow, and each line has them elsewhere. */
function isJustified(rows: readonly TextRow[]): boolean {
  const gaps = rows.flatMap(({ segments, size }) =>
    segments
      .slice(1)
      .map((segment, index) => ({
        from: segments[index]!.x1,
        to: segment.x0,
        wide: segment.x0 - segments[index]!.x1 > 1.6 * size,
      })),
  );
  if (rows.length < 4 || gaps.length === 0 || gaps.filter(({ wide }) => wide).length > 0.2 * gaps.length) return false;
  const most = Math.max(
    ...gaps.map(
      (gap) => gaps.filter(({ from, to }) => from < (gap.from + gap.to) / 2 && to > (gap.from + gap.to) / 2).length,
    ),
  );
  return most < 0.6 * rows.length;
}

/** Tables that nothing but the alignment of their text shows, within one column of the page. */
export function tablesByAlignment(
  elements: readonly Element[],
  column: readonly [number, number],
  captions: ReadonlySet<Segment>,
  wordsOf: (segments: readonly Segment[]) => LayoutBlock[],
): Element[] {
  const segments = elements.filter(isSegment).map((element) => element.segment);
  if (segments.length < 4) return [...elements];
  const joined = textRows(segments);
  if (joined.filter((row) => row.segments.length >= 2).length < 2) return [...elements];
  const rows = joined.map((row) =>
    row.segments.length < 2 ? row : { ...row, segments: row.segments.flatMap(withoutJoin) },
  );
  const atoms = elements.filter((element) => !isSegment(element));
  const found: Element[] = [];
  const taken = new Set<Segment>();
  for (const zone of zonesOf(rows, atoms)) {
    const draft = readStreamTable(zone.rows, {
      marked: zone.rows.length >= 2 && hasCaption(rows, zone, captions),
      headed: hasBoldHeader(zone.rows),
      strokes: [],
    });
    if (!draft) continue;
    const inZone = zone.rows.flatMap((row) => row.segments);
    for (const segment of inZone) taken.add(segment);
    found.push(
      !isDense(draft) && namesFigure(rows, zone)
        ? { ...boundsOf(inZone), kind: 'figure', atom: wordsOf(inZone) }
        : atomOf(draft, inZone, column),
    );
  }
  if (found.length === 0) return [...elements];
  return [
    ...elements.filter(
      (element) =>
        !isSegment(element) ||
        !(taken.has(element.segment) || withoutJoin(element.segment).some((part) => taken.has(part))),
    ),
    ...found,
  ];
}

interface Zone {
  readonly rows: TextRow[];
  readonly start: number;
  readonly end: number;
}

function hasCaption(rows: readonly TextRow[], zone: Zone, captions: ReadonlySet<Segment>): boolean {
  const near = [...rows.slice(Math.max(0, zone.start - 3), zone.start), ...rows.slice(zone.end, zone.end + 2)];
  return near.some((row) => captions.has(row.segments[0]!));
}

/** Many rows in which next to no cell is empty: a table, whatever its caption calls it. */
function isDense({ rows }: TableDraft): boolean {
  const cells = rows.flat();
  return rows.length >= 8 && cells.filter(({ content }) => content.length === 0).length < 0.05 * cells.length;
}

/** What stands right above the caption of a figure is its words. */
function namesFigure(rows: readonly TextRow[], { rows: own, end }: Zone): boolean {
  const next = rows[end];
  if (!next || next.base - own.at(-1)!.base > 4 * next.size) return false;
  const text = lineText(next.segments[0]!);
  return /^fig/i.test(text) && isCaption(text);
}

/** The first row is bold in all its cells, and what follows is not. */
function hasBoldHeader(rows: readonly TextRow[]): boolean {
  const isBold = (segment: Segment): boolean => segment.pieces.every((piece) => piece.bold);
  const [first, ...rest] = rows;
  if (!first || first.segments.length < 2 || !first.segments.every(isBold)) return false;
  const segments = rest.flatMap((row) => row.segments);
  return (
    segments.filter(isBold).length < 0.4 * segments.length &&
    first.segments.every((cell) =>
      segments.some((segment) => Math.abs(segment.x0 - cell.x0) < 3 || Math.abs(segment.x1 - cell.x1) < 3),
    )
  );
}

/** Stretches of rows in which most have several cells, at an even distance. */
function zonesOf(rows: readonly TextRow[], atoms: readonly Element[]): Zone[] {
  const zones: Zone[] = [];
  let start = -1;
  const close = (end: number): void => {
    if (start < 0) return;
    let last = end;
    while (last > start && rows[last - 1]!.segments.length < 2) last -= 1;
    // the last row's cells may have more lines
    const starts = rows.slice(start, last).flatMap((row) => row.segments.slice(1).map((segment) => segment.x0));
    const goesOn = (index: number): boolean => {
      const row = rows[index]!;
      return (
        row.segments.length === 1 &&
        row.base - rows[index - 1]!.base < 1.35 * row.size &&
        starts.some((x) => Math.abs(x - row.segments[0]!.x0) < 1.5)
      );
    };
    while (last < end && goesOn(last)) last += 1;
    if (last - start >= 2) zones.push({ rows: rows.slice(start, last), start, end: last });
    start = -1;
  };
  const usual = median(rows.slice(1).map((row, index) => row.base - rows[index]!.base));
  let singles = 0;
  rows.forEach((row, index) => {
    const previous = rows[index - 1];
    if (previous && start >= 0) {
      const gap = row.base - previous.base;
      const broken =
        gap > Math.max((index - start === 1 ? 3.4 : 2.6) * row.size, 1.7 * Math.min(usual, 3 * row.size)) ||
        Math.max(row.size, previous.size) > (index - start > 1 ? 1.06 : 1.35) * Math.min(row.size, previous.size) ||
        atoms.some((atom) => atom.y0 < row.y0 && atom.y1 > previous.y1);
      if (broken) close(index);
    }
    if (row.segments.length >= 2) {
      if (start < 0) start = index;
      singles = 0;
    } else if (start >= 0) {
      singles += 1;
      const width = row.segments[0]!.x1 - row.segments[0]!.x0;
      const extent = rows
        .slice(start, index)
        .reduce((widest, each) => Math.max(widest, each.segments.at(-1)!.x1 - each.segments[0]!.x0), 0);
      const inColumn = rows
        .slice(start, index)
        .some(
          (each) =>
            each.segments.length >= 2 &&
            each.segments.some((segment) => Math.abs(segment.x0 - row.segments[0]!.x0) < 2),
        );
      if (
        singles > (inColumn && previous && row.base - previous.base < 1.35 * row.size ? 9 : 2) ||
        width > 0.75 * extent
      )
        close(index);
    }
  });
  close(rows.length);
  return zones;
}
