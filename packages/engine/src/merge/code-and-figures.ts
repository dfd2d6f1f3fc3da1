import type { Block } from '../document.ts';
import type { CodeBlock, FigureBlock, LayoutPage } from '../layout/model/page-model.ts';
import { placeOf } from './place.ts';

export const codeOf = (block: CodeBlock, page: LayoutPage): Block => ({
  kind: 'code',
  text: withoutIndent(block.text),
  places: [placeOf(block, page)],
});

export const figureOf = (block: FigureBlock, page: LayoutPage): Block => ({
  kind: 'figure',
  image: { kind: 'image', alt: block.alt, ...(block.asset === undefined ? {} : { asset: block.asset }) },
  places: [placeOf(block, page)],
});

/** Lines of code without the indent that all of them share. */
function withoutIndent(text: string): string {
  const lines = text.split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const least = Math.min(...indents);
  return lines.map((line) => line.slice(least)).join('\n');
}
