import type { Inline, TextInline } from '../document.ts';
import { readOmml } from '../math/omml.ts';
import { alternative } from '../ooxml/alternative.ts';
import { childOf, childrenOf, elementsOf, findFirst, textOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import type { DocxContext } from './context.ts';
import { readDrawing, readPicture } from './drawing.ts';
import { toggle } from './styles.ts';
import type { Style } from './styles.ts';
import { symbolText } from './symbols.ts';

type Look = Omit<TextInline, 'kind' | 'text'>;

/** Content of a paragraph. A checkbox control that stands first is told apart, as it makes a task. */
export interface ParagraphContent {
  readonly inlines: readonly Inline[];
  readonly checked: boolean | undefined;
  /** True when all text is set in a typewriter face. */
  readonly mono: boolean;
}

interface Reading {
  readonly context: DocxContext;
  readonly inlines: Inline[];
  /** Complex fields that are open (17.16.18): an instruction until `separate`, a result until `end`. */
  readonly fields: { instruction: string; inResult: boolean }[];
  /** Look that the paragraph's style gives to runs; not written as emphasis. */
  readonly base: Style | undefined;
  checked: boolean | undefined;
  mono: boolean;
  plain: boolean;
}

/** Reads runs, links, fields, maths and drawings of a paragraph. */
export function readInlines(paragraph: XmlElement, base: Style | undefined, context: DocxContext): ParagraphContent {
  const reading: Reading = { context, inlines: [], fields: [], base, checked: undefined, mono: false, plain: false };
  for (const child of elementsOf(paragraph)) readChild(child, {}, reading);
  return { inlines: reading.inlines, checked: reading.checked, mono: reading.mono && !reading.plain };
}

function readChild(element: XmlElement, look: Look, reading: Reading): void {
  const { context } = reading;
  switch (element.name) {
    case 'w:r':
      readRun(element, look, reading);
      break;
    case 'w:hyperlink':
      for (const child of elementsOf(element)) readChild(child, { ...look, ...linkOf(element, context) }, reading);
      break;
    case 'w:del':
    case 'w:moveFrom':
      context.flow.warn('tracked-deletion-left-out');
      break;
    case 'w:ins':
    case 'w:moveTo':
      context.flow.warn('tracked-insertion-kept');
      for (const child of elementsOf(element)) readChild(child, look, reading);
      break;
    case 'w:sdt':
      readControl(element, look, reading);
      break;
    case 'm:oMath':
    case 'm:oMathPara':
      for (const math of element.name === 'm:oMath' ? [element] : childrenOf(element, 'm:oMath'))
        reading.inlines.push({ kind: 'math', latex: readOmml(math) });
      break;
    case 'w:commentRangeStart':
      context.flow.warn('comment-left-out');
      break;
    case 'mc:AlternateContent':
      for (const child of elementsOf(alternative(element))) readChild(child, look, reading);
      break;
    case 'w:fldSimple':
    case 'w:smartTag':
    case 'w:customXml':
    case 'w:dir':
    case 'w:bdo':
      for (const child of elementsOf(element)) readChild(child, look, reading);
      break;
    default:
      break;
  }
}

function readControl(element: XmlElement, look: Look, reading: Reading): void {
  const box = findFirst(childOf(element, 'w:sdtPr'), 'w14:checkbox');
  if (!box) {
    for (const child of elementsOf(childOf(element, 'w:sdtContent'))) readChild(child, look, reading);
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
  const styleId = childOf(properties, 'w:rStyle')?.attributes['w:val'];
  const style = styleId === undefined ? undefined : reading.context.styles.get(styleId);
  const hidden = toggle(properties, 'w:vanish') ?? style?.hidden ?? reading.base?.hidden;
  const look = { ...outer, ...fieldLink(reading), ...lookOf(properties, style) };
  const mono = isMono(properties);
  for (const child of elementsOf(run)) {
    const field =
      child.name === 'w:fldChar' ||
      child.name === 'w:instrText' ||
      !(reading.fields.some(({ inResult }) => !inResult) || hidden);
    if (field) readRunChild(child, look, mono, reading);
  }
}

function readRunChild(child: XmlElement, look: Look, mono: boolean, reading: Reading): void {
  const { context, inlines, fields } = reading;
  const add = (text: string): void => {
    inlines.push({ kind: 'text', text, ...look });
    if (text.trim() !== '') reading[mono ? 'mono' : 'plain'] = true;
  };
  switch (child.name) {
    case 'w:t':
      return add(textOf(child));
    case 'w:tab':
    case 'w:ptab':
      return add(' ');
    case 'w:noBreakHyphen':
      return add('-');
    case 'w:sym':
      return add(symbolText(child.attributes['w:font'] ?? '', child.attributes['w:char'] ?? ''));
    case 'w:br':
    case 'w:cr':
      if (child.attributes['w:type'] === undefined || child.attributes['w:type'] === 'textWrapping')
        inlines.push({ kind: 'break' });
      return;
    case 'w:fldChar':
      return readFieldMark(child, reading);
    case 'w:instrText': {
      const field = fields.at(-1);
      if (field) field.instruction += textOf(child);
      return;
    }
    case 'w:footnoteReference':
    case 'w:endnoteReference':
      return readNoteMark(child, reading);
    case 'w:drawing':
      return void inlines.push(...readDrawing(child, context));
    case 'w:pict':
    case 'w:object':
      return void inlines.push(...readPicture(child, context));
    case 'mc:AlternateContent':
      for (const inner of elementsOf(alternative(child))) readRunChild(inner, look, mono, reading);
      return;
    default:
  }
}

function readFieldMark(mark: XmlElement, { fields, inlines }: Reading): void {
  const box = findFirst(mark, 'w:checkBox');
  if (box) {
    const state = childOf(box, 'w:checked') ?? childOf(box, 'w:default');
    const on = state !== undefined && !/^(?:0|false|off)$/.test(state.attributes['w:val'] ?? '1');
    inlines.push({ kind: 'text', text: on ? '☒' : '☐' });
  }
  const type = mark.attributes['w:fldCharType'];
  if (type === 'begin') fields.push({ instruction: '', inResult: false });
  else if (type === 'separate' && fields.length > 0) fields.at(-1)!.inResult = true;
  else if (type === 'end') fields.pop();
}

function fieldLink({ fields }: Reading): Look {
  for (const { instruction, inResult } of fields) {
    const target = inResult ? /^\s*HYPERLINK\s+(?!\\l)"([^"]+)"/i.exec(instruction)?.[1] : undefined;
    if (target !== undefined) return { href: target };
  }
  return {};
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
  const bold = toggle(properties, 'w:b') ?? style?.bold;
  const italic = toggle(properties, 'w:i') ?? style?.italic;
  const strike = toggle(properties, 'w:strike') ?? toggle(properties, 'w:dstrike') ?? style?.strike;
  const align = childOf(properties, 'w:vertAlign')?.attributes['w:val'];
  return {
    ...(bold ? { bold: true } : {}),
    ...(italic ? { italic: true } : {}),
    ...(strike ? { strike: true } : {}),
    ...(align === 'superscript' ? { sup: true } : align === 'subscript' ? { sub: true } : {}),
    ...(style?.role === 'code' ? { code: true } : {}),
  };
}

const MONO = /courier|consolas|menlo|monaco|mono|lucida console|source code|fixedsys|terminal/i;

function isMono(properties: XmlElement | undefined): boolean {
  return MONO.test(childOf(properties, 'w:rFonts')?.attributes['w:ascii'] ?? '');
}
