import type { Block, ListItem } from '../document.ts';
import { elementsOf, fragment, holdsPart } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import { collapse, isHidden } from './inline.ts';
import { createNumbering } from './numbering.ts';

const ITEMS = new Set(['li', 'ul', 'ol']);
/** Elements in another list, a table or a heading do not belong to the list around it. */
const hasOwnParts = ({ name }: XmlElement): boolean => /^(?:ul|ol|menu|dir|dl|table|h[1-6])$/.test(name);

/**
 * A list. Content outside of items continues the item before it, as browsers show it; before the first item, and from a
 * heading on, it does not belong to the list. Without any item, each element is one. A number other than the next one
 * begins another list.
 */
export function readList(element: XmlElement, read: (element: XmlElement) => Block[]): Block[] {
  const parts = findParts(element, ({ name }) => ITEMS.has(name));
  const isEach = !parts.some(({ name }) => ITEMS.has(name)) && !hasText(element);
  const numbering = createNumbering(element, parts);
  const { ordered } = numbering;
  const blocks: Block[] = [];
  let start = 1;
  let items: ListItem[] = [];
  const addToLast = (added: readonly Block[]): void => {
    const last = items.at(-1);
    if (last) items[items.length - 1] = { ...last, blocks: [...last.blocks, ...added] };
    else blocks.push(...added);
  };
  const close = (): void => {
    if (items.length > 0) blocks.push({ kind: 'list', ordered, ...(ordered && start !== 1 ? { start } : {}), items });
    items = [];
  };
  const addItem = (child: XmlElement, added: readonly ListItem[]): void => {
    const { number, label } = numbering.next(child);
    for (const item of added) {
      if (ordered && label === undefined && items.length > 0 && number !== start + items.length) close();
      if (items.length === 0) start = label === undefined ? number : 1;
      items.push(label === undefined || item.checked !== undefined ? item : { ...item, label });
    }
  };
  for (const child of isEach ? elementsOf(element) : parts) {
    if (child.name === 'ul' || child.name === 'ol') {
      // A list right inside a list belongs to the item before it.
      const nested = readList(child, read);
      if (items.length > 0) addToLast(nested);
      else if (nested.length > 0) items.push({ blocks: nested });
    } else if (child.name === 'li' || (isEach && !/^h[1-6]$/.test(child.name))) addItem(child, readItem(child, read));
    else {
      const loose = read(child);
      if (loose.some(({ kind }) => kind === 'heading')) close();
      addToLast(loose);
    }
  }
  close();
  return blocks;
}

/** Nothing for an empty item, and one that is not shown. */
function readItem(element: XmlElement, read: (element: XmlElement) => Block[]): ListItem[] {
  const [box, blocks] = [findCheckbox(element), isHidden(element) ? [] : read(element)];
  if (blocks.length === 0) return [];
  return [box === undefined ? { blocks } : { blocks: withoutBox(blocks), checked: box }];
}

/** Terms as bold items, their descriptions nested below. */
export function readDescriptions(
  element: XmlElement,
  read: (element: XmlElement) => Block[],
  readTerm: (element: XmlElement) => Block[],
): Block[] {
  const items: { blocks: Block[]; details: ListItem[] }[] = [];
  for (const child of findParts(element, ({ name }) => name === 'dt' || name === 'dd')) {
    if (child.name === 'dt') items.push({ blocks: readTerm(child), details: [] });
    else {
      const blocks = read(child);
      if (blocks.length === 0) continue;
      if (items.length === 0) items.push({ blocks: [], details: [] });
      items.at(-1)!.details.push({ blocks });
    }
  }
  return items.length === 0
    ? []
    : [
        {
          kind: 'list',
          ordered: false,
          items: items.map(({ blocks, details }) => ({
            blocks: [
              ...blocks,
              ...(details.length > 0 ? [{ kind: 'list', ordered: false, items: details } as const] : []),
            ],
          })),
        },
      ];
}

/** The parts of a list, also inside other elements, and fragments of what stands between them. */
function findParts(list: XmlElement, isPart: (element: XmlElement) => boolean): XmlElement[] {
  const parts: XmlElement[] = [];
  let between: (XmlElement | string)[] = [];
  const close = (): void => {
    if (between.length > 0) parts.push(fragment(between));
    between = [];
  };
  const visit = (parent: XmlElement): void => {
    for (const child of parent.children) {
      if (typeof child === 'string') between.push(child);
      else if (isHidden(child)) continue;
      else if (isPart(child)) {
        close();
        parts.push(child);
      } else if (holdsPart(child, isPart, hasOwnParts)) visit(child);
      else between.push(child);
    }
  };
  visit(list);
  close();
  return parts;
}

function hasText({ children }: XmlElement): boolean {
  return children.some((child) => typeof child === 'string' && child.trim() !== '');
}

/** The state of a checkbox that begins an item. */
function findCheckbox(item: XmlElement): boolean | undefined {
  for (const child of item.children) {
    if (typeof child === 'string') {
      if (child.trim() !== '') return undefined;
    } else if (child.name === 'input')
      return /^checkbox$/i.test(child.attributes['type'] ?? '') ? child.attributes['checked'] !== undefined : undefined;
    else if (child.name === 'label' || child.name === 'p') return findCheckbox(child);
    else return undefined;
  }
  return undefined;
}

function withoutBox(blocks: readonly Block[]): Block[] {
  const [first, ...rest] = blocks;
  if (first?.kind !== 'paragraph') return [...blocks];
  const [box, ...content] = first.content;
  return box?.kind === 'text' && /^[☐☒]/.test(box.text)
    ? [{ kind: 'paragraph', content: collapse([{ ...box, text: box.text.slice(1) }, ...content]) }, ...rest]
    : [...blocks];
}
