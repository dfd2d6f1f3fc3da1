import type { Block } from '../document.ts';
import { createAssembler } from '../flow/assemble.ts';
import type { Fragment } from '../flow/assemble.ts';
import { headingBlocks } from '../flow/heading.ts';
import { plainText } from '../flow/inlines.ts';
import { splitParagraph } from '../flow/paragraph.ts';
import { typedItem } from '../flow/typed-bullet.ts';
import { childOf, elementsOf, findFirst } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import type { OdfContext } from './context.ts';
import { readForms } from './forms.ts';
import { readFrame, SHAPES } from './frame.ts';
import { headingNumber } from './heading-number.ts';
import { leaveOut, readInlines } from './inline.ts';
import { readList } from './list.ts';
import { readTable } from './table.ts';

type Reader = (element: XmlElement, context: OdfContext) => Fragment[];

const inBlock = (block: Block): Fragment => ({ kind: 'block', block });

const readParagraphs: Reader = (element, context) => withFloating(context, () => readParagraph(element, context));
const readAll: Reader = (element, context) => elementsOf(element).flatMap((child) => readFragments(child, context));
const readShape: Reader = (element, context) =>
  withFloating(context, () => splitParagraph(readFrame(element, context)).map(inBlock));
/** A table of contents or another index, as it was when the document was saved. */
const readIndex: Reader = (element, context) =>
  elementsOf(childOf(element, 'text:index-body')).flatMap((child) => readFragments(child, context));

const READERS = new Map<string, Reader>([
  ['text:p', readParagraphs],
  ['text:h', readParagraphs],
  ['text:list', (element, context) => readList(element, context)],
  ['table:table', (element, context) => readTable(element, context).map(inBlock)],
  ['text:tracked-changes', readChanges],
  ['text:section', readSection],
  ['office:forms', readFormValues],
  ['text:index-body', readAll],
  ['text:numbered-paragraph', readAll],
  ['text:table-of-content', readIndex],
  ['text:illustration-index', readIndex],
  ['text:table-index', readIndex],
  ['text:alphabetical-index', readIndex],
  ['text:bibliography', readIndex],
  ['text:user-index', readIndex],
  ['text:object-index', readIndex],
  ...SHAPES.map((name) => [name, readShape] as const),
]);

/** A section that is hidden, also by a condition (19.254), is left out. */
function readSection(element: XmlElement, context: OdfContext): Fragment[] {
  const { 'text:display': display, 'text:is-hidden': isHidden } = element.attributes;
  if (display === 'none' || (display === 'condition' && isHidden === 'true')) {
    context.flow.warn('hidden-text-left-out', element.attributes['text:name']);
    return [];
  }
  return readAll(element, context);
}

function readFormValues(element: XmlElement, { controls }: OdfContext): Fragment[] {
  readForms(element, controls);
  return [];
}

/** Deleted text lies in the list of changes, or, as flat documents of LibreOffice have it, is only marked there. */
function readChanges(element: XmlElement, { deletions }: OdfContext): Fragment[] {
  for (const region of elementsOf(element)) {
    const id = region.attributes['text:id'];
    if (id !== undefined && childOf(region, 'text:deletion')) deletions.add(id);
  }
  return [];
}

/** Fragments of one element of a document's body, a cell, a frame or a note. */
export function readFragments(element: XmlElement, context: OdfContext): Fragment[] {
  return READERS.get(element.name)?.(element, context) ?? [];
}

/** Floating content of a paragraph follows it; that of an outer paragraph is kept apart meanwhile. */
function withFloating(context: OdfContext, read: () => Fragment[]): Fragment[] {
  const outer = context.state.floating;
  context.state.floating = [];
  const fragments = read();
  const floating = context.state.floating.map((block): Fragment => ({ kind: 'block', block }));
  context.state.floating = outer;
  return [...fragments, ...floating];
}

function readParagraph(element: XmlElement, context: OdfContext): Fragment[] {
  const style = element.attributes['text:style-name'];
  if (context.styles.isHiddenText(style) || isHiddenParagraph(element)) return leaveOut(element, context);
  const role = context.styles.roleOf(style);
  const heading = element.name === 'text:h' || role === 'title';
  const inlines = readInlines(element, heading ? {} : context.styles.lookOf(style), context);
  const empty = inlines.every(
    (inline) => inline.kind === 'break' || (inline.kind === 'text' && inline.text.trim() === ''),
  );
  if (role === 'code') return [{ kind: 'code', text: plainText(inlines) }];
  if (empty) return [];
  if (heading)
    return headingBlocks(outlineOf(element, role), headingNumber(element, context), inlines, context.state).map(
      inBlock,
    );
  const typed = typedItem(inlines);
  if (typed) return [typed];
  return splitParagraph(inlines).map((block) => ({ kind: role === 'quote' ? 'quote' : 'block', block }));
}

/** A field in a paragraph hides all of it (7.7.12). */
function isHiddenParagraph(element: XmlElement): boolean {
  return findFirst(element, 'text:hidden-paragraph')?.attributes['text:is-hidden'] === 'true';
}

/** Its outline level, 0 for a title (ODF 1.3 part 3, 19.850). */
function outlineOf(element: XmlElement, role: string | undefined): number {
  return role === 'title' ? 0 : Math.max(1, Number(element.attributes['text:outline-level'] ?? 1) || 1);
}

/** The content of a cell, a frame or a note. */
export function readBlocks(element: XmlElement, context: OdfContext): Block[] {
  const assembler = createAssembler();
  const blocks = elementsOf(element).flatMap((child) =>
    readFragments(child, context).flatMap((fragment) => assembler.add(fragment)),
  );
  return [...blocks, ...assembler.end()];
}
