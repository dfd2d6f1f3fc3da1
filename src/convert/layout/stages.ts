import { markFootnotes } from './blocks/footnotes.ts';
import { withConfidence } from './blocks/confidence.ts';
import { withFigures } from './blocks/figures.ts';
import { atSide, withFolioAtEdge } from './blocks/margin-text.ts';
import { matchNotes } from './blocks/note-marks.ts';
import { rotatedBlocks } from './blocks/rotated-text.ts';
import { readRegion, readStream } from './blocks/stream.ts';
import { displayedFormulas } from './formulas/displayed.ts';
import { formulaAtom } from './formulas/formula-atom.ts';
import { withInlineFormulas } from './formulas/inline.ts';
import { segmentElement, segmentsOf, type Element, type Stream } from './model/element.ts';
import { boundsOf, centerX, centerY, holdsPoint, middleOfLetters } from './model/geometry.ts';
import type { GlyphRun } from './model/glyph-run.ts';
import { makeLine, type Segment } from './model/line.ts';
import type { LayoutBlock, LayoutPage } from './model/page-model.ts';
import { joinNumbersOfContents } from './order/numbers-of-contents.ts';
import { findFolio } from './order/folios.ts';
import { takeFrames } from './order/frames.ts';
import { splitEdges } from './order/page-edges.ts';
import { withCaptions } from './order/picture-captions.ts';
import { pictureAtoms } from './order/pictures.ts';
import type { PageState } from './page-state.ts';
import { findFilledRows } from './tables/rulings/filled-rows.ts';
import { joinAddresses, takeAddressBlocks } from './tables/labels/address-blocks.ts';
import { takeLabelValues } from './tables/labels/label-values.ts';
import { takeMarkedTables } from './tables/marked/marked-tables.ts';
import { takeRuledTables } from './tables/ruled/ruled-tables.ts';
import { joinSigns } from './tables/labels/currency-signs.ts';
import { withBars, withFilledHeads } from './tables/rulings/bars.ts';
import { alongFilledCells } from './tables/rulings/ruling-pieces.ts';
import { withoutPlots } from './tables/rulings/plots.ts';
import { isBlank, lengthOf, readRulings } from './tables/rulings/rulings.ts';
import { takeTaggedTables } from './tables/tagged/tagged-table.ts';
import { isTableCaption } from './lexicon/captions.ts';
import { checkBoxes } from './text/check-boxes.ts';
import { cleanText } from './text/clean.ts';
import { setDropCaps } from './text/drop-caps.ts';
import { drawnBullets } from './text/drawn-bullets.ts';
import { drawnCheckBoxes, marksIn } from './text/drawn-check-boxes.ts';
import { setFractions } from './text/fractions.ts';
import { lineText } from './text/inlines.ts';
import { isBullet, isLabelAlone } from './text/labels.ts';
import { lineNumbers } from './text/line-numbers.ts';
import { readLeaders } from './text/leaders.ts';
import { linkRuns } from './text/links.ts';
import { settleLabels } from './text/raised-labels.ts';
import { mirrorPage } from './text/right-to-left.ts';
import { turnPage } from './text/rotation.ts';
import { attachScripts } from './text/scripts.ts';
import { strikeWords } from './text/struck.ts';
import { BASELINE_SLACK, baselineRows, cutIntoSegments, type RuledGaps } from './text/segments.ts';
import { readStructureTree } from './text/structure-tree.ts';
import { makeStyleTable, isStyledAlike, styleOf, usualLook } from './text/styles.ts';
import { readVertically } from './text/vertical-writing.ts';

/** The stages of a page, each a plain function from one state to the next. `page.ts` has them in their order. */

/** Columns are read from the right when more than this share of the runs is of a right-to-left script. */
const RTL_SHARE = 0.5;
/** Points: shorter vertical rulings part no text. */
const LEAST_WALL_PT = 20;
/** Em: a label stands this near before its text. Set by hand on the tuning half of the corpus. */
const LABEL_GAP_EM = 3.2;

/** Brings the page to one direction: text that is read from left to right, in horizontal lines. */
export const orient = (page: PageState): PageState => ({
  ...page,
  raw: mirrorPage(turnPage(readVertically(page.raw))),
});

/** Takes out the formulas that stand in lines of their own, with their bars. */
export function takeFormulas(page: PageState): PageState {
  const { raw } = page;
  const formulas = displayedFormulas(raw);
  if (formulas.length === 0) return page;
  const taken = new Set<unknown>(formulas.flatMap(({ runs, rules }) => [...runs, ...rules]));
  const runs = raw.runs.filter((run) => !taken.has(run));
  const rules = raw.rules.filter((rule) => !taken.has(rule));
  return { ...page, raw: { ...raw, runs, rules }, formulas };
}

/** Makes one run of each formula within a line of text. */
export const readInlineFormulas = (page: PageState): PageState => ({ ...page, raw: withInlineFormulas(page.raw) });

