import type { TextBlock } from '../model/page-model.ts';
import { plain } from '../text/inlines.ts';
import { DATE } from './candidates.ts';
import { rectOf } from '../model/geometry.ts';
import { explain, firstVerdict, type Check } from '../model/decisions.ts';
import { FEATURES, headingFeatures, type PlacedBlock } from './features.ts';
import { DEEPEST_LEVEL, isHeadingTag, knownLevel } from './known-level.ts';
import { BIAS, WEIGHTS } from './weights.ts';

/**
 * Log odds above which a block is a heading (docs/decisions/012-weighed-headings.md): a missed one costs more than a
 * false one.
 */
const THRESHOLD = -0.2;

/** A title that a tagged document says to be a paragraph: log odds, and size in relation to the body's. Set by hand. */
const UNTAGGED_TITLE = { logOdds: 0.3, ratio: 1.3 };

/** Size of a name below a title in relation to the body's. Set by hand. */
const BYLINE_RATIO = 1.1;

/** Letters: longer blocks are no headings, whatever their tag says. */
const MAX_TAGGED_CHARS = 400;

const OTHER_ROLES: ReadonlySet<TextBlock['role']> = new Set(['caption', 'toc', 'footnote', 'figure']);

function logOdds(placed: PlacedBlock): number {
  const features = headingFeatures(placed);
  let sum = BIAS;
  for (const name of FEATURES) sum += WEIGHTS[name] * Number(features[name]);
  return sum;
}

const hasLevelTag = ({ tag }: TextBlock): boolean => /^H[1-6]$/.test(tag ?? '');

/** A name below the title: nothing but words, not larger than the body, with a date below it. */
function isByline({ block, after, page, document }: PlacedBlock): boolean {
  const isName = /^\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){1,3}$/u.test(plain(block.content));
  const isSmall = document.ratio(page.styles[block.style]!) < BYLINE_RATIO;
  return isName && isSmall && after?.kind === 'text' && DATE.test(plain(after.content));
}

/** Whether a block is a heading. Where the document's tags are good, they decide. */
const IS_HEADING: readonly Check<PlacedBlock, boolean>[] = [
  [
    'cannot be one by its looks',
    ({ block, document }) =>
      (document.isTagged ? block.chars > MAX_TAGGED_CHARS : !block.candidate) ? false : undefined,
  ],
  ['has another role', ({ block }) => (OTHER_ROLES.has(block.role) ? false : undefined)],
  [
    'an item of a list',
    ({ block }) =>
      (block.label?.kind === 'bullet' || block.label?.kind === 'check') && !hasLevelTag(block) ? false : undefined,
  ],
  ['a name above a date', (placed) => (isByline(placed) ? false : undefined)],
  ['tagged as a heading', ({ block, document }) => (document.isTagged && isHeadingTag(block.tag) ? true : undefined)],
  [
    'tagged as something else',
    (placed) => {
      const { block, page, document } = placed;
      if (!document.isTagged) return undefined;
      // titles are often tagged as paragraphs
      const isLarge = document.ratio(page.styles[block.style]!) >= UNTAGGED_TITLE.ratio;
      return block.candidate === true && isLarge && logOdds(placed) >= UNTAGGED_TITLE.logOdds;
    },
  ],
  ['its features weigh enough', (placed) => (logOdds(placed) >= THRESHOLD ? true : undefined)],
];

/** The heading level of a block, or nothing when it is none. */
export function headingLevel(placed: PlacedBlock): number | undefined {
  const { block, page, document } = placed;
  const { answer, reason } = firstVerdict(IS_HEADING, placed, {
    answer: false,
    reason: 'its features weigh too little',
  });
  if (block.candidate) explain('heading', answer ? 'yes' : 'no', reason, () => rectOf(block.box));
  if (!answer) return undefined;
  if (document.isTagged && block.tag === 'Title') return 1;
  const rank = Math.min(DEEPEST_LEVEL, document.rank(page.styles[block.style]!));
  const isTagged = hasLevelTag(block) || (document.isTagged && isHeadingTag(block.tag));
  return isTagged ? (knownLevel(block, page) ?? rank) : rank;
}
