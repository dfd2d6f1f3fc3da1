import { elementsOf, textOf } from '../../xml/element.ts';
import type { XmlElement } from '../../xml/element.ts';
import { hasClass } from './classes.ts';

/** The label of an item as the document prints it, on `li`. */
export const LABEL = 'printed label';

/** Points by which Word indents a level. */
const LEVEL = 36;
const LEVELS = 9;
const PARAGRAPHS = /^(?:p|div|h[1-6])$/;

interface WordItem {
  readonly level: number;
  readonly label: string;
  readonly content: XmlElement;
}

/**
 * Lists of Word and Outlook are paragraphs that say their level and hold their label as text (`mso-list`); here they
 * become lists. Pages that Word has filtered only keep the label and the indent.
 */
export function withWordLists(element: XmlElement): XmlElement | undefined {
  if (!elementsOf(element).some((child) => readItem(child))) return undefined;
  const children: (XmlElement | string)[] = [];
  let open: WordItem[] = [];
  const close = (): void => {
    if (open.length > 0) children.push(...makeLists(open, 1));
    open = [];
  };
  const addOther = (child: XmlElement | string): void => {
    close();
    children.push(child);
  };
  const addElement = (child: XmlElement): void => {
    const item = readItem(child);
    if (item && isHeading(child)) addOther(withLabel(item));
    else if (item) open.push(item);
    else if (open.length > 0 && goesOn(child)) open[open.length - 1] = joined(open.at(-1)!, child);
    else addOther(child);
  };
  for (const child of element.children) {
    if (typeof child !== 'string') addElement(child);
    else if (child.trim() !== '' || open.length === 0) addOther(child);
  }
  close();
  return { ...element, children };
}

function isHeading({ name }: XmlElement): boolean {
  return /^h[1-6]$/.test(name);
}

/** A heading with its number as text, and without a bullet. */
function withLabel({ label, content }: WordItem): XmlElement {
  return /[\p{L}\p{N}]/u.test(label) ? { ...content, children: [`${label} `, ...content.children] } : content;
}

/** A paragraph of the list's style without a label goes on with the item before. */
function goesOn(element: XmlElement): boolean {
  return element.name === 'p' && hasClass(element, /^MsoListParagraph/);
}

function joined(item: WordItem, more: XmlElement): WordItem {
  const { content } = item;
  const before =
    content.name === 'div' && content.attributes['item'] !== undefined ? content.children : [{ ...content, name: 'p' }];
  return { ...item, content: { name: 'div', attributes: { item: '' }, children: [...before, more] } };
}

function readItem(element: XmlElement): WordItem | undefined {
  if (!PARAGRAPHS.test(element.name)) return undefined;
  const style = element.attributes['style'] ?? '';
  const level = /mso-list\s*:[^;]*?\blevel(\d+)/i.exec(style)?.[1];
  const labelled = takeLabel(element, level !== undefined || mayBeFiltered(element, style));
  if (!labelled) return undefined;
  return { level: Math.min(LEVELS, Math.max(1, level === undefined ? levelOf(style) : Number(level))), ...labelled };
}

/** Filtered pages keep the class or the hanging indent. */
function mayBeFiltered(element: XmlElement, style: string): boolean {
  return hasClass(element, /^MsoListParagraph/) || (hasClass(element, /^Mso/) && /text-indent\s*:\s*-/.test(style));
}

const UNITS: Readonly<Record<string, number>> = { pt: 1, in: 72, cm: 28.35, mm: 2.835, px: 0.75 };

function levelOf(style: string): number {
  const [, size, unit = ''] = /margin-left\s*:\s*([\d.]+)(pt|in|cm|mm|px)/i.exec(style) ?? [];
  return size === undefined ? 1 : Math.round((Number(size) * UNITS[unit.toLowerCase()]!) / LEVEL);
}

/** Takes the label off the begin of a paragraph: what Word says to ignore, or what it has set off by small spaces. */
function takeLabel(
  element: XmlElement,
  isItem: boolean,
): { readonly label: string; readonly content: XmlElement } | undefined {
  let label: string | undefined;
  const take = (parent: XmlElement): XmlElement => ({
    ...parent,
    children: parent.children.flatMap((child): (XmlElement | string)[] => {
      if (label !== undefined) return [child];
      if (typeof child === 'string') {
        if (child.trim() !== '') label = '';
        return [child];
      }
      if (isLabel(child)) {
        label = textOf(child).replaceAll(/\s+/g, ' ').trim();
        return [];
      }
      return [take(child)];
    }),
  });
  const content = isItem ? take(element) : element;
  return label === undefined || label === '' ? undefined : { label, content };
}

function isLabel(element: XmlElement): boolean {
  if (/mso-list\s*:\s*Ignore/i.test(element.attributes['style'] ?? '')) return true;
  return (
    element.name === 'span' &&
    textOf(element).trim().length <= 12 &&
    elementsOf(element).some(
      (child) =>
        /font\s*:\s*7(?:\.0)?pt\s+["']?Times New Roman/i.test(child.attributes['style'] ?? '') &&
        textOf(child).trim() === '',
    )
  );
}

interface WordList extends XmlElement {
  readonly children: XmlElement[];
}

function makeLists(items: readonly WordItem[], level: number): WordList[] {
  const lists: WordList[] = [];
  for (let at = 0; at < items.length;) {
    let end = at + 1;
    while (end < items.length && items[end]!.level > level) end++;
    const [first, ...inner] = items.slice(at, end);
    at = end;
    // A list may begin at a deeper level.
    if (first!.level > level) lists.push(...makeLists([first!, ...inner], level + 1));
    else {
      const { name, attributes } = kindOf(first!.label);
      const children = [{ ...first!.content, name: 'div' }, ...makeLists(inner, level + 1)];
      const last = lists.at(-1);
      if (last?.name === name) last.children.push({ name: 'li', attributes, children });
      else lists.push({ name, attributes: {}, children: [{ name: 'li', attributes, children }] });
    }
  }
  return lists;
}

/** Whole numbers are counted, other letters and numbers kept as they are printed; anything else is a bullet. */
function kindOf(label: string): { readonly name: string; readonly attributes: Readonly<Record<string, string>> } {
  const number = /^(\d{1,9})[.)]?$/.exec(label)?.[1];
  if (number !== undefined) return { name: 'ol', attributes: { value: number } };
  const isPrinted = /[\p{N}]|^\(?[\p{L}]{1,7}[.)]$/u.test(label);
  return isPrinted ? { name: 'ol', attributes: { [LABEL]: label } } : { name: 'ul', attributes: {} };
}
