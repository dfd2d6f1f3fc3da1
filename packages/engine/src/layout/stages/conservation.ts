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
export const textsOfRuns = (runs: readonly GlyphRun[]): string[] =>
  runs.filter(({ latex }) => latex === undefined).map(({ text }) => text);

const textsOfLines = (lines: readonly Line[]): string[] => lines.flatMap(({ runs }) => textsOfRuns(runs));

const textOfInline = (inline: Inline): string =>
  inline.kind === 'text' ? inline.text : inline.kind === 'footnote' ? inline.label : '';

function textsOfBlock(block: LayoutBlock): string[] {
  if (block.kind === 'text') return [block.label?.text ?? '', ...block.content.map(textOfInline)];
  if (block.kind === 'table')
    return block.rows.flatMap((row) => row.flatMap(({ content }) => content.map(textOfInline)));
  return block.kind === 'code' ? [block.text] : [];
}

export const textsOfBlocks = (blocks: readonly LayoutBlock[]): string[] => blocks.flatMap(textsOfBlock);

function textsOfContent(content: AtomContent): string[] {
  switch (content.kind) {
    case 'blocks':
      return textsOfBlocks(content.blocks);
    case 'region':
      return textsOfElements(content.region.elements);
    case 'pairs':
      return content.pairs.flatMap(textsOfLines);
    case 'addresses':
      return content.addresses.flatMap(textsOfLines);
    case 'chart':
      return content.rows.flatMap(textsOfLines);
    case 'words':
      return textsOfLines(content.segments);
  }
}

export const textsOfElements = (elements: readonly Element[]): string[] =>
  elements.flatMap((element) =>
    isSegment(element) ? textsOfLines([element.segment]) : element.contents.flatMap(textsOfContent),
  );

/** Codes below this have a counter of their own, since nearly all letters have one of these. */
const PLAIN = 0x80;

interface Counts {
  readonly plain: Int32Array;
  readonly other: Map<number, number>;
}

/** Counts the codes of a text. */
function addCodes(text: string, { plain, other }: Counts, step: 1 | -1): void {
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < PLAIN) {
      plain[unit]! += step;
      continue;
    }
    const code = text.codePointAt(at)!;
    if (code !== unit) at += 1;
    other.set(code, (other.get(code) ?? 0) + step);
  }
}

/** How many letters and digits of what was given are not in what was kept, accents and forms of letters apart. */
export function lettersMissing(given: readonly string[], kept: readonly string[]): number {
  const counts: Counts = { plain: new Int32Array(PLAIN), other: new Map() };
  for (const text of given) addCodes(text, counts, 1);
  for (const text of kept) addCodes(text, counts, -1);
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
