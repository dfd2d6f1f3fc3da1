import type { GlyphRun } from '../model/glyph-run.ts';
import type { RawPage, RawTag } from '../model/raw-page.ts';

/** The part of the structure tree that a glyph run belongs to. */
export interface TagPlace {
  /** Role of the nearest block: `H1`, `P`, `LI`, `Caption`, … */
  readonly role: string;
  /** Equal for runs of one block. */
  readonly block: number;
  /** Place in the order of the tree. */
  readonly order: number;
}

export interface StructureTree {
  placeOf(run: GlyphRun): TagPlace | undefined;
  /** Tables of the tree, outermost only. */
  readonly tables: readonly RawTag[];
  /** Marked content below a node. */
  contentOf(tag: RawTag): readonly number[];
  /** Whether its paragraphs are those of the page, and can be followed. */
  readonly hasSoundParagraphs: boolean;
}

/** As shares (docs/decisions/011-layout.md). Set by hand on the tuning half of the corpus. */
const SHARE = {
  /** A tree that holds less of the runs is not followed. What a browser adds at the edges of a page is not counted. */
  tagged: 0.85,
  edge: 0.06,
  /** Paragraphs that end in mid-sentence: beyond this share they are lines, not paragraphs. */
  brokenParagraphs: 0.15,
};

const BLOCKS =
  /^(?:H[1-6]?|P|LI|LBody|Lbl|Caption|T[DH]|BlockQuote|Note|FENote|TOCI|Title|Formula|Code|Figure|Aside|BibEntry)$/;
/** A heading may hold its text as a paragraph, or as an item of a list where a number begins it. */
const IN_HEADING = /^(?:P|LI|LBody)$/;

function contentOf(tag: RawTag): number[] {
  const all: number[] = [];
  let kid = 0;
  tag.content.forEach((mcid, index) => {
    while (kid < (tag.kidsBefore[index] ?? 0) && kid < tag.kids.length) all.push(...contentOf(tag.kids[kid++]!));
    all.push(mcid);
  });
  while (kid < tag.kids.length) all.push(...contentOf(tag.kids[kid++]!));
  return all;
}

/** The structure tree of a page, ready for questions; nothing when the page is not tagged, or only in part. */
export function readStructureTree(page: RawPage, runs: readonly GlyphRun[]): StructureTree | undefined {
  if (!page.tags || page.tags.length === 0) return undefined;
  const places = new Map<number, TagPlace>();
  const tables: RawTag[] = [];
  let order = 0;
  let blocks = 0;
  const walk = (tag: RawTag, role: string, block: number, inTable: boolean): void => {
    const isPart = role === 'LBody' ? tag.role === 'P' : IN_HEADING.test(tag.role) && /^H[1-6]?$/.test(role);
    const own = BLOCKS.test(tag.role);
    const nextRole = own && !isPart ? tag.role : role;
    const nextBlock = own ? ++blocks : block;
    if (tag.role === 'Table' && !inTable) tables.push(tag);
    const within = inTable || tag.role === 'Table';
    let kid = 0;
    tag.content.forEach((mcid, index) => {
      while (kid < (tag.kidsBefore[index] ?? 0) && kid < tag.kids.length)
        walk(tag.kids[kid++]!, nextRole, nextBlock, within);
      places.set(mcid, { role: nextRole, block: nextBlock, order: order++ });
    });
    while (kid < tag.kids.length) walk(tag.kids[kid++]!, nextRole, nextBlock, within);
  };
  for (const tag of page.tags) walk(tag, '', 0, false);
  const real = runs.filter((run) => !run.artifact);
  const isTagged = ({ mcid }: GlyphRun): boolean => mcid !== undefined && places.has(mcid);
  const tagged = real.filter(isTagged);
  const edge = SHARE.edge * page.height;
  const added = real.filter((run) => !isTagged(run) && (run.y1 < edge || run.y0 > page.height - edge));
  if (tagged.length < SHARE.tagged * (real.length - added.length) || tagged.length === 0) return undefined;
  const placeOf = (run: GlyphRun): TagPlace | undefined => (run.mcid === undefined ? undefined : places.get(run.mcid));
  return { placeOf, tables, contentOf, hasSoundParagraphs: hasSoundParagraphs(tagged, placeOf) };
}

/** False when paragraphs of the tree often end in mid-sentence, as where each line is one. */
function hasSoundParagraphs(runs: readonly GlyphRun[], placeOf: StructureTree['placeOf']): boolean {
  let breaks = 0;
  let broken = 0;
  for (let index = 1; index < runs.length; index += 1) {
    const before = placeOf(runs[index - 1]!)!;
    const after = placeOf(runs[index]!)!;
    if (before.block === after.block || before.role !== 'P' || after.role !== 'P') continue;
    breaks += 1;
    if (/[\p{Ll},]$/u.test(runs[index - 1]!.text) && /^\p{Ll}/u.test(runs[index]!.text)) broken += 1;
  }
  return broken <= SHARE.brokenParagraphs * breaks;
}

/** The block of the tree that all runs belong to, when it is one; text outside of all has the number 0. */
export function nodeOf(runs: readonly GlyphRun[], tags: StructureTree): number | undefined {
  let node: number | undefined;
  for (const run of runs) {
    const place = tags.placeOf(run);
    if (!place || place.role === 'Lbl') continue;
    if (node !== undefined && node !== place.block) return undefined;
    node = place.block;
  }
  return node || undefined;
}

/** The role of most of the runs. */
export function roleOf(runs: readonly GlyphRun[], tags: StructureTree): string | undefined {
  const counts = new Map<string, number>();
  let best: string | undefined;
  for (const run of runs) {
    const role = tags.placeOf(run)?.role;
    if (!role || role === 'Lbl') continue;
    const count = (counts.get(role) ?? 0) + run.text.length;
    counts.set(role, count);
    if (best === undefined || count > (counts.get(best) ?? 0)) best = role;
  }
  return best;
}
