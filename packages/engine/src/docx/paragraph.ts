import type { Inline } from '../document.ts';
import { headingBlocks } from '../flow/heading.ts';
import { plainText } from '../flow/inlines.ts';
import { splitParagraph } from '../flow/paragraph.ts';
import { typedItem } from '../flow/typed-bullet.ts';
import { childOf, descend } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import type { ItemFragment, Fragment } from '../flow/assemble.ts';
import type { DocxContext } from './context.ts';
import { PAGE_BREAK, readInlines } from './inline.ts';
import type { ParagraphContent } from './inline.ts';
import type { Label } from './numbering.ts';
import type { Style } from './styles.ts';

/** Reads a w:p, with its floating content. An empty paragraph has no fragments. */
export function readParagraph(paragraph: XmlElement, context: DocxContext): Fragment[] {
  const outer = context.collected.floating;
  context.collected.floating = [];
  const properties = childOf(paragraph, 'w:pPr');
  const styleId = childOf(properties, 'w:pStyle')?.attributes['w:val'];
  const style = styleId === undefined ? undefined : context.styles.get(styleId);
  const content = readInlines(paragraph, style, context);
  const floating = context.collected.floating.map((block): Fragment => ({ kind: 'block', block }));
  context.collected.floating = outer;
  return [...makeFragments(content, { properties, styleId, style }, context), ...floating];
}

interface Formatting {
  readonly properties: XmlElement | undefined;
  readonly styleId: string | undefined;
  readonly style: Style | undefined;
}

function makeFragments(content: ParagraphContent, formatting: Formatting, context: DocxContext): Fragment[] {
  const { inlines, checked } = content;
  const role = formatting.style?.role;
  if (checked === undefined && isBlank(inlines)) return role === 'code' ? [{ kind: 'code', text: '' }] : [];
  const numbered = countNumber(formatting, context);
  const heading = headingOf(formatting);
  if (heading !== undefined)
    return headingBlocks(heading, numbered?.label.text, inlines, context.state).map((block) => ({
      kind: 'block',
      block,
    }));
  if (isCode(content, role)) return [{ kind: 'code', text: plainText(inlines) }];
  if (checked !== undefined) return [taskFragment(inlines, checked, numbered?.level ?? 0)];
  return textFragments(inlines, formatting, numbered);
}

function textFragments(inlines: readonly Inline[], { style }: Formatting, numbered: Numbered | undefined): Fragment[] {
  if (style?.role === 'toc') return [tocFragment(inlines, style)];
  if (numbered && numbered.label.kind !== 'none') return [itemFragment(inlines, numbered)];
  const typed = numbered ? undefined : typedItem(inlines);
  if (typed) return [typed];
  const kind = style?.role === 'quote' ? 'quote' : 'block';
  return splitAtPages([...prefixOf(numbered?.label), ...inlines])
    .flatMap(splitParagraph)
    .map((block): Fragment => ({ kind, block }));
}

/** Text on another page or in another column is a paragraph of its own. */
function splitAtPages(inlines: readonly Inline[]): Inline[][] {
  const parts: Inline[][] = [[]];
  for (const inline of inlines) {
    if (inline === PAGE_BREAK) parts.push([]);
    else parts.at(-1)!.push(inline);
  }
  return parts.filter((part) => !isBlank(part));
}

/** A number that is shown before the text. */
function prefixOf(label: Label | undefined): Inline[] {
  return label && label.text !== '' ? [{ kind: 'text', text: `${label.text} ` }] : [];
}

function isBlank(inlines: readonly Inline[]): boolean {
  return inlines.every((inline) => inline.kind === 'break' || (inline.kind === 'text' && inline.text.trim() === ''));
}

interface Numbered {
  readonly label: Label;
  readonly level: number;
  readonly list: string;
}

function countNumber({ properties, styleId, style }: Formatting, context: DocxContext): Numbered | undefined {
  const direct = childOf(properties, 'w:numPr');
  const numId = childOf(direct, 'w:numId')?.attributes['w:val'] ?? style?.numId;
  if (numId === undefined || numId === '0') return undefined;
  const level = directLevel(direct) ?? context.numbering.levelOfStyle(numId, styleId ?? '') ?? style?.ilvl ?? 0;
  const label = context.numbering.next(numId, level);
  return label && { label, level, list: numId };
}

/** The level that a paragraph states itself. */
function directLevel(numbering: XmlElement | undefined): number | undefined {
  const level = childOf(numbering, 'w:ilvl')?.attributes['w:val'];
  return level === undefined ? undefined : Math.min(8, Math.max(0, Number(level) || 0));
}

function headingOf({ properties, style }: Formatting): number | undefined {
  const outline = descend(properties, 'w:outlineLvl')?.attributes['w:val'];
  if (outline === undefined) return style?.heading;
  return Number(outline) < 9 ? Number(outline) + 1 : style?.heading;
}

function itemFragment(inlines: readonly Inline[], { label, level, list }: Numbered): ItemFragment {
  const ordered = label.kind === 'number' && label.plain;
  const text = label.kind === 'number' && !label.plain ? { label: label.text } : {};
  return { kind: 'item', level, ordered, value: label.value, list, item: { blocks: splitParagraph(inlines), ...text } };
}

function taskFragment(inlines: readonly Inline[], checked: boolean, level: number): ItemFragment {
  return {
    kind: 'item',
    level,
    ordered: false,
    value: 1,
    list: 'tasks',
    item: { blocks: splitParagraph(inlines), checked },
  };
}

function tocFragment(inlines: readonly Inline[], style: Style): ItemFragment {
  const level = Number(/\d/.exec(style.name)?.[0] ?? 1) - 1;
  return {
    kind: 'item',
    level,
    ordered: false,
    value: 1,
    list: 'toc',
    item: { blocks: [{ kind: 'paragraph', content: inlines, role: 'toc' }] },
  };
}

function isCode({ inlines, mono }: ParagraphContent, role: Style['role'] | undefined): boolean {
  return role === 'code' || (mono && looksLikeCode(plainText(inlines)));
}

/** A typewriter face alone may be a matter of taste; code shows itself by its signs, and by the marks of comments. */
function looksLikeCode(text: string): boolean {
  return /[;{}=<>()[\]\\|$#@]|::|->|\w\.\w+\(|^[^\S\n]{2,}\S|^\s*(?:\/?\*|\/\/)/m.test(text) && !isSentence(text);
}

/** Words of a line that is read as a sentence, and the share of its characters that only code has in number. */
const SENTENCE = { words: 8, signs: 0.05 };

/** Prose in a typewriter face, with the brackets and names that sentences have too. */
function isSentence(text: string): boolean {
  const signs = text.match(/[;{}=<>()[\]\\|$#@*/_]/g)?.length ?? 0;
  const words = text.match(/(?<![\w.])\p{L}{2,}(?=[\s,.;:)!?]|$)/gu)?.length ?? 0;
  return /^\p{Lu}\p{L}*[\s,]/u.test(text) && words >= SENTENCE.words && signs / text.length < SENTENCE.signs;
}
