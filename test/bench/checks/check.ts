import { matchEnds } from './approximate.ts';
import { formulasOf, seenFormula } from './formula.ts';
import { gridsOf } from './grid.ts';
import { dense, isDense, plain } from './plain.ts';

interface Common {
  /** The path of the page within the benchmark. */
  readonly pdf: string;
  readonly id: string;
  /** How many letters may differ. */
  readonly max_diffs: number;
  readonly checked?: 'verified' | null;
}

/** One statement about the Markdown of a page, in the format of olmOCR-bench. */
export type Check =
  | (Common & { readonly type: 'present' | 'absent'; readonly text: string; readonly case_sensitive: boolean })
  | (Common & { readonly type: 'math'; readonly math: string })
  | (Common & { readonly type: 'order'; readonly before: string; readonly after: string })
  | (Common & { readonly type: 'table'; readonly cell: string } & Readonly<Record<Side | Heading, string | null>>);

type Side = 'up' | 'down' | 'left' | 'right';
type Heading = 'top_heading' | 'left_heading';

/** What is compared: a converted page, read once for all of its checks. */
export interface ReadPage {
  readonly text: string;
  /** The text without spaces, which texts in Chinese and Japanese are looked for in. */
  readonly dense: string;
  readonly grids: readonly (readonly (readonly string[])[])[];
  /** What is seen of its formulas. */
  readonly formulas: readonly string[];
}

export function readPage(markdown: string): ReadPage {
  const text = plain(markdown.replaceAll(/^\s*\|?[\s:|-]+\|?\s*$|\|/gmu, ' '));
  const formulas = formulasOf(markdown).flatMap((latex) => seenFormula(latex) ?? []);
  return { text, dense: dense(text), grids: gridsOf(markdown), formulas };
}

const spaced = (wanted: string, without: boolean): string => (without ? dense(plain(wanted)) : plain(wanted));

function alike(found: string | undefined, wanted: string, most: number): boolean {
  if (found === undefined) return false;
  const without = isDense(wanted);
  const text = spaced(wanted, without);
  const there = without ? dense(found) : found;
  return there === text || (most > 0 && matchEnds(there, text, most).length > 0);
}

function holdsInTable(check: Check & { type: 'table' }, page: ReadPage): boolean {
  const { cell, up, down, left, right, max_diffs: most } = check;
  const wanted = (found: string | undefined, text: string | null): boolean => !text || alike(found, text, most);
  const heads = (found: readonly (string | undefined)[], text: string | null): boolean =>
    !text || found.some((head) => alike(head, text, most));
  return page.grids.some((grid) =>
    grid.some((row, y) =>
      row.some(
        (text, x) =>
          alike(text, cell, most) &&
          wanted(grid[y - 1]?.[x], up) &&
          wanted(grid[y + 1]?.[x], down) &&
          wanted(row[x - 1], left) &&
          wanted(row[x + 1], right) &&
          heads(
            grid.slice(0, y).map((above) => above[x]),
            check.top_heading,
          ) &&
          heads(row.slice(0, x), check.left_heading),
      ),
    ),
  );
}

/** Whether the statement is true of the page's Markdown. */
export function holds(check: Check, page: ReadPage): boolean {
  if (check.type === 'math') {
    const wanted = seenFormula(check.math);
    return wanted !== undefined && page.formulas.some((formula) => formula.includes(wanted));
  }
  if (check.type === 'table') return holdsInTable(check, page);
  const texts = check.type === 'order' ? [check.before, check.after] : [check.text];
  const without = texts.some(isDense);
  const ends = (wanted: string, fold = (text: string): string => text): number[] =>
    matchEnds(fold(without ? page.dense : page.text), fold(spaced(wanted, without)), check.max_diffs);
  if (check.type === 'order') {
    const first = ends(check.before)[0];
    const last = ends(check.after).at(-1);
    return first !== undefined && last !== undefined && first < last;
  }
  const found = check.case_sensitive ? ends(check.text) : ends(check.text, (text) => text.toLowerCase());
  return (check.type === 'present') === found.length > 0;
}
