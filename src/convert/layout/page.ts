import { checkBoxes } from './check-boxes.ts';
import { clean } from './clean.ts';
import { cutColumns, type ColumnContext, type Leaf } from './columns.ts';
import { drawnBullets } from './drawn-bullets.ts';
import { edgeBands } from './edges.ts';
import { segmentElement, type Element } from './element.ts';
import { withFrames, withoutStructure } from './frames.ts';
import { withFigures } from './figures.ts';
import { matchNotes } from './note-marks.ts';
import { pictures } from './pictures.ts';
import { findGrounds } from './grounds.ts';
import { markFootnotes } from './footnotes.ts';
import { lineText } from './inlines.ts';
import { isLabelAlone } from './labels.ts';
import { findLattices } from './lattice.ts';
import { rowsOf, segmentsOf } from './lines.ts';
import { linkPieces } from './links.ts';
import { isTableCaption, makeStyleTable, styleOf, usualLook, type StyleTable } from './looks.ts';
import type { LayoutBlock, LayoutPage } from './page-model.ts';
import { makeSegment, type Piece, type Segment } from './piece.ts';
import type { RawPage, RawRun } from './raw-page.ts';
import { mirrorPage } from './right-to-left.ts';
import { settleLabels } from './raised-labels.ts';
import { readRuledTable } from './ruled-table.ts';
import { readRules, type Rules, type Stroke } from './rules.ts';
import { attachScripts } from './scripts.ts';
import { readStream } from './stream.ts';
import { taggedTables } from './tagged-table.ts';
import { indexTags } from './tags.ts';
import { markedTables, tablesByAlignment } from './table-zones.ts';
import { turnPage, turnedBlocks } from './turned.ts';
import { turnedCells } from './turned-cells.ts';
import { verticalLines } from './vertical.ts';
import { wrappedTables } from './wrapped-tables.ts';

/** Infers the structure of one page. A pure function: the same raw page gives the same layout page. */
export function layoutPage(given: RawPage): LayoutPage {
  const raw = mirrorPage(turnPage(verticalLines(given)));
  const cleaned = clean(raw);
  const level = [...cleaned.level, ...drawnBullets(raw, cleaned.level), ...checkBoxes(raw, cleaned.level)];
  linkPieces(level, raw.links);
  attachScripts(level);
  const usual = usualLook(level);
  settleLabels(level, usual.size);
  const tags = indexTags(raw, level);
  if (tags) for (const piece of level) if (tags.placeOf(piece)?.role === 'Lbl') piece.label = true;
  const styles = makeStyleTable(usual, tags);
  const rules = readRules(raw, level);
  const tagged = tags ? taggedTables(level, tags) : { tables: [], rest: level };
  const ruled = ruledTables(tagged.rest, rules, raw, cleaned.turned);
  const tables = [...tagged.tables, ...ruled.tables];
  const { rest } = ruled;
  const segments = segmentsOfPage(rest, rules.upright, raw);
  let elements: Element[] = [...segments.map(segmentElement), ...tables, ...pictures(raw, level)];
  elements = markedTables(elements, rules, findGrounds(raw, segments), raw.height);
  const captions = new Set(segments.filter((segment) => isTableCaption(lineText(segment))));
  const context: ColumnContext = {
    rtl: isRightToLeft(level),
    tables: (members, column) =>
      tablesByAlignment(members, column, captions, (words) =>
        readStream({ elements: words.map(segmentElement), x0: column[0], x1: column[1] }, styles).map(withoutStructure),
      ),
    wrapped: wrappedTables,
  };
  const { top, body: flow, bottom } = edgeBands(elements, raw.height);
  const body = withFrames(flow, raw, (members, x0, x1) => blocksOf(cutColumns(members, x0, x1, context), styles));
  const blocks: LayoutBlock[] = [
    ...bandBlocks(top, 'top', raw, styles),
    ...blocksOf(cutColumns(body, leftOf(body), rightOf(body), context), styles).map((block) => atSide(block, raw)),
    ...bandBlocks(bottom, 'bottom', raw, styles),
  ];
  const withNotes = markFootnotes(blocks, rules.level, styles.styles, raw.height);
  const turned = turnedBlocks(raw, ruled.turned, styles);
  return {
    kind: 'layout',
    page: raw.page,
    width: raw.width,
    height: raw.height,
    blocks: withFigures(matchNotes([...withNotes, ...turned]), raw),
    ...lettersByStyle(level, styles),
    ...(raw.outline.length > 0
      ? {
          outline: raw.outline.map((entry) => ({
            level: entry.level,
            title: entry.title,
            ...(entry.y === undefined ? {} : { y: entry.y }),
          })),
        }
      : {}),
    ...(cleaned.warnings.length > 0 ? { warnings: cleaned.warnings } : {}),
  };
}

const leftOf = (elements: readonly Element[]): number =>
  elements.reduce((least, element) => Math.min(least, element.x0), Infinity);
