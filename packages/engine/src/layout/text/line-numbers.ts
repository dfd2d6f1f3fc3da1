import { boundsOf, centerX, isNear, median, stretchesOf } from '../model/geometry.ts';
import type { GlyphRun } from '../model/glyph-run.ts';
import { BASELINE_SLACK, baselineRows } from './segments.ts';

/** Set by hand on unseen drafts and court papers. */
const LIMITS = {
  /** Fewest numbers on a page, and share of those in the margin that follow each other by one step. */
  numbers: 4,
  inStep: 0.8,
  /** Share of the lines that may begin to the left of the text, and em between the numbers and the text. */
  outside: 0.05,
  gapEm: 0.3,
  /** Share of the pairs of numbers between which the lines are as many as their step says. */
  counted: 0.6,
  /** Lines that go on with a full line above, and share of the numbers beside which such lines stand. */
  goingOn: 3,
  goingOnShare: 0.1,
  /** How much of the width of the text a full line takes. */
  full: 0.75,
  /** Em between two words of a line, at most. Cells of a row are further apart. */
  wordGapEm: 1.5,
  /** Points by which the middles of numbers between columns differ. */
  middlePt: 3,
  /** Share of the words of prose. Code has signs. */
  words: 0.93,
} as const;

/** Court paper has numbers down its margin, wherever the lines of the text are: so many, evenly spaced. */
const COURT = { first: 1, least: 24, most: 32, height: 0.6, evenness: 0.05, goingOn: 2 } as const;

/** A line of text without the numbers in the margin. */
interface TextLine {
  readonly baseline: number;
  readonly x0: number;
  readonly x1: number;
  readonly size: number;
  readonly goesOn: boolean;
}

interface Numbered {
  readonly numbers: readonly GlyphRun[];
  readonly lines: readonly TextLine[];
  readonly step: number;
}

