import { elementsOf, fragment } from '../../xml/element.ts';
import type { XmlElement } from '../../xml/element.ts';

/** An element with what its shadow root shows in its place: its own children where slots are (DOM, 4.2.2). */
export function withShadow(element: XmlElement): XmlElement | undefined {
  const root = elementsOf(element).find(({ name }) => name === 'template');
  if (!root) return undefined;
  const own = element.children.filter((child) => child !== root);
  const slotted = (name: string): (XmlElement | string)[] =>
    own.filter((child) => (typeof child === 'string' ? '' : (child.attributes['slot'] ?? '')) === name);
  const fill = (child: XmlElement | string): XmlElement | string => {
    if (typeof child === 'string' || child.name === 'template') return child;
    if (child.name !== 'slot') return { ...child, children: child.children.map(fill) };
    const found = slotted(child.attributes['name'] ?? '');
    const isFilled = found.some((each) => typeof each !== 'string' || each.trim() !== '');
    return { ...fragment(isFilled ? found : child.children.map(fill)), name: 'span' };
  };
  return { ...element, children: root.children.map(fill) };
}
