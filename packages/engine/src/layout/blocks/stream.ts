import { isAtom, segmentElement, segmentsOf, type AtomContent, type Stream } from '../model/element.ts';
import { boundsOf, middleOfLetters, stretchesOf } from '../model/geometry.ts';
import { joinSegments, type Line, type Segment } from '../model/line.ts';
import type { LayoutBlock, TextBlock } from '../model/page-model.ts';
import { cutRegion, type PageFacts } from '../order/columns.ts';
import { isPicture } from '../order/pictures.ts';
import { lineText, paragraphInlines } from '../text/inlines.ts';
import { beginsWithCheckBox, isPlainBullet } from '../text/labels.ts';
import type { StyleTable } from '../text/styles.ts';
import { textRows } from '../text/text-rows.ts';
import {
  areWords,
  codeBlock,
  isAddress,
  isBracket,
  isCode,
  isPageNumber,
  isRunningHead,
  joinCode,
  typewritten,
} from './code.ts';
import { contentsLines } from './contents.ts';
import { gatherParagraphs, type Edges, type LineGroup } from './paragraphs.ts';
import { textBlock, type Spacing } from './text-block.ts';

/** What is the same for all streams of a page. */
export interface PageContext {
  readonly styles: StyleTable;
  readonly facts: PageFacts;
}

/** In points. Set by hand on the tuning half of the corpus. */
const PT = {
  /** An atom stands between lines by its middle, or this far below its top. */
  atomMiddle: 20,
  /** A stream of short lines alone does not tell where its column ends: how far it is believed to reach beyond them. */
  columnLeft: 200,
  columnRight: 400,
};

/** A title and what runs along beside it: em of the space between them, and how different their letters are. */
const BESIDE = { gapEm: 3, sizes: 1.25 };
/** Lines of an entry of a table of contents. */
const ENTRY_LINES = 3;

/** Blocks of regions that are yet to be cut into columns. */
export const readRegion = (region: Stream, page: PageContext): LayoutBlock[] =>
  cutRegion(region, page.facts).flatMap((stream) => readStream(stream, page));

/** Turns one stream of text into blocks, from top to bottom. Captions of pictures follow the text beside them. */
export function readStream(stream: Stream, page: PageContext): LayoutBlock[] {
  const rows = textRows(segmentsOf(stream.elements));
  const lines = rows.flatMap(({ segments }) => partLine(segments).map(joinSegments));
  const atoms = stream.elements.filter(isAtom).sort((a, b) => a.y0 - b.y0);
  const aside = atoms.filter((atom) => isPicture(atom) && lines.some((line) => line.y0 > atom.y0 && line.y1 < atom.y1));
  const blocks: LayoutBlock[] = [];
  let from = 0;
  const flush = (to: number): void => {
    if (to > from) blocks.push(...readLines(lines.slice(from, to), lines, stream, page.styles));
    from = to;
  };
  for (const atom of atoms.filter((each) => !aside.includes(each))) {
    const middle = (atom.y0 + Math.min(atom.y1, atom.y0 + PT.atomMiddle)) / 2;
    let to = from;
    while (to < lines.length && middleOfLetters(lines[to]!) < middle) to += 1;
    flush(to);
    blocks.push(...atom.contents.flatMap((content) => readContent(content, page)));
  }
  flush(lines.length);
  for (const picture of aside.toReversed()) {
    const beside = blocks.findLastIndex(({ box }) => box[1] < picture.y1);
    blocks.splice(beside + 1, 0, ...picture.contents.flatMap((content) => readContent(content, page)));
  }
  return blocks;
}

/** Blocks of what an atom holds. */
function readContent(content: AtomContent, page: PageContext): readonly LayoutBlock[] {
  switch (content.kind) {
    case 'blocks':
      return content.blocks;
    case 'region': {
      const blocks = readRegion(content.region, page);
      return content.words ? blocks.map(withoutStructure) : blocks;
    }
    case 'pairs':
      return content.pairs.map((lines) => wholeBlock(lines, page));
    case 'addresses':
      return content.addresses.map((lines) => ({
        ...wholeBlock(lines, page),
        content: contentByRow(lines.map((line) => [line])),
      }));
    case 'chart': {
      const block = wholeBlock(content.rows.flat(), page);
      return [{ ...block, content: contentByRow(content.rows), role: 'figure' }];
    }
    case 'words': {
      const { segments, x0, x1 } = content;
      return readStream({ elements: segments.map(segmentElement), x0, x1 }, page).map(withoutStructure);
    }
  }
}

/** A caption, or a label with its value: no heading, and nothing that goes on. */
function wholeBlock(lines: readonly Line[], { styles }: PageContext): Omit<TextBlock, 'candidate' | 'open' | 'node'> {
  const spacing = { above: undefined, below: undefined };
  const {
    candidate: _candidate,
    open: _open,
    node: _node,
    ...block
  } = textBlock({ lines, label: undefined }, boundsOf(lines), styles, spacing);
  return block;
}

const contentByRow = (rows: readonly (readonly Line[])[]): TextBlock['content'] =>
  rows.flatMap((row, index) => [...(index > 0 ? [{ kind: 'break' } as const] : []), ...paragraphInlines(row)]);

