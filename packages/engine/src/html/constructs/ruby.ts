import { elementsOf, textOf } from '../../xml/element.ts';
import type { XmlElement } from '../../xml/element.ts';

/**
 * Readings above a text in parentheses, if the page has no parentheses of its own (HTML, 4.5.10). Several bases
 * and their readings may follow each other; `rtc` holds readings of a second kind.
 */
export function withReadings(element: XmlElement): XmlElement | undefined {
  if (element.name !== 'ruby' || elementsOf(element).some(({ name }) => name === 'rp')) return undefined;
  const children: (XmlElement | string)[] = [];
  let readings: XmlElement[] = [];
  const close = (): void => {
    if (readings.some((reading) => textOf(reading).trim() !== '')) children.push(...inParentheses(readings));
    readings = [];
  };
  const visitText = (text: string): void => {
    if (text.trim() === '' && readings.length > 0) return;
    close();
    children.push(isBetween(element) ? text.trim() : text);
  };
  const visitElement = (child: XmlElement): void => {
    if (child.name === 'rt') return void readings.push(...unnested(child));
    close();
    if (child.name === 'rb') return child.children.forEach(visit);
    if (child.name === 'rtc') {
      readings.push(...(elementsOf(child).some(({ name }) => name === 'rt') ? elementsOf(child) : [child]));
      return close();
    }
    children.push(child);
  };
  const visit = (child: XmlElement | string): void =>
    typeof child === 'string' ? visitText(child) : visitElement(child);
  element.children.forEach(visit);
  close();
  return { name: 'span', attributes: element.attributes, children };
}

/** White space of a ruby without Latin letters parts nothing. */
function isBetween(ruby: XmlElement): boolean {
  return !/\p{sc=Latn}/u.test(
    textOf({ ...ruby, children: ruby.children.filter((child) => typeof child === 'string') }),
  );
}

/** Readings whose end tags are left out stand in each other. */
function unnested(reading: XmlElement): XmlElement[] {
  const inner = elementsOf(reading).filter(({ name }) => name === 'rt');
  if (inner.length === 0) return [reading];
  const own = reading.children.filter((child) => typeof child === 'string' || child.name !== 'rt');
  return [{ ...reading, children: own }, ...inner.flatMap(unnested)];
}

function inParentheses(readings: readonly XmlElement[]): (XmlElement | string)[] {
  const separator = readings.some((reading) => /\p{sc=Latn}/u.test(textOf(reading))) ? ' ' : '';
  const parts = readings
    .map((reading): XmlElement => ({ name: 'span', attributes: {}, children: trimmed(reading.children) }))
    .filter((part) => textOf(part).trim() !== '');
  return ['(', ...parts.flatMap((part, n) => (n > 0 && separator !== '' ? [separator, part] : [part])), ')'];
}

function trimmed(children: XmlElement['children']): (XmlElement | string)[] {
  return children.map((child, n) => {
    if (typeof child !== 'string') return child;
    const begun = n === 0 ? child.trimStart() : child;
    return n === children.length - 1 ? begun.trimEnd() : begun;
  });
}
