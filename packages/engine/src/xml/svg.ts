import { elementsOf, type XmlElement } from './element.ts';

/** Elements that are drawn only where they are referred to, or not at all (SVG 2, 5). */
const UNDRAWN = new Set([
  'defs',
  'symbol',
  'clipPath',
  'mask',
  'pattern',
  'marker',
  'linearGradient',
  'radialGradient',
  'filter',
  'metadata',
  'script',
  'style',
  'title',
  'desc',
]);

export const isDrawn = ({ name }: XmlElement): boolean => !UNDRAWN.has(name);

/** The elements in an element of a drawing. Of alternatives, the first one is drawn (SVG 2, 5.7). */
export function drawnChildren(element: XmlElement): XmlElement[] {
  const children = elementsOf(element);
  return element.name === 'switch' ? children.slice(0, 1) : children;
}
