import type { Inline } from '../document.ts';
import { textInFont } from '../docx/symbols.ts';
import { childrenOf, elementsOf, textOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import type { OdfContext } from './context.ts';
import { readFrame, SHAPES } from './frame.ts';
import type { Look } from './styles.ts';

type Reader = (element: XmlElement, look: Look, context: OdfContext) => Inline[];

const readShape: Reader = (element, _look, context) => readFrame(element, context);
const nothing: Reader = () => [];

const READERS = new Map<string, Reader>([
  ['text:s', readSpaces],
  ['text:tab', (_element, look) => [{ kind: 'text', text: ' ', ...look }]],
  ['text:line-break', () => [{ kind: 'break' }]],
  ['text:a', readLink],
  ['text:span', readSpan],
  ['text:note', (element, _look, context) => readNote(element, context)],
  ...SHAPES.map((name) => [name, readShape] as const),
  ['text:hidden-text', readHiddenText],
  ['field:fieldmark', readFieldMark],
  ['field:fieldmark-start', nothing],
  [
    'office:annotation',
    (_element, _look, context) => {
      context.flow.warn('comment-left-out');
      return [];
    },
  ],
  ['office:annotation-end', nothing],
  ['text:ruby-text', readRubyText],
  ['text:tracked-changes', nothing],
  ['text:soft-page-break', nothing],
]);

/** The reading of ruby stands behind its base (6.4). */
function readRubyText(element: XmlElement, look: Look): Inline[] {
  const text = textOf(element).trim();
  return text === '' ? [] : [{ kind: 'text', text: `(${text})`, ...look }];
}

/** Text with a condition, with whether it was hidden when the document was saved (7.7.11). */
function readHiddenText(element: XmlElement, look: Look, context: OdfContext): Inline[] {
  const text = textOf(element) || (element.attributes['text:string-value'] ?? '');
  if (element.attributes['text:is-hidden'] === 'true') return leaveOut({ ...element, children: [text] }, context);
  return readInlines({ ...element, children: [text] }, look, context);
}

/** Nothing; a note says so where there is text. */
export function leaveOut(element: XmlElement, { flow }: OdfContext): [] {
  if (textOf(element).trim() !== '') flow.warn('hidden-text-left-out');
  return [];
}

/** A form field that came from Word: a check box or the chosen entry of a list. */
function readFieldMark(element: XmlElement, look: Look): Inline[] {
  const params = childrenOf(element, 'field:param').map(({ attributes }) => attributes);
  const valuesOf = (name: RegExp): string[] =>
    params.flatMap((each) => (name.test(each['field:name'] ?? '') ? [each['field:value'] ?? ''] : []));
  const type = element.attributes['field:type'] ?? '';
  const shown = type.endsWith('FORMCHECKBOX')
    ? valuesOf(/checked$/i)[0] === 'true'
      ? '☒'
      : '☐'
    : (valuesOf(/listentry$/i)[Number(valuesOf(/selected$|result$/i)[0] ?? 0)] ?? '');
  return shown === '' ? [] : [{ kind: 'text', text: shown, ...look }];
}

/**
 * Content of a text:p or text:h (ODF 1.3 part 3, 6.1). White space in the source is collapsed; what text:s says is
 * kept. Elements that are not listed stand for their content.
 */
export function readInlines(element: XmlElement, look: Look, context: OdfContext): Inline[] {
  return element.children.flatMap((child): Inline[] => {
    if (isDeleted(child, context)) return [];
    if (typeof child === 'string')
      return [{ kind: 'text', text: textInFont(child.replaceAll(/[ \t\n\r]+/g, ' '), undefined), ...look }];
    return (READERS.get(child.name) ?? readInlines)(child, look, context);
  });
}

/** True for what a tracked change deletes, and for the marks around it; these may lie in different paragraphs. */
function isDeleted(child: XmlElement | string, { deletions, state }: OdfContext): boolean {
  if (typeof child !== 'string') {
    const id = child.attributes['text:change-id'];
    if (child.name === 'text:change-start' && id !== undefined && deletions.has(id)) state.deletion = id;
    else if (child.name === 'text:change-end' && id === state.deletion) state.deletion = undefined;
    // The end may lie within a span or a link.
    if (child.name === 'text:span' || child.name === 'text:a') return false;
  }
  return state.deletion !== undefined;
}

function readSpan(element: XmlElement, look: Look, context: OdfContext): Inline[] {
  const style = element.attributes['text:style-name'];
  if (context.styles.isHiddenText(style)) return leaveOut(element, context);
  return readInlines(element, { ...look, ...context.styles.lookOf(style) }, context);
}

function readSpaces({ attributes }: XmlElement, look: Look): Inline[] {
  const count = Math.min(100, Math.max(1, Number(attributes['text:c'] ?? 1) || 1));
  return [{ kind: 'text', text: ' '.repeat(count), ...look }];
}

function readLink(element: XmlElement, look: Look, context: OdfContext): Inline[] {
  const href = element.attributes['xlink:href'] ?? '';
  return readInlines(element, { ...look, ...(/^(?:https?|mailto|ftp|tel):/i.test(href) ? { href } : {}) }, context);
}

function readNote(note: XmlElement, context: OdfContext): Inline[] {
  const body = elementsOf(note).find(({ name }) => name === 'text:note-body');
  if (!body) return [];
  const label = String(context.notes.size + 1);
  context.notes.set(label, { body, written: false });
  return [{ kind: 'footnote', label }];
}
