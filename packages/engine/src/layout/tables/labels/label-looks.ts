import type { Segment } from '../../model/line.ts';
import { countWords } from '../../text/inlines.ts';
import { styleOf } from '../../text/styles.ts';

/** A label has at most so many words and letters. Set by hand on the tuning half of the corpus. */
const LABEL = { words: 6, letters: 48 };

/** What the letters of a segment look like, to be compared. */
export function labelLook({ runs }: Segment): string {
  const { size, bold, italic, family, color } = styleOf(runs[0]!);
  return `${size} ${bold} ${italic} ${family} ${color}`;
}

/** Whether a text may name the value beside or below it. */
export function looksLikeLabel(text: string): boolean {
  return (
    text.length <= LABEL.letters &&
    !/^[\p{Ll}\p{P}]/u.test(text) &&
    /\p{L}{2}/u.test(text) &&
    countWords(text) <= LABEL.words &&
    !/(?:[,;!]|\p{L}{5,}\.)$/u.test(text)
  );
}
