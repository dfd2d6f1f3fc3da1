import { elementsOf } from '../../xml/element.ts';
import type { XmlElement } from '../../xml/element.ts';

/** Rows and cells by the names of TEI and DocBook, which some programs put into pages. */
const NAMES: Readonly<Record<string, string>> = { row: 'tr', cell: 'td', entry: 'td' };

export function withRows(element: XmlElement): XmlElement | undefined {
  if (element.name !== 'table' || !holds(element, 'row') || holds(element, 'tr')) return undefined;
  return { ...element, children: element.children.map(renamed) };
}

function holds(element: XmlElement, name: string): boolean {
  return elementsOf(element).some((child) => child.name === name || holds(child, name));
}

function renamed(child: XmlElement | string): XmlElement | string {
  if (typeof child === 'string') return child;
  const isHead = child.attributes['role'] === 'head' || child.attributes['role'] === 'label';
  const name = NAMES[child.name] ?? child.name;
  return { ...child, name: name === 'td' && isHead ? 'th' : name, children: child.children.map(renamed) };
}
