import { segmentElement, type Atom, type Stream } from '../../model/element.ts';
import { boundsOf, median, middleOfLetters } from '../../model/geometry.ts';
import type { GlyphRun } from '../../model/glyph-run.ts';
import { makeLine, type Line } from '../../model/line.ts';
import type { Rect } from '../../model/raw-page.ts';
import { BASELINE_SLACK, baselineRows, cutIntoSegments } from '../../text/segments.ts';
import { boundsOfLattice, latticeCells, type Lattice } from '../rulings/lattice.ts';

/** A field of a form: the place of a cell, with what is printed in it. */
interface Field extends Rect {
  readonly runs: readonly GlyphRun[];
  /** It goes across all columns. */
  readonly isWide: boolean;
}

/** What is read of a form, and the text that it takes. */
interface Form {
  readonly atom: Atom;
  readonly taken: ReadonlySet<GlyphRun>;
}

/** The number of a line in a form, such as `7` or `11a`, and a letter that stands for a number and a letter. */
const LINE_NUMBER = /^\d{1,2}[a-z]?$/;
const CHECK_BOX = /^[☐☑☒]$/u;
const WORD = /\p{L}{2}/u;
const LINE_START = /^(?:\d{1,2}[a-z]?|[a-z])$/;

/** Set by hand on the tuning half of the corpus. */
const FORM = {
  /** Share of the fields with text that hold nothing but the number of a line. */
  boxes: 0.5,
  /** Rulings at the right of the boxes; more of them part the columns of several amounts. Points before the texts. */
  columns: 1,
  /** Fewest numbers below each other, and em by which they may begin apart. */
  numbered: 3,
  numberEm: 1.5,
  /** Em: a line starts with its number, and more space than between words follows. */
  numberGap: 0.5,
  /** Em: a letter this near belongs to the number before it. */
  joined: 0.15,
  /**
   * The letters of a title in relation to those of the other lines in its field; most fields of a head with text, and
   * of one that begins with the title.
   */
  title: 1.4,
  headFields: 9,
  titledFields: 14,
};

function fieldsOf(lattice: Lattice, runs: readonly GlyphRun[]): Field[] {
  const { xs, ys } = lattice;
  const rows = new Map<number, GlyphRun[]>();
  /** What stands between the upper and the lower edge of cells, to be looked through once for each row. */
  const runsOfRow = (row: number, rowSpan: number): GlyphRun[] => {
    const key = row * ys.length + rowSpan;
    const known = rows.get(key);
    if (known) return known;
    const [y0, y1] = [ys[row]!, ys[row + rowSpan]!];
    const between = runs.filter((run) => middleOfLetters(run) > y0 && middleOfLetters(run) < y1);
    rows.set(key, between);
    return between;
  };
  return latticeCells(lattice)
    .map(({ row, column, rowSpan, colSpan }) => {
      const box = { x0: xs[column]!, y0: ys[row]!, x1: xs[column + colSpan]!, y1: ys[row + rowSpan]! };
      const isWide = colSpan === xs.length - 1;
      const inside = runsOfRow(row, rowSpan).filter((run) => run.x0 + 1 > box.x0 && run.x0 + 1 < box.x1);
      return { ...box, isWide, runs: inside };
    })
    .filter((field) => field.runs.length > 0);
}

const linesOf = (runs: readonly GlyphRun[]): Line[] => baselineRows(runs, BASELINE_SLACK.cell).map(makeLine);

/** What a line starts with: a number, or a letter that goes on with the number above, set off from its text. */
interface LineStart {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly textX: number;
}

function startOf({ runs, size }: Line): LineStart | undefined {
  const [first, second] = runs;
  const isJoined = second !== undefined && second.x0 - first!.x1 < FORM.joined * size && /^[a-z]$/.test(second.text);
  const text = isJoined ? `${first!.text}${second.text}` : first!.text;
  const { x1 } = isJoined ? second : first!;
  const next = runs[isJoined ? 2 : 1];
  return next && LINE_START.test(text) && next.x0 - x1 > FORM.numberGap * size
    ? { text, x0: first!.x0, x1, textX: next.x0 }
    : undefined;
}

/** Lines of a form of which rulings draw the boxes for the amounts. */
interface Boxed {
  readonly lines: readonly Line[];
  readonly boxes: readonly Field[];
  /** Fields above the lines. */
  readonly head: readonly Field[];
  /** Names of parts and remarks at the left of the lines' numbers. */
  readonly side: readonly GlyphRun[];
  /** Where the texts of the lines start. */
  readonly textStart: number;
}

const isNumbered = (line: Line): boolean => LINE_NUMBER.test(startOf(line)?.text ?? '');

/**
 * Where the numbers of lines begin, when some stand below each other: names of parts and remarks may stand at their
 * left.
 */
function numbersEdge(lines: readonly Line[]): number {
  const starts = lines.flatMap(({ runs, size }) =>
    runs.flatMap((run, index) => {
      const next = runs[index + 1];
      return next && LINE_NUMBER.test(run.text) && WORD.test(next.text) && next.x0 - run.x1 > FORM.numberGap * size
        ? [run.x0]
        : [];
    }),
  );
  const near = FORM.numberEm * (lines[0]?.size ?? 0);
  return Math.min(...starts.filter((at) => starts.filter((x) => x >= at && x - at < near).length >= FORM.numbered));
}

