import { holdsMailAddress } from '../lexicon/mail-addresses.ts';
import { isNear } from '../model/geometry.ts';
import { isUnspacedRun } from '../model/glyph-run.ts';
import type { Line } from '../model/line.ts';
import type { Label } from '../model/page-model.ts';
import { lineText } from '../text/inlines.ts';
import { letterBehind, lineLabel } from '../text/labels.ts';

/** A line with what paragraphs are told by. */
export interface LineLook {
  readonly line: Line;
  readonly text: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly mono: boolean;
  readonly label: Label | undefined;
  /** Width of the first word, or of the first letter where no space parts words. */
  readonly firstWord: number;
  /** Most of its letters are Chinese or Japanese. */
  readonly isUnspaced: boolean;
  /** What its text begins and ends with: which of the forms below. */
  readonly start: number;
  readonly end: number;
  /** Em: the widest gap; a very wide one is a blank to fill in, or parts what stands side by side. */
  readonly widestGap: number;
}

/** Set by hand on the tuning half of the corpus. */
const LOOK = {
  /** A line is bold (italic, monospaced) when more than this share of its letters is. */
  share: 0.8,
  /** Em: gaps within a word are smaller. */
  wordGapEm: 0.12,
  /** Em: wider gaps are none between words. */
  stretchGapEm: 1.6,
  /** Em: the texts of items of one list start this near to each other. */
  sameEdgeEm: 0.5,
};

/**
 * Gaps of a line that was stretched to the width of its column are nearly equal: so many at least, the widest at most
 * so many times the narrowest. Set by hand on the tuning half of the corpus.
 */
const JUSTIFIED = { gaps: 3, times: 1.35 };

/** The end of an address that fills a line. Set by hand on the tuning half of the corpus. */
const ADDRESS_END = {
  /** Points: it starts where the line above starts. */
  startPt: 1.5,
  /** Em: distance of the lines. */
  gapEm: 1.4,
  /** Share of the width that the line above may leave free. */
  free: 0.06,
};

/** What a question of an exam is worth, at the end of its line: no cell beside it. */
const MARKS =
  /^[([]\s?\d{1,3}\s?(?:points?|pts?\.?|marks?|Punkte?|Pkt\.?|P\.?|puntos?|punti|pontos?|баллов?)\s?[)\]]$/iu;
/** Words of it: `(4 points)`, `( 4 points )`. */
const MARKS_WORDS = 4;

/** What ends a sentence or a clause. */
export const STOP = /[.!?:;。！？：；)\]"”’）】」』》]$/;

