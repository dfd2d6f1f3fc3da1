import type { Inline } from '../document.ts';
import { styleKey } from './looks.ts';
import { plain } from './inlines.ts';
import type { EdgeLine, LayoutPage, LayoutSummary, PageEdges, StyleCount, TextBlock } from './page-model.ts';

interface Count {
  style: StyleCount['style'];
  chars: number;
  prose: number;
  blocks: number;
  candidates: number;
  known: number[];
  numbered: number[];
}

/** Collects what the merge must know of a part, page by page. All of it adds up, so it does not matter how pages are cut into parts. */
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
          known: [0, 0, 0, 0, 0, 0],
          numbered: [0, 0, 0, 0],
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
      const lines = page.blocks.flatMap((block) => (block.kind === 'text' && block.edge ? [edgeLine(block)] : []));
      const body = page.blocks.some((block) => block.kind !== 'text' || !block.edge);
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

const MOST_COMPOUNDS = 20_000;

function gatherCompounds(content: readonly Inline[], compounds: Set<string>): void {
  for (const inline of content) {
    if (inline.kind !== 'text' || !inline.text.includes('-')) continue;
    for (const word of inline.text.split(/[\s\u2013\u2014/]+/)) {
      if (word.length < 5 || !word.includes('-') || word.includes('\u00AD')) continue;
      const found = /^[^\p{L}]*(\p{L}{2,}(?:-\p{L}{2,})+)[^\p{L}-]*$/u.exec(word);
      if (found && compounds.size < MOST_COMPOUNDS) compounds.add(found[1]!.toLowerCase());
    }
  }
}

function countBlock(count: Count, block: TextBlock, page: LayoutPage): void {
  count.blocks += 1;
  if (!block.candidate) count.prose += block.chars;
  if (!block.candidate) return;
  count.candidates += 1;
  const level = knownLevel(block, page);
  if (level !== undefined) count.known[level - 1]! += 1;
  const depth = block.label?.values?.length;
  if (depth !== undefined && depth <= 4) count.numbered[depth - 1]! += 1;
}

export const isHeadingTag = (tag: string | undefined): boolean => tag !== undefined && /^(?:H[1-6]?|Title)$/.test(tag);

const squeeze = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The level that a tag or the document's outline gives the block. */
export function knownLevel(block: TextBlock, page: LayoutPage): number | undefined {
  const tag = /^H([1-6])$/.exec(block.tag ?? '');
  if (tag) return Number(tag[1]);
  if (!page.outline || !block.candidate) return undefined;
  const text = squeeze(plain(block.content));
  const whole = squeeze((block.label?.text ?? '') + plain(block.content));
  for (const entry of page.outline) {
    const title = squeeze(entry.title);
    if (title.length < 3) continue;
    if (
      title === text ||
      title === whole ||
      (title.length > 12 && (whole.startsWith(title) || (title.startsWith(whole) && whole.length > 12)))
    )
      return Math.min(6, entry.level);
  }
  return undefined;
}

/** A block at the page's edge as the merge compares it: numbers masked, so that page numbers are alike. */
export function edgeLine(block: TextBlock): EdgeLine {
  const text = `${block.label ? `${block.label.text} ` : ''}${plain(block.content)}`;
  const numbers: number[] = [];
  const masked = text.replaceAll(/\d+/g, (digits) => {
    if (numbers.length < 4) numbers.push(Number(digits.slice(0, 12)));
    return '#';
  });
  return {
    edge: block.edge ?? 'top',
    text: masked.replaceAll(/\s+/g, ' ').trim().slice(0, 80),
    numbers,
    y: Math.round((block.box[1] + block.box[3]) / 2),
  };
}
