import { DEEPEST_LEVEL } from '../layout/headings/known-level.ts';
import type { Label, TextBlock } from '../layout/model/page-model.ts';
import { plain } from '../layout/text/inlines.ts';

/** Kinds of labels that number the parts of a text, and how deep they are: `2.` and `2` are one deep, `2.1` two. */
const NUMBERS: ReadonlySet<Label['kind']> = new Set(['section', 'decimal']);

/** A number that stands so near its title that the line alone does not tell it from a word: `2 Methods`. */
const NUMBER = /^(\d{1,2}(?:\.\d{1,2})*)\.?\s+\p{L}/u;

/** A letter or Roman number that counts headings, with its signs: `A.`, `(i)`. */
const LETTERS = /^(\W*)(?:([ivxl]+|[IVXL]+)|(\p{L}))(\W*)$/u;

/** A place in a numbering that is no path of numbers. */
interface Step {
  /** Alike for all steps of the numbering: `A.`, `(a)`, `I.`. */
  readonly form: string;
  readonly value: number;
}

/** A heading whose part of the text has not ended. */
interface OpenHeading {
  /** 1 for the most prominent style of headings, and so on. */
  readonly rank: number;
  /** Numbers in the label; none without one. */
  readonly depth: number | undefined;
  /** The numbers that it may mean: a letter may be Roman. */
  readonly steps: readonly Step[];
}

/** Gives headings their levels, in their order: each is one below the heading whose part of the text it is in. */
export type HeadingLevels = (block: TextBlock, rank: number) => number;

function valuesOf({ label, content }: TextBlock): readonly number[] | undefined {
  if (label) return NUMBERS.has(label.kind) ? label.values : undefined;
  return NUMBER.exec(plain(content))?.[1]!.split('.').map(Number);
}

function depthOf(values: readonly number[] | undefined): number | undefined {
  if (!values) return undefined;
  // `2.0` numbers the whole of which `2.1` is a part
  return values.at(-1) === 0 ? values.length - 1 : values.length;
}

function stepsOf({ label }: TextBlock, values: readonly number[] | undefined): Step[] {
  if (values?.length === 1) return [{ form: '1', value: values[0]! }];
  const found = label?.values && /^(?:alpha|roman)$/.test(label.kind) ? LETTERS.exec(label.text) : null;
  if (!found) return [];
  const [, before, roman, letter, after] = found;
  const written = (roman ?? letter)!;
  const signs = (name: string): string =>
    `${before}${written === written.toLowerCase() ? name : name.toUpperCase()}${after}`;
  const steps = label!.kind === 'roman' ? [{ form: signs('i'), value: label!.values![0]! }] : [];
  if (written.length > 1) return steps;
  return [...steps, { form: signs('a'), value: written.toLowerCase().charCodeAt(0) - 'a'.charCodeAt(0) + 1 }];
}

/** Whether a numbered heading ends the part of another one. A single number may as well count steps within it. */
const ends = (heading: OpenHeading, open: OpenHeading): boolean =>
  heading.depth !== undefined &&
  open.depth !== undefined &&
  open.depth >= heading.depth &&
  (heading.depth > 1 || heading.rank <= open.rank);

/** Whether a heading counts on from another one, whose part it ends: `B.` from `A.`. */
const countsOn = (heading: OpenHeading, open: OpenHeading): boolean =>
  heading.rank <= open.rank &&
  heading.steps.some(({ form, value }) => open.steps.some((step) => step.form === form && step.value === value - 1));

/** The number of a heading, given the one before it: `I.` after `H.` is a letter, at first it is Roman. */
function settledSteps({ steps }: OpenHeading, before: OpenHeading | undefined): readonly Step[] {
  const isNext = (step: Step): boolean =>
    before ? before.steps.some(({ form, value }) => form === step.form && value === step.value - 1) : step.value === 1;
  const settled = steps.filter(isNext);
  return settled.length > 0 ? settled : steps;
}

/** Whether a heading begins to count the parts of one that looks alike, but is counted otherwise: `1.` below `A.`. */
const countsPartsOf = (heading: OpenHeading, open: OpenHeading): boolean =>
  heading.rank === open.rank &&
  open.steps.length > 0 &&
  heading.steps.some(({ form, value }) => value === 1 && open.steps.every((step) => step.form !== form));

const isWithin = (heading: OpenHeading, open: OpenHeading): boolean =>
  heading.depth !== undefined && open.depth !== undefined && open.depth < heading.depth
    ? true
    : open.rank < heading.rank || countsPartsOf(heading, open);

/**
 * Styles rank headings, but the ranks of a document are often not its levels: its cover has sizes of its own, and lines
 * that only look like headings have ranks too. So a level counts the open headings that a heading is within: by section
 * numbers where both have them, by the numberings that they begin and continue, and otherwise by their ranks.
 */
export function makeHeadingLevels(): HeadingLevels {
  let open: readonly OpenHeading[] = [];
  return (block, rank) => {
    const values = valuesOf(block);
    const heading = { rank, depth: depthOf(values), steps: stepsOf(block, values) };
    const counted = open.findLastIndex((other) => countsOn(heading, other));
    const ended = counted < 0 ? open.findIndex((other) => ends(heading, other)) : counted;
    const outer =
      ended < 0 ? open.slice(0, open.findLastIndex((other) => isWithin(heading, other)) + 1) : open.slice(0, ended);
    // what has a number below a larger one stands for the part in which it is
    const steps = settledSteps(heading, open[counted]);
    open = [...outer, { ...heading, steps, rank: Math.max(rank, outer.at(-1)?.rank ?? 1) }];
    return Math.min(DEEPEST_LEVEL, open.length);
  };
}
