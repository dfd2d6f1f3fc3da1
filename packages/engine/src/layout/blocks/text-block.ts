import { objectionToHeading } from '../headings/candidates.ts';
import { explain } from '../model/decisions.ts';
import { boundsOf, hundredths, isNear } from '../model/geometry.ts';
import { isBold } from '../model/glyph-run.ts';
import { makeLine, type Line } from '../model/line.ts';
import type { Label, TextBlock } from '../model/page-model.ts';
import { isCaption } from '../lexicon/captions.ts';
import { END_LETTERS } from '../lexicon/line-end.ts';
import { paragraphInlines, plain } from '../text/inlines.ts';
import { endsInMailAddress } from '../lexicon/mail-addresses.ts';
import { nodeOf, roleOf } from '../text/structure-tree.ts';
import { allCaps, lookOf, type Look, type StyleTable } from '../text/styles.ts';
import type { Edges, LineGroup } from './paragraphs.ts';

/** Set by hand on the tuning half of the corpus. */
const BLOCK = {
  /** Share of bold letters from which a block is bold, and from which it has no bold beginning of its own. */
  bold: 0.6,
  allBold: 0.97,
  /** Letters are larger than usual by this factor. */
  large: 1.15,
  /** Em: indent of a first line, or outdent. */
  indentEm: 0.6,
  /** Em: how far the value stands from its label, at least, and where only its look tells it. */
  valueEm: 1,
  farEm: 3,
  /** A full line ends this near to the column's edge: em, or share of the width; a ragged one beyond this share. */
  fullEm: 1.2,
  full: 0.12,
  ragged: 0.5,
  /** White space on either side of a centred line, as a share of the width; and by how much both sides may differ. */
  margin: 0.06,
  margins: 0.03,
  marginsPt: 3,
  /** Em: a full line of a narrower column, as of an account in a footer, does not tell that text goes on. */
  narrowEm: 10,
};

