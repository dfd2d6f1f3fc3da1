import type { EdgeLine, LayoutSummary, PageEdges } from '../layout/page-model.ts';

/** Tells running headers, footers and page numbers from text at a page's edge, and the page on which one begins from those that repeat it. */
export type RunningLines = (page: number, line: EdgeLine) => 'first' | 'again' | undefined;

const NEAR = [-1, 1, -2, 2];

/** A lone number, or one with a word or sign about it: what page numbers look like. */
const isPageNumber = (line: EdgeLine): boolean =>
  /^(?:page|p\.|seite|страница)?\W*#(?:\W*(?:of|\/|von|de)\W*#)?\W*$/i.test(line.text);

const isRoman = (text: string): boolean => /^[ivxlc]{1,7}$/.test(text);

/** A sentence of its own: running lines are names and numbers, not sentences. */
const isSentence = (line: EdgeLine): boolean => /[.!?]["”’)]*$/.test(line.text) && line.text.split(' ').length >= 4;

/** Where a running line has its page number: first, last, or after a word for it. */
const hasNumberInPlace = (line: EdgeLine): boolean =>
  /^\W*#|#\W*$|\b(?:page|pg|p|seite|von|of|slide|стр|страница)\W*#/i.test(line.text);

const countsPages = (line: EdgeLine, other: EdgeLine, distance: number): boolean =>
  line.numbers.some((number, index) => Math.abs((other.numbers[index] ?? number) - number) === Math.abs(distance));

/** A number alone that is the page's own: on slides it may stand at one edge here and at another there. */
const isOwnNumber = (page: number, line: EdgeLine): boolean => line.text === '#' && line.numbers[0] === page;

function alike(line: EdgeLine, other: EdgeLine, distance: number): boolean {
  const strict = line.edge === 'side' || other.edge === 'side';
  if ((line.edge !== other.edge && !strict) || Math.abs(line.y - other.y) > (strict ? 3 : 14)) return false;
  if (line.edge === 'side' && other.edge === 'side' && line.text.length < 3) return false;
  if (line.text !== other.text) return isRoman(line.text) && isRoman(other.text);
  // a bare number must count the pages, or it could be anything
  if (isPageNumber(line))
    return other.numbers.length > 0 && Math.abs(other.numbers[0]! - line.numbers[0]!) === Math.abs(distance);
  if (line.numbers.join() === other.numbers.join()) return true;
  return countsPages(line, other, distance) && hasNumberInPlace(line) && !isSentence(line);
}

/**
 * Only evidence from other pages makes a line a running one: the same text (numbers aside) at the same height on a page nearby. Pages that
 * would be left with nothing are no evidence for each other: then the lines are what the document says, but for page numbers beside them.
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
          alike(line, candidate, distance) || (isOwnNumber(page, line) && isOwnNumber(page + distance, candidate)),
      )
    );
  };
  const repeats = (page: number, line: EdgeLine, on: (other: PageEdges) => boolean): boolean =>
    NEAR.some((distance) => stands(page, line, distance, on));
  const anywhere = (): boolean => true;
  const saysMore = ({ page, body, lines }: PageEdges): boolean =>
    body || lines.some((line) => !repeats(page, line, anywhere));
  const runs = (page: number, line: EdgeLine): boolean => {
    if (!repeats(page, line, anywhere)) return false;
    const own = pages.get(page);
    if (!own || saysMore(own) || repeats(page, line, saysMore)) return true;
    return isPageNumber(line) && own.lines.some((other) => !isPageNumber(other));
  };
  const isRepeated = (page: number, line: EdgeLine): boolean =>
    [-1, -2].some((distance) => stands(page, line, distance, anywhere));
  return (page, line) => (runs(page, line) ? (isRepeated(page, line) ? 'again' : 'first') : undefined);
}