/** Makes glyph runs of what a reader sees, with signs for bullets and check boxes that are drawn. */
export function cleanRuns(page: PageState): PageState {
  const { runs: clean, rotated, warnings } = cleanText(page.raw);
  const numbers = lineNumbers(clean, page.raw.height);
  const seen = numbers.size > 0 ? clean.filter((run) => !numbers.has(run)) : clean;
  const noted = numbers.size > 0 ? [...warnings, { kind: 'line-numbers', count: numbers.size }] : warnings;
  const boxes = drawnCheckBoxes(page.raw, seen);
  const marks = marksIn(boxes, seen);
  const runs = marks.length > 0 ? seen.filter((run) => !marks.includes(run)) : seen;
  const raw = { ...page.raw, widgets: [...page.raw.widgets, ...boxes] };
  const checks = checkBoxes(raw, runs);
  const bullets = drawnBullets(raw, runs).filter(
    (bullet) => !checks.some((box) => holdsPoint(box, centerX(bullet), centerY(bullet))),
  );
  const text = [...readLeaders(runs), ...bullets, ...checks];
  return { ...page, raw, text, runs: text, rotated, warnings: noted };
}

/** Finds out what most of the text looks like, and reads the structure tree. */
export function findStyles(page: PageState): PageState {
  const { raw, text } = page;
  const tags = readStructureTree(raw, text);
  if (tags) for (const run of text) if (tags.placeOf(run)?.role === 'Lbl') run.label = true;
  return { ...page, styles: makeStyleTable(usualLook(text), tags) };
}

/** Links runs, and brings superscripts, subscripts and raised labels onto the baselines of their lines. */
export function attachLabelsAndScripts(page: PageState): PageState {
  linkRuns(page.text, page.raw.links);
  setDropCaps(page.text, page.styles.usual.size);
  const strikes = strikeWords(page.text, page.raw.rules);
  setFractions(page.text, page.raw.rules);
  attachScripts(page.text, page.raw.source === 'text');
  settleLabels(page.text, page.styles.usual.size);
  if (strikes.size === 0) return page;
  return { ...page, raw: { ...page.raw, rules: page.raw.rules.filter((rule) => !strikes.has(rule)) } };
}

/** Finds the rulings that may belong to tables. */
export const findRulings = (page: PageState): PageState => ({
  ...page,
  rulings: withFilledHeads(withBars(readRulings(page.raw, page.text), page.raw.boxes), page.raw.boxes, page.text),
});

/** Takes out the tables that the structure tree states. */
export function takeTablesOfTags(page: PageState): PageState {
  const { tags } = page.styles;
  if (!tags) return page;
  const { tables, runs } = takeTaggedTables(page.runs, tags);
  return { ...page, runs, elements: tables };
}

/** Takes out the tables whose cells rulings draw. */
export function takeTablesOfRulings(page: PageState): PageState {
  const { tables, runs, rotated } = takeRuledTables(page.raw, withoutPlots(page.rulings, page.text), page);
  return { ...page, runs, rotated, elements: [...page.elements, ...tables] };
}

/** Cuts the text into lines, and these into segments at every gap that could be a gutter. */
export function cutLines(page: PageState): PageState {
  const segments = segmentsOfPage(page);
  const atoms = [...page.elements, ...pictureAtoms(page.raw, page.text), ...page.formulas.map(formulaAtom)];
  const elements = [...segments.map(segmentElement), ...atoms];
  const facts = {
    rtl: page.text.filter((run) => run.rtl).length > RTL_SHARE * page.text.length,
    captions: new Set(segments.filter((segment) => isTableCaption(lineText(segment)))),
    rulings: page.rulings.horizontal,
  };
  return { ...page, elements, facts };
}

/** All segments of the page; a label that stands alone before its text is joined with it. */
function segmentsOfPage({ runs, rulings, raw }: PageState): Segment[] {
  const walls = rulings.vertical.filter((ruling) => lengthOf(ruling) > LEAST_WALL_PT);
  const gaps: RuledGaps = {
    isParted: (left, right) => {
      const y = middleOfLetters(right);
      return walls.some((wall) => wall.at > left.x1 - 1 && wall.at < right.x0 + 1 && wall.from < y && wall.to > y);
    },
    isBlank: (left, right) => rulings.horizontal.some((ruling) => isBlank(ruling, left, right)),
  };
  const slack = raw.source === 'text' ? BASELINE_SLACK.text : BASELINE_SLACK.ocr;
  return baselineRows(runs, slack).flatMap((row) => joinSigns(joinLabels(cutIntoSegments(row, gaps))));
}

/** Two labels of a kind side by side are cells, as check marks and small numbers in tables. */
const areCells = (segment: Segment | undefined, next: Segment | undefined): boolean =>
  [segment, next].every((each) => each && isLabelAlone(each)) &&
  isBullet(segment!.runs[0]!) === isBullet(next!.runs[0]!);

