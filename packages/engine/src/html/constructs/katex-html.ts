import { mathText, tidy } from '../../math/symbols.ts';
import { elementsOf } from '../../xml/element.ts';
import type { XmlElement } from '../../xml/element.ts';
import { hasClass } from './classes.ts';

/** The TeX of a formula that KaTeX wrote without MathML; undefined if it shows nothing. */
export function texOfKatex(katex: XmlElement): string | undefined {
  const tex = tidy(read(katex)).trim();
  return tex === '' ? undefined : tex;
}

function read(element: XmlElement): string {
  if (hasClass(element, UNREAD)) return '';
  if (hasClass(element, /^msupsub$/)) return scripts(element);
  const form = STACKS.find(([name]) => hasClass(element, name))?.[1];
  if (form) return form(readParts(element));
  const text = element.children.map((child) => (typeof child === 'string' ? mathText(child) : read(child))).join('');
  return hasClass(element, /^mop$/) && /^[a-z]{2,}$/i.test(text.trim()) ? `\\${text.trim()} ` : text;
}

/** Elements that only take space. */
const UNREAD = /^(?:vlist-s|pstrut|strut|mspace|frac-line|hide-tail)$/;

/** A part of a stack, and whether it is the operator that the others are limits of. */
interface Part {
  readonly tex: string;
  readonly isOperator: boolean;
}

/** Parts that are stacked, from below, as KaTeX writes them. */
const STACKS: readonly (readonly [RegExp, (parts: readonly Part[]) => string])[] = [
  [/^mfrac$/, ([below, above]) => (below && above ? `\\frac{${above.tex}}{${below.tex}}` : (below?.tex ?? ''))],
  [/^sqrt$/, (parts) => `\\sqrt{${parts.map(({ tex }) => tex).join('')}}`],
  [/^op-limits$/, limits],
];

function limits(parts: readonly Part[]): string {
  const at = parts.findIndex(({ isOperator }) => isOperator);
  const [below, operator, above] = [parts[at - 1], parts[at], parts[at + 1]];
  if (!operator) return parts.map(({ tex }) => tex).join('');
  return `${operator.tex}${below ? `_{${below.tex}}` : ''}${above ? `^{${above.tex}}` : ''}`;
}

function scripts(element: XmlElement): string {
  const [first, second] = readParts(element);
  if (!first) return '';
  if (second) return `_{${first.tex}}^{${second.tex}}`;
  // A second column of the stack tells that something is below the line.
  return `${findClass(element, /^vlist-t2$/) ? '_' : '^'}{${first.tex}}`;
}

/** The parts of a stack that show something. Each is read once: stacks stand in each other. */
function readParts(element: XmlElement): Part[] {
  return elementsOf(findClass(element, /^vlist$/))
    .map((part) => ({
      tex: tidy(read(part)).trim(),
      isOperator: findClass(part, /^(?:op-symbol|mop)$/) !== undefined,
    }))
    .filter(({ tex }) => tex !== '');
}

function findClass(element: XmlElement, names: RegExp): XmlElement | undefined {
  for (const child of elementsOf(element)) {
    const found = hasClass(child, names) ? child : findClass(child, names);
    if (found) return found;
  }
  return undefined;
}
