import { elementsOf } from '../../xml/element.ts';
import type { XmlElement } from '../../xml/element.ts';

interface OpenList extends XmlElement {
  readonly children: (XmlElement | string)[];
}

/**
 * Google Docs saves each level of a list as a list of its own beside the others, with the level in its class
 * (`lst-kix_…-1`); here levels are in the item before, and a level goes on behind a deeper one.
 */
export function withGoogleLists(element: XmlElement): XmlElement | undefined {
  if (!elementsOf(element).some((child) => levelOf(child) !== undefined)) return undefined;
  const children: (XmlElement | string)[] = [];
  /** The open list of each level. */
  let open: OpenList[] = [];
  const add = (list: OpenList, level: number): void => {
    const at = Math.min(level, open.length);
    const same = open[at];
    if (same && goesOn(same, list)) same.children.push(...list.children);
    else {
      const holder = at === 0 ? undefined : lastItem(open[at - 1]!);
      (holder?.children ?? children).push(list);
      open = [...open.slice(0, at), list];
    }
    open = open.slice(0, at + 1);
  };
  for (const child of element.children) {
    if (typeof child === 'string') {
      if (child.trim() !== '') open = [];
      children.push(child);
      continue;
    }
    const level = levelOf(child);
    if (level !== undefined) add({ ...child, children: [...child.children] }, level);
    else {
      open = [];
      children.push(child);
    }
  }
  return { ...element, children };
}

/** Whether a list is the rest of another one, by its kind and the number that it begins with. */
function goesOn({ name, attributes, children }: XmlElement, next: XmlElement): boolean {
  const { start } = next.attributes;
  const items = children.filter((child) => typeof child !== 'string' && child.name === 'li').length;
  return name === next.name && (start === undefined || Number(start) === Number(attributes['start'] ?? 1) + items);
}

function levelOf({ name, attributes }: XmlElement): number | undefined {
  if (name !== 'ul' && name !== 'ol') return undefined;
  const level = /(?:^|\s)lst-kix_\w+-(\d)(?:\s|$)/.exec(attributes['class'] ?? '')?.[1];
  return level === undefined ? undefined : Number(level);
}

/** The last item of a list, to which more can be added. */
function lastItem(list: OpenList): OpenList | undefined {
  const at = list.children.findLastIndex((child) => typeof child !== 'string' && child.name === 'li');
  const item = list.children[at];
  if (item === undefined || typeof item === 'string') return undefined;
  const own: OpenList = { ...item, children: [...item.children] };
  list.children[at] = own;
  return own;
}
