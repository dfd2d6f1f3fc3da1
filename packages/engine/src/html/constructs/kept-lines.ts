import type { XmlElement } from '../../xml/element.ts';

const KEPT = /(?:^|;)\s*white-space\s*:\s*(?:pre|pre-wrap|pre-line|break-spaces)\s*(?:;|!|$)/i;
const BREAK: XmlElement = { name: 'br', attributes: {}, children: [] };

/** Lines of a text whose style keeps them (CSS Text, 3) end in breaks. Empty text between elements is left as it is. */
export function withKeptLines(element: XmlElement): XmlElement | undefined {
  const style = element.attributes['style'];
  if (style === undefined || !KEPT.test(style)) return undefined;
  const children = element.children.map(kept);
  const [first, ...rest] = children;
  // A line end right behind the tag is seldom meant.
  return { ...element, children: first ? [...trimmed(first), ...rest.flat()] : [] };
}

function trimmed(children: readonly (XmlElement | string)[]): readonly (XmlElement | string)[] {
  return children[0] === '' && children[1] === BREAK ? children.slice(2) : children;
}

function kept(child: XmlElement | string): (XmlElement | string)[] {
  if (typeof child !== 'string') {
    if (child.name === 'pre' || child.name === 'textarea') return [child];
    return [{ ...child, children: child.children.flatMap(kept) }];
  }
  if (child.trim() === '') return [child];
  return child.split(/\r\n?|\n/).flatMap((line, n) => (n === 0 ? [line] : [BREAK, line]));
}
