import { anyOf } from '../lexicon/languages.ts';
import type { LayoutBlock, LayoutPage, TextBlock, TextStyle } from '../model/page-model.ts';
import { plain } from '../text/inlines.ts';
import { isBulleted } from '../text/labels.ts';
import type { DocumentStyle } from './document-style.ts';
import { knownLevel } from './known-level.ts';

/** A block between its neighbours on the page, running headers and footers left out. */
export interface PlacedBlock {
  readonly block: TextBlock;
  readonly before: LayoutBlock | undefined;
  readonly after: LayoutBlock | undefined;
  readonly page: LayoutPage;
  readonly document: DocumentStyle;
}

/** What features are measured of. */
interface Facts extends PlacedBlock {
  readonly style: TextStyle;
  /** Size in relation to the body's. */
  readonly ratio: number;
  readonly text: string;
  readonly words: readonly string[];
  /** It is the name of a part that documents of all kinds have. */
  readonly isNamed: boolean;
  /** It has a label, and its text begins with a capital, a digit, a quote or a bracket. */
  readonly hasCapitalLabel: boolean;
}

type Flag = boolean | number;

/**
 * Where features begin and end. Set by hand on the tuning half of the corpus; the weights are fitted to them, so a
 * change asks for a new fit (docs/decisions/012-heading-scores.md).
 */
const LIMITS = {
  /** Sizes in relation to the body's, or to a neighbour's. */
  larger: 1.06,
  muchLarger: 1.3,
  smaller: 0.93,
  notSmaller: 0.97,
  author: 1.35,
  authorBelow: 1.15,
  smallEdge: 1.12,
  /** Logarithms of sizes and of distances are cut off here. */
  logSize: [-0.3, 0.6],
  logGap: [-1, 1],
  /** Distances of baselines, in em. */
  apart: 1.55,
  tightAbove: 1.25,
  tightBelow: 1.3,
  clearBelow: 1.35,
  leastGap: 0.1,
  /** Em between blocks that have something between them. */
  farApart: 4,
  /** Letters, words and lines. */
  capsLetters: 4,
  manyLines: 3,
  longWords: 10,
  veryLongWords: 16,
  contactLetters: 120,
  /** Blocks that a style needs to say something, and the share of them that may be headings. */
  proseBlocks: 4,
  proseShare: 0.5,
  shortBlocks: 2,
  shortShare: 0.9,
} as const;

/** Names of parts that documents of all kinds have. */
const NAMES = new RegExp(`^(?:${anyOf('chapters')})$`, 'iu');
const AND = new RegExp(`,|\\s(?:${anyOf('and')})\\s`, 'u');

const clamp = (value: number, [least, most]: readonly [number, number]): number =>
  Math.min(most, Math.max(least, value));

const sizeOf = (other: LayoutBlock | undefined, { page, document }: PlacedBlock): number =>
  other?.kind === 'text' ? page.styles[other.style]!.size : document.body.size;

const isItem = (other: LayoutBlock | undefined): boolean =>
  other?.kind === 'text' &&
  (other.label?.kind === 'bullet' || other.label?.kind === 'alpha' || other.label?.kind === 'decimal');

/** Short text with an e-mail address: what stands above it is a name. */
const isAddress = (other: LayoutBlock | undefined): boolean =>
  other?.kind === 'text' && other.chars < LIMITS.contactLetters && plain(other.content).includes('@');

/** Space between two blocks of a page, in em of the second; pictures that are not stored are no blocks. */
const spaceBetween = (first: LayoutBlock, second: LayoutBlock, size: number): number =>
  Math.max(first.box[1] - second.box[3], second.box[1] - first.box[3]) / size;

/** A neighbour of the same style that might be a heading too: a list of short lines rather than headings. */
const isAlike = ({ block, page }: PlacedBlock, other: LayoutBlock | undefined): boolean =>
  other?.kind === 'text' &&
  spaceBetween(block, other, page.styles[block.style]!.size) < LIMITS.farApart &&
  other.candidate === true &&
  (other.style === block.style || page.styles[other.style]!.size === page.styles[block.style]!.size);

