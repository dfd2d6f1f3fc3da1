import type { Inline } from '../document.ts';
import { centerY, rectOf } from './model/geometry.ts';
import { styleKey } from './text/styles.ts';
import { isHeadingTag, knownLevel } from './headings/known-level.ts';
import { plain } from './text/inlines.ts';
import type {
  EdgeLine,
  LayoutBlock,
  LayoutPage,
  LayoutSummary,
  PageEdges,
  StyleCount,
  TextBlock,
} from './model/page-model.ts';

/** What a summary holds at most, so that it stays small however large the part is. */
const MAX = {
  /** Hyphenated words, and the fewest letters of one (`a-b` says nothing). */
  compounds: 20_000,
  leastCompoundLetters: 5,
  /** Letters of an edge line at its start and at its end, its numbers at either end, and their digits. */
  edgeLetters: 80,
  edgeEnd: 40,
  edgeNumbers: 2,
  edgeDigits: 12,
};

/** Levels of headings that are counted, by what is known of them and by their numbers (`1.2.3.4`). */
const KNOWN_LEVELS = 6;
const NUMBERED_LEVELS = 4;

const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);

interface Count {
  style: StyleCount['style'];
  chars: number;
  prose: number;
  blocks: number;
  candidates: number;
  known: number[];
  numbered: number[];
}

/**
 * Collects what the merge must know of a part, page by page. All of it adds up, so it does not matter how pages are
 * cut into parts.
 */
export interface SummaryMaker {
  add(page: LayoutPage): void;
  finish(): LayoutSummary;
}

export function makeSummary(): SummaryMaker {
  const styles = new Map<string, Count>();
  const edges: PageEdges[] = [];
  let pages = 0;
  let outline = 0;
  let blocks = 0;
  let tagged = 0;
  let taggedHeadings = 0;
  const compounds = new Set<string>();
  return {
    add(page) {
      pages += 1;
      outline += page.outline?.length ?? 0;
      const counts = page.styles.map((style, index) => {
        const key = styleKey(style);
        const count = styles.get(key) ?? {
          style,
          chars: 0,
          prose: 0,
          blocks: 0,
          candidates: 0,
          known: zeros(KNOWN_LEVELS),
          numbered: zeros(NUMBERED_LEVELS),
        };
        styles.set(key, count);
        count.chars += page.letters[index] ?? 0;
        return count;
      });
      for (const block of page.blocks) {
        if (block.kind === 'text') {
          countBlock(counts[block.style]!, block, page);
          blocks += 1;
          if (block.tag !== undefined) tagged += 1;
          if (isHeadingTag(block.tag)) taggedHeadings += 1;
          gatherCompounds(block.content, compounds);
        } else if (block.kind === 'table') {
          for (const row of block.rows) for (const cell of row) gatherCompounds(cell.content, compounds);
        }
      }
      const lines = page.blocks.flatMap((block) => edgeLine(block, page) ?? []);
      const body = page.blocks.some((block) => edgeOf(block, page) === undefined);
      if (lines.length > 0) edges.push({ page: page.page, height: page.height, body, lines });
    },
    finish: () => ({
      pages,
      styles: Object.fromEntries(styles),
      edges,
      compounds: [...compounds],
      outline,
      blocks,
      tagged,
      taggedHeadings,
    }),
  };
}

function gatherCompounds(content: readonly Inline[], compounds: Set<string>): void {
  for (const inline of content) {
    if (inline.kind !== 'text' || !inline.text.includes('-')) continue;
    for (const word of inline.text.split(/[\s\u2013\u2014/]+/)) {
      if (word.length < MAX.leastCompoundLetters || !word.includes('-') || word.includes('\u00AD')) continue;
      const found = /^[^\p{L}]*(\p{L}{2,}(?:-\p{L}{2,})+)[^\p{L}-]*$/u.exec(word);
      if (found && compounds.size < MAX.compounds) compounds.add(found[1]!.toLowerCase());
    }
  }
}

function countBlock(count: Count, block: TextBlock, page: LayoutPage): void {
  count.blocks += 1;
  if (!block.candidate) {
    count.prose += block.chars;
    return;
  }
  count.candidates += 1;
  const level = knownLevel(block, page);
  if (level !== undefined) count.known[level - 1]! += 1;
  const depth = block.label?.values?.length;
  if (depth !== undefined && depth <= NUMBERED_LEVELS) count.numbered[depth - 1]! += 1;
}

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };
/** A Roman number before or after the rest of a line, such as the folios of front matter. */
const ROMAN_FOLIO = /^(?:[ivx]|[ivxlc]{2,7})(?=[\s|])|(?<=[\s|])(?:[ivx]|[ivxlc]{2,7})$/g;

const numberOf = (digits: string): number =>
  /^\d/.test(digits)
    ? Number(digits.slice(0, MAX.edgeDigits))
    : Array.from(digits, (letter) => ROMAN[letter]!).reduce(
        (sum, value, index, all) => sum + (value < (all[index + 1] ?? 0) ? -value : value),
        0,
      );

/** Share of the page's height that a table at its edge keeps within: the header of a form, or its footer. */
const TABLE_AT_EDGE = 0.2;

/** The edge of the page at which a block may be a running header or footer. */
function edgeOf(block: LayoutBlock, { height }: LayoutPage): EdgeLine['edge'] | undefined {
  if (block.kind === 'text') return block.edge;
  if (block.kind !== 'table') return undefined;
  if (block.box[3] < TABLE_AT_EDGE * height) return 'top';
  return block.box[1] > (1 - TABLE_AT_EDGE) * height ? 'bottom' : undefined;
}

/** The texts of a block, one for each cell of a table. */
export function textsOf(block: LayoutBlock): string[] {
  switch (block.kind) {
    case 'text':
      return [`${block.label?.text ?? ''} ${plain(block.content)}`];
    case 'table':
      return block.rows.flatMap((row) => row.map((cell) => plain(cell.content)));
    case 'code':
      return [block.text];
    case 'figure':
    case 'formula':
      return [];
  }
}

/** A block at the page's edge as the merge compares it: numbers are masked, so that folios are alike. */
export function edgeLine(block: LayoutBlock, page: LayoutPage): EdgeLine | undefined {
  const edge = edgeOf(block, page);
  if (edge === undefined) return undefined;
  const text = textsOf(block).join(' ').replaceAll(/\s+/g, ' ').trim();
  const numbers: number[] = [];
  const mask = (digits: string): string => {
    numbers.push(numberOf(digits));
    return '#';
  };
  const masked = text.replaceAll(/\d+/g, mask).replaceAll(ROMAN_FOLIO, mask);
  return {
    edge,
    text: masked.slice(0, MAX.edgeLetters),
    ...(masked.length > MAX.edgeLetters ? { end: masked.slice(-MAX.edgeEnd) } : {}),
    numbers: [...numbers.slice(0, MAX.edgeNumbers), ...numbers.slice(MAX.edgeNumbers).slice(-MAX.edgeNumbers)],
    y: Math.round(centerY(rectOf(block.box))),
  };
}
