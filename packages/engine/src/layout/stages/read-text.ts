import { displayedFormulas } from '../formulas/displayed.ts';
import type { Formula } from '../formulas/formula.ts';
import { withInlineFormulas } from '../formulas/inline.ts';
import { centerX, centerY, holdsPoint } from '../model/geometry.ts';
import type { GlyphRun } from '../model/glyph-run.ts';
import { countOf, type LeftOut } from '../model/left-out.ts';
import type { PageWarning } from '../model/page-model.ts';
import type { Canvas, RawPage, RawRun } from '../model/raw-page.ts';
import { checkBoxes } from '../text/check-boxes.ts';
import { cleanText, type CleanText } from '../text/clean.ts';
import { drawnBullets } from '../text/drawn-bullets.ts';
import { drawnCheckBoxes, marksIn } from '../text/drawn-check-boxes.ts';
import { setDropCaps } from '../text/drop-caps.ts';
import { setFractions } from '../text/fractions.ts';
import { readLeaders } from '../text/leaders.ts';
import { lineNumbers } from '../text/line-numbers.ts';
import { settleLabels } from '../text/raised-labels.ts';
import { attachScripts } from '../text/scripts.ts';
import { linkRuns, strikeWords } from '../text/links-and-strikes.ts';
import { readStructureTree } from '../text/structure-tree.ts';
import { makeStyleTable, usualLook, type StyleTable } from '../text/styles.ts';

/** The text of a page as glyph runs on the baselines of their lines, and what is drawn beside it. */
export interface PageText {
  /** What is drawn, without the bars of formulas and the lines through words. */
  readonly canvas: Canvas;
  /** Horizontal text. */
  readonly runs: readonly GlyphRun[];
  /** Text in other directions, by its angle. */
  readonly rotated: ReadonlyMap<number, readonly RawRun[]>;
  /** Formulas in lines of their own. */
  readonly formulas: readonly Formula[];
  readonly styles: StyleTable;
  /** Words that OCR read, with how sure it was of each. */
  readonly recognized: readonly RawRun[];
  readonly left: readonly LeftOut[];
  readonly warnings: readonly PageWarning[];
}

const textsOf = (runs: Iterable<{ readonly text: string }>, reason: LeftOut['reason']): LeftOut[] =>
  [...runs].map(({ text }) => ({ reason, text }));

/** Takes out the formulas that stand in lines of their own, with their bars, and makes a run of each other one. */
function takeFormulas(page: RawPage): { raw: RawPage; formulas: readonly Formula[] } {
  const formulas = displayedFormulas(page);
  if (formulas.length === 0) return { raw: withInlineFormulas(page), formulas };
  const taken = new Set<unknown>(formulas.flatMap(({ runs, rules }) => [...runs, ...rules]));
  const runs = page.runs.filter((run) => !taken.has(run));
  const rules = page.rules.filter((rule) => !taken.has(rule));
  return { raw: withInlineFormulas({ ...page, runs, rules }), formulas };
}

function warningsOf({ left, isHandwriting }: Pick<CleanText, 'left' | 'isHandwriting'>): PageWarning[] {
  const counts = [
    { kind: 'hidden-text', count: countOf(left, 'hidden') },
    { kind: 'handwriting', count: isHandwriting ? 1 : 0 },
    { kind: 'watermark', count: countOf(left, 'watermark') },
    { kind: 'line-numbers', count: countOf(left, 'number of a line') },
  ];
  return counts.filter(({ count }) => count > 0);
}

/** Drops what no reader sees, and adds signs for bullets and check boxes that are drawn. */
function cleanRuns(page: RawPage): CleanText & { readonly raw: RawPage } {
  const clean = cleanText(page);
  const numbers = lineNumbers(clean.runs, page.height);
  const seen = numbers.size > 0 ? clean.runs.filter((run) => !numbers.has(run)) : clean.runs;
  const boxes = drawnCheckBoxes(page, seen);
  const marks = marksIn(boxes, seen);
  const runs = marks.length > 0 ? seen.filter((run) => !marks.includes(run)) : seen;
  const raw = { ...page, widgets: [...page.widgets, ...boxes] };
  const checks = checkBoxes(raw, runs);
  const bullets = drawnBullets(raw, runs).filter(
    (bullet) => !checks.some((box) => holdsPoint(box, centerX(bullet), centerY(bullet))),
  );
  const left = [...clean.left, ...textsOf(numbers, 'number of a line'), ...textsOf(marks, 'mark in a check box')];
  return { ...clean, raw, runs: [...readLeaders(runs), ...bullets, ...checks], left };
}

/** Finds out what most of the text looks like, and reads the structure tree. */
function findStyles(raw: RawPage, runs: readonly GlyphRun[]): StyleTable {
  const tags = readStructureTree(raw, runs);
  if (tags) for (const run of runs) if (tags.placeOf(run)?.role === 'Lbl') run.label = true;
  return makeStyleTable(usualLook(runs), tags);
}

/**
 * Links runs, and brings superscripts, subscripts and raised labels onto the baselines of their lines. Gives the rules
 * that are no lines through words.
 */
function settleRuns(runs: readonly GlyphRun[], raw: RawPage, { usual }: StyleTable): Canvas['rules'] {
  linkRuns(runs, raw.links);
  setDropCaps(runs, usual.size);
  const strikes = strikeWords(runs, raw.rules);
  setFractions(runs, raw.rules);
  attachScripts(runs, raw.source === 'text');
  settleLabels(runs, usual.size);
  return strikes.size === 0 ? raw.rules : raw.rules.filter((rule) => !strikes.has(rule));
}

/** Reads the text of a page that was brought to one direction. The runs are made here. */
export function readText(page: RawPage): PageText {
  const { raw: text, formulas } = takeFormulas(page);
  const { raw, runs, rotated, left, isHandwriting } = cleanRuns(text);
  const styles = findStyles(raw, runs);
  const rules = settleRuns(runs, raw, styles);
  const { runs: _runs, links: _links, tags: _tags, label: _label, ...drawn } = raw;
  return {
    canvas: { ...drawn, rules },
    runs,
    rotated,
    formulas,
    styles,
    recognized: raw.confidence === undefined ? [] : raw.runs,
    left: [
      ...textsOf(
        formulas.flatMap((formula) => formula.runs),
        'written as LaTeX',
      ),
      ...left,
    ],
    warnings: warningsOf({ left, isHandwriting }),
  };
}
