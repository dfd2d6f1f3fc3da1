import type { Block, List, Source } from '../corpus/model.ts';
import { planned } from '../corpus/plan.ts';
import type { Planned } from '../corpus/plan.ts';
import { htmlOf } from '../corpus/render-html.ts';
import { odfOf } from '../corpus/render-odf.ts';

/** How many documents of each genre are taken. */
const OF_GENRE = 3;

/** Documents of the corpus, as they are planned for LibreOffice. */
export const plannedTexts = (): Planned[] =>
  planned().filter(({ name, typesetter }) => typesetter === 'libreoffice' && Number(name.slice(-2)) <= OF_GENRE);

/** A document as flat ODF, with the usual names of styles for its headings, whose letters stay as they were typed. */
export function textOdf({ source, look }: Planned): string {
  const { headings } = look;
  const typed = ['caps', 'small-caps'].includes(headings.style) ? { ...headings, style: 'bold' as const } : headings;
  return odfOf(source, { ...look, headings: typed })
    .replaceAll(/(style:name|text:style-name)="H0"/gu, '$1="Title"')
    .replaceAll(/text:style-name="H(\d)"/gu, 'text:style-name="Heading_20_$1"')
    .replaceAll(/style:name="H(\d)"/gu, 'style:name="Heading_20_$1" style:display-name="Heading $1"');
}

/** What stays of a block in the ODF text: formulas as letters, a title of an aside as a paragraph. */
function odfBlocks(block: Block): Block[] {
  if (block.kind === 'equation') return [{ kind: 'paragraph', text: block.linear }];
  if (block.kind === 'toc') return [{ kind: 'lines', lines: block.entries.map(({ text, page }) => `${text} ${page}`) }];
  if (block.kind === 'aside')
    return [...(block.title ? [{ kind: 'paragraph' as const, text: block.title }] : []), ...block.blocks];
  return block.kind === 'side-by-side' ? [...block.left, ...block.right].flatMap(odfBlocks) : [block];
}

export const odfSource = (source: Source): Source => ({ ...source, blocks: source.blocks.flatMap(odfBlocks) });

/** Pandoc knows bullets and numbers only. */
export const plainList = (list: List): List => ({
  ...list,
  marks: list.marks === 'decimal' ? 'decimal' : 'bullet',
  items: list.items.map((item) => (item.list ? { ...item, list: plainList(item.list) } : item)),
});

const pandocBlocks = (block: Block): Block[] =>
  block.kind === 'aside'
    ? [{ ...block, blocks: block.blocks.flatMap(pandocBlocks) }]
    : odfBlocks(block).map((child) => (child.kind === 'list' ? plainList(child) : child));

/** What Pandoc writes of a document. */
export const pandocSource = (source: Source): Source => ({ ...source, blocks: source.blocks.flatMap(pandocBlocks) });

/** HTML for Pandoc, which would make a second title of the page's. */
export const pandocHtml = (source: Source, look: Planned['look']): string =>
  htmlOf(source, look).replace(/<title>.*?<\/title>/u, '');