const STOPPED = /[.!?:;。！？]["”’)\]]*\d{0,3}$/;

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** White space above and below a block, in em; absent at the ends of its column. */
export interface Spacing {
  readonly above: number | undefined;
  readonly below: number | undefined;
}

/** The lines without the label that the first of them starts with. */
function withoutLabel(lines: readonly Line[], label: Label | undefined): readonly Line[] {
  return label ? [makeLine(lines[0]!.runs.slice(1)), ...lines.slice(1)] : lines;
}

/** Letters of a bold beginning. */
function runInLength(lines: readonly Line[]): number {
  let length = 0;
  for (const run of lines[0]!.runs) {
    if (!run.bold) break;
    length += run.text.length;
  }
  return length;
}

/** How a text seems to go on. */
function openEnd(text: string, lines: readonly Line[], { x0, x1 }: Edges, size: number): TextBlock['open'] {
  if (/\p{L}[-\u2010\u00AD]$/u.test(text.slice(-END_LETTERS))) return 'hyphen';
  // nothing follows the address of an author
  if (STOPPED.test(text) || endsInMailAddress(text)) return undefined;
  const end = lines.at(-1)!.x1;
  const width = x1 - x0;
  if (end > x1 - Math.max(BLOCK.fullEm * size, BLOCK.full * width))
    return width < BLOCK.narrowEm * size ? 'ragged' : 'line';
  return lines.length > 1 && end > x0 + BLOCK.ragged * width ? 'ragged' : undefined;
}

function isCentered(line: Line, { x0, x1 }: Edges): boolean {
  const width = x1 - x0;
  const [left, right] = [line.x0 - x0, x1 - line.x1];
  return (
    Math.min(left, right) > BLOCK.margin * width &&
    isNear(left, right, Math.max(BLOCK.marginsPt, BLOCK.margins * width))
  );
}

function indentOf([first, second]: readonly Line[], size: number): TextBlock['indent'] {
  const inset = second ? first!.x0 - second.x0 : 0;
  if (inset > BLOCK.indentEm * size) return 'in';
  return inset < -BLOCK.indentEm * size ? 'out' : undefined;
}

/** Marks what the structure tree says of a block. */
function markTags(block: Writable<TextBlock>, lines: readonly Line[], { tags }: StyleTable): void {
  const isArtifact = lines.every((line) => line.runs.every((run) => run.artifact));
  if (isArtifact) block.tag = 'Artifact';
  if (!tags) return;
  const runs = lines.flatMap((line) => line.runs);
  const [node, role] = [nodeOf(runs, tags), isArtifact ? undefined : roleOf(runs, tags)];
  if (node !== undefined) block.node = node;
  if (role !== undefined) block.tag = role;
}

/** Whether a line begins with a label and, clear of it, its value, as the head of a memorandum does. */
const startsPair = ({ runs: [label, value], size }: Line): boolean =>
  label !== undefined &&
  value !== undefined &&
  /^\p{L}+:$/u.test(label.text) &&
  value.x0 - label.x1 > BLOCK.valueEm * size;

/** Whether a bold beginning has plain text far at its right, such as a price or the years of a post. */
function hasValueAtRight({ runs, size }: Line): boolean {
  const at = runs.findIndex((run, index) => index > 0 && run.x0 - runs[index - 1]!.x1 > BLOCK.farEm * size);
  return at > 0 && isBold(runs.slice(0, at)) && !runs.slice(at).some((run) => run.bold);
}

/** Marks what the text of a block tells of it. */
function markKind(
  block: Writable<TextBlock>,
  { lines }: LineGroup,
  { text, look }: { readonly text: string; readonly look: Look },
  usual: number,
): void {
  const isLarge = look.style.size > BLOCK.large * usual;
  const isMostlyBold = look.bold > BLOCK.bold;
  const isPair = startsPair(lines[0]!);
  const objection = objectionToHeading({
    text,
    lines: lines.length,
    chars: look.chars,
    isLarge,
    isBold: isMostlyBold,
    isPair,
  });
  explain('heading candidate', objection ? 'no' : 'yes', objection ?? 'may be one by its looks', () => boundsOf(lines));
  if (isCaption(text)) block.role = 'caption';
  if (!objection) block.candidate = true;
}

/** Where the text of an item starts, and its label, if other lines stand to the left of it. */
function placeOf({ textX }: Label, lines: readonly Line[]): Pick<Label, 'textX' | 'x'> {
  const { x0 } = lines[0]!;
  return { textX: hundredths(textX), ...(x0 > boundsOf(lines).x0 ? { x: hundredths(x0) } : {}) };
}

/** The text block of one group of lines, with the evidence that the merge needs. */
export function textBlock(group: LineGroup, edges: Edges, styles: StyleTable, spacing: Spacing): TextBlock {
  const lines = withoutLabel(group.lines, group.label);
  const look = lookOf(lines);
  const { size } = look.style;
  const content = paragraphInlines(lines);
  const text = plain(content);
  const { x0, y0, x1, y1 } = boundsOf(group.lines);
  const open = openEnd(text, group.lines, edges, size);
  const runIn = look.bold < BLOCK.allBold ? runInLength(lines) : 0;
  const indent = indentOf(group.lines, size);
  const isAllCentered = group.lines.every((line) => isCentered(line, edges));
  const { above, below } = spacing;
  const block: Writable<TextBlock> = {
    kind: 'text',
    box: [hundredths(x0), hundredths(y0), hundredths(x1), hundredths(y1)],
    column: [hundredths(edges.x0), hundredths(edges.x1)],
    content,
    style: styles.indexOf({ ...look.style, bold: look.bold > BLOCK.bold }),
    lines: group.lines.length,
    chars: look.chars,
  };
  if (above !== undefined) block.above = hundredths(above);
  if (below !== undefined) block.below = hundredths(below);
  if (group.label) block.label = { ...group.label, ...placeOf(group.label, group.lines) };
  markTags(block, group.lines, styles);
  markKind(block, group, { text, look }, styles.usual.size);
  if (isAllCentered) block.centered = true;
  if (allCaps(text)) block.caps = true;
  if (runIn > 0) block.runIn = runIn;
  if (hasValueAtRight(lines[0]!)) block.valued = true;
  if (indent) block.indent = indent;
  if (open) block.open = open;
  if (/^[\p{Ll}]/u.test(text)) block.resumes = true;
  return block;
}
