import type { LayoutPage, TextBlock } from '../model/page-model.ts';
import { plain } from '../text/inlines.ts';

/** Titles of the outline. Letters that a title needs to be compared, and to be compared in part: set by hand. */
const TITLE = { letters: 3, partLetters: 12 };

/** Markdown has no deeper headings. */
export const DEEPEST_LEVEL = 6;

export const isHeadingTag = (tag: string | undefined): boolean => tag !== undefined && /^(?:H[1-6]?|Title)$/.test(tag);

const lettersAndDigits = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Whether a title of the outline is a heading's: both alike, or one the beginning of the other. */
function isTitleOf(title: string, text: string, whole: string): boolean {
  if (title.length < TITLE.letters) return false;
  if (title === text || title === whole) return true;
  if (title.length <= TITLE.partLetters) return false;
  return whole.startsWith(title) || (title.startsWith(whole) && whole.length > TITLE.partLetters);
}

/** The level that a tag or the document's outline gives a block. */
export function knownLevel(block: TextBlock, page: LayoutPage): number | undefined {
  const tag = /^H([1-6])$/.exec(block.tag ?? '');
  if (tag) return Number(tag[1]);
  if (!page.outline || !block.candidate) return undefined;
  const text = lettersAndDigits(plain(block.content));
  const whole = lettersAndDigits((block.label?.text ?? '') + plain(block.content));
  const entry = page.outline.find(({ title }) => isTitleOf(lettersAndDigits(title), text, whole));
  return entry && Math.min(DEEPEST_LEVEL, entry.level);
}
