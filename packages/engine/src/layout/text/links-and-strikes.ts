import { centerX, middleOfLetters } from '../model/geometry.ts';
import type { GlyphRun } from '../model/glyph-run.ts';
import type { RawLink, RawRule, Rect } from '../model/raw-page.ts';

/** In em of the struck letters. Set by hand on pages of Chromium, WeasyPrint, LibreOffice and LaTeX. */
const EM = {
  /** How far above the baseline a line through letters lies. */
  height: [0.14, 0.46],
  /** The thickest line; a marker that covers letters is thicker. */
  width: 0.16,
  /** By how much a line may be shorter or longer than what it strikes. */
  end: 0.35,
  /** The widest space within what one line strikes. */
  space: 1,
} as const;

/** Rules of a page that are looked at: a drawing has more. */
const MOST_RULES = 2000;
/** Share of a word that is struck. */
const COVERED = 0.8;

const isThrough = (rule: RawRule, run: GlyphRun): boolean => {
  const height = run.baseline - (rule.y0 + rule.y1) / 2;
  return height >= EM.height[0] * run.size && height <= EM.height[1] * run.size && rule.width <= EM.width * run.size;
};

const covers = (rule: Rect, run: GlyphRun): boolean =>
  Math.min(rule.x1, run.x1) - Math.max(rule.x0, run.x0) >= COVERED * (run.x1 - run.x0);

/** Whether a line begins and ends with the words that it strikes, and these are one text. */
function isAsLongAs(rule: Rect, struck: readonly GlyphRun[]): boolean {
  const sorted = [...struck].sort((a, b) => a.x0 - b.x0);
  const [first, last] = [sorted[0]!, sorted.at(-1)!];
  return (
    Math.abs(rule.x0 - first.x0) <= EM.end * first.size &&
    Math.abs(rule.x1 - Math.max(...sorted.map(({ x1 }) => x1))) <= EM.end * last.size &&
    sorted.every((run, index) => index === 0 || run.x0 - sorted[index - 1]!.x1 <= EM.space * run.size)
  );
}

/** Neighbouring pieces of one line, as they are drawn for each word or space, joined. */
function joined(rules: readonly RawRule[]): { readonly rule: RawRule; readonly pieces: readonly RawRule[] }[] {
  const sorted = rules.filter(({ kind }) => kind === 'horizontal').sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0);
  const lines: { rule: RawRule; pieces: RawRule[] }[] = [];
  for (const rule of sorted) {
    const last = lines.at(-1);
    const isNext =
      last !== undefined &&
      Math.abs(last.rule.y0 - rule.y0) < 0.3 &&
      rule.x0 - last.rule.x1 < 1 &&
      rule.x0 - last.rule.x1 > -1 &&
      last.rule.color === rule.color;
    if (isNext) {
      last.rule = { ...last.rule, x1: Math.max(last.rule.x1, rule.x1) };
      last.pieces.push(rule);
    } else lines.push({ rule, pieces: [rule] });
  }
  return lines;
}

/** Marks the words that a line strikes, and returns these lines, which are no rulings. */
export function strikeWords(runs: readonly GlyphRun[], rules: readonly RawRule[]): ReadonlySet<RawRule> {
  const lines = new Set<RawRule>();
  if (rules.length === 0 || rules.length > MOST_RULES) return lines;
  for (const { rule, pieces } of joined(rules)) {
    const struck = runs.filter((run) => run.latex === undefined && isThrough(rule, run) && covers(rule, run));
    if (struck.length === 0 || !isAsLongAs(rule, struck) || !struck.some(({ text }) => /[\p{L}\p{N}]/u.test(text)))
      continue;
    for (const run of struck) run.struck = true;
    for (const piece of pieces) lines.add(piece);
  }
  return lines;
}

/** Gives runs inside a link's rectangle its target. Links within the document are dropped: Markdown has no pages. */
export function linkRuns(runs: readonly GlyphRun[], links: readonly RawLink[]): void {
  for (const link of links) {
    if (!/^(?:https?:|mailto:|ftp:)/i.test(link.href)) continue;
    for (const run of runs) {
      const x = centerX(run);
      const y = middleOfLetters(run);
      if (x >= link.x0 && x <= link.x1 && y >= link.y0 && y <= link.y1) run.href = link.href;
    }
  }
}
