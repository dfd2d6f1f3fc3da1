import type { EdgeLine, LayoutSummary, PageEdges } from '../layout/model/page-model.ts';
import { OF_WORDS, PAGE_WORDS } from '../layout/lexicon/languages.ts';

/** A running header or footer, or a folio. */
export interface RunningLine {
  /** Whether the page is one on which it begins, or repeats it. */
  readonly place: 'first' | 'again';
  /** It holds a number that counts the pages. */
  readonly counts: boolean;
}

/** Finds out whether a line at the edge of a page is a running line. */
export type RunningLines = (page: number, line: EdgeLine) => RunningLine | undefined;

/** Pages on which a line is looked for again: the next ones, and those after, since left and right pages differ. */
const NEAR = [-1, 1, -2, 2];

/** Points by which the heights of a running line may differ; at the sides, it stands at one place. Set by hand. */
const HEIGHT_PT = { edge: 14, side: 3 };
/** Fewest letters of a running line at the side, and fewest words of a sentence. */
const LEAST = { sideLetters: 3, sentenceWords: 4 };
/** Most running lines at the sides of one page. More are words of a chart that is repeated. */
const MOST_AT_SIDES = 24;

const NUMBERS = String.raw`\W*#(?:\W*(?:\/|${OF_WORDS})\W*#)?\W*`;
const FOLIO = new RegExp(String.raw`^(?:${PAGE_WORDS})?${NUMBERS}$`, 'i');
const NAMED_FOLIO = new RegExp(String.raw`^\W*(?:${PAGE_WORDS})${NUMBERS}$`, 'i');

const isRoman = (text: string): boolean => /^[ivxlc]{1,7}$/.test(text);

/** A lone number, or one with a word or symbol beside it: what folios look like. */
const isFolio = ({ text }: EdgeLine): boolean => FOLIO.test(text) || isRoman(text);

/** A folio that says what it is. */
const isNamedFolio = (line: EdgeLine): boolean => NAMED_FOLIO.test(line.text);

