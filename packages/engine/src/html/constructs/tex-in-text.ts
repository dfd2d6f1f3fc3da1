import type { XmlElement } from '../../xml/element.ts';
import type { TexDelimiters } from '../scripts.ts';
import { makeMath } from './formulas.ts';

/** Characters of a formula at most: dollars further apart are money. */
const LONGEST = 5000;
const ENVIRONMENT =
  /\\begin\{(equation|align|aligned|gather|multline|eqnarray|alignat|cases|matrix|[pbv]matrix)(\*?)\}/;
const DELIMITERS = String.raw`\\\(|\\\[|\$\$|${ENVIRONMENT.source}`;

/** Finds formulas in the text of a page that loads MathJax or KaTeX, which show them in place of their TeX. */
export function withTex({ singleDollars }: TexDelimiters): (element: XmlElement) => XmlElement | undefined {
  const begins = new RegExp(singleDollars ? String.raw`${DELIMITERS}|(?<![\\$\w])\$(?=[^\s$])` : DELIMITERS, 'g');
  return (element) => {
    if (/(?:^|\s)(?:tex2jax_ignore|mathjax_ignore|no-?mathjax)(?:\s|$)/.test(element.attributes['class'] ?? ''))
      return undefined;
    const texts = joined(element.children);
    const children = texts.flatMap((child) => (typeof child === 'string' ? read(child, begins) : [child]));
    return children.length === texts.length && children.every((child, n) => child === texts[n])
      ? undefined
      : { ...element, children };
  };
}

/** A line break does not end a formula. */
function joined(children: XmlElement['children']): (XmlElement | string)[] {
  const found: (XmlElement | string)[] = [];
  for (const [n, child] of children.entries()) {
    const last = found.at(-1);
    const isBreak =
      typeof child !== 'string' && child.name === 'br' && typeof children[n + 1] === 'string' && isOpen(last);
    if (isBreak) found[found.length - 1] = `${last as string}\n`;
    else if (typeof child === 'string' && typeof last === 'string') found[found.length - 1] = last + child;
    else found.push(child);
  }
  return found;
}

/** Whether a text ends within a formula. */
function isOpen(text: XmlElement | string | undefined): boolean {
  if (typeof text !== 'string') return false;
  return (
    text.lastIndexOf('\\[') > text.lastIndexOf('\\]') ||
    text.lastIndexOf('\\begin{') > text.lastIndexOf('\\end{') ||
    text.split('$$').length % 2 === 0
  );
}

function read(text: string, begins: RegExp): (XmlElement | string)[] {
  const found: (XmlElement | string)[] = [];
  const endOf = createEndFinder(text);
  let from = 0;
  begins.lastIndex = 0;
  for (let match = begins.exec(text); match; match = begins.exec(text)) {
    const [mark, environment, star = ''] = match;
    const close = environment === undefined ? CLOSING[mark]! : `\\end{${environment}${star}}`;
    const start = match.index + mark.length;
    const end = endOf(start, close);
    if (end === undefined) continue;
    if (match.index > from) found.push(text.slice(from, match.index));
    const inside = text.slice(start, end);
    const tex = environment === undefined ? inside : `\\begin{${environment}${star}}${inside}${close}`;
    found.push(makeMath(tex, mark !== '\\(' && mark !== '$'));
    from = end + close.length;
    begins.lastIndex = from;
  }
  if (from < text.length) found.push(text.slice(from));
  return found;
}

const CLOSING: Readonly<Record<string, string>> = { '\\(': '\\)', '\\[': '\\]', $$: '$$', $: '$' };

/** Finds where formulas end. An end that is far away is looked for once, not from each begin before it. */
function createEndFinder(text: string): (start: number, close: string) => number | undefined {
  const known = new Map<string, number>();
  return (start, close) => {
    let end = known.get(close);
    if (end === undefined || end < start) {
      const found = text.indexOf(close, start);
      known.set(close, (end = found < 0 ? Number.POSITIVE_INFINITY : found));
    }
    if (end <= start || end - start > LONGEST) return undefined;
    const inside = text.slice(start, end);
    if (inside.trim() === '') return undefined;
    // Of single dollars, a formula's stand close to it.
    return close === '$' && (/\s$/.test(inside) || /^\w/.test(text.slice(end + 1, end + 2))) ? undefined : end;
  };
}
