import type { PlacedWord } from './words.ts';

/**
 * At this confidence a word that OCR read is certain: it stays, and other readings of its line have to contain it. `rn`
 * for `m` is read with up to 88.
 */
const CERTAIN = 90;
/** Confidence of a word from another reading: it fits what is certain, but OCR has not seen it. */
const TAKEN = 75;

/** Set by hand, so that words which were made up do not pass for what OCR misread. */
const LIMITS = {
  /** Letters of the certain words of a line, at least: one short word stands in many lines. */
  anchorLetters: 4,
  /** Likeness of a reading and of what OCR doubts, from 0 to 1: between two certain words, and beside one. */
  likeness: 0.4,
  likenessAtEdge: 0.5,
  /** Words between two certain ones that OCR may have lost or cut in two, at most. */
  moreWords: 3,
  /** How far the width of a lost word may be from that of as many letters of its line. */
  width: 0.4,
};

const WRITTEN = /[\p{L}\p{N}]/u;
/** Marks of Markdown, and punctuation around a word. */
const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const LEFTWARDS = /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;

/** The words of a page after another reading of it was compared with them. */
export interface AgreedWords {
  readonly words: readonly PlacedWord[];
  /** Words from the other reading. */
  readonly taken: number;
}

/**
 * Takes words of another reading of a page, such as that of a vision model, for words that OCR doubts or lost. Only in
 * lines whose certain words all occur there in the same order, at exactly one place; and only words that are like those
 * that OCR doubts, or fit between two certain ones. Certain words stay as they are.
 */
export function takeAgreed(words: readonly PlacedWord[], reading: string): AgreedWords {
  const tokens = reading
    .normalize('NFC')
    .split(/[\s|]+/)
    .map((text) => text.replaceAll(/\p{C}|^[*_`#>]+|[*_`]+$/gu, ''))
    .filter((text) => WRITTEN.test(text));
  const places = Map.groupBy(tokens.keys(), (index) => keyOf(tokens[index]!));
  let taken = 0;
  const result = linesOf(words).flatMap((line) => {
    const mended = mendLine(line, { tokens, places });
    taken += mended.taken;
    return mended.words;
  });
  return taken === 0 ? { words, taken } : { words: result, taken };
}

interface Reading {
  readonly tokens: readonly string[];
  /** Where each token stands. */
  readonly places: ReadonlyMap<string, readonly number[]>;
}

const keyOf = (text: string): string => text.normalize('NFC').replaceAll(AROUND, '');
const isCertain = ({ text, confidence }: PlacedWord): boolean => confidence >= CERTAIN && WRITTEN.test(text);
const lettersOf = (texts: readonly { readonly text: string }[]): number =>
  texts.reduce((sum, { text }) => sum + text.length, 0);

/** In the order of their first words, each from the left to the right. */
function linesOf(words: readonly PlacedWord[]): PlacedWord[][] {
  const lines = Map.groupBy(words, ({ line }) => line);
  return Array.from(lines.values(), (line) => line.toSorted((a, b) => a.x0 - b.x0));
}

/** The words of a line between two certain words, or between one and the end of the line. */
interface Gap {
  readonly before: PlacedWord | undefined;
  readonly doubted: readonly PlacedWord[];
  readonly after: PlacedWord | undefined;
}

function gapsOf(line: readonly PlacedWord[]): { readonly anchors: readonly PlacedWord[]; readonly gaps: Gap[] } {
  const anchors = line.filter(isCertain);
  const gaps: Gap[] = [];
  let start = 0;
  for (const [index, word] of [...line, undefined].entries()) {
    if (word !== undefined && !isCertain(word)) continue;
    gaps.push({ before: line[start - 1], doubted: line.slice(start, index), after: word });
    start = index + 1;
  }
  return { anchors, gaps };
}

function mendLine(line: readonly PlacedWord[], reading: Reading): AgreedWords {
  const unchanged = { words: line, taken: 0 };
  const { anchors, gaps } = gapsOf(line);
  if (lettersOf(anchors) < LIMITS.anchorLetters || line.some(({ text }) => LEFTWARDS.test(text))) return unchanged;
  const found = findAnchors(anchors, gaps, reading);
  if (!found) return unchanged;
  const letterWidth = anchors.reduce((sum, { x0, x1 }) => sum + x1 - x0, 0) / lettersOf(anchors);
  let taken = 0;
  const words = gaps.flatMap((gap, index) => {
    const texts = textsFor(gap, reading.tokens, { from: found[index - 1], to: found[index], letterWidth });
    taken += texts?.length ?? 0;
    const within = texts ? placeTexts(texts, gap, letterWidth) : gap.doubted;
    return gap.after ? [...within, gap.after] : within;
  });
  return taken === 0 ? unchanged : { words: words.map((word, index) => ({ ...word, space: index > 0 })), taken };
}

