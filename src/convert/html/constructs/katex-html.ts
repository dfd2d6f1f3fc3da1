import { mathText, tidy } from '../../math/symbols.ts';
import { elementsOf } from '../../xml/element.ts';
import type { XmlElement } from '../../xml/element.ts';
import { hasClass } from './classes.ts';

/** TeX of what KaTeX shows, where it was told to write no MathML; undefined where nothing is shown. */
export function texOfKatex(katex: XmlElement): string | undefined {
  const tex = tidy(read(katex)).trim();
  return tex === '' ? undefined : tex;
}

function read(element: XmlElement): string {
  if (hasClass(element, /^(?:vlist-s|pstrut|strut|mspace|frac-line|hide-tail)$/)) return '';
  if (hasClass(element, /^msupsub$/)) return scripts(element);
  if (hasClass(element, /^mfrac$/)) {
    const [below, above] = filled(element);
    if (below && above) return `\\frac{${inner(above)}}{${inner(below)}}`;
  }
  if (hasClass(element, /^sqrt$/)) return `\\sqrt{${filled(element).map(inner).join('')}}`;
  if (hasClass(element, /^op-limits$/)) {
    const parts = filled(element);
    const at = parts.findIndex((part) => holdsClass(part, /^(?:op-symbol|mop)$/));
    if (at >= 0)
      return `${inner(parts[at]!)}${parts[at - 1] ? `_{${inner(parts[at - 1]!)}}` : ''}${parts[at + 1] ? `^{${inner(parts[at + 1]!)}}` : ''}`;
  }
  const text = element.children.map((child) => (typeof child === 'string' ? mathText(child) : read(child))).join('');
  return hasClass(element, /^mop$/) && /^[a-z]{2,}$/i.test(text.trim()) ? `\\${text.trim()} ` : text;
}

const inner = (element: XmlElement): string => tidy(read(element)).trim();

/** What stands above and below: from below, as KaTeX stacks it. */
function filled(element: XmlElement): XmlElement[] {
  return stacked(element).filter((part) => inner(part) !== '');
}

function scripts(element: XmlElement): string {
  const parts = filled(element);
  // A second column of the stack tells that something is below the line.
  const hasSub = holdsClass(element, /^vlist-t2$/);
  const [first, second] = parts;
  if (!first) return '';
  if (second) return `_{${inner(first)}}^{${inner(second)}}`;
  return `${hasSub ? '_' : '^'}{${inner(first)}}`;
}

function stacked(element: XmlElement): XmlElement[] {
  const list = findClass(element, /^vlist$/);
  return list ? elementsOf(list) : [];
}

function findClass(element: XmlElement, names: RegExp): XmlElement | undefined {
  for (const child of elementsOf(element)) {
    const found = hasClass(child, names) ? child : findClass(child, names);
    if (found) return found;
  }
  return undefined;
}

function holdsClass(element: XmlElement, names: RegExp): boolean {
  return hasClass(element, names) || findClass(element, names) !== undefined;
}
