import type { Block } from '../quality/corpus/model.ts';
import { blockTruth, truthOf } from '../quality/corpus/truth.ts';
import { comparable } from '../quality/comparable.ts';
import type { Printed } from './sample.ts';

/** The truth as it is compared: what floats stands for itself, since it may stand wherever its page has room. */
export interface Truth {
  readonly text: string;
  readonly floating: readonly string[];
}

const place = (index: number): string => `\uE000${index}\uE001`;

export function truthFor({ source, floating }: Printed, pages: number): Truth {
  const floats: Block[] = [];
  const blocks = source.blocks.map((block): Block => {
    if (!floating.has(block)) return block;
    floats.push(block);
    return { kind: 'lines', lines: [place(floats.length - 1)] };
  });
  return {
    text: truthOf({ ...source, blocks }, pages).replaceAll(/~([^~\n]+?)~/gu, '$1'),
    floating: floats.map(blockTruth),
  };
}

/** Letters and digits of a text, which is what is left of it however it is written. */
export const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/<[^>]*>/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();

const START = 24;

/** Where a text begins in another; a text that is too short says nothing. */
function findStart(text: string, within: string): number {
  const start = bare(text).slice(0, START);
  return start.length < 6 ? -1 : within.indexOf(start);
}

/**
 * The truth with each float before the first part that an engine's Markdown has after it; where the engine has it
 * nowhere, where it was written.
 */
export function placed({ text, floating }: Truth, markdown: string): string {
  if (floating.length === 0) return text;
  const output = bare(markdown);
  let parts = text.trimEnd().split('\n\n');
  floating.forEach((float, index) => {
    const at = parts.indexOf(place(index));
    const found = findStart(float, output);
    const rest = parts.filter((_, part) => part !== at);
    const after = found < 0 ? -1 : rest.findIndex((part) => findStart(part, output) > found);
    const target = found < 0 ? at : after < 0 ? rest.length : after;
    parts = [...rest.slice(0, target), float, ...rest.slice(target)];
  });
  return `${parts.join('\n\n')}\n`;
}

/** LaTeX is the same however it is spaced and whether its delimiters grow. */
const plainFormulas = (text: string): string =>
  text.replaceAll(
    /\$\$([^$]+)\$\$/gu,
    (_, latex: string) => `$$${latex.replaceAll(/\\(?:left|right)(?![a-z])|\s+/gu, '')}$$`,
  );

/** "Chapter 3" above its title is one heading of two lines, or two headings. */
export const withWholeChapters = (text: string): string => text.replaceAll(/^(#{1,6} Chapter \d+)\n+#{1,6} /gmu, '$1 ');

/** What is compared of a truth and of an engine's Markdown. */
export const shown = (text: string): string => comparable(withWholeChapters(plainFormulas(text)));

/** Whether the pages show what the truth says: nothing ran over an edge, no font lacked letters. */
export function showsAll(truth: Truth, layer: string): boolean {
  const letters = bare(layer);
  const text = [truth.text, ...truth.floating].join('\n').replaceAll(/\$\$[^$]*\$\$|[\uE000\uE001]/gu, ' ');
  const words = text.replaceAll(/<[^>]*>|&\w+;/gu, ' ').match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const lost = words.filter((word) => !letters.includes(bare(word)));
  return lost.length <= 0.01 * words.length;
}
