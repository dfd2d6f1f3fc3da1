import type { Archive } from '../../archive/open-archive.ts';
import type { Relationships } from '../../ooxml/package.ts';
import type { SheetFrame } from '../source.ts';
import { areaOf, COLUMNS, columnOf, ROWS } from './rows.ts';

const TAIL_CHARACTERS = 32 * 1024 * 1024;

/**
 * Merged areas and links stand after the rows (18.3.1.55, 18.3.1.48), so they are looked for in a first, cheap pass
 * over the bytes.
 */
export async function readFrame(archive: Archive, part: string, relationships: Relationships): Promise<SheetFrame> {
  const tail = await readTail(archive, part);
  const merges = Array.from(
    tail.matchAll(/<(?:\w+:)?mergeCell\s[^>]*?\bref="([$\w]{2,12}:[$\w]{2,12})"/g),
    ([, reference]) => areaOf(reference) ?? [],
  ).flat();
  const comments = [...relationships.values()].some(({ type }) => type === 'comments' || type === 'threadedComment');
  const links = new Map<string, string>();
  for (const [link] of tail.matchAll(/<(?:\w+:)?hyperlink\s[^>]*>/g)) {
    const [, column, row] = /\bref="\$?([A-Z]{1,3})\$?(\d{1,7})[":]/i.exec(link) ?? [];
    const target = relationships.get(/\w:id="([^"]+)"/.exec(link)?.[1] ?? '');
    if (column !== undefined && target?.external && /^(?:https?|mailto|ftp):/i.test(target.target))
      links.set(`${Number(row) - 1} ${columnOf(column)}`, target.target);
  }
  return {
    merges: merges.filter(
      ({ top, left, bottom, right }) => top >= 0 && bottom >= top && right >= left && bottom < ROWS && right < COLUMNS,
    ),
    links,
    comments,
  };
}

/** The bytes after the rows, as Latin-1: references and ids are ASCII. */
export async function readTail(archive: Archive, part: string): Promise<string> {
  let tail = '';
  let after = false;
  for await (const piece of archive.stream(part)) {
    const text: string = tail + piece.toString('latin1');
    const end: number = after ? 0 : text.search(/<\/(?:\w+:)?sheetData>|<(?:\w+:)?sheetData\s*\/>/);
    after ||= end >= 0;
    tail = after ? text.slice(Math.max(0, end)) : text.slice(-40);
    if (tail.length > TAIL_CHARACTERS) break;
  }
  return tail;
}