/** A word of a figure: no heading, no item, and nothing that goes on. */
function withoutStructure(block: LayoutBlock): LayoutBlock {
  if (block.kind !== 'text') return block;
  const { candidate: _candidate, open: _open, label, ...rest } = block;
  const content: TextBlock['content'] = label
    ? [{ kind: 'text', text: `${label.text} ` }, ...block.content]
    : block.content;
  return { ...rest, content, role: 'figure' };
}

/** A title and what runs along beside it differ in their letters: they are no line. Nor are several check boxes. */
const partLine = (segments: readonly Segment[]): Segment[][] =>
  stretchesOf(segments, (part, segment) => {
    if (beginsWithCheckBox(part[0]!) && beginsWithCheckBox(segment)) return false;
    const before = part.at(-1)!;
    const most = Math.max(segment.size, before.size);
    return segment.x0 - before.x1 <= BESIDE.gapEm * most || most <= BESIDE.sizes * Math.min(segment.size, before.size);
  });

/** The edges of the column in which lines stand. */
function edgesOf(lines: readonly Line[], stream: Stream): Edges {
  const x0 = Math.min(...lines.map((line) => line.x0));
  const x1 = Math.max(...lines.map((line) => line.x1));
  return {
    x0: Math.min(x0, Math.max(stream.x0, x0 - PT.columnLeft)),
    x1: Math.max(x1, Math.min(stream.x1, x1 + PT.columnRight)),
  };
}

/** Lines that nothing interrupts. */
function readLines(lines: readonly Line[], all: readonly Line[], stream: Stream, styles: StyleTable): LayoutBlock[] {
  const left = Math.min(...lines.map((line) => line.x0));
  const edges = edgesOf(lines, stream);
  const ends = contentsLines(lines.map(lineText));
  const entries = new Set(lines.filter((_, index) => ends[index]));
  const groups = gatherParagraphs(lines, all, { x0: left, x1: edges.x1 }, styles).flatMap((group) =>
    splitContents(group, entries),
  );
  const typed = typedLines(groups, stream, styles);
  const blocks: LayoutBlock[] = [];
  groups.forEach((group, index) => {
    const first = group.lines[0]!;
    const previous = blocks.at(-1);
    if (!typed?.has(group.lines) && isCodeAmong(groups, index, previous?.kind === 'code')) {
      const code = codeBlock(group.lines, left, [edges.x0, edges.x1]);
      const gap = first.baseline - (groups[index - 1]?.lines.at(-1)!.baseline ?? 0);
      const joined = previous?.kind === 'code' && joinCode(previous, code, first, gap);
      if (joined) blocks[blocks.length - 1] = joined;
      else blocks.push(code);
      return;
    }
    const block = textBlock(group, edges, styles, spaceAround(groups, index));
    blocks.push(entries.has(group.lines.at(-1)!) && isEntry(group) ? { ...block, role: 'toc' } : block);
  });
  return blocks;
}

/** Em: distance of baselines to the groups of lines above and below. */
function spaceAround(groups: readonly LineGroup[], index: number): Spacing {
  const before = groups[index - 1]?.lines.at(-1);
  const after = groups[index + 1]?.lines[0];
  const { lines } = groups[index]!;
  const [first, last] = [lines[0]!, lines.at(-1)!];
  return {
    above: before && (first.baseline - before.baseline) / first.size,
    below: after && (after.baseline - last.baseline) / last.size,
  };
}

/** Whether lines that end with a page number may be an entry of a table of contents: bulleted ones are items. */
const isEntry = ({ lines, label }: LineGroup): boolean => lines.length <= ENTRY_LINES && label?.kind !== 'bullet';

/** Monospaced lines that are no code, if there may be any. */
function typedLines(
  groups: readonly LineGroup[],
  { isEdge, elements }: Stream,
  { usual }: StyleTable,
): ReadonlySet<readonly Line[]> | undefined {
  const all = groups.map(({ lines }) => lines);
  if (isEdge) return new Set(all.filter((lines) => isPageNumber(lines) || (usual.mono && isRunningHead(lines))));
  if (!usual.mono) return undefined;
  const hasTable = elements.some((element) => isAtom(element) && element.kind === 'table');
  return hasTable && areWords(all) ? new Set(all) : typewritten(all);
}

/** Whether a group of lines is code; an address is, only where code stands next to it, and an item of a list never. */
function isCodeAmong(groups: readonly LineGroup[], index: number, isAfterCode: boolean): boolean {
  const { lines } = groups[index]!;
  const bullet = lines[0]!.runs[0]!;
  if (isPlainBullet(bullet) && !bullet.mono) return false;
  const next = groups[index + 1];
  const opensCode = next !== undefined && isBracket(lines) && isCode(next.lines, false);
  if (!isCode(lines, isAfterCode || opensCode)) return false;
  const isOther = (group: LineGroup | undefined): boolean =>
    group === undefined || isAddress(group.lines) || !isCode(group.lines, false);
  return !(isAddress(lines) && isOther(groups[index - 1]) && isOther(next));
}

/** Each entry of a table of contents is a block of its own. */
const splitContents = (group: LineGroup, entries: ReadonlySet<Line>): LineGroup[] =>
  stretchesOf(group.lines, (part) => !entries.has(part.at(-1)!)).map((lines, index) => ({
    lines,
    label: index === 0 ? group.label : undefined,
  }));
