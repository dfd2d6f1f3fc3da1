import type { TextRow } from '../../text/text-rows.ts';

/** Justified prose whose lines look cut. Set by hand on the tuning half of the corpus. */
const JUSTIFIED = {
  lines: 4,
  /** Em: gaps of tables are wider; share of the gaps that may be. */
  wideEm: 1.6,
  wide: 0.2,
  /** Share of the lines that have a gap at one place: gutters are in more of them. */
  aligned: 0.6,
};

/**
 * Prose whose words stand so far apart that its lines look cut: the gaps are narrow, and stand elsewhere in each line.
 */
export function isJustified(rows: readonly TextRow[]): boolean {
  const gaps = rows.flatMap(({ segments, size }) =>
    segments.slice(1).map((segment, index) => {
      const from = segments[index]!.x1;
      return {
        from,
        to: segment.x0,
        middle: (from + segment.x0) / 2,
        isWide: segment.x0 - from > JUSTIFIED.wideEm * size,
      };
    }),
  );
  if (rows.length < JUSTIFIED.lines || gaps.length === 0) return false;
  if (gaps.filter(({ isWide }) => isWide).length > JUSTIFIED.wide * gaps.length) return false;
  const most = Math.max(
    ...gaps.map(({ middle }) => gaps.filter(({ from, to }) => from < middle && to > middle).length),
  );
  return most < JUSTIFIED.aligned * rows.length;
}
