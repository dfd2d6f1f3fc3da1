import type { Piece } from './piece.ts';
import type { RawPage, RawTag } from './raw-page.ts';

/** The part of the structure tree that a piece belongs to. */
export interface TagPlace {
  /** Role of the nearest block: `H1`, `P`, `LI`, `Caption`, … */
  readonly role: string;
  /** Equal for pieces of one block. */
  readonly block: number;
  /** Place in the order of the tree. */
  readonly order: number;
}

export interface TagIndex {
  placeOf(piece: Piece): TagPlace | undefined;
  /** Tables of the tree, outermost only. */
  readonly tables: readonly RawTag[];
  /** Marked content below a node. */
  contentOf(tag: RawTag): readonly number[];
  /** The tags part paragraphs where the page does; they may be followed in that. */
  readonly partsParagraphs: boolean;
}

const BLOCKS =
  /^(?:H[1-6]?|P|LI|LBody|Lbl|Caption|T[DH]|BlockQuote|Note|FENote|TOCI|Title|Formula|Code|Figure|Aside|BibEntry)$/;

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

/** Makes the structure tree of a page ready for questions; nothing when the page is not tagged, or tagged in part only. */
export function indexTags(page: RawPage, pieces: readonly Piece[]): TagIndex | undefined {
  if (!page.tags || page.tags.length === 0) return undefined;
  const places = new Map<number, TagPlace>();
  const tables: RawTag[] = [];
  let order = 0;
  let blocks = 0;
  const walk = (tag: RawTag, role: string, block: number, inTable: boolean): void => {
    const own = BLOCKS.test(tag.role);
    const nextRole = own && !(tag.role === 'P' && role === 'LBody') ? tag.role : role;
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
  const real = pieces.filter((piece) => !piece.artifact);
  const tagged = real.filter((piece) => piece.mcid !== undefined && places.has(piece.mcid));
  if (tagged.length < 0.85 * real.length || tagged.length === 0) return undefined;
  const placeOf = (piece: Piece): TagPlace | undefined =>
    piece.mcid === undefined ? undefined : places.get(piece.mcid);
  return { placeOf, tables, contentOf, partsParagraphs: partsParagraphs(tagged, placeOf) };
}

/** False when paragraphs of the tree often break in the middle of a sentence, as where each line is one. */
function partsParagraphs(pieces: readonly Piece[], placeOf: TagIndex['placeOf']): boolean {
  let breaks = 0;
  let broken = 0;
  for (let index = 1; index < pieces.length; index += 1) {
    const before = placeOf(pieces[index - 1]!)!;
    const after = placeOf(pieces[index]!)!;
    if (before.block === after.block || before.role !== 'P' || after.role !== 'P') continue;
    breaks += 1;
    if (/[\p{Ll},]$/u.test(pieces[index - 1]!.text) && /^\p{Ll}/u.test(pieces[index]!.text)) broken += 1;
  }
  return broken <= 0.15 * breaks;
}

/** The block of the tree that all of the pieces belong to, when it is one. */
export function nodeOf(pieces: readonly Piece[], tags: TagIndex): number | undefined {
  let node: number | undefined;
  for (const piece of pieces) {
    const place = tags.placeOf(piece);
    if (!place || place.role === 'Lbl') continue;
    if (node !== undefined && node !== place.block) return undefined;
    node = place.block;
  }
  return node;
}

/** The role of most of the pieces. */
export function roleOf(pieces: readonly Piece[], tags: TagIndex): string | undefined {
  const counts = new Map<string, number>();
  let best: string | undefined;
  for (const piece of pieces) {
    const role = tags.placeOf(piece)?.role;
    if (!role || role === 'Lbl') continue;
    const count = (counts.get(role) ?? 0) + piece.text.length;
    counts.set(role, count);
    if (best === undefined || count > (counts.get(best) ?? 0)) best = role;
  }
  return best;
}
