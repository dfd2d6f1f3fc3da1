import { makeLine, type Segment } from '../../model/line.ts';
import { lineText } from '../../text/inlines.ts';
import { isNumeric } from '../model/numeric.ts';

/** In em. Set by hand on the tuning half of the corpus. */
const EM = {
  /** How far before its amount a sign stands at most. */
  gap: 16,
  /** How far behind its amount. */
  behind: 3,
  /** The space that is left between them. */
  space: 0.25,
};

/** A sign, perhaps with the letters of a country before it. */
const SIGN = /^(?:[A-Z]{1,3})?[$€£¥]$/u;

/** An amount whose parenthesis is open. */
const OPEN = /^[$€£¥]? ?\([\d.,]*\d$/u;

/**
 * A currency sign at the left edge of a column of amounts belongs to the amount at its right edge. It is moved there,
 * or else it would be a column of its own.
 */
export function joinSigns(segments: readonly Segment[]): Segment[] {
  if (endsWithSign(segments)) return joinToAmountsBefore(segments);
  const joined: Segment[] = [];
  for (const segment of segments.flatMap(signApart).map(closeAmount)) {
    const sign = joined.at(-1);
    const gap = sign ? segment.x0 - sign.x1 : Infinity;
    if (sign && gap < EM.gap * segment.size && SIGN.test(lineText(sign)) && isNumeric(lineText(segment))) {
      const move = gap - EM.space * segment.size;
      for (const run of sign.runs) {
        run.x0 += move;
        run.x1 += move;
      }
      joined[joined.length - 1] = makeLine([...sign.runs, ...segment.runs]);
    } else {
      joined.push(segment);
    }
  }
  return joined;
}

/** Whether signs of a line stand behind their amounts, as in French: one ends the line. */
const endsWithSign = (segments: readonly Segment[]): boolean =>
  segments.length > 1 && SIGN.test(segments.at(-1)!.runs.at(-1)!.text);

/** Signs behind their amounts, each right behind its own. */
function joinToAmountsBefore(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = [];
  for (const segment of segments) {
    const amount = joined.at(-1);
    const gap = amount ? segment.x0 - amount.x1 : Infinity;
    if (amount && gap < EM.behind * segment.size && SIGN.test(lineText(segment)) && isNumeric(lineText(amount)))
      joined[joined.length - 1] = makeLine([...amount.runs, ...segment.runs]);
    // an amount in parentheses was taken for the label of its sign
    else joined.push(segment.labelled && isNumeric(lineText(segment)) ? makeLine(segment.runs) : segment);
  }
  return joined;
}

/** A parenthesis that closes an amount stands right of its digits, so that these stand below others. */
function closeAmount(segment: Segment): Segment {
  const { runs } = segment;
  const [amount, closing] = [runs.at(-2), runs.at(-1)];
  if (!amount || closing!.text !== ')' || !OPEN.test(lineText(makeLine(runs.slice(0, -1))))) return segment;
  const width = closing!.x1 - closing!.x0;
  closing!.x0 = amount.x1;
  closing!.x1 = amount.x1 + width;
  return makeLine(runs);
}

/** The sign of the next column, which stands right behind an amount. */
function signApart(segment: Segment): Segment[] {
  const { runs } = segment;
  if (runs.length < 2 || !SIGN.test(runs.at(-1)!.text)) return [segment];
  const amount = makeLine(runs.slice(0, -1));
  return isNumeric(lineText(amount)) ? [amount, makeLine(runs.slice(-1))] : [segment];
}
