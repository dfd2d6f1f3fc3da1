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
  return { ...outer, ...LOOKS[element.name], ...(href === undefined || href === '' ? {} : { href }) };
}

/** True for elements that a reader does not see. */
export function isHidden({ name, attributes }: XmlElement): boolean {
  // A page that is hidden as a whole is shown by a script once it is loaded.
  if (name === 'html' || name === 'body') return false;
  return (
    attributes['hidden'] !== undefined || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes['style'] ?? '')
  );
}

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

function readInput({ attributes }: XmlElement, look: Look): Inline[] {
  switch ((attributes['type'] ?? 'text').toLowerCase()) {
    case 'checkbox':
    case 'radio':
      return [{ kind: 'text', text: attributes['checked'] === undefined ? '☐ ' : '☒ ', ...look }];
    case 'hidden':
    case 'password':
    case 'image':
      return [];
    default:
      return [{ kind: 'text', text: attributes['value'] ?? '', ...look }];
  }
}

/** MathML; the TeX source that it may carry is better than what can be made of it. */
function readMath(element: XmlElement): Inline[] {
  const annotation = findTex(element);
  const latex = annotation ?? readMathml(element);
  return latex.trim() === ''
    ? []
    : [{ kind: 'math', latex: latex.trim().replace(/^\{\\displaystyle ([\s\S]*)\}$/, '$1') }];
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
    collapsed.push({ ...inline, text });
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
