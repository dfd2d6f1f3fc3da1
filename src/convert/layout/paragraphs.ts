import { lineLabel } from './labels.ts';
import { lineText } from './inlines.ts';
import type { Label } from './page-model.ts';
import type { Segment } from './piece.ts';
import type { TagIndex, TagPlace } from './tags.ts';
import type { UsualLook } from './looks.ts';

/** Lines that belong together, as they stand on the page. */
export interface LineGroup {
  readonly lines: Segment[];
  readonly label: Label | undefined;
}

export interface LineLook {
  readonly line: Segment;
  readonly text: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly mono: boolean;
  readonly label: Label | undefined;
  /** Width of the first word. */
  readonly firstWord: number;
}

export function lookAt(line: Segment): LineLook {
  let bold = 0;
  let italic = 0;
  let mono = 0;
  let all = 0;
  for (const piece of line.pieces) {
    const length = piece.text.length;
    all += length;
    if (piece.bold) bold += length;
    if (piece.italic) italic += length;
    if (piece.mono) mono += length;
  }
  const label = lineLabel(line);
  let firstWord = line.pieces[0]!.x1 - line.pieces[0]!.x0;
  for (
    let index = 1;
    index < line.pieces.length && line.pieces[index]!.x0 - line.pieces[index - 1]!.x1 < 0.12 * line.size;
    index += 1
  )
    firstWord = line.pieces[index]!.x1 - line.pieces[0]!.x0;
  const text = lineText(line);
  // an address that fills a line does not part it from its paragraph
  return {
    line,
    text,
    bold: bold > 0.8 * all,
    italic: italic > 0.8 * all,
    mono: mono > 0.8 * all && !/:\/\/|\S@\w/.test(text),
    label,
    firstWord,
  };
}

const STOP = /[.!?:;。！？)\]"”’]$/;

/** Fewest lines of one size that have a leading of their own. */
const ENOUGH = 8;

/** The usual distance of baselines among lines of one size, and of all where one size has too few: notes are set closer than the text above them. */
function usualLeadings(looks: readonly LineLook[]): (size: number) => number {
  const all = usualLeading(looks);
  const known = new Map<number, number>();
  return (size) => {
    const before = known.get(size);
    if (before !== undefined) return before;
    const own = looks.filter((look) => Math.abs(look.line.size - size) < 0.6);
    const leading = own.length >= ENOUGH && own.length < looks.length ? Math.max(all, usualLeading(own)) : all;
    known.set(size, leading);
    return leading;
  };
}

/** The usual distance of baselines among lines, in sizes of the letters. */
function usualLeading(looks: readonly LineLook[]): number {
  const gaps: number[] = [];
  for (let index = 1; index < looks.length; index += 1) {
    const above = looks[index - 1]!.line;
    const line = looks[index]!.line;
    const gap = line.base - above.base;
    if (Math.abs(above.size - line.size) < 0.6 && gap > 0.5 * line.size && gap < 2.6 * line.size)
      gaps.push(gap / line.size);
  }
  if (gaps.length === 0) return 1.25;
  gaps.sort((a, b) => a - b);
  // paragraphs of one line each have no leading of their own: lines that belong together are the closer ones
  return Math.min(gaps[Math.floor(gaps.length * 0.4)]!, 2);
}

/**
 * Gathers the lines of one stream into paragraphs by distance, style, indents, short last lines and labels.
 * `x0` and `x1` are the edges of the stream.
 */
export function gatherParagraphs(
  lines: readonly Segment[],
  x0: number,
  x1: number,
  usual: UsualLook,
  tags?: TagIndex,
): LineGroup[] {
  const looks = withoutLoneMono(lines.map(lookAt), x1);
  const told = tags?.partsParagraphs ? lines.map((line) => blockOf(line, tags)) : [];
  const leadingOf = usualLeadings(looks);
  const titles = titleLines(looks, usual);
  const groups: LineGroup[] = [];
  let group: { lines: Segment[]; label: Label | undefined; looks: LineLook[] } | undefined;
  for (let index = 0; index < looks.length; index += 1) {
    const look = looks[index]!;
    const above = looks[index - 1];
    const leading = leadingOf(look.line.size);
    const same = sameBlock(told[index - 1], told[index]) ?? (titles[index] === true ? true : undefined);
    if (
      group &&
      above &&
      (same ?? !startsNew(group.looks, above, look, looks[index + 1], leading, x0, x1, group.label))
    ) {
      group.lines.push(look.line);
      group.looks.push(look);
      continue;
    }
    group = { lines: [look.line], label: isItemStart(look, above, leading) ? look.label : undefined, looks: [look] };
    groups.push(group);
  }
  return groups;
}

