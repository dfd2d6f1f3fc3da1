import { isWhite } from '../../model/colors.ts';
import { boundsOf, byHeight, centerX, centerY, holdsPoint, isNear, stretchesOf } from '../../model/geometry.ts';
import type { GlyphRun } from '../../model/glyph-run.ts';
import type { Canvas, RawRule, Rect } from '../../model/raw-page.ts';

/**
 * A straight line that is drawn: `at` is its y (of an upright one, its x), from `from` to `to` along the other axis.
 */
export interface Ruling {
  at: number;
  from: number;
  to: number;
}

export interface Rulings {
  readonly horizontal: readonly Ruling[];
  readonly vertical: readonly Ruling[];
}

/** In points. Set by hand on the tuning half of the corpus. */
const PT = {
  /** Rulings that lie on each other, and how far apart the pieces of one ruling may be. */
  sameLine: 2,
  gap: 3,
  /** Shorter ones are specks. */
  leastLength: 3,
  /** How far apart rulings that meet may be. */
  touch: 3,
  /** How far from the ruling the baselines of underlined words are looked for. */
  reach: 12,
  /** By how much the ends of an underline and of its words may differ. */
  wordEnd: 2,
  /** Words that begin further at the left belong to another line. */
  farLeft: 400,
  /** White borders of cells on white paper lie this far below those of a coloured cell at most. */
  rowHeight: 60,
  /** How far the edges of a check box may lie outside of what is clicked. */
  checkBox: 2,
};

/**
 * In em: where a ruling lies that underlines letters or strikes them through. Set by hand on the tuning half of the
 * corpus.
 */
const EM = { aboveBaseline: 0.5, belowBaseline: 0.3 };

/**
 * In em of a label: how far a blank to fill in may stand from the words at its ends, and lie above and below their
 * baseline.
 */
const BLANK = { clear: 1.2, above: 0.2, below: 0.4 };

export const lengthOf = (ruling: Ruling): number => ruling.to - ruling.from;

/** Rulings of one direction; those that lie on each other or continue each other are made one. */
function joinRulings(rulings: readonly Ruling[]): Ruling[] {
  const sorted = [...rulings].sort((a, b) => a.at - b.at || a.from - b.from);
  const joined: Ruling[] = [];
  for (const group of stretchesOf(sorted, ([first], ruling) => ruling.at - first!.at <= PT.sameLine)) {
    let current: Ruling | undefined;
    for (const ruling of group.sort((a, b) => a.from - b.from)) {
      if (current && ruling.from <= current.to + PT.gap) {
        current.to = Math.max(current.to, ruling.to);
      } else {
        current = { ...ruling };
        joined.push(current);
      }
    }
  }
  return joined;
}

/**
 * Rules without the white ones that lie on white paper, as those of hidden borders do; but those that go on with
 * white rules on a coloured ground are the borders of the same table.
 */
function seenRules({ rules, boxes, shapes, images }: Canvas): readonly RawRule[] {
  if (!rules.some((rule) => isWhite(rule.color))) return rules;
  const coloured = [...boxes, ...shapes].filter(({ fill }) => fill !== undefined && !isWhite(fill));
  const grounds: Rect[] = [...coloured, ...images];
  const isOnGround = (rule: RawRule): boolean =>
    grounds.some((ground) => holdsPoint(ground, centerX(rule), centerY(rule), PT.touch));
  const seen = new Set(rules.filter((rule) => !isWhite(rule.color) || isOnGround(rule)));
  const hidden = rules.filter((rule) => isWhite(rule.color));
  const bordersOf = (kind: RawRule['kind'], goesOn: (rule: RawRule, above: RawRule) => boolean): void => {
    const sorted = hidden.filter((rule) => rule.kind === kind).sort((a, b) => a.x0 - b.x0 || a.y0 - b.y0);
    for (const [index, rule] of sorted.entries()) {
      const above = sorted[index - 1];
      if (above && seen.has(above) && isNear(above.x0, rule.x0, 1) && goesOn(rule, above)) seen.add(rule);
    }
  };
  bordersOf('vertical', (rule, above) => isNear(above.y1, rule.y0, PT.gap));
  bordersOf('horizontal', (rule, above) => isNear(above.x1, rule.x1, 1) && rule.y0 - above.y0 < PT.rowHeight);
  return rules.filter((rule) => seen.has(rule));
}

/** Rules without the edges of check boxes: right below a ruling, they would be sides of a field that holds the box. */
function withoutCheckBoxes(rules: readonly RawRule[], { widgets }: Canvas): readonly RawRule[] {
  const boxes = widgets.filter(({ kind }) => kind === 'checkbox' || kind === 'radio');
  return rules.filter(
    ({ x0, y0, x1, y1 }) =>
      !boxes.some(
        (box) =>
          x0 > box.x0 - PT.checkBox &&
          x1 < box.x1 + PT.checkBox &&
          y0 > box.y0 - PT.checkBox &&
          y1 < box.y1 + PT.checkBox,
      ),
  );
}

/**
 * The rulings of the page that may belong to tables, as few as possible: underlines and lines through text are left
 * out.
 */
export function readRulings(page: Canvas, runs: readonly GlyphRun[]): Rulings {
  const horizontal: Ruling[] = [];
  const vertical: Ruling[] = [];
  for (const rule of withoutCheckBoxes(seenRules(page), page)) {
    if (rule.kind === 'horizontal') horizontal.push({ at: (rule.y0 + rule.y1) / 2, from: rule.x0, to: rule.x1 });
    else vertical.push({ at: (rule.x0 + rule.x1) / 2, from: rule.y0, to: rule.y1 });
  }
  const isLong = (ruling: Ruling): boolean => lengthOf(ruling) >= PT.leastLength;
  const columns = joinRulings(vertical).filter(isLong);
  return { horizontal: withoutUnderlines(joinRulings(horizontal).filter(isLong), columns, runs), vertical: columns };
}

const meet = (across: Ruling, down: Ruling): boolean =>
  down.at >= across.from - PT.touch &&
  down.at <= across.to + PT.touch &&
  down.from <= across.at + PT.touch &&
  down.to >= across.at - PT.touch;

function withoutUnderlines(
  horizontal: readonly Ruling[],
  vertical: readonly Ruling[],
  runs: readonly GlyphRun[],
): Ruling[] {
  if (horizontal.length === 0) return [];
  const heights = byHeight(runs, ({ baseline }) => baseline);
  return horizontal.filter((ruling) => {
    if (vertical.some((other) => meet(ruling, other))) return true;
    const words = heights.near(ruling.at, PT.reach).filter((run) => {
      const below = (ruling.at - run.baseline) / run.size;
      return (
        below > -EM.aboveBaseline && below < EM.belowBaseline && run.x1 > ruling.from - 1 && run.x0 < ruling.to + 1
      );
    });
    const { x0, x1 } = boundsOf(words);
    // an underline is as long as its words
    const spansWords = x0 <= ruling.from + PT.wordEnd && x1 >= ruling.to - PT.wordEnd;
    return !(spansWords && x0 >= ruling.from - PT.farLeft && x1 > x0);
  });
}

/** Whether a ruling is a blank to fill in, as those of forms are: it fills the space between two words of a line. */
export const isBlank = ({ at, from, to }: Ruling, left: GlyphRun, right: GlyphRun): boolean =>
  from > left.x1 - PT.wordEnd &&
  to < right.x0 + PT.wordEnd &&
  from - left.x1 < BLANK.clear * left.size &&
  right.x0 - to < BLANK.clear * left.size &&
  at > left.baseline - BLANK.above * left.size &&
  at < left.baseline + BLANK.below * left.size;
