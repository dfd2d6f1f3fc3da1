import { pipeTablesToHtml } from './metrics/pipe-tables.ts';
import { score } from './metrics/score.ts';
import type { Metric, Score } from './metrics/score.ts';

/** A table without tables in it, and the white space that follows. */
const TABLE = /<table\b[^>]*>((?:(?!<\/?table\b)[^])*)<\/table>\s*/gu;
const ROW = /<tr\b[^>]*>[^]*?<\/tr>/gu;
const CELL = /<t[hd]\b([^>]*)>/gu;

interface Table {
  rows: string[];
  readonly width: number;
  readonly start: number;
  end: number;
  /** Whether it was put together of several. */
  joined: boolean;
}

function widthOf(row: string): number {
  return [...row.matchAll(CELL)].reduce(
    (sum, [, attributes]) => sum + Number(/colspan="?(\d+)/u.exec(attributes ?? '')?.[1] ?? 1),
    0,
  );
}

/** The first row of a part may be a header in one place, and is a row in the other. */
function ordinary(row: string): string {
  return row.replaceAll(/<(\/?)th\b/gu, '<$1td');
}

function alike(a: string, b: string): boolean {
  const [first, second] = [a, b].map((row) => ordinary(row).replaceAll(/\s+/gu, ' ').toLowerCase());
  return first === second;
}

/** Rows of a part without those at its beginning that repeat the first rows of the whole. */
function withoutHead(rows: readonly string[], whole: readonly string[]): string[] {
  const first = rows.findIndex((row, index) => !alike(row, whole[index] ?? ''));
  return first === -1 ? [] : rows.slice(first).map(ordinary);
}

/**
 * Tables that stand directly one after another and have equally many columns, as one, without a header that is
 * repeated. A table that goes on over pages is one table for some and a table for each page for others, and tags of
 * PDFs have either.
 */
export function withJoinedTables(markdown: string): string {
  const html = pipeTablesToHtml(markdown);
  const tables: Table[] = [];
  for (const match of html.matchAll(TABLE)) {
    const rows = match[1]?.match(ROW) ?? [];
    const width = Math.max(0, ...rows.map(widthOf));
    const end = match.index + match[0].length;
    const last = tables.at(-1);
    if (last?.end === match.index && last.width === width) {
      last.rows = [...last.rows, ...withoutHead(rows, last.rows)];
      last.end = end;
      last.joined = true;
    } else {
      tables.push({ rows, width, start: match.index, end, joined: false });
    }
  }
  const changed = tables.filter(({ joined }) => joined);
  if (changed.length === 0) return markdown;
  let result = html;
  for (const { rows, start, end } of changed.toReversed())
    result = `${result.slice(0, start)}<table>${rows.join('')}</table>\n\n${result.slice(end)}`;
  return result;
}

/**
 * The score with tables over pages as one, or as they are, whichever is better for the engine: a caption between two
 * tables may stand elsewhere in the truth.
 */
export function scoreEitherWay(truth: string, markdown: string, metrics?: readonly Metric[]): Score {
  const [joinedTruth, joined] = [withJoinedTables(truth), withJoinedTables(markdown)];
  const apart = score(truth, markdown, metrics);
  if (joinedTruth === truth && joined === markdown) return apart;
  const asOne = score(joinedTruth, joined, metrics);
  return asOne.overall > apart.overall ? asOne : apart;
}
