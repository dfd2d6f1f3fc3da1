import { isNear } from '../model/geometry.ts';
import type { GlyphRun } from '../model/glyph-run.ts';
import { makeLine, type Line } from '../model/line.ts';

/**
 * Dots that lead from a title to its page number, or from the name of a row to its amounts. Those with spaces between
 * them are joined from dots that were painted one by one.
 */
const LEADER = /^(?:\.{5,}|…{2,}|·{5,}|\.(?: \.)+)$/u;
/** What leaders of contents lead to. */
export const PAGE_NUMBER = '(?:\\d{1,4}|[ivxlc]{1,7}|[A-Z]-\\d{1,3})';
const IS_PAGE_NUMBER = new RegExp(`^${PAGE_NUMBER}$`);

/** Leaders between a word right before them and one right behind them, such as a currency sign. */
const WITH_LEADER = /^(.*[^\s.…·])?(\.{5,}|…{2,}|·{5,})([^\s.…·].*)?$/u;
const MAY_HOLD_LEADER = /[.…·]{2}/;
const MAY_BE_LEADER = /[.…·] ?[.…·]|^\.$/;
/** Em: width of a dot of leaders, and of three in one sign. */
const DOT_EM = 0.25;
const THREE_DOTS_EM = 1;
/** Em: more space than this between a page number and a word is a gutter. */
const COLUMN_EM = 0.8;

/** Dots that were painted one by one. Set by hand on annual reports that are in no list. */
const SPACED = {
  /** Fewest in a row, and where they end as a longer row on the page does. */
  dots: 4,
  few: 2,
  /** Em from one to the next, and by how much this differs within a row. */
  leastEm: 0.3,
  mostEm: 1.2,
  differenceEm: 0.1,
  /** Points by which baselines, and ends of rows, differ. */
  baselinePt: 0.1,
  endPt: 1.5,
};

/** Points from the end of a leader of few dots to those of others, and how many of these there are. Set by hand. */
const SHORT = { endPt: 3, leaders: 3 };
/** A few dots, perhaps behind a word. */
const FEW_DOTS = /^(.*[^\s.…·])?(\.{2,4}|…)$/u;
const SHORT_LEADER = '.....';

/** The leaders of a page apart from the words that they were painted together with, and whole. Few pages have any. */
export const readLeaders = (runs: readonly GlyphRun[]): readonly GlyphRun[] =>
  runs.some(({ text }) => MAY_BE_LEADER.test(text)) ? nameShortLeaders(partLeaders(joinDots(runs))) : runs;

/** Whether nothing but numbers stands behind a run on its baseline, two at least. */
function isBeforeNumbers(run: GlyphRun, runs: readonly GlyphRun[]): boolean {
  const behind = runs.filter((other) => other.x0 > run.x1 && isNear(other.baseline, run.baseline, SPACED.baselinePt));
  return behind.length > 1 && behind.every(({ text }) => /^[\d.,()$€£%–—-]+$/u.test(text));
}

/** Few dots that end where several leaders of a statement do are one, too: their words leave no room for more. */
function nameShortLeaders(runs: GlyphRun[]): GlyphRun[] {
  const ends = runs.filter(isLeader).map((run) => run.x1);
  if (ends.length < SHORT.leaders) return runs;
  return runs.flatMap((run) => {
    const [, before = '', dots] = FEW_DOTS.exec(run.text) ?? [];
    if (dots === undefined || run.rtl) return [run];
    if (ends.filter((end) => isNear(end, run.x1, SHORT.endPt)).length < SHORT.leaders) return [run];
    if (!isBeforeNumbers(run, runs)) return [run];
    if (before === '') return [{ ...run, text: SHORT_LEADER }];
    const start = run.x1 - dots.length * (dots === '…' ? THREE_DOTS_EM : DOT_EM) * run.size;
    return [
      { ...run, text: before, x1: start },
      { ...run, text: SHORT_LEADER, x0: start, space: false },
    ];
  });
}

