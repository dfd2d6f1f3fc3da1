import type { EdgeLine, LayoutSummary, PageEdges } from '../layout/page-model.ts';

/** Tells running headers, footers and page numbers from text at a page's edge. */
export type RunningLines = (page: number, line: EdgeLine) => boolean;

const NEAR = [-1, 1, -2, 2];

/** A lone number, or one with a word or sign about it: what page numbers look like. */
const isPageNumber = (line: EdgeLine): boolean => /^(?:page|p\.|seite|страница)?\W*#(?:\W*(?:of|\/|von|de)\W*#)?\W*$/i.test(line.text);

const isRoman = (text: string): boolean => /^[ivxlc]{1,7}$/.test(text);

function alike(line: EdgeLine, other: EdgeLine, distance: number): boolean {
  const strict = line.edge === 'side' || other.edge === 'side';
  if ((line.edge !== other.edge && !strict) || Math.abs(line.y - other.y) > (strict ? 3 : 14)) return false;
  if (line.edge === 'side' && other.edge === 'side' && line.text.length < 3) return false;
  if (line.text === other.text) {
    // a bare number must count the pages, or it could be anything
    if (isPageNumber(line)) return other.numbers.length > 0 && Math.abs((other.numbers[0]! - line.numbers[0]!)) === Math.abs(distance);
    return true;
  }
  return isRoman(line.text) && isRoman(other.text);
}

/**
 * Only evidence from other pages makes a line a running one: the same text (numbers aside) at the same height on a page nearby. Pages that
 * have nothing but such lines are no evidence for each other: then the lines are what the document says.
 */
export function findRunningLines(summaries: readonly LayoutSummary[]): RunningLines {
  const pages = new Map<number, PageEdges>();
  for (const summary of summaries) for (const edges of summary.edges) pages.set(edges.page, edges);
  return (page, line) => {
    const own = pages.get(page);
    for (const distance of NEAR) {
      const other = pages.get(page + distance);
      if (!own?.body && !other?.body) continue;
      if (other?.lines.some((candidate) => alike(line, candidate, distance))) return true;
    }
    return false;
  };
}
