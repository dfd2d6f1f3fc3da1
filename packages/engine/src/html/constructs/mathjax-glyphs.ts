import { elementsOf, fragment, textOf } from '../../xml/element.ts';
import type { XmlElement } from '../../xml/element.ts';

const MATHML = /^(?:math|m(?:i|n|o|s|row|text|sup|sub|subsup|frac|sqrt|root|over|under|underover|table|tr|td|fenced))$/;

/** The MathML behind what MathJax 3 has drawn: its elements are named after MathML's, and its glyphs say their code. */
export function mathmlOfMathjax(element: XmlElement): XmlElement {
  return fragment(read(element));
}

function read(element: XmlElement): (XmlElement | string)[] {
  const glyph = glyphOf(element);
  if (glyph !== undefined) return [glyph];
  if (element.name === 'mjx-surd' || element.name === 'mjx-assistive-mml') return [];
  const children = elementsOf(element).flatMap(read);
  const name = element.attributes['data-mml-node'] ?? element.name.replace(/^mjx-/, '');
  if (element.name !== `mjx-${name}` && element.attributes['data-mml-node'] === undefined) return children;
  if (!MATHML.test(name) || name === 'math') return children;
  const parts = name === 'msubsup' && element.name.startsWith('mjx-') ? swapped(children) : children;
  return [{ name, attributes: {}, children: parts }];
}

/** In HTML, what is above stands first. */
function swapped([base, above, below, ...rest]: readonly (XmlElement | string)[]): (XmlElement | string)[] {
  return [base, below, above, ...rest].filter((child) => child !== undefined);
}

function glyphOf(element: XmlElement): string | undefined {
  const code =
    element.attributes['data-c'] ??
    (element.name === 'mjx-c' ? /\bmjx-c([\dA-F]+)\b/.exec(element.attributes['class'] ?? '')?.[1] : undefined);
  if (code !== undefined && /^[\da-f]{1,6}$/i.test(code)) {
    const point = Number.parseInt(code, 16);
    return point > 0x10ffff ? '' : String.fromCodePoint(point).normalize('NFKC');
  }
  return element.name === 'mjx-utext' || element.name === 'text' ? textOf(element) : undefined;
}
