import { boundsOf, centerX, centerY, heightOf, holdsPoint, rectOf } from '../layout/model/geometry.ts';
import type { LayoutBlock, LayoutPage, TextBlock } from '../layout/model/page-model.ts';
import type { Rect } from '../layout/model/raw-page.ts';
import { plain } from '../layout/text/inlines.ts';

/** Lines of a block that holds the number of the page, and points by which its box may be tight. */
const FOLIO_BLOCK = { lines: 3, slack: 1 };
/** Em: the number of the page stands at the other edge. */
const OTHER_EDGE = -99;

/** Whether the number of the page stands within a block. */
export const holdsFolio = ({ folio }: LayoutPage, block: LayoutBlock): block is TextBlock => {
  if (!folio || block.kind !== 'text' || block.lines > FOLIO_BLOCK.lines) return false;
  const rect = rectOf(folio.box);
  return holdsPoint(rectOf(block.box), centerX(rect), centerY(rect), FOLIO_BLOCK.slack);
};

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** What the page looks like without the block. */
function surroundings(page: LayoutPage, block: TextBlock): { column: Rect; gap: number; depth: number } {
  const rect = rectOf(block.box);
  const others = page.blocks.filter((other) => other !== block);
  const body = others.filter(({ edge }) => edge === undefined);
  const isTop = centerY(rect) < page.height / 2;
  // how far other text is, inwards; what is further out has a negative distance
  const gaps = others
    .map(({ box }) => rectOf(box))
    .map((other) => (isTop ? other.y0 - centerY(rect) : centerY(rect) - other.y1));
  const inner = gaps.filter((gap) => gap > 0);
  return {
    column: boundsOf((body.length > 0 ? body : page.blocks).map(({ box }) => rectOf(box))),
    gap: inner.length > 0 ? Math.max(0, Math.min(...inner) - heightOf(rect) / 2) : page.height,
    depth: Math.max(0, ...gaps.map((gap) => -gap - heightOf(rect) / 2)),
  };
}

/** What tells a running header or footer from other text at the edge of a page whose neighbours are not known. */
export function excerptFacts(page: LayoutPage, block: TextBlock): readonly number[] {
  const { styles, letters, height, width } = page;
  const rect = rectOf(block.box);
  const body = styles[letters.indexOf(Math.max(...letters))]!;
  const style = styles[block.style]!;
  const { column, gap, depth } = surroundings(page, block);
  const text = plain(block.content);
  const signs = text.replaceAll(/\s/gu, '');
  const isTop = centerY(rect) < height / 2;
  const folio = page.folio && rectOf(page.folio.box);
  const isAtFolio = folio !== undefined && centerY(folio) < height / 2 === isTop;
  const inwards = folio ? (centerY(rect) - centerY(folio)) * (isTop ? 1 : -1) : 0;
  const largest = Math.max(...page.blocks.flatMap((each) => (each.kind === 'text' ? [styles[each.style]!.size] : [])));
  const place = block.edge === 'top' || block.edge === 'bottom' ? 0 : 2;
  return [
    holdsFolio(page, block) ? 1 : 0,
    isAtFolio ? 1 : 0,
    isAtFolio ? -inwards / body.size : OTHER_EDGE,
    place + (isTop ? 0 : 1),
    (isTop ? rect.y0 : height - rect.y1) / height,
    gap / style.size,
    depth / body.size,
    style.size / body.size,
    style.size / largest,
    Number(style.bold) - Number(body.bold),
    style.color === body.color ? 0 : 1,
    letters[block.style]! / Math.max(1, sum(letters)),
    block.chars,
    signs.replaceAll(/\P{N}/gu, '').length / Math.max(1, signs.length),
    (rect.x0 - column.x0) / body.size,
    Math.abs(centerX(rect) - width / 2) / body.size,
    /[.!?:;。]["”’)]*$/u.test(text) ? 1 : 0,
    block.label ? 1 : 0,
  ];
}
