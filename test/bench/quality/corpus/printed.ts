import { latexClassOf } from './render-latex.ts';
import type { LatexClass } from './render-latex.ts';
import type { Planned } from './plan.ts';
import type { Block, Source } from './model.ts';

function upper(text: string): string {
  return text.toUpperCase();
}

function classOf({ name, typesetter, look }: Planned): LatexClass | undefined {
  return typesetter === 'latex' ? latexClassOf(name, look) : undefined;
}

/**
 * Levels whose letters a look prints as capitals; 0 is the title. The text of small capitals stays as it is, but
 * LibreOffice writes capitals.
 */
function capitals(document: Planned): readonly number[] {
  const { look, typesetter } = document;
  if (typesetter === 'latex')
    return classOf(document) === 'ieee' || (classOf(document) === 'article' && look.headings.style === 'caps')
      ? [1]
      : [];
  if (look.headings.style === 'caps') return [0, 1];
  if (look.headings.style === 'small-caps' && typesetter === 'libreoffice') return [1, 2];
  return [];
}

/** The source as the pages show it: headings in capitals where the look makes them so. */
export function printedSource(document: Planned): Source {
  const levels = capitals(document);
  const change = (block: Block): Block => {
    if (block.kind === 'heading' && levels.includes(block.level)) return { ...block, text: upper(block.text) };
    if (block.kind === 'side-by-side')
      return { ...block, left: block.left.map(change), right: block.right.map(change) };
    return block;
  };
  const { source } = document;
  const kind = classOf(document);
  if (source.abstract && (kind === 'ieee' || kind === 'llncs')) {
    const { abstract, ...rest } = source;
    const lead = kind === 'ieee' ? `Abstract—${abstract}` : `Abstract. ${abstract}`;
    return { ...rest, blocks: [{ kind: 'paragraph', text: lead }, ...rest.blocks.map(change)] };
  }
  return {
    ...source,
    ...(source.title && levels.includes(0) ? { title: upper(source.title) } : {}),
    blocks: source.blocks.map(change),
  };
}
