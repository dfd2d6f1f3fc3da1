import type { Block, Heading, Inline } from '../document.ts';
import { plainText } from './inlines.ts';
import { splitParagraph } from './paragraph.ts';

/** Letters above which a paragraph that ends like a sentence is not a heading, whatever its style. */
const SENTENCE_LETTERS = 100;
/** Letters above which nothing is a heading. */
const HEADING_LETTERS = 200;

/** State of a document's headings: the first title moves all others one level down. */
export interface HeadingState {
  titled: boolean;
}

/**
 * A paragraph whose style calls it a heading, `outline` being its level and 0 a title's. Below a title headings are one
 * level deeper, so that the title stays the only first-level heading. A heading loses its bullet, images at its ends
 * stand apart, and running text stays a paragraph: authors number the clauses of contracts and rules with the
 * styles of headings.
 */
export function headingBlocks(
  outline: number,
  label: string | undefined,
  inlines: readonly Inline[],
  state: HeadingState,
): Block[] {
  const prefix: Inline[] = /[\p{L}\p{N}]/u.test(label ?? '') ? [{ kind: 'text', text: `${label} ` }] : [];
  const parts = inlines.some(({ kind }) => kind === 'image')
    ? splitParagraph(inlines)
    : [{ kind: 'paragraph' as const, content: inlines }];
  return parts.map((block) => {
    if (block.kind !== 'paragraph') return block;
    const content = [...prefix, ...block.content];
    if (isRunningText(plainText(block.content).trim())) return { kind: 'paragraph', content };
    return makeHeading(outline, content, state);
  });
}

function makeHeading(outline: number, inlines: readonly Inline[], state: HeadingState): Heading {
  if (outline === 0) state.titled = true;
  const level = Math.min(6, Math.max(1, outline + (state.titled && outline > 0 ? 1 : 0))) as Heading['level'];
  return { kind: 'heading', level, content: plainContent(inlines) };
}

/** The title of a slide, which is a paragraph where it is too long to be one; nothing where it is empty. */
export function slideTitle(inlines: readonly Inline[]): Block[] {
  const content = plainContent(inlines);
  if (content.every((inline) => inline.kind === 'text' && inline.text.trim() === '')) return [];
  if (plainText(content).length > HEADING_LETTERS) return [{ kind: 'paragraph', content: inlines }];
  return [{ kind: 'heading', level: 1, content }];
}

/** In one line, and without the emphasis that its style gives to all of it. */
function plainContent(inlines: readonly Inline[]): Inline[] {
  return inlines.map((inline): Inline => {
    if (inline.kind === 'break') return { kind: 'text', text: ' ' };
    if (inline.kind !== 'text') return inline;
    const { bold: _bold, italic: _italic, ...rest } = inline;
    return { ...rest, text: rest.text.replaceAll(/\s+/g, ' ') };
  });
}

/** True for a clause (`(a) … and;`) and for one or more whole sentences. */
function isRunningText(text: string): boolean {
  if (text.length > HEADING_LETTERS) return true;
  if (/[;；,，、](?:\s+(?:and|or|und|oder|et|ou|y|o|e))?$/u.test(text)) return true;
  const ends = /[.。．!:：][)\]"'”’»」』）]*$/u.test(text);
  return ends && (text.length > SENTENCE_LETTERS || /^\p{Ll}/u.test(text));
}
