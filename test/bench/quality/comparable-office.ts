import { comparable, eachLine } from './comparable.ts';

/** Entities, save what could be the tag of a table, and what stands behind a backslash, save a bar in a cell. */
const ENTITY = /&(?:lt;(?!\/?t)|gt;|amp;|quot;|#39;|nbsp;)/gu;
const ESCAPED = /\\([!-/:-;=-@[-`{}~]|<(?!\/?t))/gu;
const CHARACTERS: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};
/** A table of nothing but one cell. */
const SINGLE_CELL = /(?<=^|\n\n)\| *([^|\n]*?) *\|\n\| *-+ *\|(?=\n\n|\n?$)/gu;

function inOneWay(line: string): string {
  return line
    .replace(/^(\s*)[*+](?= )/u, '$1-')
    .replace(/^(\s*\d+)\)(?= )/u, '$1.')
    .replaceAll(ENTITY, (entity) => CHARACTERS[entity] ?? entity)
    .replaceAll(ESCAPED, '$1')
    .replaceAll(/[“”„]/gu, '"')
    .replaceAll(/[‘’]/gu, "'")
    .replaceAll(/[‐‑–—]/gu, '-')
    .replaceAll(/(?<=\S) +(?=[.,;:!?)\]])/gu, '')
    .replaceAll(/(?<=[([]) +(?=\S)/gu, '');
}

/**
 * What is compared of Office files. Their truth is docling's Markdown, and an engine should neither gain nor lose where
 * it writes the same in another way: entities and backslashes, typographic and plain quotation marks and dashes, signs
 * of lists, spaces that docling sets around words in a style of their own, and a table of one cell, which is a
 * paragraph.
 */
export function comparableOffice(markdown: string): string {
  return eachLine(comparable(markdown), inOneWay).replaceAll(SINGLE_CELL, '$1');
}