/** Where all certain words of a line stand in the reading; undefined unless that is one place. */
function findAnchors(
  anchors: readonly PlacedWord[],
  gaps: readonly Gap[],
  { tokens, places }: Reading,
): readonly number[] | undefined {
  const found: number[][] = [];
  for (const start of places.get(keyOf(anchors[0]!.text)) ?? []) {
    const place = [start];
    for (const [index, anchor] of anchors.entries()) {
      if (index === 0) continue;
      const from = place.at(-1)! + 1;
      const within = tokens.slice(from, from + gaps[index]!.doubted.length + LIMITS.moreWords + 1);
      const at = within.findIndex((token) => keyOf(token) === keyOf(anchor.text));
      if (at < 0) break;
      place.push(from + at);
    }
    if (place.length === anchors.length) found.push(place);
  }
  return found.length === 1 ? found[0] : undefined;
}

interface Span {
  /** Indexes of the certain words around the gap. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly letterWidth: number;
}

/** What the reading has for a gap; undefined where that does not fit. */
function textsFor(gap: Gap, tokens: readonly string[], span: Span): readonly string[] | undefined {
  const { doubted } = gap;
  // A sign, a leader or a check box between the words: where it stood would be a guess.
  if (doubted.some(({ text }) => !WRITTEN.test(text))) return undefined;
  const texts = isWithin(span) ? tokens.slice(span.from + 1, span.to) : textsAtEdge(gap, tokens, span);
  if (texts.length === 0 || isSame(texts, doubted)) return undefined;
  if (doubted.length === 0) return fitsBetween(gap, texts, span.letterWidth) ? texts : undefined;
  const least = isWithin(span) ? LIMITS.likeness : LIMITS.likenessAtEdge;
  return likeness(texts.join(' '), doubted.map(({ text }) => text).join(' ')) >= least ? texts : undefined;
}

const isWithin = (span: Span): span is Span & { readonly from: number; readonly to: number } =>
  span.from !== undefined && span.to !== undefined;

const isSame = (texts: readonly string[], doubted: readonly PlacedWord[]): boolean =>
  texts.length === doubted.length && texts.every((text, index) => text === doubted[index]!.text);

/** Beside one certain word, as many words as are most like those that OCR doubts: the reading goes on. */
function textsAtEdge({ doubted }: Gap, tokens: readonly string[], { from, to }: Span): readonly string[] {
  const seen = doubted.map(({ text }) => text).join(' ');
  let best: readonly string[] = [];
  for (let count = 1; doubted.length > 0 && count <= doubted.length + 1; count++) {
    const texts =
      to === undefined ? tokens.slice(from! + 1, from! + 1 + count) : tokens.slice(Math.max(0, to - count), to);
    if (likeness(texts.join(' '), seen) > likeness(best.join(' '), seen)) best = texts;
  }
  return best;
}

/** Whether words that OCR lost are as wide as the space between two certain words. */
function fitsBetween({ before, after }: Gap, texts: readonly string[], letterWidth: number): boolean {
  if (!before || !after) return false;
  const letters = texts.join(' ').length + 2;
  return Math.abs((after.x0 - before.x1) / (letters * letterWidth) - 1) <= LIMITS.width;
}

/** The share of letters that two texts have in common, in the same order (longest common subsequence), 0 to 1. */
function likeness(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, () => 0);
  for (const letter of a) {
    const next = [0];
    for (let i = 0; i < b.length; i++) next.push(letter === b[i] ? row[i]! + 1 : Math.max(row[i + 1]!, next[i]!));
    row = next;
  }
  return row.at(-1)! / Math.max(a.length, b.length, 1);
}

/** Spreads words over the place of a gap by their letters. */
function placeTexts(texts: readonly string[], { before, doubted, after }: Gap, letterWidth: number): PlacedWord[] {
  const like = doubted[0] ?? before ?? after!;
  const x0 = doubted[0]?.x0 ?? before!.x1 + letterWidth;
  const x1 = doubted.at(-1)?.x1 ?? after!.x0 - letterWidth;
  const step = (x1 - x0) / texts.join(' ').length;
  let at = 0;
  return texts.map((text) => {
    const from = at;
    at += text.length + 1;
    return { ...like, text, confidence: TAKEN, x0: x0 + from * step, x1: x0 + (from + text.length) * step };
  });
}
