import type { LayoutBlock, TextBlock } from '../model/page-model.ts';
import { plain } from '../text/inlines.ts';
import { isBulleted } from '../text/labels.ts';
import { DATE } from '../lexicon/dates.ts';
import { VERSION } from './candidates.ts';
import { rectOf } from '../model/geometry.ts';
import { explain, firstVerdict, type Check } from '../model/decisions.ts';
import { isDocumentTitle } from './document-title.ts';
import { headingFeatures, type PlacedBlock } from './features.ts';
import { DEEPEST_LEVEL, isHeadingTag, knownLevel } from './known-level.ts';
import { logOdds, weightedOdds } from './odds.ts';
import { isEntryOfParts, namesPart } from './part-names.ts';

/**
 * Log odds above which a block is a heading (docs/decisions/012-heading-scores.md): a missed one costs more than a
 * false one.
 */
const THRESHOLD = -0.2;

/**
 * A title that a tagged document says to be a paragraph: log odds by the weights alone, since the trees are grown on
 * documents without tags, and size in relation to the body's. Set by hand.
 */
const UNTAGGED_TITLE = { logOdds: 0.3, ratio: 1.3 };

/** Size of a name below a title in relation to the body's. Set by hand. */
const BYLINE_RATIO = 1.1;

/** Blocks below the closing formula of a letter that may be a signature: its names, and what they are. */
const SIGNATURE_BLOCKS = 4;

/** Letters: longer blocks are no headings, whatever their tag says. */
const MAX_TAGGED_CHARS = 400;

/** Letters: longer blocks are prose if they end or hold a sentence. Charters have paragraphs tagged as headings. */
const PROSE_CHARS = 100;
const SENTENCE = /[.!?:;]["”’]*$|\p{Ll}{2}[.!?]["”’)]* \p{Lu}/u;

/** The reason for which a block is a heading of the first level. */
const TITLE = 'the title of the document';

const OTHER_ROLES: ReadonlySet<TextBlock['role']> = new Set(['caption', 'toc', 'footnote', 'figure']);

const isItem = (block: LayoutBlock | undefined): boolean =>
  block?.kind === 'text' && block.label !== undefined && isBulleted(block.label);

const hasLevelTag = ({ tag }: TextBlock): boolean => /^H[1-6]$/.test(tag ?? '');

/** A name below the title: nothing but words, not larger than the body, with a date below or after it. */
function isByline({ block, after, page, document }: PlacedBlock): boolean {
  if (document.ratio(page.styles[block.style]!) >= BYLINE_RATIO) return false;
  const [name, date] =
    /^(\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){1,3})(?: (\d.*))?$/u.exec(plain(block.content))?.slice(1) ?? [];
  if (name === undefined) return false;
  return DATE.test(date ?? (after?.kind === 'text' ? plain(after.content) : ''));
}

/** The closing formula of a letter, in the languages of the corpus. */
const CLOSING = new RegExp(
  `^(?:${[
    'yours? (?:sincerely|faithfully|truly|very truly)|(?:very truly|sincerely|respectfully|faithfully) yours|sincerely',
    '(?:with )?(?:kind|best|warm) regards|respectfully(?: submitted)?',
    'mit (?:freundlichen|besten|herzlichen) grüßen|hochachtungsvoll',
    '(?:bien )?cordialement|.*salutations distinguées|.*sentiments distingués',
    'atentamente|(?:un )?cordial(?:es)? saludos?|(?:distinti|cordiali) saluti',
  ].join('|')})[,.]?$`,
  'iu',
);

/** The name of who signs a letter: it stands below the closing formula, in letters no larger than the body's. */
function isSignature({ block, page, document }: PlacedBlock): boolean {
  if (document.ratio(page.styles[block.style]!) >= BYLINE_RATIO) return false;
  const at = page.blocks.indexOf(block);
  return page.blocks
    .slice(Math.max(0, at - SIGNATURE_BLOCKS), at)
    .some((above) => above.kind === 'text' && CLOSING.test(plain(above.content)));
}

