import { isCjk, type Piece } from './piece.ts';
import { RUN, type RawPage, type RawRun } from './raw-page.ts';

export interface Cleaned {
  readonly level: Piece[];
  /** Runs of other directions than the page's main one, by direction. */
  readonly turned: ReadonlyMap<number, RawRun[]>;
  readonly warnings: { kind: string; count: number }[];
}

const LIGATURES: Readonly<Record<string, string>> = { ﬀ: 'ff', ﬁ: 'fi', ﬂ: 'fl', ﬃ: 'ffi', ﬄ: 'ffl', ﬅ: 'ft', ﬆ: 'st' };

export function cleanText(text: string): string {
  let clean = text;
  if (/[\uFB00-\uFB06]/.test(clean))
    clean = clean.replaceAll(/[\uFB00-\uFB06]/g, (ligature) => LIGATURES[ligature] ?? ligature);
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001F\u007F\u200B\uFEFF]/.test(clean))
    clean = clean.replaceAll(/[\u0000-\u001F\u007F\u200B\uFEFF]/g, '');
  if (clean.length > 1 && clean.includes('\u00AD')) clean = clean.replaceAll(/\u00AD(?!$)/g, '');
  return clean;
}

/** True when what is hidden is the only text: the text layer of a scan. */
function hiddenIsText(runs: readonly RawRun[]): boolean {
  let hidden = 0;
  let seen = 0;
  for (const run of runs) {
    if ((run.flags & RUN.hidden) !== 0) hidden += run.text.length;
    else if ((run.flags & RUN.artifact) === 0) seen += run.text.length;
  }
  return hidden > 4 * seen;
}

/** Large text at a slant, behind or before the page's own. */
const isWatermark = (run: RawRun): boolean => run.angle !== undefined && run.angle % 90 !== 0 && run.size >= 24;

/**
 * Leaves out what no reader sees (hidden text, specks, watermarks, text printed twice for boldness) and makes pieces of the rest.
 */
export function clean(page: RawPage): Cleaned {
  const level: Piece[] = [];
  const turned = new Map<number, RawRun[]>();
  const keepHidden = hiddenIsText(page.runs);
  const places = new Map<string, Piece[]>();
  let hidden = 0;
  let watermarks = 0;
  for (const run of page.runs) {
    if ((run.flags & RUN.hidden) !== 0 && !keepHidden) {
      hidden += 1;
      continue;
    }
    if (run.size < 2 || run.x1 < 0 || run.y1 < 0 || run.x0 > page.width || run.y0 > page.height) continue;
    if (isWatermark(run)) {
      watermarks += 1;
      continue;
    }
    const angle = run.angle ?? 0;
    if (angle !== 0) {
      const group = turned.get(angle);
      if (group) group.push(run);
      else turned.set(angle, [run]);
      continue;
    }
    const piece = makePiece(page, run);
    if (piece.text === '') continue;
    const before = places.get(piece.text);
    const twin = before && twinOf(piece, before);
    if (twin) {
      if (Math.abs(twin.x0 - piece.x0) + Math.abs(twin.base - piece.base) > 0.05) twin.bold = true;
      continue;
    }
    if (before) before.push(piece);
    else places.set(piece.text, [piece]);
    level.push(piece);
  }
  splitNotes(level, page.height);
  const warnings = [];
  if (hidden > 0) warnings.push({ kind: 'hidden-text', count: hidden });
  if (watermarks > 0) warnings.push({ kind: 'watermark', count: watermarks });
  return { level, turned, warnings };
}

/** The same text at nearly the same place; it was printed not long before. */
function twinOf(piece: Piece, before: readonly Piece[]): Piece | undefined {
  for (let index = before.length - 1; index >= 0 && index >= before.length - 12; index -= 1) {
    const other = before[index]!;
    if (
      Math.abs(other.x0 - piece.x0) < 1.5 &&
      Math.abs(other.base - piece.base) < 1.5 &&
      Math.abs(other.size - piece.size) < 1
    )
      return other;
  }
  return undefined;
}

/** Cuts the number off a footnote's first word where nothing parts them (`1The`). */
function splitNotes(pieces: Piece[], height: number): void {
  const sizes = new Map<number, number>();
  for (const piece of pieces) sizes.set(piece.size, (sizes.get(piece.size) ?? 0) + piece.text.length);
  let main = 0;
  for (const [size, count] of sizes) if (count > (sizes.get(main) ?? 0)) main = size;
  for (let index = pieces.length - 1; index >= 0; index -= 1) {
    const piece = pieces[index]!;
    if (piece.size > 0.93 * main || piece.base < 0.4 * height) continue;
    const found = /^(\d{1,2})(\p{Lu}\p{Ll}*)$/u.exec(piece.text);
    if (
      !found ||
      (pieces[index - 1] &&
        Math.abs(pieces[index - 1]!.base - piece.base) < 1 &&
        pieces[index - 1]!.x1 <= piece.x0 + 1 &&
        pieces[index - 1]!.x1 > piece.x0 - 40)
    )
      continue;
    const x = piece.x0 + ((piece.x1 - piece.x0) * found[1]!.length) / piece.text.length;
    pieces.splice(
      index,
      1,
      { ...piece, text: found[1]!, x1: x, script: 'sup' },
      { ...piece, text: found[2]!, x0: x, space: true },
    );
  }
}

export function makePiece(page: RawPage, run: RawRun): Piece {
  const font = page.fonts[run.font];
  const text = cleanText(run.text);
  return {
    text,
    x0: run.x0,
    y0: run.y0,
    x1: run.x1,
    y1: run.y1,
    base: run.baseline,
    size: run.size,
    bold: (run.flags & RUN.bold) !== 0,
    italic: (run.flags & RUN.italic) !== 0,
    // all letters of Chinese and Japanese are as wide as each other
    mono: (run.flags & RUN.mono) !== 0 && !isCjk(text.codePointAt(0) ?? 0),
    family: font?.family ?? run.font,
    color: run.color,
    space: run.space === true,
    script: undefined,
    rtl: (run.flags & RUN.rtl) !== 0,
    symbolic: font?.symbolic === true,
    artifact: (run.flags & RUN.artifact) !== 0,
    href: undefined,
    mcid: run.mcid,
  };
}