/** What a line begins with, from the words that go on to the signs that begin something. */
const STARTS = [
  /^(?!www\.|https?:|\S*@)\p{Ll}/u,
  /^[^\p{L}\p{N}([“‘"'«„–—-]/u,
  /^\p{N}/u,
  /^[([“‘"'«„]/u,
  /^\p{Lu}/u,
  /^\p{L}/u,
];
/** What a line ends with, from what goes on to what ends a sentence. */
const ENDS = [
  /\p{Ll}[-\u2010]$/u,
  /[-–\u2010]$/u,
  /[,，、;；]$/u,
  /[^.!?:。！？：)\]"”’）】」』》〕]$/u,
  /:$/u,
  /[.!?。！？]["”’»)\]]*$/u,
];

const END_LETTERS = 16;

function formOf(forms: readonly RegExp[], text: string): number {
  let at = 0;
  while (at < forms.length && !forms[at]!.test(text)) at += 1;
  return at;
}

export const startOf = (text: string): number => formOf(STARTS, text);
/** The last letters tell it, and are looked at faster than all. */
export const endOf = (text: string): number => formOf(ENDS, text.slice(-END_LETTERS));

/** What a line of Chinese or Japanese begins with at least: a letter or number, with its brackets and stops. */
const FIRST_LETTERS = /^[(（「『【《〈“‘]*(?:[\w.,%-]+|.)[)）」』】》〉”’，、。．：；？！ー]*/u;

function firstWordWidth({ runs, size }: Line): number {
  const [first] = runs;
  if (isUnspacedRun(first!)) {
    const letters = FIRST_LETTERS.exec(first!.text)![0].length;
    return ((first!.x1 - first!.x0) * letters) / first!.text.length;
  }
  let last = 0;
  while (last + 1 < runs.length && !isUnspacedRun(runs[last + 1]!)) {
    if (runs[last + 1]!.x0 - runs[last]!.x1 >= LOOK.wordGapEm * size) break;
    last += 1;
  }
  return runs[last]!.x1 - runs[0]!.x0;
}

/** White space between the words of a line, in em. */
function gapsOf({ runs, size }: Line): number[] {
  const gaps = runs.slice(1).map((run, index) => (run.x0 - runs[index]!.x1) / size);
  const at = gaps.findLastIndex((gap) => gap > LOOK.stretchGapEm);
  if (at < 0) return gaps;
  const last = runs.slice(at + 1);
  const areMarks = last.length <= MARKS_WORDS && MARKS.test(last.map(({ text }) => text).join(' '));
  return areMarks ? gaps.slice(0, at) : gaps;
}

/** Whether the words of a line stand apart because it was stretched, and not because they are cells. */
function isJustified(gaps: readonly number[], text: string): boolean {
  const between = gaps.filter((gap) => gap > LOOK.wordGapEm);
  return (
    between.length >= JUSTIFIED.gaps &&
    Math.max(...between) < JUSTIFIED.times * Math.min(...between) &&
    /\p{Ll}{2}.*\p{Ll}{2}/u.test(text) &&
    !/(?:[.…·_-] ?){4}/u.test(text)
  );
}

function lookAt(line: Line): LineLook {
  let bold = 0;
  let italic = 0;
  let mono = 0;
  let unspaced = 0;
  let all = 0;
  for (const run of line.runs) {
    const length = run.text.length;
    all += length;
    if (run.bold) bold += length;
    if (run.italic) italic += length;
    if (run.mono) mono += length;
    if (isUnspacedRun(run)) unspaced += length;
  }
  const text = lineText(line);
  const between = gapsOf(line);
  const gaps = isJustified(between, text) ? [] : between;
  return {
    line,
    text,
    bold: bold > LOOK.share * all,
    italic: italic > LOOK.share * all,
    // an address that fills a line belongs to its paragraph
    mono: mono > LOOK.share * all && !text.includes('://') && !holdsMailAddress(text),
    label: lineLabel(line),
    firstWord: firstWordWidth(line),
    isUnspaced: 2 * unspaced > all,
    start: startOf(text),
    end: endOf(text),
    widestGap: Math.max(0, ...gaps),
  };
}

/** The looks, with labels as letters that count on from those above them whose texts start at the same edge. */
function withLetters(looks: readonly LineLook[]): LineLook[] {
  const read: LineLook[] = [];
  for (const look of looks) {
    const { label, line } = look;
    const above =
      label?.kind === 'roman' &&
      read.findLast((other) => other.label && isNear(other.label.textX, label.textX, LOOK.sameEdgeEm * line.size));
    read.push(above ? { ...look, label: letterBehind(label, above.label!) } : look);
  }
  return read;
}

/**
 * The looks of lines in a column that ends at `right`. The end of a name or an address that was broken over two lines
 * is no code, although it fills a line: it stands right below a full line of the text that it goes on with.
 */
export function looksOf(lines: readonly Line[], right: number): LineLook[] {
  const looks = withLetters(lines.map(lookAt));
  return looks.map((look, index) => {
    const above = looks[index - 1];
    if (!look.mono || !above || above.mono || looks[index + 1]?.mono) return look;
    const { line } = look;
    const goesOn =
      isNear(line.x0, above.line.x0, ADDRESS_END.startPt) &&
      line.baseline - above.line.baseline < ADDRESS_END.gapEm * line.size &&
      above.line.x1 > right - ADDRESS_END.free * (right - line.x0) &&
      above.line.runs.at(-1)!.mono;
    return goesOn ? { ...look, mono: false } : look;
  });
}
