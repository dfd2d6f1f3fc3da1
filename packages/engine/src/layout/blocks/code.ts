import { boundsOf, upperMedian } from '../model/geometry.ts';
import { isCjk } from '../model/glyph-run.ts';
import type { Line } from '../model/line.ts';
import type { CodeBlock } from '../model/page-model.ts';
import { lineText } from '../text/inlines.ts';
import { spaceBetween, spacingOf } from '../text/segments.ts';

/** Set by hand on the tuning half of the corpus. */
const CODE = {
  /** Share of monospaced letters. */
  mono: 0.85,
  /** Letters of lines that are code by themselves: a number alone is the page's, or a date. */
  leastLetters: 2,
  /** Letters of the runs by which the width of a letter is measured, and that width in em where there are none. */
  measuredLetters: 3,
  widthEm: 0.6,
  /** Em: code this near below code goes on with it; distance of its lines; most empty lines that are kept, and one. */
  gapEm: 4,
  leadingEm: 1.25,
  mostBreaks: 3,
};

const ADDRESS = /^\d{0,2}(?:(?:https?:\/\/\S+|(?:\{[^{}@]+\}|[\w.+,-]+)@[\w-]+(?:\.[\w-]+)+)[,;.]?)+$/;

/** Lines are code when they are set in a monospaced font. */
export function isCode(lines: readonly Line[], isAfterCode: boolean): boolean {
  if (!lines.some((line) => line.runs.some((run) => run.mono))) return false;
  const runs = lines.flatMap((line) => line.runs);
  let mono = 0;
  let all = 0;
  let cjk = 0;
  for (const run of runs) {
    // a comment among code
    if (run.cjk && isCjk(run.text.codePointAt(0)!)) {
      cjk += run.text.length;
      continue;
    }
    all += run.text.length;
    if (run.mono) mono += run.text.length;
  }
  // numbers in a line of Chinese or Japanese, whose font has letters of one width
  if (cjk > all && !isAfterCode) return false;
  if (mono <= CODE.mono * all) return false;
  return isAfterCode || (all > CODE.leastLetters && runs.some((run) => /[^\d\s.,:/-]/.test(run.text)));
}

/**
 * Running text of a page that is typed as a whole. Set by hand: code has signs, short lines and few words; a page is
 * running text when most of its letters are in paragraphs of this many words a line.
 */
const TYPEWRITING = { words: 6, letters: 0.9, ofPage: 0.6 };

/** What code has and sentences hardly have, and what no sentence has. */
const SIGNS_OF_CODE = { hardly: /[{}=<>\\_]|\w\(|;$/, never: /[{}=<>\\]/ };

/** Words and the punctuation of sentences, without inner distances. */
function isWritten(lines: readonly Line[], signsOfCode = SIGNS_OF_CODE.hardly): boolean {
  const text = lines.map(lineText).join(' ');
  const signs = text.replaceAll(/\s/g, '');
  const plain = signs.replaceAll(/[^\p{L}\p{N}.,:;!?'"’“”–-]/gu, '');
  return plain.length >= TYPEWRITING.letters * signs.length && !signsOfCode.test(text);
}

/** Several lines of many words. */
function isRunning(lines: readonly Line[]): boolean {
  const words = lines.map(lineText).join(' ').split(' ').length;
  return lines.length > 1 && words >= TYPEWRITING.words * lines.length;
}

/** Paragraphs on a page that is set in a monospaced font as a whole, as a typewriter does: they are no code. */
export function typewritten(groups: readonly (readonly Line[])[]): ReadonlySet<readonly Line[]> {
  const lengthOf = (lines: readonly Line[]): number => lines.map(lineText).join('').length;
  const written = groups.filter((lines) => isWritten(lines));
  const sum = (of: readonly (readonly Line[])[]): number => of.reduce((all, lines) => all + lengthOf(lines), 0);
  if (sum(written.filter(isRunning)) < TYPEWRITING.ofPage * sum(groups)) return new Set();
  // `Section 501(c)(3) of the Code;`
  const others = groups.filter((lines) => isRunning(lines) && isWritten(lines, SIGNS_OF_CODE.never));
  return new Set([...written, ...others]);
}

/** Space within a line, save that between a label and its colon. */
const INNER_DISTANCE = /\S {2,}[^ :]/;

/** Whether all that stands beside a table of a page that is typed as a whole is words, as on an invoice. */
export const areWords = (groups: readonly (readonly Line[])[]): boolean =>
  groups.every((lines) => isWritten(lines) && !INNER_DISTANCE.test(codeText(lines, lines[0]!.x0)));

/** One line with the number of its page, as a print has it at the edge of the page (`Page 2 of 5`). */
export const isPageNumber = (lines: readonly Line[]): boolean =>
  lines.length === 1 && /^[\p{L} .–-]{0,12}\d{1,4}(?:[\p{L} /.–-]{1,6}\d{1,4})?[ .–-]{0,2}$/u.test(lineText(lines[0]!));

/** One line of words at the edge of a page that is typed as a whole. */
export const isRunningHead = (lines: readonly Line[]): boolean => lines.length === 1 && isWritten(lines);

/** One line that is an address: set in a monospaced font below a name, it is no code. */
export function isAddress(lines: readonly Line[]): boolean {
  return lines.length === 1 && ADDRESS.test(lineText(lines[0]!).replaceAll(/[\s*∗†‡]/g, ''));
}

/** Whether lines are a bracket alone, as the first line of JSON is. */
export const isBracket = (lines: readonly Line[]): boolean =>
  lines.length === 1 && /^[[{(]+$/.test(lineText(lines[0]!));

/** The lines with their indents and inner distances as spaces. */
function codeText(lines: readonly Line[], left: number): string {
  const widths = lines.flatMap((line) =>
    line.runs
      .filter((run) => run.text.length >= CODE.measuredLetters)
      .map((run) => (run.x1 - run.x0) / run.text.length),
  );
  const advance = widths.length > 0 ? upperMedian(widths) : lines[0]!.size * CODE.widthEm;
  const lettersIn = (width: number): number => Math.round(width / advance);
  return lines
    .map((line) => {
      const spacing = spacingOf(line.runs);
      let text = ' '.repeat(Math.max(0, lettersIn(line.x0 - left)));
      line.runs.forEach((run, index) => {
        const last = line.runs[index - 1];
        const wide = last ? lettersIn(run.x0 - last.x1) : 0;
        // single letters with a space between them are not spaced out
        if (last && ((run.space && wide > 0) || spaceBetween(last, run, spacing)))
          text += ' '.repeat(Math.max(1, wide));
        text += run.text;
      });
      return text;
    })
    .join('\n');
}

/** Lines of code between the edges of their column. */
export function codeBlock(lines: readonly Line[], left: number, column: readonly [number, number]): CodeBlock {
  const { x0, y0, x1, y1 } = boundsOf(lines);
  return { kind: 'code', text: codeText(lines, left), box: [x0, y0, x1, y1], column };
}

/**
 * Two blocks of code as one, when the second stands near below the first. `gap`: distance of baselines between them.
 */
export function joinCode(above: CodeBlock, below: CodeBlock, first: Line, gap: number): CodeBlock | undefined {
  if (first.baseline - above.box[3] >= CODE.gapEm * first.size) return undefined;
  const breaks = Math.max(1, Math.min(CODE.mostBreaks, Math.round(gap / (CODE.leadingEm * first.size))));
  return {
    ...above,
    box: [Math.min(above.box[0], below.box[0]), above.box[1], Math.max(above.box[2], below.box[2]), below.box[3]],
    text: above.text + '\n'.repeat(breaks) + below.text,
  };
}
