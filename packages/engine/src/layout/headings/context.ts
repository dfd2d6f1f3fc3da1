import type { LayoutBlock, StyleCount } from '../model/page-model.ts';
import type { Feature, PlacedBlock } from './features.ts';

/** Set by hand; the trees are grown over them, so a change asks for a new fit. */
const LIMITS = {
  /** A size in relation to the body's from which a neighbour is prominent. */
  larger: 1.06,
  /** Later pages are alike. */
  latePage: 5,
  /** Em: a distance that is not known, and the least one. */
  openGap: 3,
  leastGap: 0.3,
} as const;

const NONE: Pick<StyleCount, 'blocks' | 'candidates' | 'chars' | 'known'> = {
  blocks: 0,
  candidates: 0,
  chars: 0,
  known: [],
};

const countOf = ({ block, page, document }: PlacedBlock): typeof NONE =>
  document.count(page.styles[block.style]!) ?? NONE;

/** What follows, as a number. The trees only ask for more or less, so the order is from prose to none of it. */
function kindOf(other: LayoutBlock | undefined): number {
  if (other === undefined) return 0;
  if (other.kind === 'table') return 4;
  if (other.kind !== 'text') return 5;
  if (other.label !== undefined) return 2;
  return other.candidate === true ? 3 : 1;
}

const lettersOf = (other: LayoutBlock | undefined): number => (other?.kind === 'text' ? other.chars : 0);

/** Share of the style's candidates that the outline names; −1 in a document without an outline. */
function namedShare(placed: PlacedBlock): number {
  if (!placed.document.hasOutline) return -1;
  const { known, candidates } = countOf(placed);
  return known.reduce((sum, count) => sum + count, 0) / Math.max(1, candidates);
}

function isProminent(other: LayoutBlock | undefined, { page, document }: PlacedBlock): boolean {
  if (other?.kind !== 'text' || other.candidate !== true) return false;
  const style = page.styles[other.style]!;
  return style.bold || document.ratio(style) > LIMITS.larger;
}

/** What the document and the neighbours tell of a candidate beside its own features. Only the trees use it. */
const MEASURES = {
  rank: ({ block, page, document }) => document.rank(page.styles[block.style]!),
  candidatesOfStyle: (placed) => countOf(placed).candidates / Math.max(1, countOf(placed).blocks),
  lettersOfStyle: (placed) => Math.log1p(countOf(placed).chars / Math.max(1, countOf(placed).blocks)),
  namedOfStyle: namedShare,
  letters: ({ block }) => block.chars,
  lettersAfter: ({ after }) => Math.log1p(lettersOf(after)),
  kindAfter: ({ after }) => kindOf(after),
  afterProminent: (placed) => Number(isProminent(placed.before, placed)),
  below: ({ block }) => block.below ?? -1,
  aboveToBelow: ({ block: { above, below } }) =>
    (above ?? LIMITS.openGap) / Math.max(LIMITS.leastGap, below ?? LIMITS.openGap),
  pageNumber: ({ page }) => Math.min(page.page, LIMITS.latePage),
} satisfies Record<string, (placed: PlacedBlock) => number>;

export type ContextFeature = keyof typeof MEASURES;

/** What a tree can look at. */
export type Input = Feature | ContextFeature;

export const CONTEXT_FEATURES = Object.keys(MEASURES) as readonly ContextFeature[];

export const contextFeature = (name: ContextFeature, placed: PlacedBlock): number => MEASURES[name](placed);
