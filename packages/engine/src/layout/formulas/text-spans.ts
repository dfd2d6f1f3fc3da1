import { FUNCTIONS, RELATIONS } from '../../math/classes.ts';
import { isNear } from '../model/geometry.ts';
import type { RawPage, RawRun } from '../model/raw-page.ts';
import { hangs, isMathText, lettersOf } from './fonts.ts';
import { FORMULA_WORDS, mayBeName } from './words.ts';

/** In em. Set by hand on papers of TeX and Typst. */
const EM = {
  /** The name of a function stands so far before its argument, and touches its bracket; words stand further apart. */
  name: 0.21,
  touching: 0.05,
  /** The brace of cases reaches no further above or below its rows, which begin so near behind it. */
  braceHeight: 6,
  braceWidth: 25,
};

/** A brace, or a piece of one. */
const BRACE = /^[{⎧⎨⎩]$/;

const plain = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '');

const isRelation = ({ text }: RawRun): boolean => text === ':=' || (text.length === 1 && RELATIONS.has(text));

/** A span of a row of runs, and whether a formula stands before it. */
type TextTest = (span: readonly RawRun[], goesOn: boolean) => boolean;

/** Tells spans of text from those of formulas: they have words that formulas do not hold, or begin with one. */
export function textTest(readable: readonly RawRun[], raw: RawPage): TextTest {
  const isMath = ({ font, text }: RawRun): boolean => isMathText(raw.fonts[font]?.name ?? '', text);
  const braces = readable.filter((run) => BRACE.test(run.text) && hangs(run, raw.fonts[run.font]));

  /** The name of a function: its argument, a delimiter or a math symbol, stands right behind it. */
  const isName = (run: RawRun, next: RawRun | undefined): boolean => {
    if (!mayBeName(run.text) || !next || next.space) return false;
    const gap = (next.x0 - run.x1) / run.size;
    return (isMath(next) && gap < EM.name) || (/^[([{]/.test(next.text) && gap < EM.touching);
  };

  /** A word beside a relation, with nothing else on its side. */
  const isOperand = (span: readonly RawRun[], index: number): boolean =>
    /^[a-zA-Z]{2,}$/.test(span[index]!.text) &&
    ((index === 0 && span[1] !== undefined && isRelation(span[1])) ||
      (index > 1 && index === span.length - 1 && isRelation(span[index - 1]!)));

  const isVariable = (run: RawRun): boolean => lettersOf(run, raw.fonts[run.font])?.command === '';

  const isInCases = ({ x0, baseline, size }: RawRun): boolean =>
    braces.some(
      (brace) =>
        brace.x1 < x0 &&
        x0 - brace.x1 < EM.braceWidth * size &&
        isNear(brace.baseline, baseline, EM.braceHeight * size),
    );

  return (span, goesOn) => {
    const words = span.filter(
      (run, index) =>
        !isMath(run) &&
        plain(run.text).length > 1 &&
        !FUNCTIONS.has(plain(run.text)) &&
        !isVariable(run) &&
        !isName(run, span[index + 1]) &&
        !isOperand(span, index),
    );
    if (words[0] === undefined) return false;
    const isFirst = words[0] === span[0] && !goesOn && !isInCases(span[0]);
    return isFirst || words.some(({ text }) => !FORMULA_WORDS.has(plain(text)));
  };
}
