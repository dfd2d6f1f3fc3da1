import type { XmlElement } from '../../xml/element.ts';

/** Attributes that lead somewhere, of what is read. */
const LEADING: Readonly<Record<string, string>> = { a: 'href', area: 'href' };

/**
 * Makes relative addresses whole where the page states what they are relative to (HTML, 4.2.3). Places in the page stay
 * as they are: they are in the Markdown too.
 */
export function withAddresses(base: string | undefined): (element: XmlElement) => XmlElement | undefined {
  const url = base !== undefined && /^(?:https?|ftp):/i.test(base) && URL.canParse(base) ? base : undefined;
  return (element) => {
    const name = LEADING[element.name];
    const address = name === undefined ? undefined : element.attributes[name]?.trim();
    if (!url || name === undefined || address === undefined || address === '' || /^(?:#|[a-z][\w+.-]*:)/i.test(address))
      return undefined;
    if (!URL.canParse(address, url)) return undefined;
    return { ...element, attributes: { ...element.attributes, [name]: new URL(address, url).href } };
  };
}
