import { boundsOf, isSegment, type AtomElement } from './element.ts';
import type { Leaf } from './columns.ts';
import { textBlock } from './blocks.ts';
import { codeText, isAddress, isCode } from './code.ts';
import { joinSegments } from './lines.ts';
import { lineText } from './inlines.ts';
import type { StyleTable } from './looks.ts';
import type { LayoutBlock } from './page-model.ts';
import { gatherParagraphs, type LineGroup } from './paragraphs.ts';
import type { Segment } from './piece.ts';
import { contentsLines } from './contents.ts';
import { textRows } from './text-rows.ts';

/** Turns one stream of text into blocks, from top to bottom. */
export function readStream(leaf: Leaf, styles: StyleTable): LayoutBlock[] {
  const atoms = leaf.elements
    .filter((element): element is AtomElement => !isSegment(element))
    .sort((a, b) => a.y0 - b.y0);
  const rows = textRows(leaf.elements.filter(isSegment).map((element) => element.segment));
  const lines = rows.flatMap(({ segments }) => partLooks(segments).map(joinSegments));
  const blocks: LayoutBlock[] = [];
  let from = 0;
  const flush = (to: number): void => {
    if (to > from) blocks.push(...readLines(lines.slice(from, to), leaf, styles));
    from = to;
  };
  for (const atom of atoms) {
    let to = from;
    while (
      to < lines.length &&
      lines[to]!.base - 0.3 * lines[to]!.size < (atom.y0 + Math.min(atom.y1, atom.y0 + 20)) / 2
    )
      to += 1;
    flush(to);
    blocks.push(...atom.atom);
  }
  flush(lines.length);
  return blocks;
}

/** A title and what runs along beside it differ in their letters: they are no line. */
function partLooks(segments: readonly Segment[]): Segment[][] {
  const parts: Segment[][] = [];
  for (const segment of segments) {
    const before = parts.at(-1)?.at(-1);
    const size = Math.max(segment.size, before?.size ?? 0);
    if (before && !(segment.x0 - before.x1 > 3 * size && size > 1.25 * Math.min(segment.size, before.size)))
      parts.at(-1)!.push(segment);
    else parts.push([segment]);
  }
  return parts;
}

/** Lines that nothing interrupts. */
function readLines(lines: readonly Segment[], leaf: Leaf, styles: StyleTable): LayoutBlock[] {
  const x0 = Math.min(...lines.map((line) => line.x0));
  const x1 = Math.max(...lines.map((line) => line.x1));
  // a stream of short lines alone does not tell where its column ends
  const stream = { x0: Math.min(x0, Math.max(leaf.x0, x0 - 200)), x1: Math.max(x1, Math.min(leaf.x1, x1 + 400)) };
  const ends = contentsLines(lines.map(lineText));
  const entries = new Set(lines.filter((_, index) => ends[index]));
  const groups = gatherParagraphs(lines, x0, stream.x1, styles.usual, styles.tags).flatMap((group) =>
    splitContents(group, entries),
  );
  const blocks: LayoutBlock[] = [];
  groups.forEach((group, index) => {
    const before = groups[index - 1]?.lines.at(-1);
    const after = groups[index + 1]?.lines[0];
    const first = group.lines[0]!;
    const last = group.lines.at(-1)!;
    const above = before ? (first.base - before.base) / first.size : undefined;
    const below = after ? (after.base - last.base) / last.size : undefined;
    if (isCode(group.lines, blocks.at(-1)?.kind === 'code') && !(isAddress(group.lines) && isApart(groups, index))) {
      const text = codeText(group.lines, x0);
      const previous = blocks.at(-1);
      const bounds = boundsOf(group.lines);
      if (previous?.kind === 'code' && first.base - previous.box[3] < 4 * first.size) {
        const gap = Math.max(1, Math.min(3, Math.round((first.base - before!.base) / (1.25 * first.size))));
        blocks[blocks.length - 1] = {
          ...previous,
          box: [Math.min(previous.box[0], bounds.x0), previous.box[1], Math.max(previous.box[2], bounds.x1), bounds.y1],
          text: previous.text + '\n'.repeat(gap) + text,
        };
      } else {
        blocks.push({
          kind: 'code',
          text,
          box: [bounds.x0, bounds.y0, bounds.x1, bounds.y1],
          column: [stream.x0, stream.x1],
        });
      }
      return;
    }
    const block = textBlock(group, stream, styles, { above, below });
    blocks.push(entries.has(last) && group.lines.length <= 3 ? { ...block, role: 'toc' } : block);
  });
  return blocks;
}

/** Whether no code stands next to a group. */
function isApart(groups: readonly LineGroup[], index: number): boolean {
  return [groups[index - 1], groups[index + 1]].every(
    (group) => group === undefined || isAddress(group.lines) || !isCode(group.lines, false),
  );
}

/** Each entry of a table of contents is a block of its own. */
function splitContents(group: LineGroup, entries: ReadonlySet<Segment>): LineGroup[] {
  if (group.lines.length < 2 || !group.lines.some((line) => entries.has(line))) return [group];
  const parts: LineGroup[] = [];
  let lines: Segment[] = [];
  group.lines.forEach((line) => {
    lines.push(line);
    if (entries.has(line)) {
      parts.push({ lines, label: parts.length === 0 ? group.label : undefined });
      lines = [];
    }
  });
  if (lines.length > 0) parts.push({ lines, label: parts.length === 0 ? group.label : undefined });
  return parts;
}