function joinLabels(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = [];
  for (let index = 0; index < segments.length; index += 1) {
    const segment = segments[index]!;
    const next = segments[index + 1];
    const isCell = areCells(segments[index - 1], segment) || areCells(segment, next);
    if (next && !isCell && isLabelAlone(segment) && next.x0 - segment.x1 < LABEL_GAP_EM * segment.size) {
      joined.push({ ...makeLine([...segment.runs, ...next.runs]), labelled: true });
      index += 1;
    } else {
      joined.push(segment);
    }
  }
  return joined;
}

/** Takes out addresses beside each other, whose labels may be filled as the header of a table is. */
export const takeAddresses = (page: PageState): PageState => ({
  ...page,
  elements: takeAddressBlocks(page.elements),
});

/** Takes out the tables that horizontal rulings or filled rows mark. */
export function takeTablesWithMarks(page: PageState): PageState {
  const { raw, rulings, elements } = page;
  const filled = findFilledRows(raw, segmentsOf(elements));
  return { ...page, elements: takeMarkedTables(elements, alongFilledCells(rulings, raw.boxes), filled, raw.height) };
}

/** Keeps labels together with the values beside or below them, and titles with the numbers of their pages. */
export const joinLabelsAndValues = (page: PageState): PageState => ({
  ...page,
  elements: joinAddresses(takeLabelValues(joinNumbersOfContents(page.elements))),
});

/** Sets apart what may be running headers and footers. */
export const separateEdges = (page: PageState): PageState => ({
  ...page,
  edges: splitEdges(page.elements, page.raw.height),
});

/** Keeps together the text in frames and on backgrounds, the words of figures, and captions with their pictures. */
export const separateFrames = (page: PageState): PageState => ({
  ...page,
  edges: { ...page.edges, body: takeFrames(withCaptions(page.edges.body, page.styles.usual), page.raw) },
});

/** Reads the page from top to bottom: the rows of its upper edge, its columns, the rows of its lower edge. */
export function readBlocks(page: PageState): PageState {
  const { edges, raw } = page;
  const { x0, x1 } = boundsOf(edges.body);
  const body = readRegion({ elements: edges.body, x0, x1 }, page).map((block) => atSide(block, raw));
  // a row of the body's width may be the last line of a paragraph or an item that began on the page before
  const columnOf = (elements: readonly Element[]): Pick<Stream, 'x0' | 'x1'> =>
    elements.every((element) => element.x0 >= x0 && element.x1 <= x1) ? { x0, x1 } : { x0: 0, x1: raw.width };
  const readEdge = (edge: 'top' | 'bottom'): LayoutBlock[] =>
    edges[edge]
      .flatMap((elements) => readStream({ elements, ...columnOf(elements), isEdge: true }, page))
      .map((block) => ({ ...block, edge }));
  return { ...page, blocks: [...readEdge('top'), ...body, ...readEdge('bottom')] };
}

/** Marks footnotes, adds text in other directions, and matches marks in the text with the notes that they refer to. */
export function markNotes(page: PageState): PageState {
  const { raw, rulings, styles, rotated } = page;
  const { horizontal } = rulings;
  const marked = markFootnotes(page.blocks, { horizontal, styles: styles.styles, height: raw.height });
  return { ...page, blocks: matchNotes([...marked, ...rotatedBlocks(raw, rotated, page)]) };
}

/** Puts stored images where they stand among the blocks. */
export const placeFigures = (page: PageState): PageState => ({ ...page, blocks: withFigures(page.blocks, page.raw) });

/** The page as the merge takes it. */
export function finishPage({ raw, blocks, styles, text, warnings, edges }: PageState): LayoutPage {
  const clear = new Set(segmentsOf([...edges.top, ...edges.bottom].flat()).flatMap(({ runs }) => runs));
  const folio = findFolio(text, { height: raw.height, usualSize: styles.usual.size, clear });
  const placed = folio ? blocks.map((block) => withFolioAtEdge(block, folio, raw)) : blocks;
  return {
    kind: 'layout',
    page: raw.page,
    width: raw.width,
    height: raw.height,
    blocks: raw.confidence === undefined ? placed : withConfidence(placed, raw.runs),
    ...lettersByStyle(text, styles),
    ...(raw.outline.length > 0
      ? {
          outline: raw.outline.map(({ level, title, y }) => ({ level, title, ...(y === undefined ? {} : { y }) })),
        }
      : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(raw.frame === undefined ? {} : { frame: raw.frame }),
    ...(raw.confidence === undefined ? {} : { confidence: raw.confidence }),
    ...(folio === undefined ? {} : { folio }),
  };
}

function lettersByStyle(
  runs: readonly GlyphRun[],
  styles: PageState['styles'],
): Pick<LayoutPage, 'styles' | 'letters'> {
  const letters: number[] = [];
  let last: GlyphRun | undefined;
  let index = -1;
  for (const run of runs) {
    if (last === undefined || !isStyledAlike(run, last)) index = styles.indexOf(styleOf(run));
    last = run;
    letters[index] = (letters[index] ?? 0) + run.text.length;
  }
  return { styles: styles.styles, letters: styles.styles.map((_, index) => letters[index] ?? 0) };
}
