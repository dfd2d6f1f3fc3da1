import type { Inline, TextInline } from '../document.ts';
import { plainText } from '../flow/inlines.ts';
import { readOmml } from '../math/omml.ts';
import { alternative } from '../ooxml/alternative.ts';
import { childOf, childrenOf, elementsOf, findFirst, textOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import type { DocxContext } from './context.ts';
import { readDrawing, readPicture } from './drawing.ts';
import { fieldLink, readFieldMark } from './fields.ts';
import type { Field } from './fields.ts';
import { controlValue } from './form-value.ts';
import { face, toggle } from './styles.ts';
import type { Style } from './styles.ts';
import { symbolText, textInFont } from './symbols.ts';

type Look = Omit<TextInline, 'kind' | 'text'>;

/** Content of a paragraph. A checkbox control at its start is kept apart, since it makes the paragraph a task. */
export interface ParagraphContent {
  readonly inlines: readonly Inline[];
  readonly checked: boolean | undefined;
  /** True when all text is set in a typewriter face. */
  readonly mono: boolean;
}

interface Reading {
  readonly context: DocxContext;
  readonly inlines: Inline[];
  readonly fields: Field[];
  /** Look that the paragraph's style gives to runs; not written as emphasis. */
  readonly base: Style | undefined;
  checked: boolean | undefined;
  mono: boolean;
  plain: boolean;
}

/** Reads runs, links, fields, maths and drawings of a paragraph. */
export function readInlines(paragraph: XmlElement, base: Style | undefined, context: DocxContext): ParagraphContent {
  const reading: Reading = { context, inlines: [], fields: [], base, checked: undefined, mono: false, plain: false };
  readChildren(paragraph, {}, reading);
  return {
    inlines: withoutOuterBreaks(reading.inlines),
    checked: reading.checked,
    mono: reading.mono && !reading.plain,
  };
}

function withoutOuterBreaks(inlines: readonly Inline[]): readonly Inline[] {
  const first = inlines.findIndex((inline) => inline !== PAGE_BREAK);
  return inlines.slice(Math.max(0, first), inlines.findLastIndex((inline) => inline !== PAGE_BREAK) + 1);
}

type ChildReader = (element: XmlElement, look: Look, reading: Reading) => void;

/** Readers of a paragraph's children; elements that are not listed have no text. */
const CHILDREN = new Map<string, ChildReader>([
  ['w:r', readRun],
  [
    'w:hyperlink',
    (element, look, reading) => readChildren(element, { ...look, ...linkOf(element, reading.context) }, reading),
  ],
  ['w:del', (_element, _look, { context }) => context.flow.warn('tracked-deletion-left-out')],
  ['w:moveFrom', (_element, _look, { context }) => context.flow.warn('tracked-deletion-left-out')],
  ['w:ins', readInsertion],
  ['w:moveTo', readInsertion],
  ['w:sdt', readControl],
  ['m:oMath', (element, _look, { inlines }) => void inlines.push({ kind: 'math', latex: readOmml(element) })],
  [
    'm:oMathPara',
    (element, _look, { inlines }) =>
      void inlines.push(
        ...childrenOf(element, 'm:oMath').map((math): Inline => ({ kind: 'math', latex: readOmml(math) })),
      ),
  ],
  ['w:commentRangeStart', (_element, _look, { context }) => context.flow.warn('comment-left-out')],
  ['mc:AlternateContent', (element, look, reading) => readChildren(alternative(element), look, reading)],
  ['w:fldSimple', readChildren],
  ['w:smartTag', readChildren],
  ['w:customXml', readChildren],
  ['w:dir', readChildren],
  ['w:bdo', readChildren],
]);

function readChildren(element: XmlElement | undefined, look: Look, reading: Reading): void {
  for (const child of elementsOf(element)) CHILDREN.get(child.name)?.(child, look, reading);
}

function readInsertion(element: XmlElement, look: Look, reading: Reading): void {
  reading.context.flow.warn('tracked-insertion-kept');
  readChildren(element, look, reading);
}

function readControl(element: XmlElement, look: Look, reading: Reading): void {
  const box = findFirst(childOf(element, 'w:sdtPr'), 'w14:checkbox');
  if (!box) {
    const before = reading.inlines.length;
    readChildren(childOf(element, 'w:sdtContent'), look, reading);
    const value = reading.inlines.length === before ? controlValue(element) : '';
    if (value !== '') reading.inlines.push({ kind: 'text', text: value, ...look });
    return;
  }
  const checked = /^(?:1|true|on)$/.test(childOf(box, 'w14:checked')?.attributes['w14:val'] ?? '0');
  if (
    reading.checked === undefined &&
    reading.inlines.every((inline) => inline.kind === 'text' && inline.text.trim() === '')
  ) {
    reading.checked = checked;
    reading.inlines.length = 0;
  } else reading.inlines.push({ kind: 'text', text: checked ? '[x]' : '[ ]', ...look });
}

function linkOf(element: XmlElement, context: DocxContext): Look {
  const target = context.relationships.get(element.attributes['r:id'] ?? '');
  if (!target?.external) return {};
  const anchor = element.attributes['w:anchor'];
  return { href: anchor === undefined || target.target.includes('#') ? target.target : `${target.target}#${anchor}` };
}

function readRun(run: XmlElement, outer: Look, reading: Reading): void {
  const properties = childOf(run, 'w:rPr');
  const style = characterStyle(properties, reading.context);
  const isHidden = isHiddenRun(run, style, reading);
  const own: Run = {
    look: { ...outer, ...fieldLink(reading.fields), ...lookOf(properties, style) },
    font: childOf(properties, 'w:rFonts')?.attributes['w:ascii'] ?? '',
    mono: isMono([face(properties), style, reading.base]),
  };
  for (const child of elementsOf(run)) {
    const isShown = !isHidden && reading.fields.every(({ inResult }) => inResult);
    if (isShown || FIELD_PARTS.has(child.name)) RUN_CHILDREN.get(child.name)?.(child, own, reading);
  }
}

function isHiddenRun(run: XmlElement, style: Style | undefined, { base, context }: Reading): boolean {
  const isHidden = toggle(childOf(run, 'w:rPr'), 'w:vanish') ?? style?.hidden ?? base?.hidden ?? false;
  if (isHidden && textOf(childOf(run, 'w:t')).trim() !== '') context.flow.warn('hidden-text-left-out');
  return isHidden;
}

function characterStyle(properties: XmlElement | undefined, { styles }: DocxContext): Style | undefined {
  const id = childOf(properties, 'w:rStyle')?.attributes['w:val'];
  return id === undefined ? undefined : styles.get(id);
}

/** Read also where nothing is shown. */
const FIELD_PARTS = new Set(['w:fldChar', 'w:instrText']);

/** Whether the nearest of the run, its style and the paragraph's style that names a face names a typewriter's. */
function isMono(faces: readonly (Pick<Style, 'mono'> | undefined)[]): boolean {
  return faces.find((each) => each?.mono !== undefined)?.mono ?? false;
}

interface Run {
  readonly look: Look;
  readonly font: string;
  /** True in a typewriter face. */
  readonly mono: boolean;
}

type RunChildReader = (element: XmlElement, run: Run, reading: Reading) => void;

const RUN_CHILDREN = new Map<string, RunChildReader>([
  ['w:t', (element, run, reading) => addText(textInFont(textOf(element), run.font), run, reading)],
  ['w:tab', (_element, run, reading) => addText(' ', run, reading)],
  ['w:ptab', (_element, run, reading) => addText(' ', run, reading)],
  ['w:noBreakHyphen', (_element, run, reading) => addText('-', run, reading)],
  [
    'w:sym',
    ({ attributes }, run, reading) =>
      addText(symbolText(attributes['w:font'] ?? '', attributes['w:char'] ?? ''), run, reading),
  ],
  ['w:ruby', readRuby],
  ['w:br', readBreak],
  ['w:cr', readBreak],
  ['w:fldChar', (element, { look }, { fields, inlines }) => readFieldMark(element, look, fields, inlines)],
  [
    'w:instrText',
    (element, _run, { fields }) => {
      const field = fields.at(-1);
      if (field) field.instruction += textOf(element);
    },
  ],
  ['w:footnoteReference', (element, _run, reading) => readNoteMark(element, reading)],
  ['w:endnoteReference', (element, _run, reading) => readNoteMark(element, reading)],
  ['w:drawing', (element, _run, { context, inlines }) => void inlines.push(...readDrawing(element, context))],
  ['w:pict', (element, _run, { context, inlines }) => void inlines.push(...readPicture(element, context))],
  ['w:object', (element, _run, { context, inlines }) => void inlines.push(...readPicture(element, context))],
  [
    'mc:AlternateContent',
    (element, run, reading) => {
      for (const inner of elementsOf(alternative(element))) RUN_CHILDREN.get(inner.name)?.(inner, run, reading);
    },
  ],
]);

function addText(text: string, { look, mono }: Run, reading: Reading): void {
  reading.inlines.push({ kind: 'text', text, ...look });
  if (text.trim() !== '') reading[mono ? 'mono' : 'plain'] = true;
}

/** A break of a page or column, behind which text begins anew. */
export const PAGE_BREAK: Inline = { kind: 'break' };

function readBreak({ attributes }: XmlElement, _run: unknown, { inlines }: Reading): void {
  inlines.push(/^(?:page|column)$/.test(attributes['w:type'] ?? '') ? PAGE_BREAK : { kind: 'break' });
}

/** Ruby (17.3.3.25): the base, and its reading in parentheses. */
function readRuby(element: XmlElement, { look }: Run, reading: Reading): void {
  readChildren(childOf(element, 'w:rubyBase'), look, reading);
  const own: Reading = { ...reading, inlines: [] };
  readChildren(childOf(element, 'w:rt'), look, own);
  if (plainText(own.inlines).trim() !== '')
    addText(`(${plainText(own.inlines)})`, { look, font: '', mono: false }, reading);
}

function readNoteMark(mark: XmlElement, { context, inlines }: Reading): void {
  const kind = mark.name === 'w:endnoteReference' ? 'endnotes' : 'footnotes';
  const element = context[kind].elements.get(mark.attributes['w:id'] ?? '');
  if (!element) return;
  const { notes } = context.collected;
  // Notes are numbered as they are met: the ids in the file need not be in order.
  let label = [...notes].find(([, note]) => note.element === element)?.[0];
  if (label === undefined) {
    label = String(notes.size + 1);
    notes.set(label, { element, kind });
  }
  inlines.push({ kind: 'footnote', label });
}

function lookOf(properties: XmlElement | undefined, style: Style | undefined): Look {
  return {
    ...marked('bold', toggle(properties, 'w:b') ?? style?.bold),
    ...marked('italic', toggle(properties, 'w:i') ?? style?.italic),
    ...marked('strike', toggle(properties, 'w:strike') ?? toggle(properties, 'w:dstrike') ?? style?.strike),
    ...raised(childOf(properties, 'w:vertAlign')?.attributes['w:val']),
    ...marked('code', style?.role === 'code'),
  };
}

function marked(mark: 'bold' | 'italic' | 'strike' | 'code', isOn: boolean | undefined): Look {
  return isOn ? { [mark]: true } : {};
}

function raised(align: string | undefined): Look {
  return align === 'superscript' ? { sup: true } : align === 'subscript' ? { sub: true } : {};
}
