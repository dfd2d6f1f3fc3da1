import { placedCells, TABLE } from './bare-tables.ts';
import { comparableOffice } from './comparable-office.ts';
import { pipeTablesToHtml } from './metrics/pipe-tables.ts';

type Grid = readonly (readonly string[])[];

/** A table without spans, with the text of a merged cell at all its places. */
function gridOf(content: string): Grid {
  const grid: string[][] = [];
  for (const { text, row, column, rowSpan, colSpan } of placedCells(content))
    for (let y = row; y < row + rowSpan; y += 1)
      for (let x = column; x < column + colSpan; x += 1) (grid[y] ??= [])[x] = text;
  const width = Math.max(0, ...grid.map((row) => row.length));
  return grid.map((row) => Array.from({ length: width }, (_, x) => row[x] ?? ''));
}

/** Cells that repeat the one at their left or above, as empty ones, and no empty rows and columns. */
function withoutRepeats(grid: Grid): Grid {
  const once = grid.map((row, y) =>
    row.map((text, x) => (text === row[x - 1] || text === grid[y - 1]?.[x] ? '' : text)),
  );
  const columns = (once[0] ?? []).flatMap((_, x) => (once.some((row) => row[x] !== '') ? [x] : []));
  return once.filter((row) => row.some((text) => text !== '')).map((row) => columns.map((x) => row[x] ?? ''));
}

const isLine = (row: readonly string[]): boolean => row.filter((text) => text !== '').length === 1;

function alikeTable(content: string): string {
  const grid = withoutRepeats(gridOf(content));
  const first = grid.findIndex((row) => !isLine(row));
  const last = grid.findLastIndex((row) => !isLine(row));
  const lines = (rows: Grid): string => rows.map((row) => `${row.join('')}\n\n`).join('');
  if (first < 0) return lines(grid);
  const rows = grid.slice(first, last + 1).map((row) => `<tr>${row.map((text) => `<td>${text}</td>`).join('')}</tr>`);
  return `${lines(grid.slice(0, first))}<table>${rows.join('')}</table>\n\n${lines(grid.slice(last + 1))}`;
}

/** A footnote's text in Markdown, wherever its author's program put it. */
const NOTE = /^\[\^(\d+)\]: *(.*)$/gmu;

/** Texts of notes below all others, as lines, and no marks of notes in the text. */
function withNotesBelow(markdown: string): string {
  const notes = [...markdown.matchAll(NOTE)].map(([, number, text]) => `${number} ${text}`);
  const text = markdown.replaceAll(NOTE, '').replaceAll(/\[\^\d+\]/gu, '');
  return [text, ...notes]
    .join('\n\n')
    .replaceAll(/\n{2,}/gu, '\n\n')
    .trim();
}

/**
 * What is compared of Office files with exact truths, besides what is alike for `office`. A merged cell counts the same
 * as one cell with spans, with its text repeated or with blanks after it; so does a title or a note as a row of its
 * table or as a paragraph, and a footnote below its paragraph or at the end. Lines around code are no text.
 */
export function comparableMade(markdown: string): string {
  const text = withNotesBelow(markdown.replaceAll(/^\s*(?:```|~~~).*$/gmu, ''));
  return pipeTablesToHtml(comparableOffice(text))
    .replaceAll(TABLE, (_, content: string) => alikeTable(content))
    .trim();
}