/** Fewest letters of capitals that head prose, most words and lines, and em above them. Set by hand on the factory. */
const CAPITALS = { letters: 5, words: 8, lines: 2, aboveEm: 1.3 };
/** Em from capitals at the edge of the page to what they head: a running header has more. */
const EDGE_EM = 1.6;
/** By how much of its width the middle of the text below may differ from that of the capitals. */
const MIDDLE = 0.04;
/** Letters of a single line that is text of the body. */
const TEXT_LINE = 30;

function isShortLine({ lines, label, above, content }: TextBlock): boolean {
  if (lines > CAPITALS.lines || (label !== undefined && label.kind !== 'roman' && label.kind !== 'section'))
    return false;
  const text = plain(content);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const isApart = above === undefined || above > CAPITALS.aboveEm;
  return isApart && letters >= CAPITALS.letters && text.split(/\s+/u).length <= CAPITALS.words;
}

const isBolder = ({ block, page, document }: PlacedBlock): boolean =>
  page.styles[block.style]!.bold && !document.body.bold;

/** Whether a block has the look of the body's letters. */
function looksLikeBody({ style: at }: TextBlock, { page, document: { body } }: PlacedBlock): boolean {
  const style = page.styles[at]!;
  return style.size === body.size && style.bold === body.bold && style.italic === body.italic;
}

const isSentence = (placed: PlacedBlock): boolean =>
  placed.block.label !== undefined && plain(placed.block.content).endsWith('.') && looksLikeBody(placed.block, placed);

/** Whether a block is text of the body: several lines, an entry of the references, or a line in the body's look. */
function isBodyText(block: LayoutBlock | undefined, placed: PlacedBlock): boolean {
  if (block?.kind !== 'text' || block.role !== undefined || block.centered || block.caps) return false;
  if (block.label?.kind === 'reference') return true;
  if (!block.candidate) return block.lines > 1;
  return block.label === undefined && block.chars >= TEXT_LINE && looksLikeBody(block, placed);
}

/** Whether a block stands in the middle of its column or of the wider one below it. */
function isInMiddle({ centered, box }: TextBlock, after: LayoutBlock | undefined): boolean {
  if (centered === true || after === undefined) return centered === true;
  const width = after.box[2] - after.box[0];
  const isWider = box[0] - after.box[0] > 2 * MIDDLE * width;
  return isWider && Math.abs(box[0] + box[2] - after.box[0] - after.box[2]) < 2 * MIDDLE * width;
}

/** Whether a block at the edge of the page is as near to the one below it as headings are. */
const isNearBelow = ({ edge, box }: TextBlock, after: LayoutBlock | undefined, size: number): boolean =>
  edge === undefined || (after !== undefined && Math.abs(after.box[1] - box[3]) < EDGE_EM * size);

/** Smaller letters than the body's, in relation to them: at the edge of the page, far from what follows, no heading. */
const SMALL_RATIO = 0.93;

const isSmallEdge = ({ block, after, page, document }: PlacedBlock): boolean => {
  const style = page.styles[block.style]!;
  return document.ratio(style) < SMALL_RATIO && !isNearBelow(block, after, style.size);
};

const isInSameCapitals = (block: TextBlock, other: LayoutBlock | undefined): boolean =>
  other?.kind === 'text' && other.caps === true && other.style === block.style;

/** Whether a line in the middle goes on: the line below it is in the middle too, or in capitals. */
const goesOn = (after: LayoutBlock | undefined): boolean =>
  after?.kind === 'text' && (after.caps === true || after.centered === true);

/**
 * A line of capitals with text of the body right below it, in the middle of its column or in a font of its own:
 * sections of journals may have no other look. In the middle, anything but more such lines may stand below it. At the
 * top of the page, a bold line is one as well.
 */
function headsText(placed: PlacedBlock): boolean {
  const { block, before, after, page, document } = placed;
  const { family, size } = page.styles[block.style]!;
  const isBold = isBolder(placed);
  if (!(block.caps === true || (block.edge === 'top' && isBold)) || !isShortLine(block)) return false;
  if (!isNearBelow(block, after, size) || isInSameCapitals(block, before)) return false;
  if (isBodyText(after, placed)) return isBold || isInMiddle(block, after) || family !== document.body.family;
  return !isBold && isInMiddle(block, after) && !goesOn(after);
}