/** Whether a field holds the number of the line that it stands beside, or of a further amount of this line. */
function isBoxOf(numbered: readonly Line[], { runs }: Field): boolean {
  const text = runs.map((run) => run.text).join('');
  const own = numbered.findLast((line) => line.baseline < runs[0]!.baseline + runs[0]!.size);
  return LINE_NUMBER.test(text) && own !== undefined && Number.parseInt(text) === Number.parseInt(startOf(own)!.text);
}

/** Finds the numbered lines of a form: a box has the number of the line that ends beside it. */
function boxedLines(fields: readonly Field[], runs: readonly GlyphRun[]): Boxed | undefined {
  const edge = numbersEdge(linesOf(runs));
  const beside = new Set(runs.filter((run) => edge < Infinity && run.x1 < edge));
  const numbered = linesOf(runs.filter((run) => !beside.has(run))).filter(isNumbered);
  if (numbered.length === 0) return undefined;
  const head = fields.filter(({ y1 }) => y1 < middleOfLetters(numbered[0]!));
  const inHead = new Set(head.flatMap((field) => field.runs));
  const below = runs.filter((run) => !inHead.has(run));
  const side = below.filter((run) => beside.has(run));
  const lines = linesOf(below.filter((run) => !beside.has(run)));
  const textStart = median(numbered.map((line) => startOf(line)!.textX));
  const right = fields.filter((field) => !head.includes(field) && field.runs[0]!.x0 > textStart);
  const own = right.filter((field) => isBoxOf(numbered, field));
  const others = right.filter((field) => !CHECK_BOX.test(field.runs.map((run) => run.text).join('')));
  return own.length >= FORM.numbered && own.length >= FORM.boxes * others.length
    ? { lines, head, side, textStart, boxes: own }
    : undefined;
}

/** Several amounts for each line, in columns: a table. */
const haveColumns = ({ boxes: [first, ...more] }: Boxed, { xs }: Lattice): boolean =>
  more.every((box) => box.x0 === first!.x0) && xs.filter((x) => x > first!.x1).length > FORM.columns;

/** Each line is a paragraph, though rulings go around several. */
function paragraphsOf({ lines, textStart }: Boxed): Line[][] {
  const isStart = (line: Line): boolean =>
    CHECK_BOX.test(line.runs[0]!.text) || (startOf(line)?.x1 ?? textStart) < textStart;
  const items: Line[][] = [];
  for (const line of lines) {
    if (items.length === 0 || isStart(line)) items.push([line]);
    else items.at(-1)!.push(line);
  }
  return items;
}

/** A field with a title and small print, beside others: the head of a form. */
function isHead(fields: readonly Field[]): boolean {
  const top = Math.min(...fields.map(({ y0 }) => y0));
  return fields.some(({ runs, isWide, y0 }) => {
    const sizes = runs.filter((run) => !run.script && WORD.test(run.text)).map((run) => run.size);
    const isTitle = !isWide && Math.max(...sizes) > FORM.title * Math.min(...sizes);
    return isTitle && fields.length <= (y0 === top ? FORM.titledFields : FORM.headFields);
  });
}

/** Text at the height of a lattice: between its sides, or at its left, too. */
function runsBeside(lattice: Lattice, runs: readonly GlyphRun[]): (readonly GlyphRun[])[] {
  const box = boundsOfLattice(lattice);
  const beside = runs.filter(
    (run) => run.x0 < box.x1 && middleOfLetters(run) > box.y0 && middleOfLetters(run) < box.y1,
  );
  return [beside.filter((run) => run.x1 > box.x0), beside];
}

/** The lines of a form, with their boxes. */
function readLinesOfForm(lattice: Lattice, runs: readonly GlyphRun[]): Form | undefined {
  const [inside, beside] = runsBeside(lattice, runs);
  const fields = fieldsOf(lattice, inside!);
  // only the boxes may be ruled, at the right of their lines
  for (const within of [inside!, beside!]) {
    const boxed = boxedLines(fields, within);
    if (boxed && haveColumns(boxed, lattice)) return undefined;
    if (!boxed) continue;
    const side = boxed.side.length > 0 ? regionsOf([{ ...boundsOf(boxed.side), runs: boxed.side, isWide: false }]) : [];
    const lines = { kind: 'pairs' as const, pairs: paragraphsOf(boxed) };
    return formOf(within, [...regionsOf(boxed.head), ...side, lines]);
  }
  return undefined;
}

/** What rulings draw in a form that is no table: its head, and its lines with their boxes. */
export function readForm(lattice: Lattice, runs: readonly GlyphRun[]): Form | undefined {
  const lines = readLinesOfForm(lattice, runs);
  if (lines) return lines;
  const [inside] = runsBeside(lattice, runs);
  return isHead(fieldsOf(lattice, inside!)) ? readFields(lattice, inside!) : undefined;
}

/** The fields of a form, each with its text. */
export function readFields(lattice: Lattice, runs: readonly GlyphRun[]): Form {
  const fields = fieldsOf(lattice, runs);
  return formOf(
    fields.flatMap((field) => field.runs),
    regionsOf(fields),
  );
}

const regionsOf = (fields: readonly Field[]): Atom['contents'] =>
  fields.map((field) => ({ kind: 'region', region: regionOf(field) }));

const formOf = (runs: readonly GlyphRun[], contents: Atom['contents']): Form => ({
  atom: { ...boundsOf(runs), kind: 'frame', contents },
  taken: new Set(runs),
});

function regionOf({ runs, x0, x1 }: Field): Stream {
  const rows = baselineRows(runs, BASELINE_SLACK.text);
  return { elements: rows.flatMap((row) => cutIntoSegments(row)).map(segmentElement), x0, x1 };
}
