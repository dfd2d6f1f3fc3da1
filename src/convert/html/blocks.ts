import type { Block, Heading, Inline, ListItem } from '../document.ts';
import { childOf, elementsOf, findFirst } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import type { HtmlReferences } from './references.ts';
import { collapse, isHidden, lookOf, readInlineElement } from './inline.ts';
import type { Look } from './inline.ts';
import { readTable } from './table.ts';

const BLOCKS = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'body',
  'center',
  'dd',
  'details',
  'dialog',
  'dir',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hgroup',
  'hr',
  'html',
  'legend',
  'li',
  'main',
  'menu',
  'nav',
  'ol',
  'option',
  'p',
  'pre',
  'search',
  'section',
  'summary',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
  'ul',
]);

/** Makes the walk over an HTML tree: the blocks of an element's content. */
export function createBlockReader(references: HtmlReferences): (element: XmlElement) => Block[] {
  const holdsBlocks = createBlockFinder();

  /** Collects inline content until a block begins: then it is a paragraph. */
  const readChildren = (element: XmlElement, look: Look): Block[] => {
    const blocks: Block[] = [];
    let open: Inline[] = [];
    const close = (): void => {
      const content = collapse(open);
      open = [];
      if (content.length > 0) blocks.push(...paragraphs(content));
    };
    const visit = (parent: XmlElement, outer: Look): void => {
      for (const child of parent.children) {
        if (typeof child === 'string') open.push({ kind: 'text', text: child, ...outer });
        else if (isHidden(child)) continue;
        else if (BLOCKS.has(child.name)) {
          close();
          blocks.push(...readBlock(child, outer));
        } else if (holdsBlocks(child)) visit(child, lookOf(child, outer));
        else open.push(...readInlineElement(child, outer, references));
      }
    };
    visit(element, look);
    close();
    return blocks;
  };

  const readBlock = (element: XmlElement, look: Look): Block[] => {
    const heading = /^h([1-6])$/.exec(element.name)?.[1];
    if (heading !== undefined) return readHeading(element, Number(heading) as Heading['level'], look);
    switch (element.name) {
      case 'hr':
        return [{ kind: 'thematic-break' }];
      case 'pre':
        return readCode(element);
      case 'blockquote': {
        const blocks = readChildren(element, look);
        return blocks.length === 0 ? [] : [{ kind: 'quote', blocks }];
      }
      case 'ul':
      case 'ol':
      case 'menu':
      case 'dir':
        return readList(element, look);
      case 'dl':
        return readDescriptions(element, look);
      case 'table':
        return readTable(
          element,
          (cell) => readChildren(cell, look),
          (caption) =>
            readChildren(caption, look).flatMap((block) => (block.kind === 'paragraph' ? block.content : [])),
        );
      case 'figure':
        return readFigure(element, look);
      default:
        return readChildren(element, look);
    }
  };

  /** A heading may wrap other blocks (a table, a picture): those follow it. */
  const readHeading = (element: XmlElement, level: Heading['level'], look: Look): Block[] => {
    const blocks = readChildren(element, look);
    const texts = blocks.filter((block) => block.kind === 'paragraph');
    if (texts.length === 0) return blocks;
    const content = texts
      .flatMap((block, n): Inline[] => [...(n > 0 ? [{ kind: 'text', text: ' ' } as const] : []), ...block.content])
      .map(plainHeading);
    return [{ kind: 'heading', level, content }, ...blocks.filter((block) => block.kind !== 'paragraph')];
  };

  const readList = (element: XmlElement, look: Look): Block[] => {
    const ordered = element.name === 'ol';
    const items: ListItem[] = [];
    for (const child of elementsOf(element)) {
      if (isHidden(child)) continue;
      // A list right inside a list belongs to the item before it.
      const last = items.at(-1);
      if (child.name === 'ul' || child.name === 'ol') {
        const nested = readList(child, look);
        if (last) items[items.length - 1] = { ...last, blocks: [...last.blocks, ...nested] };
        else items.push({ blocks: nested });
        continue;
      }
      const box = child.name === 'li' ? checkboxOf(child) : undefined;
      const blocks = readChildren(child, look);
      if (blocks.length > 0)
        items.push({
          blocks: box === undefined ? blocks : withoutBox(blocks),
          ...(box === undefined ? {} : { checked: box }),
        });
    }
    const start = Number.parseInt(element.attributes['start'] ?? '1', 10);
    return items.length === 0
      ? []
      : [{ kind: 'list', ordered, ...(ordered && start > 1 && start < 1e9 ? { start } : {}), items }];
  };

  /** Terms as bold items, their descriptions nested below. */
  const readDescriptions = (element: XmlElement, look: Look): Block[] => {
    const items: { blocks: Block[]; details: ListItem[] }[] = [];
    const visit = (parent: XmlElement): void => {
      for (const child of elementsOf(parent)) {
        if (child.name === 'div') visit(child);
        else if (child.name === 'dt') items.push({ blocks: readChildren(child, { ...look, bold: true }), details: [] });
        else if (child.name === 'dd') {
          if (items.length === 0) items.push({ blocks: [], details: [] });
          const blocks = readChildren(child, look);
          if (blocks.length > 0) items.at(-1)!.details.push({ blocks });
        }
      }
    };
    visit(element);
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
  };

  const readFigure = (element: XmlElement, look: Look): Block[] => {
    const captionElement = childOf(element, 'figcaption');
    const caption = captionElement
      ? readChildren(captionElement, look).flatMap((block) => (block.kind === 'paragraph' ? block.content : []))
      : [];
    const blocks = elementsOf(element)
      .filter((child) => child !== captionElement)
      .flatMap((child) => readChildren({ name: '', attributes: {}, children: [child] }, look));
    const [only] = blocks;
    if (blocks.length === 1 && only?.kind === 'figure' && caption.length > 0) return [{ ...only, caption }];
    return [...blocks, ...(caption.length > 0 ? [{ kind: 'paragraph', content: caption } as const] : [])];
  };

  return (element) => readChildren(element, {});
}