/** How many dots follow each other from a run on, as far apart from each other as the first two. */
function countDots(runs: readonly GlyphRun[], from: number): number {
  const first = runs[from]!;
  let pitch: number | undefined;
  let end = from + 1;
  for (; end < runs.length; end += 1) {
    const [left, run] = [runs[end - 1]!, runs[end]!];
    const step = (run.x0 - left.x0) / first.size;
    if (run.text !== '.' || !isNear(run.baseline, first.baseline, SPACED.baselinePt)) break;
    if (step < SPACED.leastEm || step > SPACED.mostEm) break;
    if (pitch !== undefined && !isNear(step, pitch, SPACED.differenceEm)) break;
    pitch = step;
  }
  return end - from;
}

/** Makes one run of dots that follow each other, where there are many, or where others end as they do. */
function joinDots(runs: readonly GlyphRun[]): readonly GlyphRun[] {
  const rows = new Map<GlyphRun, readonly GlyphRun[]>();
  for (let at = 0; at < runs.length; at += 1) {
    if (runs[at]!.text !== '.') continue;
    const count = countDots(runs, at);
    if (count >= SPACED.few) rows.set(runs[at]!, runs.slice(at, at + count));
    at += count - 1;
  }
  const endOf = (row: readonly GlyphRun[]): number => row.at(-1)!.x1;
  const ends = [...rows.values()].filter((row) => row.length >= SPACED.dots).map(endOf);
  const joined = [...rows].filter(
    ([, row]) => row.length >= SPACED.dots || ends.some((end) => isNear(end, endOf(row), SPACED.endPt)),
  );
  if (joined.length === 0) return runs;
  const wholes = new Map(
    joined.map(([first, row]) => [first, { ...first, text: row.map(({ text }) => text).join(' '), x1: endOf(row) }]),
  );
  const gone = new Set(joined.flatMap(([, row]) => row.slice(1)));
  return runs.filter((run) => !gone.has(run)).map((run) => wholes.get(run) ?? run);
}

/** Parts words from the leaders that were painted together with them. */
function partLeaders(runs: readonly GlyphRun[]): GlyphRun[] {
  return runs.flatMap((run) => {
    if (!MAY_HOLD_LEADER.test(run.text)) return run;
    const [, before = '', dots, after = ''] = WITH_LEADER.exec(run.text) ?? [];
    if (dots === undefined || before + after === '' || run.rtl) return run;
    const width = dots.length * (dots.startsWith('…') ? THREE_DOTS_EM : DOT_EM) * run.size;
    const letter = (run.x1 - run.x0) / run.text.length;
    const words = Math.max(run.x1 - run.x0 - width, ((before + after).length * letter) / 2);
    const start = run.x0 + (words * before.length) / (before + after).length;
    const end = run.x1 - (words * after.length) / (before + after).length;
    return [
      { ...run, text: before, x1: start },
      { ...run, text: dots, x0: start, x1: end, space: run.space && before === '' },
      { ...run, text: after, x0: end, space: false },
    ].filter(({ text }) => text !== '');
  });
}

export const isLeader = ({ text }: Pick<GlyphRun, 'text'>): boolean => text.length > 1 && LEADER.test(text);

/** A line without the leaders at its end. */
export function withoutLeader(line: Line): Line {
  const { runs } = line;
  const end = runs.findLastIndex((run) => !isLeader(run)) + 1;
  return end === 0 || end === runs.length ? line : { ...makeLine(runs.slice(0, end)), baseline: line.baseline };
}

/** Whether what follows a number stands in the next column of the page: words, beyond more than a space. */
function isNextColumn(number: GlyphRun, [first, ...more]: readonly GlyphRun[]): boolean {
  if (first === undefined) return true;
  const isApart = first.x0 - number.x1 > COLUMN_EM * number.size;
  return isApart && [first, ...more].some(({ text }) => /\p{L}{2}/u.test(text));
}

/** Whether leaders end before `next` that lead to amounts of a table, not to the page number of a title. */
export const leadsToAmounts = (row: readonly GlyphRun[], next: number): boolean =>
  isLeader(row[next - 1]!) &&
  !isLeader(row[next]!) &&
  !(IS_PAGE_NUMBER.test(row[next]!.text) && isNextColumn(row[next]!, row.slice(next + 1)));
