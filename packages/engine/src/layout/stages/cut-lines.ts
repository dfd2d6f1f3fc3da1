import type { Formula } from '../formulas/formula.ts';
import { isTableCaption } from '../lexicon/captions.ts';
import { segmentElement, type Atom, type Element } from '../model/element.ts';
import { hundredths, middleOfLetters } from '../model/geometry.ts';
import { makeLine, type Segment } from '../model/line.ts';
import type { PageFacts } from '../order/columns.ts';
import { pictureAtoms } from '../order/pictures.ts';
import { joinSigns } from '../tables/labels/currency-signs.ts';
import { takeRuledTables } from '../tables/ruled/ruled-tables.ts';
import { withoutPlots } from '../tables/rulings/plots.ts';
import { isBlank, lengthOf, readRulings, type Rulings } from '../tables/rulings/rulings.ts';
import { takeTaggedTables } from '../tables/tagged/tagged-table.ts';
import { lineText } from '../text/inlines.ts';
import { isBullet, isLabelAlone } from '../text/labels.ts';
import { BASELINE_SLACK, baselineRows, cutIntoSegments, type RuledGaps } from '../text/segments.ts';
import type { PageText } from './read-text.ts';

/** The lines of a page, cut at every gap that could be a gutter, without the tables that tags and rulings state. */
export interface PageLines extends Pick<PageText, 'canvas' | 'styles' | 'recognized' | 'left' | 'warnings'> {
  /** All horizontal text, that of tables too. */
  readonly runs: PageText['runs'];
  /** Text in other directions that is in no table. */
  readonly rotated: PageText['rotated'];
  readonly rulings: Rulings;
  /** Segments of lines, tables, formulas and the room of pictures. */
  readonly elements: readonly Element[];
  readonly facts: PageFacts;
}

/** Columns are read from the right when more than this share of the runs is of a right-to-left script. */
const RTL_SHARE = 0.5;
/** Points: shorter vertical rulings part no text. */
const LEAST_WALL_PT = 20;
/** Em: a label stands this near before its text. Set by hand on the tuning half of the corpus. */
const LABEL_GAP_EM = 3.2;

/** Takes out the tables that tags and rulings state, whose gaps look like gutters, and cuts the rest into lines. */
export function cutLines(text: PageText): PageLines {
  const { canvas, runs, styles, recognized, left, warnings } = text;
  const rulings = readRulings(canvas, runs);
  const tagged = styles.tags ? takeTaggedTables(runs, styles.tags) : { tables: [], runs };
  const ruled = takeRuledTables(canvas, withoutPlots(rulings, runs), { runs: tagged.runs, rotated: text.rotated });
  const segments = segmentsOf(ruled.runs, rulings, canvas.source);
  return {
    canvas,
    styles,
    recognized,
    left,
    warnings,
    runs,
    rotated: ruled.rotated,
    rulings,
    elements: [
      ...segments.map(segmentElement),
      ...tagged.tables,
      ...ruled.tables,
      ...pictureAtoms(canvas, runs),
      ...text.formulas.map(formulaAtom),
    ],
    facts: {
      rtl: runs.filter((run) => run.rtl).length > RTL_SHARE * runs.length,
      captions: new Set(segments.filter((segment) => isTableCaption(lineText(segment)))),
      rulings: rulings.horizontal,
      upright: rulings.vertical,
    },
  };
}

/** All segments of the text; a label that stands alone before its text is joined with it. */
function segmentsOf(runs: PageText['runs'], rulings: Rulings, source: PageText['canvas']['source']): Segment[] {
  const walls = rulings.vertical.filter((ruling) => lengthOf(ruling) > LEAST_WALL_PT);
  const gaps: RuledGaps = {
    isParted: (left, right) => {
      const y = middleOfLetters(right);
      return walls.some((wall) => wall.at > left.x1 - 1 && wall.at < right.x0 + 1 && wall.from < y && wall.to > y);
    },
    isBlank: (left, right) => rulings.horizontal.some((ruling) => isBlank(ruling, left, right)),
  };
  const slack = source === 'text' ? BASELINE_SLACK.text : BASELINE_SLACK.ocr;
  return baselineRows(runs, slack).flatMap((row) => joinSigns(joinLabels(cutIntoSegments(row, gaps))));
}

/** Two labels of a kind side by side are cells, as check marks and small numbers in tables. */
const areCells = (segment: Segment | undefined, next: Segment | undefined): boolean =>
  [segment, next].every((each) => each && isLabelAlone(each)) &&
  isBullet(segment!.runs[0]!) === isBullet(next!.runs[0]!);

function joinLabels(segments: readonly Segment[]): Segment[] {
  if (segments.length < 2) return [...segments];
  const joined: Segment[] = [];
  for (let index = 0; index < segments.length; index += 1) {
    const segment = segments[index]!;
    const next = segments[index + 1];
    const isCell = (): boolean => areCells(segments[index - 1], segment) || areCells(segment, next);
    if (next && isLabelAlone(segment) && next.x0 - segment.x1 < LABEL_GAP_EM * segment.size && !isCell()) {
      joined.push({ ...makeLine([...segment.runs, ...next.runs]), labelled: true });
      index += 1;
    } else {
      joined.push(segment);
    }
  }
  return joined;
}

/** A formula as reading order takes it: as wide as its column, as nothing else stands beside it. */
const formulaAtom = ({ latex, x0, y0, x1, y1, column }: Formula): Atom => ({
  x0: Math.min(x0, column[0]),
  y0,
  x1: Math.max(x1, column[1]),
  y1,
  kind: 'formula',
  contents: [
    {
      kind: 'blocks',
      blocks: [
        {
          kind: 'formula',
          latex,
          box: [hundredths(x0), hundredths(y0), hundredths(x1), hundredths(y1)],
          column: [hundredths(column[0]), hundredths(column[1])],
        },
      ],
    },
  ],
});
