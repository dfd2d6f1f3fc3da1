import type { Inline } from '../../document.ts';
import { isSegment, type AtomContent, type Element } from '../model/element.ts';
import type { GlyphRun } from '../model/glyph-run.ts';
import type { Line } from '../model/line.ts';
import type { LayoutBlock } from '../model/page-model.ts';

/**
 * What goes into a stage comes out of it, or stands in its list of what it left out. Only letters and digits count:
 * signs are drawn, joined, mirrored and written as syntax. Formulas are counted until they become LaTeX.
 */

/** Runs of text, without the formulas within lines. */
export function* textsOfRuns(runs: Iterable<GlyphRun>): Iterable<string> {
  for (const { text, latex } of runs) if (latex === undefined) yield text;
}

function* textsOfLines(lines: Iterable<Line>): Iterable<string> {
  for (const { runs } of lines) yield* textsOfRuns(runs);
}

function* textsOfInlines(inlines: readonly Inline[]): Iterable<string> {
  for (const inline of inlines) {
    if (inline.kind === 'text') yield inline.text;
    else if (inline.kind === 'footnote') yield inline.label;
  }
}

export function* textsOfBlocks(blocks: Iterable<LayoutBlock>): Iterable<string> {
  for (const block of blocks) {
    if (block.kind === 'text') {
      if (block.label) yield block.label.text;
      yield* textsOfInlines(block.content);
    } else if (block.kind === 'table') {
      for (const row of block.rows) for (const { content } of row) yield* textsOfInlines(content);
    } else if (block.kind === 'code') yield block.text;
  }
}

function* textsOfContent(content: AtomContent): Iterable<string> {
  switch (content.kind) {
    case 'blocks':
      yield* textsOfBlocks(content.blocks);
      break;
    case 'region':
      yield* textsOfElements(content.region.elements);
      break;
    case 'pairs':
      for (const lines of content.pairs) yield* textsOfLines(lines);
      break;
    case 'addresses':
      for (const lines of content.addresses) yield* textsOfLines(lines);
      break;
    case 'chart':
      for (const lines of content.rows) yield* textsOfLines(lines);
      break;
    case 'words':
      yield* textsOfLines(content.segments);
      break;
  }
}

export function* textsOfElements(elements: Iterable<Element>): Iterable<string> {
  for (const element of elements) {
    if (isSegment(element)) yield* textsOfLines([element.segment]);
    else for (const content of element.contents) yield* textsOfContent(content);
  }
}

/** Codes below this have a counter of their own, since nearly all letters have one of these. */
const PLAIN = 0x80;

interface Counts {
  readonly plain: Int32Array;
  readonly other: Map<number, number>;
}

/** Counts the codes of all texts. They are joined first, as one long text is read faster than many short ones. */
function addCodes(texts: Iterable<string>, { plain, other }: Counts, step: 1 | -1): void {
  const all = [...texts].join('');
  for (let at = 0; at < all.length; at += 1) {
    const unit = all.charCodeAt(at);
    if (unit < PLAIN) {
      plain[unit]! += step;
      continue;
    }
    const code = all.codePointAt(at)!;
    if (code !== unit) at += 1;
    other.set(code, (other.get(code) ?? 0) + step);
  }
}

/** How many letters and digits of what was given are not in what was kept, accents and forms of letters apart. */
export function lettersMissing(given: Iterable<string>, kept: Iterable<string>): number {
  const counts: Counts = { plain: new Int32Array(PLAIN), other: new Map() };
  addCodes(given, counts, 1);
  addCodes(kept, counts, -1);
  const missing = new Map<string, number>();
  const add = (count: number, code: number): void => {
    if (count === 0) return;
    const letters = String.fromCodePoint(code)
      .normalize('NFKD')
      .replaceAll(/[^\p{L}\p{N}]/gu, '');
    for (const letter of letters) missing.set(letter, (missing.get(letter) ?? 0) + count);
  };
  counts.plain.forEach(add);
  counts.other.forEach(add);
  return [...missing.values()].reduce((sum, count) => sum + Math.max(0, count), 0);
}
