import { isNear } from '../model/geometry.ts';
import { isCjk, mayHaveCjk, type GlyphRun } from '../model/glyph-run.ts';
import type { LeftOut } from '../model/left-out.ts';
import { RUN, type RawPage, type RawRun } from '../model/raw-page.ts';
import { QUARTER } from './rotation.ts';
import { levelRows } from './text-rows.ts';

export interface CleanText {
  readonly runs: GlyphRun[];
  /** Runs in other directions than the page's main one, by direction. */
  readonly rotated: ReadonlyMap<number, readonly RawRun[]>;
  readonly left: readonly LeftOut[];
  /** The words of a text layer that a tablet recognized have a size each. */
  readonly isHandwriting: boolean;
}

/** In points. Set by hand on the tuning half of the corpus. */
const PT = {
  /** Smaller letters are specks (of drawings, of fonts that hide text), but on a page that was scaled down. */
  leastSize: 2,
  /** Slanted text of this size is a watermark. */
  watermarkSize: 24,
  /** Text printed twice for boldness, or as a shadow: how far the second print may stand off, and differ in size. */
  twinOffset: 1.5,
  twinSize: 1,
  /** A second print that stands off by more makes the first bold; one that does not is a mere repetition. */
  boldOffset: 0.05,
  /** The number of a note starts its line: what ends this near before it on its baseline is the word that it ends. */
  noteNeighbour: 40,
  noteBaseline: 1,
};

/** As shares. Set by hand on the tuning half of the corpus. */
const SHARE = {
  /** Notes: smaller than this share of the main size, and below this share of the page's height. */
  noteSize: 0.93,
  noteTop: 0.4,
  /** Of the page: a larger image is what was scanned. */
  scan: 0.5,
};

/**
 * A page that was scaled down, such as a large drawing: less than this share of its letters has a readable size (in
 * points), and the letters below `PT.leastSize` are spread over this share of its height.
 */
const SCALED_DOWN = { readableSize: 5, readable: 0.1, height: 0.25 };

/** Hidden text that is so many times as long as the visible text is the text layer of a scan. */
const HIDDEN_LEAD = 4;
/** How far back a twin is looked for: both prints follow each other soon. */
const TWIN_REACH = 12;

const LIGATURES: Readonly<Record<string, string>> = { ﬀ: 'ff', ﬁ: 'fi', ﬂ: 'fl', ﬃ: 'ffi', ﬄ: 'ffl', ﬅ: 'ft', ﬆ: 'st' };

/* eslint-disable no-control-regex */
const INVISIBLE = /[\u0000-\u001F\u007F\u200B\u2060\uFEFF]|\uFE00/g;
/** All that `cleanLetters` changes, which few texts have. */
const UNCLEAN = /[\u0000-\u001F\u007F\u00AD\u200B\u2060\uFB00-\uFB06\uFEFF]|\uFE00/;
/* eslint-enable no-control-regex */

function cleanLetters(text: string): string {
  if (!UNCLEAN.test(text)) return text;
  return text
    .replaceAll(/[\uFB00-\uFB06]/g, (ligature) => LIGATURES[ligature] ?? ligature)
    .replaceAll(INVISIBLE, '')
    .replaceAll(/\u00AD(?!$)/g, '');
}

/** True when nearly all text is hidden: then it is the text layer of a scan. */
function hiddenIsText(runs: readonly RawRun[]): boolean {
  let hidden = 0;
  let seen = 0;
  for (const run of runs) {
    if ((run.flags & RUN.hidden) !== 0) hidden += run.text.length;
    else if ((run.flags & RUN.artifact) === 0) seen += run.text.length;
  }
  return hidden > HIDDEN_LEAD * seen;
}

/** Whether an image covers most of the page. A tablet draws handwriting as curves. */
const isScan = ({ images, width, height }: RawPage): boolean =>
  images.some(({ x0, y0, x1, y1 }) => (x1 - x0) * (y1 - y0) > SHARE.scan * width * height);

/** Large text at a slant, behind or before the page's own. */
const isWatermark = (run: RawRun): boolean =>
  run.angle !== undefined && run.angle % QUARTER !== 0 && run.size >= PT.watermarkSize;

/** The smallest letters that are text, in points. What hides text is a few lines in one place. */
function leastSize({ runs, height }: RawPage): number {
  let [all, readable, top, bottom] = [0, 0, Infinity, -Infinity];
  for (const { size, text, y0, y1 } of runs) {
    all += text.length;
    if (size >= SCALED_DOWN.readableSize) readable += text.length;
    if (size >= PT.leastSize) continue;
    top = Math.min(top, y0);
    bottom = Math.max(bottom, y1);
  }
  const isScaledDown = readable < SCALED_DOWN.readable * all && bottom - top > SCALED_DOWN.height * height;
  return isScaledDown ? 0 : PT.leastSize;
}

/** Fonts of LaTeX whose glyphs are pieces of the lines and circles of a picture. */
const LINES = /^(?:line|lcircle)w?\d/i;

/** Why a run is no text that a reader sees, if so. */
function reasonAgainst(
  run: RawRun,
  { width, height }: RawPage,
  { least, keepHidden, lines }: { readonly least: number; readonly keepHidden: boolean; readonly lines: Set<string> },
): LeftOut['reason'] | undefined {
  if ((run.flags & RUN.hidden) !== 0 && !keepHidden) return 'hidden';
  if (run.size < least) return 'too small';
  if (run.x1 < 0 || run.y1 < 0 || run.x0 > width || run.y0 > height) return 'off the page';
  if (lines.size > 0 && lines.has(run.font)) return 'line of a drawing';
  return isWatermark(run) ? 'watermark' : undefined;
}

/**
 * Drops what no reader sees (hidden text, specks, watermarks, text printed twice), and makes glyph runs of the rest.
 */
