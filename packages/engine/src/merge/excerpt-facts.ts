import { boundsOf, centerX, centerY, heightOf, holdsPoint, rectOf } from '../layout/model/geometry.ts';
import type { LayoutBlock, LayoutPage, TextBlock } from '../layout/model/page-model.ts';
import type { Rect } from '../layout/model/raw-page.ts';
import { plain } from '../layout/text/inlines.ts';

/** Lines of a block that holds the number of the page, and points by which its box may be tight. */
const FOLIO_BLOCK = { lines: 3, slack: 1 };
/** Em: the number of the page stands at the other edge. */
const OTHER_EDGE = -99;
/** Points by which lines of an edge may reach into the text, and a line into the next. */
const GROUP = { overlap: 2, slack: 1 };

/** Whether the number of the page stands within a block. */
export const holdsFolio = ({ folio }: LayoutPage, block: LayoutBlock): block is TextBlock => {
  if (!folio || block.kind !== 'text' || block.lines > FOLIO_BLOCK.lines) return false;
  const rect = rectOf(folio.box);
  return holdsPoint(rectOf(block.box), centerX(rect), centerY(rect), FOLIO_BLOCK.slack);
};

/** Words by which a title says that it continues from the page before, in the languages of the corpus. */
const CONTINUED =
  /\bcontinued\b|\bcont(?:['’]d|\.|\))|\(suite\)|fortsetzung|continuación|continuação|\(segue\)|продолжение|续|續|続き/iu;

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

interface Surroundings {
  /** The box of the text without running lines. */
  readonly column: Rect;
  /** Space inwards to the next text, and from the innermost line of the edge to what no edge holds. */
  readonly gap: number;
  readonly groupGap: number;
  /** Space to the outermost text. */
  readonly depth: number;
  /** The next block inwards. */
  readonly next: LayoutBlock | undefined;
}

const isAtEdge = ({ edge }: LayoutBlock): boolean => edge === 'top' || edge === 'bottom';

const isInUpperHalf = (block: LayoutBlock, { height }: LayoutPage): boolean => centerY(rectOf(block.box)) < height / 2;

/** Space from the innermost of the lines at an edge to what stands inwards of them all. */
function gapOfGroup(page: LayoutPage, block: TextBlock, isTop: boolean): number {
  const group = page.blocks.filter((other) => isAtEdge(other) && isInUpperHalf(other, page) === isTop);
  const lines = group.length > 0 ? group : [block];
  const innermost = isTop ? Math.max(...lines.map(({ box }) => box[3])) : Math.min(...lines.map(({ box }) => box[1]));
  const gaps = page.blocks
    .filter((other) => other !== block && !isAtEdge(other))
    .map(({ box }) => (isTop ? box[1] - innermost : innermost - box[3]))
    .filter((gap) => gap > -GROUP.overlap);
  return gaps.length > 0 ? Math.min(...gaps) : page.height;
}

/** The block that begins nearest below the block, or at the bottom of a page, ends nearest above it. */
function nextInwards(page: LayoutPage, block: TextBlock, isTop: boolean): LayoutBlock | undefined {
  const gapTo = ({ box }: LayoutBlock): number => (isTop ? box[1] - block.box[3] : block.box[1] - box[3]);
  return page.blocks
    .filter((other) => other !== block && gapTo(other) >= -GROUP.slack)
    .sort((a, b) => gapTo(a) - gapTo(b))[0];
}

/** The page without the block. */
function surroundings(page: LayoutPage, block: TextBlock): Surroundings {
  const rect = rectOf(block.box);
  const others = page.blocks.filter((other) => other !== block);
  const body = others.filter(({ edge }) => edge === undefined);
  const isTop = isInUpperHalf(block, page);
  // how far other text is, inwards; what is further out has a negative distance
  const gaps = others
    .map(({ box }) => rectOf(box))
    .map((other) => (isTop ? other.y0 - centerY(rect) : centerY(rect) - other.y1));
  const inner = gaps.filter((gap) => gap > 0);
  return {
    column: boundsOf((body.length > 0 ? body : page.blocks).map(({ box }) => rectOf(box))),
    gap: inner.length > 0 ? Math.max(0, Math.min(...inner) - heightOf(rect) / 2) : page.height,
    groupGap: gapOfGroup(page, block, isTop),
    depth: Math.max(0, ...gaps.map((gap) => -gap - heightOf(rect) / 2)),
    next: nextInwards(page, block, isTop),
  };
}

const sizesOf = (blocks: readonly LayoutBlock[], { styles }: LayoutPage): number[] =>
  blocks.flatMap((block) => (block.kind === 'text' ? [styles[block.style]!.size] : []));

/** Whether the line holds the number of the page, whether both stand at one edge, and how far outwards of it, in em. */
function folioFacts(page: LayoutPage, block: TextBlock, em: number): readonly number[] {
  const isTop = isInUpperHalf(block, page);
  const folio = page.folio && rectOf(page.folio.box);
  const holds = holdsFolio(page, block) ? 1 : 0;
  if (!folio || centerY(folio) < page.height / 2 !== isTop) return [holds, 0, OTHER_EDGE];
  return [holds, 1, ((centerY(rectOf(block.box)) - centerY(folio)) * (isTop ? -1 : 1)) / em];
}

/** Size of what comes next in relation to the line's, whether it is bold, and its letters. */
function nextFacts(next: LayoutBlock | undefined, { styles }: LayoutPage, size: number): readonly number[] {
  if (next?.kind !== 'text') return [0, -1, -1];
  const style = styles[next.style]!;
  return [style.size / size, Number(style.bold), next.chars];
}

/**
 * Features that distinguish a running header or footer from other text at the edge of a page without known neighbours.
 */
export function excerptFacts(page: LayoutPage, block: TextBlock): readonly number[] {
  const { styles, letters, height, width } = page;
  const rect = rectOf(block.box);
  const body = styles[letters.indexOf(Math.max(...letters))]!;
  const style = styles[block.style]!;
  const { column, gap, groupGap, depth, next } = surroundings(page, block);
  const text = plain(block.content);
  const signs = text.replaceAll(/\s/gu, '');
  const isTop = isInUpperHalf(block, page);
  const inner = page.blocks.filter(({ edge }) => edge === undefined);
  const place = block.edge === 'top' || block.edge === 'bottom' ? 0 : 2;
  return [
    ...folioFacts(page, block, body.size),
    place + (isTop ? 0 : 1),
    (isTop ? rect.y0 : height - rect.y1) / height,
    gap / style.size,
    depth / body.size,
    style.size / body.size,
    style.size / Math.max(...sizesOf(page.blocks, page)),
    Number(style.bold) - Number(body.bold),
    style.color === body.color ? 0 : 1,
    letters[block.style]! / Math.max(1, sum(letters)),
    block.chars,
    signs.replaceAll(/\P{N}/gu, '').length / Math.max(1, signs.length),
    (rect.x0 - column.x0) / body.size,
    Math.abs(centerX(rect) - width / 2) / body.size,
    /[.!?:;。]["”’)]*$/u.test(text) ? 1 : 0,
    block.label ? 1 : 0,
    groupGap / body.size,
    CONTINUED.test(text) ? 1 : 0,
    ...nextFacts(next, page, style.size),
    style.size / Math.max(1, ...sizesOf(inner, page)),
    inner.filter((other) => other.kind === 'text' && other.style === block.style).length,
  ];
}
