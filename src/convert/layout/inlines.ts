import type { Inline } from '../document.ts';
import { spaceBetween, trackingOf } from './lines.ts';
import { isCjk, isHangul, type Piece, type Segment } from './piece.ts';

/** Hyphens that a line may end in within a word; U+00AD is one that shows only there. */
const HYPHENS = /[-\u2010\u00AD]$/;

/** First parts of compounds that keep their hyphen when the line breaks after it. */
const KEEPS_HYPHEN =
  /(?:^|[^\p{L}])(?:self|non|well|high|low|long|half|state-of-the|end-to|two|three|four|first|second|third)$/iu;

/** Pieces of a line in reading order: from right to left when most of its letters are written so. */
function inReadingOrder(pieces: readonly Piece[]): { pieces: readonly Piece[]; rtl: boolean } {
  let rtl = 0;
  let all = 0;
  for (const piece of pieces) {
    if (piece.rtl) rtl += piece.text.length;
    if (/\p{L}/u.test(piece.text)) all += piece.text.length;
  }
  if (rtl === 0 || rtl <= 0.4 * all) return { pieces, rtl: false };
  const ordered: Piece[] = [];
  let stretch: Piece[] = [];
  for (let index = pieces.length - 1; index >= 0; index -= 1) {
    const piece = pieces[index]!;
    if (piece.rtl) {
      ordered.push(...stretch.reverse(), piece);
      stretch = [];
    } else {
      stretch.push(piece);
    }
  }
  ordered.push(...stretch.reverse());
  return { pieces: ordered, rtl: true };
}

/** Text of one line with its spaces. */
export function lineText(line: Segment): string {
  return plain(lineInlines(line.pieces));
}

export function plain(content: readonly Inline[]): string {
  let text = '';
  for (const inline of content) {
    if (inline.kind === 'text') text += inline.text.replaceAll('\u00AD', '');
    else if (inline.kind === 'break') text += '\n';
    else if (inline.kind === 'math') text += inline.latex;
  }
  return text;
}

const ACCENTS: Readonly<Record<string, string>> = {
  '´': '\u0301',
  '`': '\u0300',
  '¨': '\u0308',
  ˆ: '\u0302',
  '˜': '\u0303',
  '¯': '\u0304',
  '˘': '\u0306',
  '˙': '\u0307',
  '˚': '\u030A',
  '¸': '\u0327',
  ˇ: '\u030C',
  '˝': '\u030B',
};

/** Accents that are printed as signs of their own before the letter (TeX's old fonts). */
function composeAccents(text: string): string {
  if (!/[´`¨ˆ˜¯˘˙˚¸ˇ˝]/.test(text)) return text;
  return text.replaceAll(/([´`¨ˆ˜¯˘˙˚¸ˇ˝])\s?([A-Za-zıȷ])/g, (whole, accent: string, letter: string) => {
    const composed = ((letter === 'ı' ? 'i' : letter === 'ȷ' ? 'j' : letter) + ACCENTS[accent]!).normalize('NFC');
    return composed.length === 1 ? composed : whole;
  });
}

interface Span {
  kind: 'text';
  text: string;
  href?: string;
  /** A raised number that may be the mark of a note. */
  sup?: true;
}

/** A raised number after a word or a stop, not after a unit or within a formula. */
const isMark = (piece: Piece, last: Piece | undefined): boolean =>
  piece.script === 'sup' &&
  last !== undefined &&
  !last.script &&
  /^\d{1,3}$/.test(piece.text) &&
  /(?:\p{L}{3}|[.,;:!?…)\]”’"»])$/u.test(last.text);

