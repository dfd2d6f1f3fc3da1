import { readPlc, STRUCTURE } from './file.ts';
import type { DocFile } from './file.ts';
import { readSprms } from './properties.ts';

/** The header of the first page, by positions in the whole text. */
export interface HeaderRange {
  /** True where only this page has it. */
  readonly isOwn: boolean;
  readonly start: number;
  readonly end: number;
}

/** Stories before those of the first section, and its headers of odd pages and of the first page (MS-DOC 2.3.3). */
const ODD_PAGES = 6 + 1;
const FIRST_PAGE = 6 + 4;
const HAS_FIRST_PAGE = 0x300a;

/** Finds the header of the first page; undefined where there is none. */
export function findHeader(file: DocFile): HeaderRange | undefined {
  const isOwn = hasFirstPage(file);
  const story = isOwn ? FIRST_PAGE : ODD_PAGES;
  const stories = readPlc(file.structure(STRUCTURE.headers), 0);
  if (stories.count <= story) return undefined;
  const first = file.lengths.body + file.lengths.footnotes;
  const [start, end] = [stories.position(story), Math.min(stories.position(story + 1), file.lengths.headers)];
  return end > start ? { isOwn, start: first + start, end: first + end } : undefined;
}

/** Whether the first section has a header of its first page, by its properties (MS-DOC 2.8.26, 2.9.242). */
function hasFirstPage(file: DocFile): boolean {
  const sections = readPlc(file.structure(STRUCTURE.sections), 12);
  const at = sections.count > 0 ? sections.data(0).readUInt32LE(2) : file.main.length;
  if (at + 2 > file.main.length) return false;
  const list = file.main.subarray(at + 2, at + 2 + file.main.readUInt16LE(at));
  return [...readSprms(list)].some(({ code, operand }) => code === HAS_FIRST_PAGE && operand[0] !== 0);
}
