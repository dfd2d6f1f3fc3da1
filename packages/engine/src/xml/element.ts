/**
 * An element of an XML document. Known namespaces have their usual prefix in names, whatever the document calls them.
 */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlElement | string)[];
}

/** An element without a name around these children. */
export function fragment(children: readonly (XmlElement | string)[]): XmlElement {
  return { name: '', attributes: {}, children };
}

/** The child elements, without texts. */
export function elementsOf(element: XmlElement | undefined): XmlElement[] {
  return (element?.children ?? []).filter((child) => typeof child !== 'string');
}

/** The first child of that name. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  for (const child of element?.children ?? []) if (typeof child !== 'string' && child.name === name) return child;
  return undefined;
}

/** Follows first children down a path of names. */
export function descend(element: XmlElement | undefined, ...names: string[]): XmlElement | undefined {
  return names.reduce((at: XmlElement | undefined, name) => childOf(at, name), element);
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return elementsOf(element).filter((child) => child.name === name);
}

/** All descendants of that name in document order; those inside a found one are found too. */
export function* findAll(element: XmlElement | undefined, name: string): Generator<XmlElement> {
  for (const child of element?.children ?? []) {
    if (typeof child === 'string') continue;
    if (child.name === name) yield child;
    yield* findAll(child, name);
  }
}

/** The first descendant of one of these names. */
export function findFirst(element: XmlElement | undefined, ...names: string[]): XmlElement | undefined {
  for (const child of element?.children ?? []) {
    if (typeof child === 'string') continue;
    if (names.includes(child.name)) return child;
    const found = findFirst(child, ...names);
    if (found) return found;
  }
  return undefined;
}

/** Whether an element has such a part somewhere inside, but not inside of one that is closed (itself or another). */
export function holdsPart(
  element: XmlElement,
  isPart: (element: XmlElement) => boolean,
  isClosed: (element: XmlElement) => boolean,
): boolean {
  return !isClosed(element) && elementsOf(element).some((child) => isPart(child) || holdsPart(child, isPart, isClosed));
}

/** All text inside. */
export function textOf(element: XmlElement | undefined): string {
  return (element?.children ?? []).map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}
