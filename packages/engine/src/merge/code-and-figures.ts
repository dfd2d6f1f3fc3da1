import type { Block, Place } from '../document.ts';
import type { CodeBlock, FigureBlock, FormulaBlock, LayoutBlock, LayoutPage } from '../layout/model/page-model.ts';
import { placeOf } from './place.ts';

/** Code that the next page may go on with. */
export interface OpenCode {
  readonly text: string;
  readonly page: number;
  readonly places: readonly Place[];
}

/** Share of the page's height above which the rest of some code begins, and most letters that are held in memory. */
const SEAM = { top: 0.35, letters: 200_000 };

export const openCode = (block: CodeBlock, page: LayoutPage): OpenCode => ({
  text: block.text,
  page: page.page,
  places: [placeOf(block, page)],
});

/** The code with that which the next page begins with; undefined where this does not go on with it. */
export function withRestOfCode(open: OpenCode | undefined, block: LayoutBlock, page: LayoutPage): OpenCode | undefined {
  if (!open || block.kind !== 'code' || page.page !== open.page + 1 || open.text.length > SEAM.letters)
    return undefined;
  if (block.box[1] >= SEAM.top * page.height) return undefined;
  return {
    text: `${open.text}\n${block.text}`,
    page: page.page,
    places: [...open.places, placeOf(block, page)],
  };
}

export const codeOf = ({ text, places }: OpenCode): Block => ({ kind: 'code', text: withoutIndent(text), places });

const figureOf = (block: FigureBlock, page: LayoutPage): Block => ({
  kind: 'figure',
  image: { kind: 'image', alt: block.alt, ...(block.asset === undefined ? {} : { asset: block.asset }) },
  places: [placeOf(block, page)],
});

/** Code, a formula or a figure as the document has it. */
export const otherOf = (block: CodeBlock | FigureBlock | FormulaBlock, page: LayoutPage): Block => {
  if (block.kind === 'code') return codeOf(openCode(block, page));
  if (block.kind === 'figure') return figureOf(block, page);
  return { kind: 'math', latex: block.latex, places: [placeOf(block, page)] };
};

/** Lines of code without the indent that all of them share. */
function withoutIndent(text: string): string {
  const lines = text.split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const least = Math.min(...indents);
  return lines.map((line) => line.slice(least)).join('\n');
}