export function cleanText(page: RawPage): CleanText {
  const horizontal: RawRun[] = [];
  const rotated = new Map<number, RawRun[]>();
  const keepHidden = hiddenIsText(page.runs);
  const least = leastSize(page);
  const lines = new Set(Object.keys(page.fonts).filter((key) => LINES.test(page.fonts[key]!.name ?? '')));
  const left: LeftOut[] = [];
  for (const run of page.runs) {
    const reason = reasonAgainst(run, page, { least, keepHidden, lines });
    if (reason) left.push({ reason, text: run.text });
    else if ((run.angle ?? 0) === 0) horizontal.push(run);
    else if (rotated.has(run.angle!)) rotated.get(run.angle!)!.push(run);
    else rotated.set(run.angle!, [run]);
  }
  const { runs: words, isSizedByWord } = keepHidden
    ? levelRows(horizontal)
    : { runs: horizontal, isSizedByWord: false };
  const runs = withoutTwins(
    words.map((run) => makeGlyphRun(page, run)).filter((run) => run.text !== ''),
    left,
  );
  splitNoteNumbers(runs, page.height);
  unmarkMono(runs);
  return { runs, rotated, left, isHandwriting: isSizedByWord && !isScan(page) };
}

/** Each text once; what is printed twice, a little apart, is bold. */
function withoutTwins(runs: readonly GlyphRun[], left: LeftOut[]): GlyphRun[] {
  const once: GlyphRun[] = [];
  const known = new Map<string, GlyphRun[]>();
  for (const run of runs) {
    const same = known.get(run.text);
    const twin = same && twinOf(run, same);
    if (twin) {
      left.push({ reason: 'printed twice', text: run.text });
      if (Math.abs(twin.x0 - run.x0) + Math.abs(twin.baseline - run.baseline) > PT.boldOffset) twin.bold = true;
      continue;
    }
    if (same) same.push(run);
    else known.set(run.text, [run]);
    once.push(run);
  }
  return once;
}

/** The same text at nearly the same place, printed not long before. */
function twinOf(run: GlyphRun, same: readonly GlyphRun[]): GlyphRun | undefined {
  for (let index = same.length - 1; index >= 0 && index >= same.length - TWIN_REACH; index -= 1) {
    const other = same[index]!;
    if (
      isNear(other.x0, run.x0, PT.twinOffset) &&
      isNear(other.baseline, run.baseline, PT.twinOffset) &&
      isNear(other.size, run.size, PT.twinSize)
    )
      return other;
  }
  return undefined;
}

function sizeOfMost(runs: readonly GlyphRun[]): number {
  const letters = new Map<number, number>();
  for (const run of runs) letters.set(run.size, (letters.get(run.size) ?? 0) + run.text.length);
  let main = 0;
  for (const [size, count] of letters) if (count > (letters.get(main) ?? 0)) main = size;
  return main;
}

/** Cuts the number off the first word of a footnote where no space parts them (`1The`). */
function splitNoteNumbers(runs: GlyphRun[], height: number): void {
  const main = sizeOfMost(runs);
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const run = runs[index]!;
    if (run.size > SHARE.noteSize * main || run.baseline < SHARE.noteTop * height) continue;
    const found = /^(\d{1,2})(\p{Lu}\p{Ll}*)$/u.exec(run.text);
    if (!found || endsWordOf(runs[index - 1], run)) continue;
    const x = run.x0 + ((run.x1 - run.x0) * found[1]!.length) / run.text.length;
    runs.splice(
      index,
      1,
      { ...run, text: found[1]!, x1: x, script: 'sup' },
      { ...run, text: found[2]!, x0: x, space: true },
    );
  }
}

/** Whether the text before a run stands right before it on its line. */
const endsWordOf = (before: GlyphRun | undefined, run: GlyphRun): boolean =>
  before !== undefined &&
  isNear(before.baseline, run.baseline, PT.noteBaseline) &&
  before.x1 <= run.x0 + 1 &&
  before.x1 > run.x0 - PT.noteNeighbour;

/** A font for Chinese or Japanese has digits and Latin letters of one width too: that does not make them code. */
function unmarkMono(runs: readonly GlyphRun[]): void {
  if (!runs.some(({ mono }) => mono)) return;
  const lead = new Map<string, number>();
  for (const { text, family } of runs) {
    const wide = isCjk(text.codePointAt(0) ?? 0);
    if (wide || /[A-Za-z]/.test(text)) lead.set(family, (lead.get(family) ?? 0) + (wide ? 1 : -1) * text.length);
  }
  for (const run of runs) if (run.mono && (lead.get(run.family) ?? 0) > 0) run.mono = false;
}

export function makeGlyphRun(page: Pick<RawPage, 'fonts'>, raw: RawRun): GlyphRun {
  const font = page.fonts[raw.font];
  const text = cleanLetters(raw.text);
  return {
    text,
    x0: raw.x0,
    y0: raw.y0,
    x1: raw.x1,
    y1: raw.y1,
    baseline: raw.baseline,
    size: raw.size,
    bold: (raw.flags & RUN.bold) !== 0,
    italic: (raw.flags & RUN.italic) !== 0,
    // all letters of Chinese and Japanese are equally wide
    mono: (raw.flags & RUN.mono) !== 0 && !isCjk(text.codePointAt(0) ?? 0),
    family: font?.family ?? raw.font,
    color: raw.color,
    space: raw.space === true,
    script: undefined,
    rtl: (raw.flags & RUN.rtl) !== 0,
    symbolic: font?.symbolic === true,
    cjk: mayHaveCjk(text),
    artifact: (raw.flags & RUN.artifact) !== 0,
    href: undefined,
    mcid: raw.mcid,
    latex: raw.latex,
  };
}
