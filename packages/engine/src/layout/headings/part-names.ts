import { anyOf } from '../lexicon/languages.ts';
import type { LayoutBlock, TextBlock } from '../model/page-model.ts';
import { plain } from '../text/inlines.ts';
import type { PlacedBlock } from './features.ts';

/** Letters of the name of a part, and size of a title below it in relation to its own. Set by hand. */
const MAX_PART_CHARS = 100;
const TITLE_BELOW_RATIO = 1.1;

/** What names a part of a legal text by its number. `features.ts` has fewer words, to which its trees were fitted. */
const NUMBERED_PART = new RegExp(`^(${anyOf('parts')})\\s+(?:[ivxlc]+|\\d+|\\p{Lu})\\b`, 'iu');

/** `Article III. Terms of the members.`: a title behind the number, though it is as long as a sentence. */
const TITLED_PART = new RegExp(`^(?:${anyOf('parts')})\\s+(?:[ivxlc]+|\\d+)\\s?[.:–—]\\s+\\p{Lu}`, 'iu');

/** `ARTICLE I NAME 4`: words between the number of the part and that of the page. */
const PAGE_BEHIND_NAME = /^\S+\s+\S+.*\p{L}{2}\s+\d{1,4}$/u;

/** The word of a part in a name such as `ARTICLE IV OFFICERS`. */
function partOf(other: LayoutBlock | undefined): string | undefined {
  if (other?.kind !== 'text') return undefined;
  const text = plain(other.content);
  return other.candidate === true || TITLED_PART.test(text) ? NUMBERED_PART.exec(text)?.[1]?.toLowerCase() : undefined;
}

/** The name of a part with the number of its page, as in contents. */
export function isEntryOfParts({ content }: TextBlock): boolean {
  const text = plain(content);
  return NUMBERED_PART.test(text) && PAGE_BEHIND_NAME.test(text);
}

/**
 * `ARTICLE IV OFFICERS`, in capitals or bold letters on lines of its own: such names head the parts of bylaws and
 * contracts also where nothing else sets them apart. Several of them one below the other are contents, and one above
 * larger letters belongs to a title.
 */
export function namesPart({ block, before, after, page, document }: PlacedBlock): boolean {
  const isSetApart = block.caps === true || (page.styles[block.style]!.bold && !document.body.bold);
  if (!isSetApart || block.chars > MAX_PART_CHARS) return false;
  const { size } = page.styles[block.style]!;
  if (after?.kind === 'text' && page.styles[after.style]!.size > size * TITLE_BELOW_RATIO) return false;
  const part = partOf(block);
  return part !== undefined && part !== partOf(before) && part !== partOf(after);
}
