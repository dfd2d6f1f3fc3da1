import { lineText } from './inlines.ts';
import type { TextStyle } from './page-model.ts';
import type { Piece, Segment } from './piece.ts';
import type { TagIndex } from './tags.ts';

/** Interns styles: blocks name them by number. */
export interface StyleTable {
  readonly styles: TextStyle[];
  of(style: TextStyle): number;
  /** The page's structure tree, when it has a good one. */
  readonly tags: TagIndex | undefined;
  readonly usual: UsualLook;
}

/** Size and weight of most letters of the page. */
export interface UsualLook {
  readonly size: number;
  readonly bold: boolean;
}

export const styleKey = (style: TextStyle): string =>
  `${style.size}|${style.bold ? 'b' : ''}${style.italic ? 'i' : ''}${style.mono ? 'm' : ''}|${style.family}|${style.color}`;

export function usualLook(pieces: readonly Piece[]): UsualLook {
  const counts = new Map<string, { look: UsualLook; letters: number }>();
  let best = { look: { size: 10, bold: false }, letters: 0 };
  for (const { size, bold, text } of pieces) {
    const key = `${Math.round(size * 5)}|${bold}`;
    const count = counts.get(key) ?? { look: { size, bold }, letters: 0 };
    counts.set(key, count);
    count.letters += text.length;
    if (count.letters > best.letters) best = count;
  }
  return best.look;
}

export function makeStyleTable(usual: UsualLook, tags?: TagIndex): StyleTable {
  const styles: TextStyle[] = [];
  const known = new Map<string, number>();
  return {
    styles,
    tags,
    usual,
    of(style) {
      const key = styleKey(style);
      const index = known.get(key);
      if (index !== undefined) return index;
      known.set(key, styles.length);
      styles.push(style);
      return styles.length - 1;
    },
  };
}

export interface Look {
  readonly style: TextStyle;
  readonly chars: number;
  /** Share of letters that are bold. */
  readonly bold: number;
  readonly mono: number;
}

export const styleOf = (piece: Piece): TextStyle => ({
  size: Math.round(piece.size * 5) / 5,
  bold: piece.bold,
  italic: piece.italic,
  mono: piece.mono,
  family: piece.family,
  color: piece.color,
});

/** Small capitals are as large as their capitals. They are written as capitals, or as the small letters that they stand for. */
function capsSize(lines: readonly Segment[]): number | undefined {
  let most = 0;
  let least = Infinity;
  const pieces = lines.flatMap((line) => line.pieces).filter((piece) => !piece.script && /\p{L}/u.test(piece.text));
  for (const { size } of pieces) {
    most = Math.max(most, size);
    least = Math.min(least, size);
  }
  const isMade = (piece: Piece): boolean =>
    piece.size === most ? !/\p{Ll}/u.test(piece.text) : piece.size === least && !/\p{Lu}/u.test(piece.text);
  if (!pieces.every((piece) => isMade(piece) || !/\p{Ll}/u.test(piece.text))) return undefined;
  return most > least * 1.05 && most < least * 1.6 ? Math.round(most * 5) / 5 : undefined;
}

/** The style of most letters of the lines. */
export function lookOf(lines: readonly Segment[]): Look {
  const counts = new Map<string, { style: TextStyle; count: number }>();
  let chars = 0;
  let bold = 0;
  let mono = 0;
  for (const line of lines) {
    for (const piece of line.pieces) {
      const length = piece.text.length;
      chars += length;
      if (piece.bold) bold += length;
      if (piece.mono) mono += length;
      if (piece.script) continue;
      const style = styleOf(piece);
      const key = styleKey(style);
      const entry = counts.get(key);
      if (entry) entry.count += length;
      else counts.set(key, { style, count: length });
    }
  }
  let best: { style: TextStyle; count: number } | undefined;
  for (const entry of counts.values()) if (!best || entry.count > best.count) best = entry;
  const first = lines[0]!.pieces[0]!;
  const style = best?.style ?? styleOf(first);
  return {
    style: { ...style, size: capsSize(lines) ?? style.size },
    chars,
    bold: bold / Math.max(1, chars),
    mono: mono / Math.max(1, chars),
  };
}

const CAPTION =
  /^(?:FIG(?:URE|\.)|TABLE|CHART|EXHIBIT|PLATE|MAP|Fig(?:ure|\.|s\.)?|Table|Tab\.|Chart|Exhibit|Plate|Photo|Scheme|Box|Graph|Map|Diagram|Image|Listing|Algorithm|Abbildung|Abb\.|Tabelle|Tableau|Figura|Tabla)\s*[A-Z]?[.-]?\d+(?:[.\-–]\d+)*[a-z]?\s*(?:[:.|)\-–—]|$|(?=[\p{Lu}(]))/u;

export const isCaption = (text: string): boolean => CAPTION.test(text);

export const isTableCaption = (text: string): boolean =>
  /^(?:Table|TABLE|Tab\.|Tabelle|Tableau|Tabla|Tabella|Exhibit|EXHIBIT)\s*(?:[A-Z]?[.-]?(?:\d|[IVX])|[:–—])/.test(text);

const DATE =
  /^(?:\p{L}+\s+)?\d{1,2}(?:st|nd|rd|th)?[\s./-]+(?:\p{L}+|\d{1,2})[\s.,/-]+\d{2,4}$|^\p{L}+\s+\d{1,2},\s*\d{4}$/u;

/** May the text be a heading by its own looks? A body style never matters here: the merge knows it. `large`: its letters are larger than usual on the page. */
export function mayBeHeading(text: string, lines: number, chars: number, large: boolean): boolean {
  if (lines > 4 || chars > 180 || chars < 2) return false;
  if (!/\p{L}{2}|^\p{Lu}$/u.test(text)) return false;
  if (/[,;\u2010]$|[^\s]-$/.test(text)) return false;
  if (
    /\p{Ll}{2}[.!?]["”’)]?\s+\p{Lu}\p{Ll}+\s+\p{L}/u.test(text) &&
    !/^\S+\s*(?:vs|No|Dr|Mr|St|Fig|Vol|Art|Sec)\./.test(text)
  )
    return false;
  if (!large && /^\p{Ll}\p{L}*[\s,]/u.test(text) && !/^[a-z]\)/.test(text)) return false;
  if (/^\(.*\)$/.test(text) || /^["“].*["”]$/.test(text)) return false;
  if (/\S+@\S+\.\S+|https?:\/\/|www\./.test(text)) return false;
  if (isCaption(text) || DATE.test(text)) return false;
  const letters = text.replaceAll(/[^\p{L}]/gu, '').length;
  if (letters < 0.45 * text.replaceAll(/\s/g, '').length) return false;
  if (/\.{4,}|(?:\. ){4,}|…\s*\d+$/.test(text)) return false;
  if (/[a-z]\.$/.test(text) && text.split(/\s+/).length > 8) return false;
  return true;
}

export const allCaps = (text: string): boolean => /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);

export const textOf = (lines: readonly Segment[]): string => lines.map(lineText).join(' ');
