import { RUN, type RawPage, type RawRun, type Rect } from './raw-page.ts';

const ARABIC = /\p{Script=Arabic}/u;
const LETTER = /\p{L}/u;
const WORD = /[\p{L}\p{N}]/u;
const MIRRORED: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '«': '»',
  '»': '«',
  '<': '>',
  '>': '<',
};
const OPENING = /^[([{]$/;
const CLOSING = /^[)\]}]$/;
/** What stays with a number when it is shown among letters of each script (UAX #9, W4 and W5). */
const HEBREW_NUMBER = /[#$%°€£¥₪]*\p{N}+(?:[.,:/+-]\p{N}+)*[#$%°€£¥₪]*|./gsu;
const ARABIC_NUMBER = /\p{N}+(?:[.,:/]\p{N}+)*|./gsu;

/** Gaps as shares of the font size: runs that touch, and neighbours that stand in one line of text. */
const TOUCH = 0.1;
const NEAR = 0.9;

const round = (value: number): number => Math.round(value * 100) / 100;
const isRtl = (run: RawRun): boolean => (run.flags & RUN.rtl) !== 0;
const isLevel = (run: RawRun): boolean => run.angle === undefined || run.angle === 0;

/** Letters that are read to the left, and letters of words that are read to the right. */
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
 * A page in a right-to-left script, mirrored: what is read first stands at the left, and words within a line that are read to the right stand in their
 * own order. So indents, labels, columns and tables are found as on any other page. Other pages keep their places.
 */
export function mirrorPage(page: RawPage): RawPage {
  const { rtl, ltr } = countLetters(page);
  if (rtl === 0) return page;
  if (rtl <= ltr) return { ...page, runs: withQuotedStretches(page.runs) };
  const flip = <T extends Rect>(rect: T): T => ({
    ...rect,
    x0: round(page.width - rect.x1),
    x1: round(page.width - rect.x0),
  });
  const arabic = page.runs.some((run) => isRtl(run) && ARABIC.test(run.text));
  const runs = moveSpaces(page.runs.filter(isLevel), (before, run) => isRtl(before) || isRtl(run))
    // words that OCR found are in logical order already
    .flatMap((run) => (isRtl(run) || run.confidence !== undefined ? [run] : logicalParts(run, arabic)))
    .map(flip);
  return {
    ...page,
    runs: [
      ...rowsOf(runs).flatMap((row) => joinTouching(faceBrackets(turnStretches(row)))),
      ...page.runs.filter((run) => !isLevel(run)),
    ],
    rules: page.rules.map(flip),
    boxes: page.boxes.map(flip),
    shapes: page.shapes.map(flip),
    images: page.images.map(flip),
    links: page.links.map(flip),
    widgets: page.widgets.map(flip),
  };
}

/** Where a line was drawn from left to right, the white space before a run stands after it for the reader: before the run at its left. */
function moveSpaces(runs: readonly RawRun[], areLeftwards: (before: RawRun, run: RawRun) => boolean): RawRun[] {
  const spaced = new Set<RawRun>();
  runs.forEach((run, index) => {
    if (run.space !== true) return;
    const before = runs[index - 1];
    const drawnRightwards =
      before && Math.abs(before.baseline - run.baseline) < 0.5 * run.size && before.x1 <= run.x0 + 0.2 * run.size;
    spaced.add(drawnRightwards && areLeftwards(before, run) ? before : run);
  });
  return runs.map((run) => {
    const { space: _space, ...rest } = run;
    return spaced.has(run) ? { ...rest, space: true } : rest;
  });
}

/** Number and signs of a run that shows them in the order of the eye; signs around a word that is read to the right become runs of their own. */
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
function rowsOf(runs: readonly RawRun[]): RawRun[][] {
  const rows: RawRun[][] = [];
  for (const run of [...runs].sort((a, b) => a.baseline - b.baseline)) {
    const row = rows.at(-1);
    if (row && run.baseline - row.at(-1)!.baseline < 0.05 * run.size) row.push(run);
    else rows.push([run]);
  }
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
      while (to < row.length && !isRtl(row[to]!) && row[to]!.x0 - row[to - 1]!.x1 < NEAR * row[to]!.size) to += 1;
    const stretch = row.slice(from, to);
    const first = stretch.findIndex((run) => WORD.test(run.text));
    const last = stretch.findLastIndex((run) => WORD.test(run.text));
    if (!isRtl(stretch[0]!) && last > first && stretch.some((run) => LETTER.test(run.text))) {
      const sum = stretch[first]!.x0 + stretch[last]!.x1;
      const turned = stretch
        .slice(first, last + 1)
        .reverse()
        .map((run) => ({ ...run, x0: round(sum - run.x1), x1: round(sum - run.x0) }));
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
  Math.abs(right.x0 - left.x1) < TOUCH * right.size;

/** Brackets alone open what they touch after them and close what they touch before: producers state either the sign that is seen or the one that is meant. */
function faceBrackets(row: readonly RawRun[]): RawRun[] {
  return row.map((run, index) => {
    if (!OPENING.test(run.text) && !CLOSING.test(run.text)) return run;
    const [before, after] = [row[index - 1], row[index + 1]];
    const opens = touch(run, after) && WORD.test(after!.text[0]!);
    const closes = touch(before, run);
    return opens !== closes && opens !== OPENING.test(run.text) ? { ...run, text: MIRRORED[run.text]! } : run;
  });
}

/** Words that are read to the left on a page that is not: letters that touch become one run, and in a line of the page's own script each stretch stands as it is read. */
function withQuotedStretches(runs: readonly RawRun[]): RawRun[] {
  const rows = rowsOf(runs.filter(isLevel));
  if (rows.length === 0) return [...runs];
  return [...rows.flatMap((row) => (row.some(isRtl) ? quote(row) : row)), ...runs.filter((run) => !isLevel(run))];
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
  const result: RawRun[] = [];
  for (let from = 0; from < words.length;) {
    let to = from + 1;
    if (isRtl(words[from]!))
      while (to < words.length && isRtl(words[to]!) && words[to]!.x0 - words[to - 1]!.x1 < NEAR * words[to]!.size)
        to += 1;
    const sum = words[from]!.x0 + words[to - 1]!.x1;
    if (to - from === 1) result.push({ ...words[from]!, flags: words[from]!.flags & ~RUN.rtl });
    else
      result.push(
        ...words
          .slice(from, to)
          .reverse()
          .map((run, index) => ({
            ...run,
            flags: run.flags & ~RUN.rtl,
            x0: round(sum - run.x1),
            x1: round(sum - run.x0),
            ...(index > 0 ? { space: true as const } : {}),
          })),
      );
    from = to;
  }
  return result;
}

const sameLook = (a: RawRun, b: RawRun): boolean =>
  a.font === b.font && a.size === b.size && a.color === b.color && a.flags === b.flags && a.mcid === b.mcid;

/** No word starts with a closing bracket or ends in an opening one: the producer stated the sign that is seen. */
const faceEnds = (text: string): string =>
  text
    .replace(/^[)\]}](?=[\p{L}\p{N}])/u, (sign) => MIRRORED[sign]!)
    .replace(/(?<=[\p{L}\p{N}])[([{](?=[.,:;!?]?$)/u, (sign) => MIRRORED[sign]!);

/** Letters and signs of one style that nothing parts are one run; from here on they are read to the right. */
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
