import type { Inline, TextInline } from '../document.ts';
import { readMathml } from '../math/mathml.ts';
import { elementsOf, textOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import type { HtmlReferences } from './references.ts';

export type Look = Omit<TextInline, 'kind' | 'text'>;

const LOOKS: Readonly<Record<string, Look>> = {
  b: { bold: true },
  strong: { bold: true },
  i: { italic: true },
  em: { italic: true },
  cite: { italic: true },
  dfn: { italic: true },
  var: { italic: true },
  s: { strike: true },
  del: { strike: true },
  strike: { strike: true },
  code: { code: true },
  kbd: { code: true },
  samp: { code: true },
  tt: { code: true },
  sup: { sup: true },
  sub: { sub: true },
};

/** The look of what is inside an element. */
export function lookOf(element: XmlElement, outer: Look): Look {
  const href = element.name === 'a' ? element.attributes['href']?.trim() : undefined;
  const look = { ...outer, ...LOOKS[element.name], ...(href === undefined || href === '' ? {} : { href }) };
  const style = element.attributes['style'];
  return style === undefined ? look : styled(look, style);
}

/** Google Docs and editors state the look in styles, also that what is in `b` is not bold. */
function styled(look: Look, style: string): Look {
  const { bold, italic, ...rest } = look;
  const weight = /(?:^|;)\s*font-weight\s*:\s*([\w-]+)/i.exec(style)?.[1];
  const slant = /(?:^|;)\s*font-style\s*:\s*(\w+)/i.exec(style)?.[1];
  const align = /(?:^|;)\s*vertical-align\s*:\s*(super|sub)\b/i.exec(style)?.[1]?.toLowerCase();
  const isBold = isWeighty(weight) ?? bold === true;
  const isItalic = slant === undefined ? italic === true : /^(?:italic|oblique)$/i.test(slant);
  return {
    ...rest,
    ...(isBold ? { bold: true } : {}),
    ...(isItalic ? { italic: true } : {}),
    ...(/(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*\bline-through\b/i.test(style) ? { strike: true } : {}),
    ...(align === 'super' ? { sup: true } : align === 'sub' ? { sub: true } : {}),
  };
}

/** Undefined for a weight that is inherited. */
function isWeighty(weight: string | undefined): boolean | undefined {
  if (weight === undefined || /^(?:inherit|unset|revert)$/i.test(weight)) return undefined;
  return /^bold/i.test(weight) || Number(weight) >= 600;
}

/** True for elements that a reader does not see. */
export function isHidden({ name, attributes }: XmlElement): boolean {
  // A page that is hidden as a whole is shown by a script once it is loaded.
  if (name === 'html' || name === 'body') return false;
  if (name === 'dialog' && attributes['open'] === undefined) return true;
  // Shows a note of Tufte CSS on small screens.
  if (/\bmargin-toggle\b/.test(attributes['class'] ?? '')) return true;
  return attributes['hidden'] !== undefined || HIDING.some((style) => style.test(attributes['style'] ?? ''));
}

/** Styles that leave nothing of an element to see; a box that is clipped to a point is only read aloud. */
const HIDING = [
  /display\s*:\s*none|visibility\s*:\s*hidden/i,
  /\bclip\s*:\s*rect\(\s*[01](?:px)?(?:[\s,]+[01](?:px)?){3}\s*\)/i,
  /\bclip-path\s*:\s*inset\(\s*(?:50|100)%\s*\)/i,
];

/** Inline content of one element without blocks inside; white space is collapsed later, over the whole paragraph. */
export function readInlineElement(element: XmlElement, outer: Look, references: HtmlReferences): Inline[] {
  if (isHidden(element)) return [];
  const note = references.note?.(element);
  if (note) return [note];
  switch (element.name) {
    case 'br':
      return [{ kind: 'break' }];
    case 'img':
      return [references.image(element)];
    case 'math':
      return readMath(element);
    case 'input':
      return readInput(element, outer);
    case 'q':
      return [
        { kind: 'text', text: '“', ...outer },
        ...readInlineChildren(element, outer, references),
        { kind: 'text', text: '”', ...outer },
      ];
    case 'wbr':
      return [];
    default:
      return readInlineChildren(element, lookOf(element, outer), references);
  }
}

function readInlineChildren(element: XmlElement, look: Look, references: HtmlReferences): Inline[] {
  return element.children.flatMap((child): Inline[] =>
    typeof child === 'string' ? [{ kind: 'text', text: child, ...look }] : readInlineElement(child, look, references),
  );
}

/** Other controls have become their values. */
function readInput({ attributes }: XmlElement, look: Look): Inline[] {
  return /^(?:checkbox|radio)$/i.test(attributes['type'] ?? '')
    ? [{ kind: 'text', text: attributes['checked'] === undefined ? '☐ ' : '☒ ', ...look }]
    : [];
}

/** A formula, which is a block where it is displayed. */
function readMath(element: XmlElement): Inline[] {
  const latex = readLatex(element);
  return latex === '' ? [] : [{ kind: 'math', latex }];
}

/** MathML as LaTeX; the TeX that it may carry is better than what can be made of it. */
export function readLatex(element: XmlElement): string {
  const latex = findTex(element) ?? texOfAlt(element.attributes['alttext']) ?? readMathml(element);
  return latex.trim().replace(/^\{\\(?:displaystyle|textstyle) ([\s\S]*)\}$/, '$1');
}

/** A description in words is no formula. */
function texOfAlt(alt: string | undefined): string | undefined {
  return alt !== undefined && /\\[a-z]+|[_^{}]/i.test(alt) ? alt : undefined;
}

function findTex(element: XmlElement): string | undefined {
  for (const child of elementsOf(element)) {
    if (child.name === 'annotation' && /tex/i.test(child.attributes['encoding'] ?? '')) return textOf(child);
    const found = findTex(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Collapses white space as a browser does: one space for many, none at the ends of lines. */
export function collapse(content: readonly Inline[]): Inline[] {
  const collapsed: Inline[] = [];
  let spaced = true;
  for (const inline of content) {
    if (inline.kind !== 'text') {
      if (inline.kind === 'break') trimEnd(collapsed);
      collapsed.push(inline);
      spaced = inline.kind === 'break';
      continue;
    }
    let text = inline.text.replaceAll(/[ \t\n\f\r]+/g, ' ');
    if (spaced) text = text.replace(/^ /, '');
    if (text === '') continue;
    spaced = text.endsWith(' ');
    // A space has no look, but parts words.
    collapsed.push(text === ' ' ? { kind: 'text', text } : { ...inline, text });
  }
  trimEnd(collapsed);
  while (collapsed.at(-1)?.kind === 'break') collapsed.pop();
  while (collapsed[0]?.kind === 'break') collapsed.shift();
  return collapsed;
}

function trimEnd(content: Inline[]): void {
  const last = content.at(-1);
  if (last?.kind !== 'text' || !last.text.endsWith(' ')) return;
  content.pop();
  if (last.text !== ' ') content.push({ ...last, text: last.text.trimEnd() });
}
