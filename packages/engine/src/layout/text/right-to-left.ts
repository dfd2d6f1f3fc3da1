import { hundredths, stretchesOf } from '../model/geometry.ts';
import { MIRRORED } from '../model/mirrored.ts';
import { RUN, type RawPage, type RawRun, type Rect } from '../model/raw-page.ts';

const ARABIC = /\p{Script=Arabic}/u;
const LETTER = /\p{L}/u;
const WORD = /[\p{L}\p{N}]/u;
const OPENING = /^[([{]$/;
const CLOSING = /^[)\]}]$/;
/** What stays with a number among letters of each script (UAX #9, rules W4 and W5). */
const HEBREW_NUMBER = /[#$%°€£¥₪]*\p{N}+(?:[.,:/+-]\p{N}+)*[#$%°€£¥₪]*|./gsu;
const ARABIC_NUMBER = /\p{N}+(?:[.,:/]\p{N}+)*|./gsu;
/** A piece of a number that was drawn in several. The parts of a date are drawn in the order of words. */
const NUMBER_PIECE = /^[\p{N}.,]+$/u;
const DIGITS = /^\p{N}+$/u;

/** In em. Set by hand on the tuning half of the corpus. */
const EM = {
  /** Runs this near to each other are one word. */
  touch: 0.1,
  /** Wider gaps end a stretch of words that is read in the other direction. */
  stretchGap: 0.9,
  /** Baselines of one line. */
  sameBaseline: 0.05,
  /** Runs that were drawn one after the other in one line, to the right, though they may overlap a little. */
  drawnBaseline: 0.5,
  drawnOverlap: 0.2,
};
const isRtl = (run: RawRun): boolean => (run.flags & RUN.rtl) !== 0;
const isHorizontal = (run: RawRun): boolean => run.angle === undefined || run.angle === 0;

/** Letters of words that are read to the left, and of those that are read to the right. */
function countLetters(page: RawPage): { rtl: number; ltr: number } {
  let rtl = 0;
  let ltr = 0;
  for (const run of page.runs) {
    if (isRtl(run)) rtl += run.text.length;
    else if (LETTER.test(run.text)) ltr += run.text.length;
  }
  return { rtl, ltr };
}

/**
 * Mirrors a page in a right-to-left script, so that indents, labels, columns and tables are found as on any other page:
 * what is read first then stands at the left, and words that are read to the right keep their own order within a line.
 * Other pages stay as they are, but for quotations in a right-to-left script.
 */
export function mirrorPage(page: RawPage): RawPage {
  if (!page.runs.some(isRtl)) return page;
  const { rtl, ltr } = countLetters(page);
  if (rtl <= ltr) return { ...page, runs: withQuotedStretches(page.runs) };
  const flip = <T extends Rect>(rect: T): T => ({
    ...rect,
    x0: hundredths(page.width - rect.x1),
    x1: hundredths(page.width - rect.x0),
  });
  const arabic = page.runs.some((run) => isRtl(run) && ARABIC.test(run.text));
  const runs = moveSpaces(joinNumbers(page.runs.filter(isHorizontal)), (before, run) => isRtl(before) || isRtl(run))
    // words that OCR found are in logical order already
    .flatMap((run) => (isRtl(run) || run.confidence !== undefined ? [run] : logicalParts(run, arabic)))
    .map(flip);
  return {
    ...page,
    frame: { ...page.frame, mirrored: true },
    runs: [
      ...baselineRows(runs).flatMap((row) => joinTouching(faceBrackets(turnStretches(row)))),
      ...page.runs.filter((run) => !isHorizontal(run)),
    ],
    rules: page.rules.map(flip),
    boxes: page.boxes.map(flip),
    shapes: page.shapes.map(flip),
    images: page.images.map(flip),
    links: page.links.map(flip),
    widgets: page.widgets.map(flip),
  };
}

/** Pieces of a number that touch are one run: digits in whatever order they were drawn, others if to the right. */
function joinNumbers(runs: readonly RawRun[]): RawRun[] {
  const joined: RawRun[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    const onLine = last !== undefined && Math.abs(last.baseline - run.baseline) < EM.sameBaseline * run.size;
    if (onLine && areAll(NUMBER_PIECE, last, run) && touch(last, run))
      joined[joined.length - 1] = { ...last, text: last.text + run.text, x1: run.x1 };
    else if (onLine && areAll(DIGITS, last, run) && touch(run, last))
      joined[joined.length - 1] = { ...last, text: run.text + last.text, x0: run.x0 };
    else joined.push(run);
  }
  return joined;
}

const areAll = (sign: RegExp, ...runs: readonly RawRun[]): boolean => runs.every((run) => sign.test(run.text));

/** Where a line was drawn from left to right, the white space before a run follows it for the reader. */
function moveSpaces(runs: readonly RawRun[], areLeftwards: (before: RawRun, run: RawRun) => boolean): RawRun[] {
  const spaced = new Set<RawRun>();
  runs.forEach((run, index) => {
    if (run.space !== true) return;
    const before = runs[index - 1];
    const drawnRightwards =
      before &&
      Math.abs(before.baseline - run.baseline) < EM.drawnBaseline * run.size &&
      before.x1 <= run.x0 + EM.drawnOverlap * run.size;
    spaced.add(drawnRightwards && areLeftwards(before, run) ? before : run);
  });
  return runs.map((run) => {
    const { space: _space, ...rest } = run;
    return spaced.has(run) ? { ...rest, space: true } : rest;
  });
}

/**
 * A run in logical order: numbers and signs are drawn in visual order. Signs around a word that is read to the right
 * become runs of their own.
 */
function logicalParts(run: RawRun, arabic: boolean): RawRun[] {
  const { text } = run;
  if (text.length === 1) return [run];
  if (!LETTER.test(text)) {
    const tokens = text.match(arabic ? ARABIC_NUMBER : HEBREW_NUMBER) ?? [];
    return [
      {
        ...run,
        text: tokens
          .reverse()
          .map((token) => MIRRORED[token] ?? token)
          .join(''),
      },
    ];
  }
  let from = text.search(WORD);
  let to = text.length - /[^\p{L}\p{N}]*$/u.exec(text)![0].length;
  // a bracket whose partner stands in the word is part of it
  if (CLOSING.test(text[to] ?? '') && text.slice(from, to).includes(MIRRORED[text[to]!]!)) to += 1;
  if (OPENING.test(text[from - 1] ?? '') && text.slice(from, to).includes(MIRRORED[text[from - 1]!]!)) from -= 1;
  const width = (run.x1 - run.x0) / text.length;
  const { space, ...rest } = run;
  const parts = [
    ...Array.from({ length: from }, (_, index) => [index, index + 1] as const),
    [from, to] as const,
    ...Array.from({ length: text.length - to }, (_, index) => [to + index, to + index + 1] as const),
  ];
  return parts.map(([start, end]) => {
    const part = text.slice(start, end);
    const placed = {
      ...rest,
      text: start === from ? part : (MIRRORED[part] ?? part),
      x0: run.x0 + start * width,
      x1: run.x0 + end * width,
    };
    return space === true && start === from ? { ...placed, space } : placed;
  });
}

/** Runs of one baseline, each row from what is read first. */
function baselineRows(runs: readonly RawRun[]): RawRun[][] {
  const rows = stretchesOf(
    [...runs].sort((a, b) => a.baseline - b.baseline),
    (row, run) => run.baseline - row.at(-1)!.baseline < EM.sameBaseline * run.size,
  );
  for (const row of rows) row.sort((a, b) => a.x0 - b.x0);
  return rows;
}

/** Mirrors each stretch of words that are read to the right back in its place. */
function turnStretches(row: readonly RawRun[]): RawRun[] {
  const result: RawRun[] = [];
  let from = 0;
  while (from < row.length) {
    let to = from + 1;
    if (!isRtl(row[from]!))
      while (to < row.length && !isRtl(row[to]!) && row[to]!.x0 - row[to - 1]!.x1 < EM.stretchGap * row[to]!.size)
        to += 1;
    const stretch = row.slice(from, to);
    const first = stretch.findIndex((run) => WORD.test(run.text));
    const last = stretch.findLastIndex((run) => WORD.test(run.text));
    if (!isRtl(stretch[0]!) && last > first && stretch.some((run) => LETTER.test(run.text))) {
      const sum = stretch[first]!.x0 + stretch[last]!.x1;
      const turned = stretch
        .slice(first, last + 1)
        .reverse()
        .map((run) => ({ ...run, x0: hundredths(sum - run.x1), x1: hundredths(sum - run.x0) }));
      result.push(...stretch.slice(0, first), ...turned, ...stretch.slice(last + 1));
    } else {
      result.push(...stretch);
    }
    from = to;
  }
  return result;
}

const touch = (left: RawRun | undefined, right: RawRun | undefined): boolean =>
  left !== undefined &&
  right !== undefined &&
  right.space !== true &&
  Math.abs(right.x0 - left.x1) < EM.touch * right.size;

/**
 * A bracket opens what it touches after it and closes what it touches before: producers write either the sign that is
 * seen or the one that is meant.
 */
function faceBrackets(row: readonly RawRun[]): RawRun[] {
  return row.map((run, index) => {
    if (!OPENING.test(run.text) && !CLOSING.test(run.text)) return run;
    const [before, after] = [row[index - 1], row[index + 1]];
    const opens = touch(run, after) && WORD.test(after!.text[0]!);
    const closes = touch(before, run);
    return opens !== closes && opens !== OPENING.test(run.text) ? { ...run, text: MIRRORED[run.text]! } : run;
  });
}

/**
 * Right-to-left words on a left-to-right page: letters that touch become one run, and each stretch in a line of the
 * page's own script is put into the order in which it is read.
 */
function withQuotedStretches(runs: readonly RawRun[]): RawRun[] {
  const rows = baselineRows(runs.filter(isHorizontal));
  if (rows.length === 0) return [...runs];
  return [...rows.flatMap((row) => (row.some(isRtl) ? quote(row) : row)), ...runs.filter((run) => !isHorizontal(run))];
}

function quote(row: readonly RawRun[]): RawRun[] {
  const words: RawRun[] = [];
  for (const run of row) {
    const last = words.at(-1);
    if (last && isRtl(last) && isRtl(run) && touch(last, run) && sameLook(last, run))
      words[words.length - 1] = { ...last, text: run.text + last.text, x1: run.x1 };
    else words.push(run);
  }
  const count = (rtl: boolean): number =>
    words.reduce((sum, run) => sum + (isRtl(run) === rtl && LETTER.test(run.text) ? run.text.length : 0), 0);
  if (count(true) > count(false)) return moveSpaces(words, (before, run) => isRtl(before) && isRtl(run));
  return wordsInTurn(words).flatMap(turnAround);
}

/** Right-to-left words that follow each other, and each other word alone. */
const wordsInTurn = (words: readonly RawRun[]): RawRun[][] =>
  stretchesOf(words, (stretch, run) => {
    const last = stretch.at(-1)!;
    return isRtl(last) && isRtl(run) && run.x0 - last.x1 < EM.stretchGap * run.size;
  });

/** The words of a stretch in the order in which they are read. */
function turnAround(words: readonly RawRun[]): RawRun[] {
  const sum = words[0]!.x0 + words.at(-1)!.x1;
  return words.toReversed().map((run, index) => ({
    ...run,
    flags: run.flags & ~RUN.rtl,
    ...(words.length > 1 ? { x0: hundredths(sum - run.x1), x1: hundredths(sum - run.x0) } : {}),
    ...(index > 0 ? { space: true as const } : {}),
  }));
}

const sameLook = (a: RawRun, b: RawRun): boolean =>
  a.font === b.font && a.size === b.size && a.color === b.color && a.flags === b.flags && a.mcid === b.mcid;

/** No word starts with a closing bracket or ends with an opening one: the producer wrote the sign that is seen. */
const faceEnds = (text: string): string =>
  text
    .replace(/^[)\]}](?=[\p{L}\p{N}])/u, (sign) => MIRRORED[sign]!)
    .replace(/(?<=[\p{L}\p{N}])[([{](?=[.,:;!?]?$)/u, (sign) => MIRRORED[sign]!);

/** Letters and signs of one style that touch are one run. From here on they are read to the right. */
function joinTouching(row: readonly RawRun[]): RawRun[] {
  const joined: RawRun[] = [];
  for (const each of row) {
    const run = { ...each, flags: each.flags & ~RUN.rtl };
    const last = joined.at(-1);
    if (last && touch(last, run) && sameLook(last, run)) {
      joined[joined.length - 1] = {
        ...last,
        text: last.text + run.text,
        x1: run.x1,
        y0: Math.min(last.y0, run.y0),
        y1: Math.max(last.y1, run.y1),
      };
    } else {
      joined.push(run);
    }
  }
  return joined.map((run) => ({ ...run, text: faceEnds(run.text) }));
}
