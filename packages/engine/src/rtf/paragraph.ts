import type { Inline } from '../document.ts';
import type { Fragment } from '../flow/assemble.ts';
import { headingBlocks } from '../flow/heading.ts';
import type { HeadingState } from '../flow/heading.ts';
import { plainText } from '../flow/inlines.ts';
import { splitParagraph } from '../flow/paragraph.ts';
import type { RtfList } from './lists.ts';
import type { ParagraphFormat } from './paragraph-format.ts';

export interface RtfStyle {
  /** Level of a heading, 0 for a title. */
  readonly heading?: number;
  readonly role?: 'code' | 'quote';
}

/** Reads a style by its name: built-in ones keep their English names. */
export function styleOf(name: string, outline: number | undefined): RtfStyle {
  const level = /^heading (\d)/i.exec(name)?.[1];
  if (level !== undefined) return { heading: Number(level) };
  if (/^title$/i.test(name)) return { heading: 0 };
  if (/\b(?:source )?code\b|preformatted|verbatim/i.test(name)) return { role: 'code' };
  if (/^(?:intense )?quote$|^block ?(?:text|quote)$|^quotations?$/i.test(name)) return { role: 'quote' };
  const heading = headingLevel(outline);
  return heading === undefined ? {} : { heading };
}

/** The level of a heading by its outline level, from 0; that of body text is 9. */
function headingLevel(outline: number | undefined): number | undefined {
  return outline !== undefined && outline < 9 ? outline + 1 : undefined;
}

export interface ParagraphContext {
  readonly styles: ReadonlyMap<number, RtfStyle>;
  readonly lists: RtfList;
  readonly state: HeadingState;
}

/**
 * A paragraph as what it is: a heading, an item, a line of code, … `label` is its number or bullet as the document
 * prints it.
 */
export function readParagraph(
  inlines: readonly Inline[],
  format: ParagraphFormat,
  label: string | undefined,
  { styles, lists, state }: ParagraphContext,
): Fragment[] {
  const style = styles.get(format.style) ?? {};
  if (style.role === 'code') return [{ kind: 'code', text: plainText(inlines) }];
  if (isBlank(inlines)) return [];
  const level = style.heading ?? headingLevel(format.outline);
  if (level !== undefined)
    return headingBlocks(level, label, trimStart(inlines), state).map((block) => ({ kind: 'block', block }));
  const typed = label === undefined ? typedLabel(inlines, format) : undefined;
  const item = lists.item(typed?.label ?? label, format);
  const content = trimStart(typed?.inlines ?? inlines);
  const blocks = splitParagraph(content);
  if (item) return [{ ...item, item: { ...item.item, blocks } }];
  return blocks.map((block) => ({ kind: style.role === 'quote' ? 'quote' : 'block', block }));
}

function isBlank(inlines: readonly Inline[]): boolean {
  return inlines.every((inline) => inline.kind === 'break' || (inline.kind === 'text' && inline.text.trim() === ''));
}

/** A bullet or number that was typed before a tab in a hanging paragraph, as simple writers do. */
function typedLabel(
  inlines: readonly Inline[],
  { indent, firstIndent }: ParagraphFormat,
): { label: string; inlines: Inline[] } | undefined {
  const [first, ...rest] = inlines;
  if (first?.kind !== 'text' || firstIndent >= 0 || indent <= 0) return undefined;
  const match = /^\s*([•◦▪‣·–-]|(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)])\t\s*/.exec(first.text);
  return match
    ? { label: match[1]!, inlines: [{ ...first, text: first.text.slice(match[0].length) }, ...rest] }
    : undefined;
}

function trimStart(inlines: readonly Inline[]): Inline[] {
  const [first, ...rest] = inlines;
  return first?.kind === 'text' ? [{ ...first, text: first.text.trimStart() }, ...rest] : [...inlines];
}