function createBlockFinder(): (element: XmlElement) => boolean {
  const known = new WeakMap<XmlElement, boolean>();
  const find = (element: XmlElement): boolean => {
    const before = known.get(element);
    if (before !== undefined) return before;
    const found = elementsOf(element).some((child) => BLOCKS.has(child.name) || find(child));
    known.set(element, found);
    return found;
  };
  return find;
}

/** Images that stand alone become figures. */
function paragraphs(content: readonly Inline[]): Block[] {
  const filled = content.filter((inline) => !(inline.kind === 'text' && inline.text.trim() === ''));
  const images = filled.filter((inline) => inline.kind === 'image');
  if (images.length > 0 && images.length === filled.length) return images.map((image) => ({ kind: 'figure', image }));
  return filled.length === 0 ? [] : [{ kind: 'paragraph', content }];
}

function plainHeading(inline: Inline): Inline {
  if (inline.kind === 'break') return { kind: 'text', text: ' ' };
  if (inline.kind !== 'text') return inline;
  const { bold: _bold, ...rest } = inline;
  return rest;
}

function readCode(element: XmlElement): Block[] {
  const code = findFirst(element, 'code') ?? element;
  const language = /\b(?:language|lang|highlight-source)-([\w+#-]+)/.exec(
    `${element.attributes['class'] ?? ''} ${code.attributes['class'] ?? ''}`,
  )?.[1];
  const text = textWithBreaks(element).replace(/^\n/, '');
  return text.trim() === ''
    ? []
    : [{ kind: 'code', text: text.replaceAll(/\r\n?/g, '\n'), ...(language === undefined ? {} : { language }) }];
}

function textWithBreaks(element: XmlElement): string {
  return element.children
    .map((child) => (typeof child === 'string' ? child : child.name === 'br' ? '\n' : textWithBreaks(child)))
    .join('');
}

/** The state of a checkbox that begins an item. */
function checkboxOf(item: XmlElement): boolean | undefined {
  for (const child of item.children) {
    if (typeof child === 'string') {
      if (child.trim() !== '') return undefined;
    } else if (child.name === 'input')
      return /^checkbox$/i.test(child.attributes['type'] ?? '') ? child.attributes['checked'] !== undefined : undefined;
    else if (child.name === 'label' || child.name === 'p') return checkboxOf(child);
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
