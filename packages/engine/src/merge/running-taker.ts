import type { DocumentStyle } from '../layout/headings/document-style.ts';
import type { LayoutBlock, LayoutPage, TextBlock } from '../layout/model/page-model.ts';
import { edgeLine } from '../layout/summary.ts';
import { plain } from '../layout/text/inlines.ts';
import { isStamp, printedByBrowser } from '../layout/lexicon/stamps.ts';
import { runningLinesOfExcerpt } from './excerpts.ts';
import { makeRepeatedWords, withoutFolio } from './repeated-words.ts';
import type { RunningLine, RunningLines } from './running-lines.ts';

/** A page without its running lines. */
export interface TakenPage {
  readonly blocks: readonly LayoutBlock[];
  /**
   * Lines that say what stands nowhere else, to be kept once: letterheads, which begin the page, and others, short
   * titles among them, which end the document.
   */
  readonly atTop: readonly TextBlock[];
  readonly others: readonly TextBlock[];
  /** How many lines are left out. */
  readonly left: number;
}

export interface RunningTakerFacts {
  readonly document: DocumentStyle;
  readonly running: RunningLines;
  /** The document has one page, so no other page shows which lines repeat. */
  readonly isOnePage: boolean;
}

/**
 * A title that running headers repeat is larger than the body by this factor. Set by hand on the tuning half of the
 * corpus.
 */
const TITLE_RATIO = 1.25;

/** A line at the side of a page belongs to its top up to this share of its height. */
const TOP_SHARE = 0.25;

const NO_BLOCKS: ReadonlySet<LayoutBlock> = new Set();

/** What others wrote on a page: the site that a file is from, or the browser that printed it. */
function stampsOf({ blocks }: LayoutPage): ReadonlySet<LayoutBlock> {
  const atEdge = blocks.filter((block): block is TextBlock => block.kind === 'text' && block.edge !== undefined);
  if (blocks.length === 1 || atEdge.length === 0) return NO_BLOCKS;
  const texts = new Map(atEdge.map((block) => [block, plain(block.content)]));
  const printed = printedByBrowser([...texts.values()]);
  return new Set([...texts].flatMap(([block, text]) => (isStamp(text) || printed.has(text) ? [block] : [])));
}

const isAtTop = ({ edge, box }: TextBlock, { height }: LayoutPage): boolean =>
  edge === 'top' || (edge === 'side' && box[1] < TOP_SHARE * height);

/** Figures besides years, addresses, and the legal forms of companies: what no short title has. */
const FACT = /\d|[\p{L}\d]@\p{L}|www\.|\b(?:ltd|inc|llc|plc|corp|gmbh|ag|kg|s\.?[ar]\.?l?|b\.?v)\b\.?/iu;

const statesFacts = (block: TextBlock): boolean => FACT.test(plain(block.content).replaceAll(/\b(?:19|20)\d\d\b/g, ''));

/** Removes the running lines from a page. Pages have to come in their order. */
export type RunningTaker = (page: LayoutPage) => TakenPage;

/** Lines whose text stands nowhere else are kept apart, all others are left out. */
export function makeRunningTaker({ document, running, isOnePage }: RunningTakerFacts): RunningTaker {
  const repeated = makeRepeatedWords();
  /** A title that the next pages repeat above what goes on there is said once, as is a table at the edge. */
  const isTitle = (block: TextBlock, page: LayoutPage): boolean =>
    block.candidate === true && block.edge !== 'bottom' && document.ratio(page.styles[block.style]!) >= TITLE_RATIO;
  const runningLine = (block: LayoutBlock, page: LayoutPage): RunningLine | undefined => {
    const line = edgeLine(block, page);
    const found = line && running(page.page, line);
    const staysOnce = block.kind === 'table' || (block.kind === 'text' && isTitle(block, page));
    return found?.place === 'first' && staysOnce ? undefined : found;
  };
  return (page) => {
    const alone = isOnePage ? runningLinesOfExcerpt(page) : NO_BLOCKS;
    const stamps = stampsOf(page);
    const lines: TextBlock[] = [];
    const blocks = page.blocks.filter((block) => {
      if (stamps.has(block) || alone.has(block)) return false;
      const line = runningLine(block, page);
      if (line && block.kind === 'text') lines.push(line.counts ? withoutFolio(block) : block);
      return !line;
    });
    repeated.add(blocks);
    const kept = lines.filter((block) => repeated.saysMore(block));
    const isHead = (block: TextBlock): boolean => isAtTop(block, page) && statesFacts(block);
    return {
      blocks,
      atTop: kept.filter(isHead),
      others: kept.filter((block) => !isHead(block)),
      left: page.blocks.length - blocks.length - kept.length,
    };
  };
}
