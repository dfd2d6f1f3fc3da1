import type { Inline } from '../document.ts';
import type { ItemFragment } from './assemble.ts';
import { splitParagraph } from './paragraph.ts';

const BULLET = /^\s*[•●▪◦‣➢]\s*/u;
/** These also stand before a paragraph that is not an item: an aside, a signature, the mark of a note. */
const DASH = /^\s*[-–*]\s+(?=[\p{L}\p{N}"“„(])/u;

/**
 * A paragraph before which its author typed a bullet, as an item without it; undefined where there is none. A dash
 * makes an item only beside others.
 */
export function typedItem(inlines: readonly Inline[]): ItemFragment | undefined {
  const bulleted = withoutMark(inlines, BULLET);
  const content = bulleted ?? withoutMark(inlines, DASH);
  if (!content) return undefined;
  return {
    kind: 'item',
    level: 0,
    ordered: false,
    value: 1,
    list: bulleted ? 'typed' : 'dashes',
    item: { blocks: splitParagraph(content) },
    ...(bulleted ? {} : { alone: splitParagraph(inlines) }),
  };
}

function withoutMark(inlines: readonly Inline[], mark: RegExp): Inline[] | undefined {
  const at = inlines.findIndex((inline) => inline.kind !== 'text' || inline.text.trim() !== '');
  const first = inlines[at];
  if (first?.kind !== 'text' || !mark.test(first.text)) return undefined;
  const text = first.text.replace(mark, '');
  const rest = [...(text === '' ? [] : [{ ...first, text }]), ...inlines.slice(at + 1)];
  return rest.some((inline) => inline.kind === 'text' && inline.text.trim() !== '') ? rest : undefined;
}
