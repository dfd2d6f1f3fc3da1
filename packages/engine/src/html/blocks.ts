import type { Block, Heading, Inline } from '../document.ts';
import { childOf, elementsOf, findFirst, fragment } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import type { HtmlReferences } from './references.ts';
import { textOfCode } from './constructs/code-lines.ts';
import { collapse, isHidden, lookOf, readInlineElement, readLatex } from './inline.ts';
import type { Look } from './inline.ts';
import { readDescriptions, readList } from './list.ts';
import { onlyParagraph, readTable } from './table.ts';

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

const LISTS = new Set(['ul', 'ol', 'menu', 'dir']);

/** Makes the walk over an HTML tree: the blocks of an element's content. */
export function createBlockReader(references: HtmlReferences): (element: XmlElement) => Block[] {
  const reader = new BlockReader(references);
  return (element) => reader.readChildren(element, {});
}

class BlockReader {
  readonly #references: HtmlReferences;
  readonly #holdsBlocks = createBlockFinder();

  constructor(references: HtmlReferences) {
    this.#references = references;
  }

  /** Collects inline content until a block begins: then it is a paragraph. */
  readChildren(element: XmlElement, look: Look): Block[] {
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
        else if (isBlock(child)) {
          close();
          blocks.push(...this.#readBlock(child, outer));
        } else if (this.#holdsBlocks(child)) visit(child, lookOf(child, outer));
        else open.push(...readInlineElement(child, outer, this.#references));
      }
    };
    visit(element, look);
    close();
    return blocks;
  }

  #readBlock(element: XmlElement, look: Look): Block[] {
    const heading = /^h([1-6])$/.exec(element.name)?.[1];
    if (heading !== undefined) return this.#readHeading(element, Number(heading) as Heading['level'], look);
    const readContent = (part: XmlElement): Block[] => this.readChildren(part, look);
    if (LISTS.has(element.name)) return readList(element, readContent);
    switch (element.name) {
      case 'math':
        return readFormula(element);
      case 'hr':
        return [{ kind: 'thematic-break' }];
      case 'pre':
        return readCode(element);
      case 'blockquote':
        return quoted(readContent(element));
      case 'dl':
        return readDescriptions(element, readContent, (term) => this.readChildren(term, { ...look, bold: true }));
      case 'table':
        return readTable(element, readContent);
      case 'figure':
        return readFigure(element, readContent);
      default:
        return readContent(element);
    }
  }

  /** A heading may wrap other blocks (a table, a picture): those follow it. */
  #readHeading(element: XmlElement, level: Heading['level'], look: Look): Block[] {
    const blocks = this.readChildren(element, look);
    const texts = blocks.filter((block) => block.kind === 'paragraph');
    if (texts.length === 0) return blocks;
    const content = texts
      .flatMap((block, n): Inline[] => [...(n > 0 ? [{ kind: 'text', text: ' ' } as const] : []), ...block.content])
      .map(plainHeading);
    return [{ kind: 'heading', level, content }, ...blocks.filter((block) => block.kind !== 'paragraph')];
  }
}

function readFigure(element: XmlElement, readContent: (part: XmlElement) => Block[]): Block[] {
  const captionElement = childOf(element, 'figcaption');
  const captionBlocks = captionElement ? readContent(captionElement) : [];
  const caption = onlyParagraph(captionBlocks);
  const blocks = readContent(fragment(element.children.filter((child) => child !== captionElement)));
  const [only] = blocks;
  if (blocks.length === 1 && only?.kind === 'figure' && caption) return [{ ...only, caption }];
  return [...blocks, ...captionBlocks];
}

function quoted(blocks: Block[]): Block[] {
  return blocks.length === 0 ? [] : [{ kind: 'quote', blocks }];
}

function readFormula(element: XmlElement): Block[] {
  const latex = readLatex(element);
  return latex === '' ? [] : [{ kind: 'math', latex }];
}

/** Elements that end a paragraph, and formulas that are displayed. */
function isBlock({ name, attributes }: XmlElement): boolean {
  return BLOCKS.has(name) || (name === 'math' && attributes['display'] === 'block');
}

function createBlockFinder(): (element: XmlElement) => boolean {
  const known = new WeakMap<XmlElement, boolean>();
  const find = (element: XmlElement): boolean => {
    const before = known.get(element);
    if (before !== undefined) return before;
    const found = elementsOf(element).some((child) => isBlock(child) || find(child));
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
  const text = textOfCode(element).replace(/^\n/, '');
  return text.trim() === ''
    ? []
    : [{ kind: 'code', text: text.replaceAll(/\r\n?/g, '\n'), ...(language === undefined ? {} : { language }) }];
}
