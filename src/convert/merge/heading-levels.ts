import { DEEPEST_LEVEL } from '../layout/headings/known-level.ts';
import type { Label, TextBlock } from '../layout/model/page-model.ts';

/** Kinds of labels that number the parts of a text, and how deep they are: `2.` and `2` are one deep, `2.1` two. */
const NUMBERS: ReadonlySet<Label['kind']> = new Set(['section', 'decimal']);

/** A heading whose part of the text has not ended. */
interface OpenHeading {
  /** 1 for the most prominent style of headings, and so on. */
  readonly rank: number;
  /** Numbers in the label; none without one. */
  readonly depth: number | undefined;
}

/** Gives headings their levels, in their order: each is one below the heading whose part of the text it is in. */
export type HeadingLevels = (block: TextBlock, rank: number) => number;

function depthOf({ label }: TextBlock): number | undefined {
  if (!label?.values || !NUMBERS.has(label.kind)) return undefined;
  // `2.0` numbers the whole of which `2.1` is a part
  return label.values.at(-1) === 0 ? label.values.length - 1 : label.values.length;
}

/** Whether a numbered heading ends the part of another one. A single number may as well count steps within it. */
const ends = (heading: OpenHeading, open: OpenHeading): boolean =>
  heading.depth !== undefined &&
  open.depth !== undefined &&
  open.depth >= heading.depth &&
  (heading.depth > 1 || heading.rank <= open.rank);

const isWithin = (heading: OpenHeading, open: OpenHeading): boolean =>
  heading.depth !== undefined && open.depth !== undefined && open.depth < heading.depth
    ? true
    : open.rank < heading.rank;

/**
 * Styles rank headings, but the styles of a document are often no steps: its cover has sizes of its own, and lines that
 * look like headings and are none have ranks too. So a level only tells which open headings a heading is within, by
 * section numbers where both have them, and else by their ranks.
 */
export function makeHeadingLevels(): HeadingLevels {
  let open: readonly OpenHeading[] = [];
  return (block, rank) => {
    const heading = { rank, depth: depthOf(block) };
    const ended = open.findIndex((other) => ends(heading, other));
    const outer =
      ended < 0 ? open.slice(0, open.findLastIndex((other) => isWithin(heading, other)) + 1) : open.slice(0, ended);
    // what has a number below a larger one stands for the part in which it is
    open = [...outer, { ...heading, rank: Math.max(rank, outer.at(-1)?.rank ?? 1) }];
    return Math.min(DEEPEST_LEVEL, open.length);
  };
}