const rightOf = (elements: readonly Element[]): number =>
  elements.reduce((most, element) => Math.max(most, element.x1), -Infinity);

function isRightToLeft(pieces: readonly Piece[]): boolean {
  let rtl = 0;
  for (const piece of pieces) if (piece.rtl) rtl += 1;
  return rtl > 0.5 * pieces.length;
}

type Turned = ReadonlyMap<number, readonly RawRun[]>;

/** Takes the text of ruled tables out of the page. */
function ruledTables(
  pieces: readonly Piece[],
  rules: Rules,
  raw: RawPage,
  given: Turned,
): { tables: Element[]; rest: Piece[]; turned: Turned } {
  const tables: Element[] = [];
  let turned = given;
  let rest = [...pieces];
  const lattices = findLattices(rules.level, rules.upright).sort((a, b) => areaOf(a) - areaOf(b));
  for (const lattice of lattices) {
    const x0 = lattice.xs[0]!;
    const x1 = lattice.xs.at(-1)!;
    const y0 = lattice.ys[0]!;
    const y1 = lattice.ys.at(-1)!;
    const isIn = (piece: Piece): boolean => {
      const x = (piece.x0 + piece.x1) / 2;
      const y = piece.base - 0.3 * piece.size;
      return x > x0 - 1 && x < x1 + 1 && y > y0 - 1 && y < y1 + 1;
    };
    const inside = rest.filter(isIn);
    if (inside.length < 2) continue;
    const upright = turnedCells(raw, turned, lattice);
    const draft = readRuledTable(lattice, [...inside, ...upright.pieces]);
    if (!draft) continue;
    if (upright.runs.size > 0)
      turned = new Map([...turned].map(([angle, runs]) => [angle, runs.filter((run) => !upright.runs.has(run))]));
    rest = rest.filter((piece) => !isIn(piece));
    tables.push({ x0, y0, x1, y1, kind: 'table', atom: [{ ...draft, box: [x0, y0, x1, y1], column: [x0, x1] }] });
  }
  return { tables, rest, turned };
}

const areaOf = (lattice: { xs: readonly number[]; ys: readonly number[] }): number =>
  (lattice.xs.at(-1)! - lattice.xs[0]!) * (lattice.ys.at(-1)! - lattice.ys[0]!);

/** All segments of the page; a label that stands alone before its text is joined with it. */
function segmentsOfPage(pieces: readonly Piece[], upright: readonly Stroke[], raw: RawPage): Segment[] {
  const walls = upright.filter((stroke) => stroke.to - stroke.from > 20);
  const barrier = (left: Piece, right: Piece): boolean => {
    const y = right.base - 0.3 * right.size;
    return walls.some((wall) => wall.at > left.x1 - 1 && wall.at < right.x0 + 1 && wall.from < y && wall.to > y);
  };
  return rowsOf(pieces, raw.source === 'text' ? 0.05 : 0.3).flatMap((row) => joinLabels(segmentsOf(row, barrier)));
}

function joinLabels(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = [];
  for (let index = 0; index < segments.length; index += 1) {
    const segment = segments[index]!;
    const next = segments[index + 1];
    if (next && isLabelAlone(segment) && next.x0 - segment.x1 < 3.2 * segment.size) {
      joined.push({ ...makeSegment([...segment.pieces, ...next.pieces]), labelled: true });
      index += 1;
    } else {
      joined.push(segment);
    }
  }
  return joined;
}

function blocksOf(leaves: readonly Leaf[], styles: StyleTable): LayoutBlock[] {
  return leaves.flatMap((leaf) => readStream(leaf, styles));
}

/** Rows at the page's edge: each is a block of its own, which may turn out to be a running line. */
function bandBlocks(
  rows: readonly (readonly Element[])[],
  edge: 'top' | 'bottom',
  raw: RawPage,
  styles: StyleTable,
): LayoutBlock[] {
  return rows.flatMap((row) =>
    readStream({ elements: row, x0: 0, x1: raw.width }, styles).map((block) => ({ ...block, edge })),
  );
}

/** Short texts in the outer margins may be repeated on each page too. */
function atSide(block: LayoutBlock, page: RawPage): LayoutBlock {
  if (block.kind !== 'text' || block.lines > 4 || block.chars > 120) return block;
  const [x0, y0, x1, y1] = block.box;
  const isOuter =
    x1 < 0.18 * page.width || x0 > 0.82 * page.width || y1 < 0.15 * page.height || y0 > 0.85 * page.height;
  return isOuter ? { ...block, edge: 'side' } : block;
}

function lettersByStyle(pieces: readonly Piece[], styles: StyleTable): Pick<LayoutPage, 'styles' | 'letters'> {
  const letters: number[] = [];
  for (const piece of pieces) {
    const index = styles.of(styleOf(piece));
    letters[index] = (letters[index] ?? 0) + piece.text.length;
  }
  return { styles: styles.styles, letters: styles.styles.map((_, index) => letters[index] ?? 0) };
}
