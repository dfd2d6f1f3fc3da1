import type { Inline } from '../document.ts';
import { elementsOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import type { OdfContext } from './context.ts';
import { readFrame } from './frame.ts';
import type { Look } from './styles.ts';

/** Content of a text:p or text:h (ODF 1.3 part 3, 6.1). White space in the source is collapsed; what text:s says is kept. */
export function readInlines(element: XmlElement, look: Look, context: OdfContext): Inline[] {
  return element.children.flatMap((child): Inline[] => {
    if (typeof child === 'string') return [{ kind: 'text', text: child.replaceAll(/[ \t\n\r]+/g, ' '), ...look }];
    switch (child.name) {
      case 'text:s':
        return [
          {
            kind: 'text',
            text: ' '.repeat(Math.min(100, Math.max(1, Number(child.attributes['text:c'] ?? 1) || 1))),
            ...look,
          },
        ];
      case 'text:tab':
        return [{ kind: 'text', text: ' ', ...look }];
      case 'text:line-break':
        return [{ kind: 'break' }];
      case 'text:a': {
        const href = child.attributes['xlink:href'] ?? '';
        return readInlines(child, { ...look, ...(/^(?:https?|mailto|ftp|tel):/i.test(href) ? { href } : {}) }, context);
      }
      case 'text:span':
        return readInlines(child, { ...look, ...context.styles.lookOf(child.attributes['text:style-name']) }, context);
      case 'text:note':
        return readNote(child, context);
      case 'draw:frame':
      case 'draw:g':
      case 'draw:a':
      case 'draw:custom-shape':
      case 'draw:rect':
      case 'draw:ellipse':
        return readFrame(child, context);
      case 'office:annotation':
        context.flow.warn('comment-left-out');
        return [];
      case 'office:annotation-end':
      case 'text:ruby-text':
      case 'text:tracked-changes':
      case 'text:soft-page-break':
        return [];
      default:
        return readInlines(child, look, context);
    }
  });
}

function readNote(note: XmlElement, context: OdfContext): Inline[] {
  const body = elementsOf(note).find(({ name }) => name === 'text:note-body');
  if (!body) return [];
  const label = String(context.notes.size + 1);
  context.notes.set(label, { body, written: false });
  return [{ kind: 'footnote', label }];
}
