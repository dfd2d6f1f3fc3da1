import type { Block, Inline } from '../document.ts';
import { isFormula } from '../layout/text/inlines.ts';
import { mapContent } from './block-content.ts';

const asFormula = (inline: Inline): Inline => (isFormula(inline) ? { kind: 'math', latex: inline.latex } : inline);

/** The formulas in a block as such; until a block is done, they are text. */
export const withFormulas = (block: Block): Block =>
  mapContent(block, (content) => (content.some(isFormula) ? content.map(asFormula) : content));
