import type { GlyphRun } from '../model/glyph-run.ts';
import { makeLine, type Line } from '../model/line.ts';

/** Dots that lead from a title to its page number, or from the name of a row to its amounts. */
const LEADER = /^(?:\.{5,}|…{2,}|·{5,})$/u;
/** What leaders of contents lead to. */
export const PAGE_NUMBER = '(?:\\d{1,4}|[ivxlc]{1,7}|[A-Z]-\\d{1,3})';
const IS_PAGE_NUMBER = new RegExp(`^${PAGE_NUMBER}$`);

/** A word with the leaders that begin right behind it. */
const WITH_LEADER = /^(.*[^\s.…·])(\.{5,}|…{2,}|·{5,})$/u;
/** Em: width of a dot of leaders, and of three in one sign. */
const DOT_EM = 0.25;
const THREE_DOTS_EM = 1;

/** Parts words from the leaders that were painted together with them. */
export function partLeaders(runs: readonly GlyphRun[]): GlyphRun[] {
  return runs.flatMap((run) => {
    const [, word, dots] = WITH_LEADER.exec(run.text) ?? [];
    if (word === undefined || dots === undefined || run.rtl) return [run];
    const width = dots.length * (dots.startsWith('…') ? THREE_DOTS_EM : DOT_EM) * run.size;
    const x = Math.max(run.x1 - width, run.x0 + ((run.x1 - run.x0) * word.length) / run.text.length / 2);
    return [
      { ...run, text: word, x1: x },
      { ...run, text: dots, x0: x, space: false },
    ];
  });
}

const isLeader = ({ text }: Pick<GlyphRun, 'text'>): boolean => LEADER.test(text);

/** A line without the leaders at its end. */
export function withoutLeader(line: Line): Line {
  const { runs } = line;
  const end = runs.findLastIndex((run) => !isLeader(run)) + 1;
  return end === 0 || end === runs.length ? line : { ...makeLine(runs.slice(0, end)), baseline: line.baseline };
}

/** Whether leaders end before `next` that lead to amounts of a table, not to the page number of a title. */
export const leadsToAmounts = (row: readonly GlyphRun[], next: number): boolean =>
  isLeader(row[next - 1]!) &&
  !isLeader(row[next]!) &&
  !(row.length === next + 1 && IS_PAGE_NUMBER.test(row[next]!.text));