/** A sentence of its own: running lines are names and numbers, not sentences. */
const isSentence = (line: EdgeLine): boolean =>
  /[.!?]["”’)]*$/.test(line.end ?? line.text) && line.text.split(' ').length >= LEAST.sentenceWords;

/** A number that is no page's: what it counts stands before it. */
const COUNTED =
  /(?:\bn[or]\.?|\bn[°º]|№|\bnum\p{L}*|\binvoice|\brechnung|\bfact?[ut]\p{L}*|\bfakt[uú]ra|\border)\W*$/iu;
const BEFORE_FOLIO = new RegExp(
  String.raw`(?:^|[\s|])(?:${PAGE_WORDS}|pg|slide)\W*$|(?:^|\W)(?:\/|${OF_WORDS})\W*$`,
  'iu',
);
/** A number with that of all pages behind it, at the end of a line: `2 / 5`. Without spaces it may be anything. */
const OF_PAGES = new RegExp(String.raw`(?:^|\s)#\s+(?:\/|${OF_WORDS})\s+#\W*$`, 'iu');
const AT_START = /^\W*$/;
const AT_END = /^\W*$/;

/** Indices of the numbers of a line that stand where a folio does: first, last, or after a word for it. */
function numbersInPlace(line: EdgeLine): ReadonlySet<number> {
  const { text, end, numbers } = line;
  const parts = text.split('#');
  const inText = parts.length - 1;
  const found = new Set<number>();
  for (let index = 0; index < inText; index += 1) {
    const before = parts.slice(0, index + 1).join('#');
    const isLast = end === undefined && index === inText - 1 && AT_END.test(parts.at(-1)!);
    if (!isLast && !mayComeBeforeFolio(before)) continue;
    if (COUNTED.test(before)) continue;
    // a line keeps only some of its numbers, the first and the last ones
    if (end !== undefined || inText <= numbers.length) found.add(index);
    else found.add(isLast ? numbers.length - 1 : index);
  }
  return new Set([...found, ...numbersAtEnd(line)]);
}

/** Indices of a folio that ends a line whose middle is cut out, and of one with the number of all pages behind it. */
const numbersAtEnd = ({ text, end, numbers }: EdgeLine): number[] => [
  ...(end !== undefined && endsWithFolio(end) ? [numbers.length - 1] : []),
  ...(OF_PAGES.test(end ?? text) ? [numbers.length - 2] : []),
];

const mayComeBeforeFolio = (text: string): boolean => AT_START.test(text) || BEFORE_FOLIO.test(text);

const endsWithFolio = (text: string): boolean => /#\W*$/.test(text) && !COUNTED.test(text.replace(/#\W*$/, ''));

/** Whether two lines differ only by their folios. Other differences separate the documents that a file consists of. */
function countPages(line: EdgeLine, other: EdgeLine, distance: number): boolean {
  const inPlace = numbersInPlace(line);
  const differing = line.numbers.flatMap((number, index) => (number === other.numbers[index] ? [] : [index]));
  return (
    differing.every((index) => inPlace.has(index)) &&
    differing.some((index) => Math.abs((other.numbers[index] ?? NaN) - line.numbers[index]!) === Math.abs(distance))
  );
}

/** A folio that says what it is, with the number of all pages, apart from what stands beside it: `Page 2 of 5`. */
const NAMED_WITH_ALL = new RegExp(
  String.raw`(?<=^|[\s|])(?:${PAGE_WORDS})\W*#\s*(?:\/|${OF_WORDS})\s*#(?=$|[\s|])`,
  'iu',
);

const NAMED_AT_END = new RegExp(String.raw`${NAMED_WITH_ALL.source}\W*$`, 'iu');

/** The numbers of such a folio: of the page, and of all pages. A line keeps its first and its last numbers. */
function namedFolio({ text, end, numbers }: EdgeLine): readonly number[] {
  if (NAMED_AT_END.test(end ?? text)) return numbers.slice(-2);
  const found = NAMED_WITH_ALL.exec(text);
  const before = found ? text.slice(0, found.index).split('#').length - 1 : 0;
  return found ? numbers.slice(before, before + 2) : [];
}

/** Whether such folios of two lines count the pages: the title of a section, or nothing, may stand beside them. */
function haveNamedFolios(line: EdgeLine, other: EdgeLine, distance: number): boolean {
  const [own = NaN, all = NaN] = namedFolio(line);
  const [next = NaN, sameAll = NaN] = namedFolio(other);
  return all === sameAll && next === own + distance;
}

/** A number alone that is the page's own: on slides it may stand at one edge here and at another there. */
const isOwnNumber = (page: number, line: EdgeLine): boolean => line.text === '#' && line.numbers[0] === page;

/** Whether a line has the number of its page where folios stand, as the header after a first page has. */
const hasOwnNumber = (page: number, line: EdgeLine): boolean =>
  [...numbersInPlace(line)].some((index) => line.numbers[index] === page);

/** Whether two lines stand at one place of their pages. */
function areAtOnePlace(line: EdgeLine, other: EdgeLine): boolean {
  const isAtSide = line.edge === 'side' || other.edge === 'side';
  if (line.edge !== other.edge && !isAtSide) return false;
  if (line.edge === 'side' && other.edge === 'side' && line.text.length < LEAST.sideLetters) return false;
  return Math.abs(line.y - other.y) <= (isAtSide ? HEIGHT_PT.side : HEIGHT_PT.edge);
}

/** Whether a line is the same as on another page, `distance` pages away. */
function isSameLine(line: EdgeLine, other: EdgeLine, distance: number): boolean {
  if (!areAtOnePlace(line, other)) return false;
  if (line.text !== other.text)
    return (isRoman(line.text) && isRoman(other.text)) || haveNamedFolios(line, other, distance);
  // of documents bound into one, each counts its own pages
  if (isNamedFolio(line)) return true;
  // a bare number has to count the pages, or it could be anything
  if (isFolio(line))
    return other.numbers.length > 0 && Math.abs(other.numbers[0]! - line.numbers[0]!) === Math.abs(distance);
  if (line.numbers.join() === other.numbers.join()) return true;
  return line.end === other.end && countPages(line, other, distance) && !isSentence(line);
}

/**
 * Only evidence from other pages makes a line a running one: the same text (numbers aside) at the same height on a page
 * nearby. Pages that would be left with nothing are no evidence for each other: then the lines are what the document
 * says, except for folios beside them.
 */
export function findRunningLines(summaries: readonly LayoutSummary[]): RunningLines {
  const pages = new Map<number, PageEdges>();
  for (const summary of summaries) for (const edges of summary.edges) pages.set(edges.page, edges);
  const stands = (page: number, line: EdgeLine, distance: number, on: (other: PageEdges) => boolean): boolean => {
    const other = pages.get(page + distance);
    return (
      other !== undefined &&
      on(other) &&
      other.lines.some(
        (candidate) =>
          isSameLine(line, candidate, distance) ||
          (isOwnNumber(page, line) && hasOwnNumber(page + distance, candidate)),
      )
    );
  };
  const repeats = (page: number, line: EdgeLine, on: (other: PageEdges) => boolean): boolean =>
    NEAR.some((distance) => stands(page, line, distance, on));
  const anywhere = (): boolean => true;
  const saysMore = ({ page, body, lines }: PageEdges): boolean =>
    body || lines.some((line) => !repeats(page, line, anywhere));
  const charts = new Set(
    [...pages.values()]
      .filter(({ page, lines }) => {
        const atSides = lines.filter(({ edge, text }) => edge === 'side' && text !== '#');
        return (
          atSides.length > MOST_AT_SIDES &&
          atSides.filter((line) => repeats(page, line, anywhere)).length > MOST_AT_SIDES
        );
      })
      .map(({ page }) => page),
  );
  const runs = (page: number, line: EdgeLine): boolean => {
    if (!repeats(page, line, anywhere) || (line.edge === 'side' && charts.has(page))) return false;
    const own = pages.get(page);
    if (!own || saysMore(own) || repeats(page, line, saysMore)) return true;
    return isFolio(line) && own.lines.some((other) => !isFolio(other));
  };
  const isRepeated = (page: number, line: EdgeLine): boolean => {
    const having = NEAR.filter((distance) => stands(page, line, distance, anywhere));
    // of more than two pages, the one before alone: it does not run, but stands again
    const isTwice = having.join() === '-1' && pages.size > 2;
    return having.some((distance) => distance < 0) && !isTwice;
  };
  const counts = (page: number, line: EdgeLine): boolean =>
    isFolio(line) ||
    NEAR.some((distance) =>
      pages
        .get(page + distance)
        ?.lines.some((other) => other.numbers.join() !== line.numbers.join() && isSameLine(line, other, distance)),
    );
  return (page, line) =>
    runs(page, line) ? { place: isRepeated(page, line) ? 'again' : 'first', counts: counts(page, line) } : undefined;
}
