import type { Line } from '../model/line.ts';
import { STOP, type LineLook } from './line-look.ts';

/**
 * A bold line reaches to this share of the width of the line below it when it is emphasised text, and no heading. Set
 * by hand on the tuning half of the corpus.
 */
const BOLD_LINE = 0.85;

/** Whether a line that starts bold goes on with words that are not: what is bold leads into the paragraph. */
function endsLight(line: Line): boolean {
  const tail = line.runs.slice(line.runs.findLastIndex((run) => run.bold) + 1);
  return line.runs[0]!.bold && /\p{L}{2}/u.test(tail.map((run) => run.text).join(''));
}

interface Weighed {
  readonly group: readonly LineLook[];
  readonly above: LineLook;
  readonly look: LineLook;
  /** Whether the line above leaves no room for the first word of this one. */
  readonly isFull: () => boolean;
}

/** Whether a full line goes on in letters as bold, before others follow: what is bold leads into the paragraph. */
const goesOnBold = ({ above, look, isFull }: Weighed): boolean =>
  look.line.runs[0]!.bold && !STOP.test(above.text) && isFull();

/** Whether a bracket is open at the end of a line: the next one goes on, in letters as bold as it may be. */
const isBracketOpen = (text: string): boolean => text.lastIndexOf('(') > text.lastIndexOf(')');

/** Whether a change of weight parts a heading from its text, and not an emphasised line from its paragraph. */
export function isHeadingByWeight(weighed: Weighed): boolean {
  const { group, above, look } = weighed;
  if (above.bold)
    return (
      group.every((each) => each.bold) && !above.text.endsWith(',') && !endsLight(above.line) && !goesOnBold(weighed)
    );
  const { x0, x1 } = look.line;
  const isWithinBold = above.line.runs.at(-1)!.bold && !STOP.test(above.text) && weighed.isFull();
  return (
    look.bold &&
    !isWithinBold &&
    !isBracketOpen(above.text) &&
    (STOP.test(above.text) || above.line.x1 < x0 + BOLD_LINE * (x1 - x0) || /^[\p{Lu}\d]/u.test(look.text))
  );
}