const widthOfColumn = ({ column }: TextBlock): number => Math.max(1, column[1] - column[0]);

/** How many blocks have the style, and how many of them may be headings. */
const countOf = ({ document, style }: Facts): { blocks: number; candidates: number } =>
  document.count(style) ?? { blocks: 0, candidates: 0 };

function isAuthors({ block, before, page, style, ratio, text }: Facts): boolean {
  if (before?.kind !== 'text' || before.candidate !== true) return false;
  if (style.bold || block.caps || block.label || ratio >= LIMITS.author) return false;
  const isBelowLarger = page.styles[before.style]!.size > style.size * LIMITS.authorBelow;
  return isBelowLarger && (block.lines > 1 || AND.test(text));
}

/** What is measured of a block that may be a heading: yes or no, or a small number. Each is weighed in `weights.ts`. */
const MEASURES = {
  size: ({ ratio }) => clamp(Math.log(ratio), LIMITS.logSize),
  larger: ({ ratio }) => ratio >= LIMITS.larger,
  muchLarger: ({ ratio }) => ratio >= LIMITS.muchLarger,
  smaller: ({ ratio }) => ratio < LIMITS.smaller,
  bold: ({ style, document }) => style.bold && !document.body.bold,
  lighter: ({ style, document }) => !style.bold && document.body.bold,
  caps: ({ block, text }) => block.caps === true && text.length >= LIMITS.capsLetters,
  color: ({ style, document }) => style.color !== document.body.color,
  family: ({ style, document }) => style.family !== document.body.family && !style.mono,
  italic: ({ style, document }) => style.italic && !document.body.italic,
  boldLarger: ({ style, document, ratio }) => style.bold && !document.body.bold && ratio >= LIMITS.larger,
  section: ({ hasCapitalLabel, block }) => hasCapitalLabel && block.label!.kind === 'section',
  decimal: ({ hasCapitalLabel, block }) => hasCapitalLabel && block.label!.kind === 'decimal',
  roman: ({ hasCapitalLabel, block }) => hasCapitalLabel && block.label!.kind === 'roman',
  alpha: ({ hasCapitalLabel, block }) => hasCapitalLabel && block.label!.kind === 'alpha',
  bullet: ({ block: { label } }) => label !== undefined && isBulleted(label),
  part: ({ text }) => /^(?:chapter|part|appendix|section|annex)\s+(?:\d+|[A-Z]|[IVX]+)\b/i.test(text),
  apart: ({ block: { above } }) => above !== undefined && above > LIMITS.apart,
  columnTop: ({ block: { above } }) => above === undefined,
  nearerBelow: ({ block: { above, below } }) =>
    above !== undefined && below !== undefined
      ? clamp(Math.log(above / Math.max(LIMITS.leastGap, below)), LIMITS.logGap)
      : 0,
  tight: ({ block: { above, below } }) =>
    above !== undefined && above < LIMITS.tightAbove && below !== undefined && below < LIMITS.tightBelow,
  oneLine: ({ block }) => block.lines === 1,
  manyLines: ({ block }) => block.lines >= LIMITS.manyLines,
  centered: ({ block }) => block.centered === true,
  colon: ({ text }) => text.endsWith(':'),
  stop: ({ text }) => /[.!]$/u.test(text) && !/\d\.$/u.test(text),
  question: ({ text }) => text.endsWith('?'),
  long: ({ words }) => words.length > LIMITS.longWords,
  veryLong: ({ words }) => words.length > LIMITS.veryLongWords,
  oneWord: ({ words }) => words.length === 1,
  usuallyProse: (facts) => {
    const { blocks, candidates } = countOf(facts);
    return blocks >= LIMITS.proseBlocks && candidates < LIMITS.proseShare * blocks;
  },
  usuallyShort: (facts) => {
    const { blocks, candidates } = countOf(facts);
    return blocks >= LIMITS.shortBlocks && candidates >= LIMITS.shortShare * blocks && facts.ratio > LIMITS.notSmaller;
  },
  betweenAlike: (facts) => isAlike(facts, facts.after) && isAlike(facts, facts.before),
  beforeAlike: (facts) => isAlike(facts, facts.after),
  afterAlike: (facts) => isAlike(facts, facts.before),
  last: ({ after }) => after === undefined,
  first: ({ before, page }) => before === undefined && page.page === 1,
  topEdge: ({ block }) => block.edge === 'top',
  bottomEdge: ({ block }) => block.edge === 'bottom',
  beforeTable: ({ after }) => after?.kind === 'table',
  beforeProse: ({ after }) =>
    after?.kind === 'text' && after.candidate !== true && after.role === undefined && after.label === undefined,
  beforeItem: ({ after }) => isItem(after),
  beforeCaption: ({ after }) => after?.kind === 'text' && after.role === 'caption',
  afterItem: ({ before }) => isItem(before),
  known: ({ block, page }) => knownLevel(block, page) !== undefined,
  digits: ({ text }) => (text.match(/\d/gu)?.length ?? 0) / Math.max(1, text.length),
  titled: ({ words }) => words.filter((word) => /^\P{L}*\p{Lu}/u.test(word)).length / words.length,
  wide: ({ block }) => (block.box[2] - block.box[0]) / widthOfColumn(block),
  inset: ({ block }) => clamp((block.box[0] - block.column[0]) / widthOfColumn(block), [0, 1]),
  largerThanNext: (facts) => clamp(Math.log(facts.style.size / sizeOf(facts.after, facts)), LIMITS.logSize),
  largerThanBefore: (facts) => clamp(Math.log(facts.style.size / sizeOf(facts.before, facts)), LIMITS.logSize),
  numberAtEnd: ({ text }) => /\s\d{1,4}$/.test(text) && /\p{L}/u.test(text),
  authors: isAuthors,
  subsection: ({ block: { label, lines } }) =>
    label?.kind === 'section' && (label.values?.length ?? 0) > 1 && lines === 1,
  smallEdge: ({ block, ratio }) => block.edge !== undefined && ratio < LIMITS.smallEdge,
  keyed: ({ text }) =>
    /^[\p{L} .]{2,24}:\s+\S/u.test(text) &&
    !/^(?:chapter|part|appendix|section|annex|step|figure|table)\b/iu.test(text),
  capsLabel: ({ block: { caps, label } }) => caps === true && label !== undefined && label.kind !== 'bullet',
  title: ({ before, page, ratio }) =>
    (before === undefined || (before.kind === 'text' && before.edge === 'top')) &&
    page.page === 1 &&
    ratio >= LIMITS.muchLarger,
  runIn: ({ block }) => block.runIn !== undefined,
  named: ({ isNamed }) => isNamed,
  namedAlone: ({ block: { lines, below }, isNamed, style, ratio }) =>
    isNamed &&
    lines === 1 &&
    (below === undefined || below > LIMITS.clearBelow || style.bold || ratio >= LIMITS.larger),
  lower: ({ text }) => /^\p{Ll}+(?!\p{L})/u.test(text),
  contact: ({ after, page }) =>
    isAddress(after) || (after !== undefined && isAddress(page.blocks[page.blocks.indexOf(after) + 1])),
} satisfies Record<string, (facts: Facts) => Flag>;

export type Feature = keyof typeof MEASURES;

/** In the order in which they are weighed. */
export const FEATURES = Object.keys(MEASURES) as readonly Feature[];

const MEASURE_LIST: readonly ((facts: Facts) => Flag)[] = Object.values(MEASURES);

/** Features of a block in its place, in their order: an object by name takes ten times as long to make. */
export function headingFeatures(placed: PlacedBlock): number[] {
  const { block, page, document } = placed;
  const style = page.styles[block.style]!;
  const text = plain(block.content);
  const facts: Facts = {
    ...placed,
    style,
    ratio: document.ratio(style),
    text,
    words: text.split(/\s+/u),
    isNamed: NAMES.test(text),
    hasCapitalLabel: block.label !== undefined && /^[\p{Lu}\d“"(]/u.test(text),
  };
  return MEASURE_LIST.map((measure) => Number(measure(facts)));
}