/** A word or number with the punctuation of a sentence. */
const WORD = /^[("'“‘]*(?:\p{L}[\p{L}'’-]*|\p{N}+(?:[.,:]\p{N}+)*)[.,;:?!)"'”’-]*$/u;

const isNumber = ({ text }: GlyphRun): boolean => text.length <= 4 && /^\d+$/.test(text);
const valueOf = ({ text }: GlyphRun): number => Number(text);

/** Whether a line is running text: words, not cells of a row. */
function isRunning(row: readonly GlyphRun[]): boolean {
  const runs = [...row].sort((a, b) => a.x0 - b.x0);
  return runs.every((run, index) => index === 0 || run.x0 - runs[index - 1]!.x1 < LIMITS.wordGapEm * run.size);
}

/** Lines of text from top to bottom, and whether they go on with a full line above. */
function linesOf(runs: readonly GlyphRun[]): TextLine[] {
  const rows = baselineRows(runs, BASELINE_SLACK.ocr);
  const x0 = Math.min(...runs.map((run) => run.x0));
  const x1 = Math.max(...runs.map((run) => run.x1));
  const full = x0 + LIMITS.full * (x1 - x0);
  let isFull = false;
  return rows.map((row) => {
    const [first] = row;
    const end = Math.max(...row.map((run) => run.x1));
    const running = isRunning(row);
    const goesOn = running && isFull && /^\p{Ll}/u.test(first!.text);
    isFull = running && end > full;
    return { baseline: first!.baseline, x0: first!.x0, x1: end, size: first!.size, goesOn };
  });
}

/** The numbers to the left of nearly all lines. Most pages have too few to look at their lines. */
function inMargin(runs: readonly GlyphRun[]): { numbers: GlyphRun[]; left: number } {
  const all = new Set(runs.filter(isNumber));
  if (all.size < LIMITS.numbers) return { numbers: [], left: 0 };
  const starts = baselineRows(
    runs.filter((run) => !all.has(run)),
    BASELINE_SLACK.ocr,
  )
    .map(([first]) => first!.x0)
    .sort((a, b) => a - b);
  const left = starts[Math.floor(LIMITS.outside * starts.length)] ?? 0;
  const numbers = [...all].filter((run) => run.x1 < left - LIMITS.gapEm * run.size);
  return { numbers: numbers.sort((a, b) => a.baseline - b.baseline), left };
}

/** The longest sequence of numbers that follow each other by one step. */
function longestSequence(numbers: readonly GlyphRun[]): { readonly numbers: GlyphRun[]; readonly step: number } {
  let best: GlyphRun[] = [];
  let open: GlyphRun[] = [];
  let step = 0;
  let bestStep = 0;
  for (const number of numbers) {
    const last = open.at(-1);
    const next = last ? valueOf(number) - valueOf(last) : 0;
    if (open.length === 1 && next > 0) step = next;
    open = last && next === step && next > 0 ? [...open, number] : [number];
    if (open.length > best.length) [best, bestStep] = [open, step];
  }
  return { numbers: best, step: bestStep };
}

/** Every fifth line has a number, or every tenth: as many lines stand between two numbers as their step says. */
function areCounted({ numbers, lines, step }: Numbered): boolean {
  if (step < 2 || numbers.some((number) => valueOf(number) % step !== 0)) return false;
  const pairs = numbers.slice(1).map((number, index) => {
    const between = lines.filter(
      ({ baseline, size }) =>
        baseline > numbers[index]!.baseline + LIMITS.gapEm * size && baseline < number.baseline - LIMITS.gapEm * size,
    );
    return between.length === step - 1;
  });
  return pairs.filter(Boolean).length >= LIMITS.counted * pairs.length;
}

/** Each line has a number, and sentences go on from line to line. */
function areBesideSentences({ numbers, lines, step }: Numbered): boolean {
  if (step !== 1) return false;
  const goingOn = numbers.filter((number) =>
    lines.some(({ baseline, goesOn, size }) => goesOn && isNear(baseline, number.baseline, LIMITS.gapEm * size)),
  ).length;
  return goingOn >= LIMITS.goingOn && goingOn >= LIMITS.goingOnShare * numbers.length;
}

function areOfCourtPaper({ numbers, lines, step }: Numbered, height: number): boolean {
  const [first, last] = [numbers[0]!, numbers.at(-1)!];
  if (step !== 1 || valueOf(first) !== COURT.first) return false;
  if (numbers.length < COURT.least || numbers.length > COURT.most) return false;
  if (last.baseline - first.baseline < COURT.height * height) return false;
  const pitches = numbers.slice(1).map((number, index) => number.baseline - numbers[index]!.baseline);
  const pitch = median(pitches);
  const isEven = pitches.every((each) => isNear(each, pitch, COURT.evenness * pitch));
  return isEven && lines.filter(({ goesOn }) => goesOn).length >= COURT.goingOn;
}

/** Whether nearly all is words of sentences, as in what a court's typewriter sets, and unlike code. */
const isProse = (runs: readonly GlyphRun[]): boolean =>
  runs.filter(({ text }) => WORD.test(text)).length >= LIMITS.words * runs.length;

/** The numbers of lines beside drafts, bylaws, court papers and patents, which are no part of the text. */
export function lineNumbers(runs: readonly GlyphRun[], height: number): ReadonlySet<GlyphRun> {
  const inLeft = numbersAtLeft(runs, height);
  return inLeft.size > 0 ? inLeft : numbersBetweenColumns(runs);
}

/** All but a few numbers that follow each other by one step; nothing where too few do. */
function sequenceOf(all: readonly GlyphRun[]): ReturnType<typeof longestSequence> | undefined {
  if (all.length < LIMITS.numbers) return undefined;
  const sequence = longestSequence(all);
  return sequence.numbers.length < Math.max(LIMITS.numbers, LIMITS.inStep * all.length) ? undefined : sequence;
}

function numbersAtLeft(runs: readonly GlyphRun[], height: number): ReadonlySet<GlyphRun> {
  const { numbers: all, left } = inMargin(runs);
  const sequence = sequenceOf(all);
  if (!sequence) return new Set();
  const known = new Set(sequence.numbers);
  const beside = runs.filter((run) => !known.has(run) && run.x0 >= left);
  const text = isProse(beside) ? beside : beside.filter((run) => !run.mono);
  if (text.length === 0) return new Set();
  const numbered = { ...sequence, lines: linesOf(text) };
  const are = areCounted(numbered) || areBesideSentences(numbered) || areOfCourtPaper(numbered, height);
  return are ? known : new Set();
}

/** Numbers in the gutter between two columns, as patents have them for the lines of both. */
function numbersBetweenColumns(runs: readonly GlyphRun[]): ReadonlySet<GlyphRun> {
  const sorted = runs.filter(isNumber).sort((a, b) => centerX(a) - centerX(b));
  const groups = stretchesOf(sorted, ([first], run) => isNear(centerX(first!), centerX(run), LIMITS.middlePt));
  for (const group of groups) {
    const sequence = sequenceOf(group.sort((a, b) => a.baseline - b.baseline));
    if (!sequence) continue;
    const { x0, y0, x1, y1 } = boundsOf(sequence.numbers);
    const known = new Set(sequence.numbers);
    const beside = runs.filter((run) => !known.has(run) && run.y1 > y0 && run.y0 < y1);
    const right = beside.filter((run) => run.x0 > x1);
    const left = beside.filter((run) => run.x1 < x0);
    const areInGutter = left.length > 0 && right.length + left.length === beside.length;
    if (areInGutter && isProse(right) && areCounted({ ...sequence, lines: linesOf(right) })) return known;
  }
  return new Set();
}