/** A look that few but headings have: how many of them, their share of its blocks, and size in relation to the body. */
const ONLY_HEADINGS = { candidates: 3, share: 0.6, ratio: 1.15, lines: 2 };

/** Whether a block of few lines is set in larger letters that hardly anything but headings has. */
function looksLikeHeadings({ block, page, document }: PlacedBlock): boolean {
  const style = page.styles[block.style]!;
  const { candidates = 0, blocks = 1 } = document.count(style) ?? {};
  return (
    block.lines <= ONLY_HEADINGS.lines &&
    document.ratio(style) >= ONLY_HEADINGS.ratio &&
    candidates >= Math.max(ONLY_HEADINGS.candidates, ONLY_HEADINGS.share * blocks)
  );
}

/** Whether a block is a heading. Where the document's tags are good, they decide. */
const IS_HEADING: readonly Check<PlacedBlock, boolean>[] = [
  [
    'cannot be one by its looks',
    (placed) => {
      const { block, document } = placed;
      const cannot = document.isTagged
        ? block.chars > MAX_TAGGED_CHARS
        : !block.candidate && !looksLikeHeadings(placed) && !namesPart(placed);
      return cannot ? false : undefined;
    },
  ],
  [
    'prose, whatever its tag says',
    ({ block }) => (block.chars > PROSE_CHARS && SENTENCE.test(plain(block.content)) ? false : undefined),
  ],
  ['has another role', ({ block }) => (OTHER_ROLES.has(block.role) ? false : undefined)],
  [
    'an item of a list',
    ({ block, before, after }) =>
      isItem(block) && (!hasLevelTag(block) || isItem(before) || isItem(after)) ? false : undefined,
  ],
  [
    'plain text far at its right',
    ({ block: { valued }, document }) => (valued && !document.isTagged ? false : undefined),
  ],
  ['a name above a date', (placed) => (isByline(placed) ? false : undefined)],
  ['a signature', (placed) => (isSignature(placed) ? false : undefined)],
  [TITLE, (placed) => (isDocumentTitle(placed) ? true : undefined)],
  ['tagged as a heading', ({ block, document }) => (document.isTagged && isHeadingTag(block.tag) ? true : undefined)],
  [
    'tagged as something else',
    (placed) => {
      const { block, page, document } = placed;
      if (!document.isTagged) return undefined;
      // titles are often tagged as paragraphs
      const isLarge = document.ratio(page.styles[block.style]!) >= UNTAGGED_TITLE.ratio;
      return block.candidate === true && isLarge && weightedOdds(headingFeatures(placed)) >= UNTAGGED_TITLE.logOdds;
    },
  ],
  ['an item in the look of the body that is a sentence', (placed) => (isSentence(placed) ? false : undefined)],
  ['a part with the number of its page', ({ block }) => (isEntryOfParts(block) ? false : undefined)],
  ['small letters at the edge of the page, far from text', (placed) => (isSmallEdge(placed) ? false : undefined)],
  [
    'a version above what it changed',
    ({ block, after }) => (VERSION.test(plain(block.content)) && after?.kind === 'text' ? true : undefined),
  ],
  ['names a part by its number', (placed) => (namesPart(placed) ? true : undefined)],
  ['a bold line at the top of a frame', (placed) => (placed.block.framed && isBolder(placed) ? true : undefined)],
  ['a line set apart above prose, or numbered', (placed) => (headsText(placed) ? true : undefined)],
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
  if (reason === TITLE || (document.isTagged && block.tag === 'Title')) return 1;
  const rank = Math.min(DEEPEST_LEVEL, document.rank(page.styles[block.style]!));
  const isTagged = hasLevelTag(block) || (document.isTagged && isHeadingTag(block.tag));
  return isTagged && document.hasSoundLevels ? (knownLevel(block, page) ?? rank) : rank;
}
