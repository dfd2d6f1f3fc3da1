import { BINARY, FUNCTIONS, RELATIONS } from '../../math/classes.ts';
import { isNear } from '../model/geometry.ts';
import type { RawPage, RawRun } from '../model/raw-page.ts';
import { hangs, isMathText, lettersOf } from './signs/fonts.ts';
import { FORMULA_WORDS, mayBeName } from './signs/words.ts';

/** In em. Set by hand on papers of TeX and Typst. */
const EM = {
  /** The name of a function stands so far before its argument, and touches its bracket; words stand further apart. */
  name: 0.21,
  touching: 0.05,
  /** A large bracket hangs from so far above its line at most. */
  large: 2.2,
  /** The brace of cases reaches no further above or below its rows, which begin so near behind it. */
  braceHeight: 6,
  braceWidth: 25,
};

/** A bracket before an argument, or the topmost piece of one. */
const BRACKET = /^[([{⎛⎡⎧]$/;

/** A brace, or a piece of one. */
const BRACE = /^[{⎧⎨⎩]$/;

/** The name of a function with the bracket of its argument; what is within may be words in prose: `model(s)`. */
const CALLED = /^[a-zA-Z]{2,}[([]$/;

const plain = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '');

const isRelation = ({ text }: RawRun): boolean => text === ':=' || (text.length === 1 && RELATIONS.has(text));
const joins = (run: RawRun | undefined): boolean =>
  run !== undefined && (isRelation(run) || (run.text.length === 1 && BINARY.has(run.text)));

/** A span of a row of runs, and whether a formula stands before it. */
type TextTest = (span: readonly RawRun[], goesOn: boolean) => boolean;

/** Tells spans of text from those of formulas: they have words that formulas do not hold, or begin with one. */
export function textTest(readable: readonly RawRun[], raw: RawPage): TextTest {
  const isMath = ({ font, text }: RawRun): boolean => isMathText(raw.fonts[font]?.name ?? '', text);
  const large = readable.filter((run) => hangs(run, raw.fonts[run.font]));
  const braces = large.filter(({ text }) => BRACE.test(text));
  const brackets = large.filter(({ text }) => BRACKET.test(text));

  const isBeforeLarge = ({ x1, baseline, size }: RawRun): boolean =>
    brackets.some(
      (bracket) => isNear(bracket.x0, x1, EM.name * size) && isNear(bracket.baseline, baseline, EM.large * size),
    );

  /** The name of a function: its argument, a delimiter or a math symbol, stands right behind it. */
  const isName = (run: RawRun, next: RawRun | undefined): boolean => {
    if (CALLED.test(run.text)) return true;
    if (!mayBeName(run.text)) return false;
    if (isBeforeLarge(run)) return true;
    if (!next || next.space) return false;
    const gap = (next.x0 - run.x1) / run.size;
    return (isMath(next) && gap < EM.name) || (/^[([{]/.test(next.text) && gap < EM.touching);
  };

  /** A word beside a relation, with nothing else on its side, or between signs that join it with others. */
  const isOperand = (span: readonly RawRun[], index: number): boolean =>
    /^[a-zA-Z]{2,}$/.test(span[index]!.text) &&
    (index === 0 || joins(span[index - 1])) &&
    (index === span.length - 1 ? index > 1 : joins(span[index + 1]));

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