/** The line's pieces as inline text, one span for each link target, and for each mark of a note where `marks` says so. */
export function lineInlines(all: readonly Piece[], marks = false): Span[] {
  const { pieces, rtl } = inReadingOrder(all);
  const tracking = trackingOf(all);
  const spans: Span[] = [];
  let last: Piece | undefined;
  for (const piece of pieces) {
    let space = false;
    if (last)
      space = rtl
        ? last.x0 > piece.x0
          ? spaceBetween(piece, last, tracking)
          : spaceBetween(last, piece, tracking)
        : spaceBetween(last, piece, tracking);
    const previous = spans.at(-1);
    const isNote = marks && isMark(piece, last);
    if (previous && previous.href === piece.href && !isNote && !previous.sup) {
      previous.text += (space ? ' ' : '') + piece.text;
    } else {
      const before = previous?.sup && space ? ' ' : '';
      if (previous && space && !previous.sup) previous.text += ' ';
      spans.push({
        kind: 'text',
        text: before + piece.text,
        ...(piece.href === undefined ? {} : { href: piece.href }),
        ...(isNote ? { sup: true } : {}),
      });
    }
    last = piece;
  }
  for (const span of spans) span.text = composeAccents(span.text);
  return spans;
}

/** Whether the word that a line ends with goes on in the next, so that its hyphen goes. */
function isBrokenWord(end: string, next: string): boolean {
  if (!/^\p{Ll}/u.test(next)) return false;
  const stem = end.replace(HYPHENS, '');
  if (!/\p{L}$/u.test(stem)) return false;
  if (end.endsWith('\u00AD')) return true;
  const word = /[^\s]*$/.exec(stem)?.[0] ?? '';
  // `state-of-` + `the-art`: a word that already has a hyphen keeps it
  if (/\p{L}[-\u2010]\p{L}/u.test(word) || /^\p{L}+[-\u2010]\p{L}/u.test(next))
    return !KEEPS_HYPHEN.test(stem) && !/[-\u2010]\p{L}+$/u.test(word);
  return !KEEPS_HYPHEN.test(stem);
}

const isWide = (text: string, atEnd: boolean): boolean => {
  const code = atEnd ? (text.codePointAt(text.length - 1) ?? 0) : (text.codePointAt(0) ?? 0);
  return isCjk(code) && !isHangul(code);
};

/** Adds a line (or a continued text) to inline content: mends a broken word, else puts one space between. */
export function appendInlines(content: Span[], line: readonly Span[]): void {
  const first = line[0];
  if (!first) return;
  const last = content.at(-1);
  if (!last) {
    content.push(...line.map((span) => ({ ...span })));
    return;
  }
  const next = first.text.trimStart();
  let glue = ' ';
  if (HYPHENS.test(last.text)) {
    // whether the hyphen belongs to the word is for the merge to say, which knows the document's words
    if (isBrokenWord(last.text, next)) last.text = last.text.replace(HYPHENS, '\u00AD');
    else last.text = last.text.replace(/\u00AD$/, '-');
    glue = /\s[-\u2010]$/.test(last.text) || /^[-\u2010]$/.test(last.text) ? ' ' : '';
  } else if (/[\u2013\u2014/]$/.test(last.text) && /\p{L}[\u2014/]$/u.test(last.text)) {
    glue = '';
  } else if (isWide(last.text, true) && isWide(next, false)) {
    glue = '';
  }
  const rest = line.map((span) => ({ ...span }));
  if (last.href === rest[0]!.href && !last.sup && !rest[0]!.sup) {
    last.text = last.text.trimEnd() + glue + next;
    content.push(...rest.slice(1));
  } else {
    if (last.sup) rest[0]!.text = glue + rest[0]!.text;
    else last.text += glue;
    content.push(...rest);
  }
}

/** Lines of one paragraph as inline content, words mended over line ends. */
export function paragraphInlines(lines: readonly Segment[]): Inline[] {
  const content: Span[] = [];
  for (const line of lines) appendInlines(content, lineInlines(line.pieces, true));
  return content;
}

const areSpans = (content: readonly Inline[]): content is Span[] => content.every((inline) => inline.kind === 'text');

/** Joins the content of two blocks that are one paragraph. */
export function joinInlines(before: readonly Inline[], after: readonly Inline[]): Inline[] {
  if (areSpans(before) && areSpans(after)) {
    const content = before.map((span) => ({ ...span }));
    appendInlines(content, after);
    return content;
  }
  return [...before, { kind: 'text', text: ' ' }, ...after];
}