/** The end of a name or an address that broke over two lines is no code, though it fills a line: it stands right below a full line of the text that it goes on with. */
function withoutLoneMono(looks: readonly LineLook[], x1: number): LineLook[] {
  return looks.map((look, index) => {
    const above = looks[index - 1];
    if (!look.mono || !above || above.mono || looks[index + 1]?.mono) return look;
    const { line } = look;
    const goesOn =
      Math.abs(line.x0 - above.line.x0) < 1.5 &&
      line.base - above.line.base < 1.4 * line.size &&
      above.line.x1 > x1 - 0.06 * (x1 - line.x0) &&
      above.line.pieces.at(-1)!.mono;
    return goesOn ? { ...look, mono: false } : look;
  });
}

/** Most lines that a title has. */
const TITLE_LINES = 4;

/**
 * Which lines go on with a title above: a few lines in a look that is not the page's usual one, closer to each other than to what stands around them. Titles are
 * broken where it suits them, however much room there was.
 */
function titleLines(looks: readonly LineLook[], usual: UsualLook): boolean[] {
  const goesOn = looks.map(() => false);
  let from = 0;
  while (from < looks.length) {
    let to = from + 1;
    while (to < looks.length && isAlike(looks[to - 1]!, looks[to]!, usual)) to += 1;
    if (to - from > 1 && to - from <= TITLE_LINES && isTitle(looks, from, to, usual)) goesOn.fill(true, from + 1, to);
    from = to;
  }
  return goesOn;
}

/** Lines of one look under each other, from one left edge or about one middle. */
function isAlike(above: LineLook, look: LineLook, usual: UsualLook): boolean {
  const { line } = look;
  const gap = (line.base - above.line.base) / line.size;
  if (
    line.size !== above.line.size ||
    above.bold !== look.bold ||
    above.italic !== look.italic ||
    line.pieces[0]!.family !== above.line.pieces[0]!.family ||
    look.mono ||
    look.label
  )
    return false;
  // large letters are often set wide
  if (
    gap < 0.8 ||
    gap > (line.size > 1.8 * usual.size ? 2.1 : line.size > 1.3 * usual.size ? 1.8 : 1.42) ||
    /[.!?:;,]$/.test(above.text)
  )
    return false;
  return (
    Math.abs(line.x0 - above.line.x0) < 1.5 ||
    Math.abs(line.x0 + line.x1 - above.line.x0 - above.line.x1) < 3 ||
    (above.label !== undefined && Math.abs(line.x0 - above.label.textX) < 1.5)
  );
}

function isTitle(looks: readonly LineLook[], from: number, to: number, usual: UsualLook): boolean {
  const first = looks[from]!;
  if (!(first.line.size > usual.size * 1.05 || (first.bold && !usual.bold && first.line.size > usual.size * 0.95)))
    return false;
  const gapBefore = (index: number): number => {
    const [above, look] = [looks[index - 1], looks[index]];
    return above && look ? look.line.base - above.line.base : Infinity;
  };
  const inner = Math.max(...Array.from({ length: to - from - 1 }, (_, index) => gapBefore(from + 1 + index)));
  return gapBefore(from) > 1.15 * inner && (gapBefore(to) > 1.1 * inner || first.line.size > 1.8 * usual.size);
}

/** The paragraph of the structure tree that a line stands in. */
function blockOf(line: Segment, tags: TagIndex): TagPlace | undefined {
  for (const piece of line.pieces) {
    const place = tags.placeOf(piece);
    if (place && place.role !== 'Lbl') return place;
  }
  return undefined;
}

/** Whether two lines are one paragraph by their tags; nothing when the tags do not say. */
function sameBlock(before: TagPlace | undefined, after: TagPlace | undefined): boolean | undefined {
  if (!before || !after || !/^(?:P|H[1-6]?|LI|LBody|Caption)$/.test(before.role)) return undefined;
  if (before.block !== after.block) return /^(?:P|H[1-6]?|LI|LBody|Caption)$/.test(after.role) ? false : undefined;
  return /^(?:P|H[1-6]?)$/.test(before.role) ? true : undefined;
}

function isItemStart(look: LineLook, above: LineLook | undefined, leading: number): boolean {
  const label = look.label;
  if (!label) return false;
  if (!above) return true;
  if (label.kind === 'bullet' && /^[–—*·-]$/.test(label.text)) {
    // a dash may as well stand between two words
    const near = (look.line.base - above.line.base) / look.line.size < 1.3 * leading;
    if (near && !above.label && !STOP.test(above.text) && Math.abs(look.line.x0 - above.line.x0) < 0.6 * look.line.size)
      return false;
  }
  if (label.kind === 'bullet' || label.kind === 'check' || label.kind === 'note') return true;
  const gap = (look.line.base - above.line.base) / look.line.size;
  if (gap > 1.3 * leading) return true;
  if (STOP.test(above.text) || above.label) return true;
  return (
    Math.abs(look.line.x0 - above.line.x0) > 0.6 * look.line.size ||
    above.bold !== look.bold ||
    above.line.size !== look.line.size
  );
}

function startsNew(
  group: readonly LineLook[],
  above: LineLook,
  look: LineLook,
  below: LineLook | undefined,
  leading: number,
  x0: number,
  x1: number,
  label: Label | undefined,
): boolean {
  const { line } = look;
  const size = Math.max(line.size, above.line.size);
  if (Math.abs(line.size - above.line.size) > 0.09 * size) return true;
  if (look.mono !== above.mono) return true;
  const gap = (line.base - above.line.base) / size;
  const first = group[0]!;
  const own = group.length > 1 ? (above.line.base - group[group.length - 2]!.line.base) / size : undefined;
  if (gap > Math.max(1.28 * Math.min(leading, own ?? leading), 1.12) + 0.08 || gap < 0) return true;
  if (own !== undefined && gap > 1.3 * own + 0.1) return true;
  if (look.label && isItemStart(look, above, leading) && looksLikeItem(look, label, group)) return true;
  if (look.bold !== above.bold && startsNewWeight(group, above, look)) return true;
  if (
    above.italic &&
    !look.italic &&
    group.every((each) => each.italic) &&
    (above.label !== undefined || x1 - above.line.x1 > look.firstWord + size)
  )
    return true;
  const left = Math.min(...group.map((each) => each.line.x0));
  const right = Math.max(x1 - 0.02 * (x1 - x0), ...group.map((each) => each.line.x1));
  const centered = isCentered(above.line, x0, x1) && isCentered(line, x0, x1);
  if (centered) return false;
  // an indent starts a paragraph, unless the lines hang from a label
  const inset = line.x0 - above.line.x0;
  if (label) {
    if (
      line.x0 < first.line.x0 - 0.5 * size &&
      (group.length > 1 || STOP.test(above.text) || x1 - above.line.x1 > look.firstWord + 0.5 * size)
    )
      return true;
  } else if (
    inset > 0.8 * size &&
    inset < 6 * size &&
    group.length > 1 &&
    (below === undefined ||
      below.line.x0 < line.x0 - 0.5 * size ||
      Math.abs(below.line.base - line.base) > 1.5 * leading * size ||
      STOP.test(above.text))
  ) {
    return true;
  } else if (
    inset > 0.8 * size &&
    group.length === 1 &&
    inset < 6 * size &&
    STOP.test(above.text) &&
    (below === undefined || below.line.x0 < line.x0 - 0.5 * size)
  ) {
    return true;
  }
  // the first word would have had room above: the break was meant
  const room = right - above.line.x1;
  const fits = room > look.firstWord + 0.45 * size && room > 0.6 * size;
  if (!fits) return false;
  const short = room > 0.18 * (right - left) + look.firstWord;
  if (label && !short && line.x0 > first.line.x0 + 0.5 * size) return false;
  if (STOP.test(above.text) && !/[,;]$/.test(above.text))
    return /^[^\p{Ll}]/u.test(look.text) && room > look.firstWord + 1.2 * size;
  return (
    short &&
    /^[^\p{Ll}]/u.test(look.text) &&
    !/[,\-–\u2010]$/.test(above.text) &&
    room > look.firstWord + 2.5 * size &&
    room > 0.25 * (right - left)
  );
}

/** A change of weight parts a heading from its text, not an emphasised line from its paragraph. */
function startsNewWeight(group: readonly LineLook[], above: LineLook, look: LineLook): boolean {
  if (above.bold) return group.every((each) => each.bold) && !above.text.endsWith(',') && !endsLight(above.line);
  return (
    look.bold &&
    (STOP.test(above.text) ||
      above.line.x1 < look.line.x0 + 0.85 * (look.line.x1 - look.line.x0) ||
      /^[\p{Lu}\d]/u.test(look.text))
  );
}

/** Whether a line that starts bold goes on with words that are not: what is bold leads into the paragraph. */
function endsLight(line: Segment): boolean {
  const last = line.pieces.at(-1)!;
  return line.pieces[0]!.bold && !last.bold && /\p{L}{2}/u.test(last.text);
}

/** A number at the start of a line may be the middle of a sentence. */
function looksLikeItem(look: LineLook, label: Label | undefined, group: readonly LineLook[]): boolean {
  const own = look.label!;
  if (own.kind === 'bullet' || own.kind === 'check' || own.kind === 'note') return true;
  if (label && label.kind === own.kind && (own.values?.at(-1) ?? 0) === (label.values?.at(-1) ?? 0) + 1) return true;
  const above = group.at(-1)!;
  if (own.kind === 'section' && own.values!.length === 1) return above.bold !== look.bold || STOP.test(above.text);
  return STOP.test(above.text) || above.bold !== look.bold || own.values?.at(-1) === 1;
}

export function isCentered(line: Segment, x0: number, x1: number): boolean {
  const left = line.x0 - x0;
  const right = x1 - line.x1;
  return left > 0.06 * (x1 - x0) && right > 0.06 * (x1 - x0) && Math.abs(left - right) < Math.max(3, 0.03 * (x1 - x0));
}
