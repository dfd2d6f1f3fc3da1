import { RUN } from '../../layout/model/raw-page.ts';
import { quantise } from '../matrix.ts';
import { isAccent, withAccent } from './accents.ts';
import { angleOf, isRightToLeft, logicalText, sameStyle } from './run.ts';
import type { RunStyle, WalkRun } from './run.ts';

/** Gaps and jumps, as shares of the font size. */
const GAP = 0.1;
const BACK = 0.35;
const OFF_LINE = 0.08;
/** Marks that TeX draws before the letters which bear them: accents, and the arrow of a vector. */
const DRAWN_BEFORE = /^[\u0300-\u036F\u20D7]/;
/** The first combining mark of Unicode. */
const FIRST_MARK = 0x300;
/** How far from the last letter's line a run may stand for white space between them to count. */
const SAME_LINE = 0.5;
/** White space narrower than this is ignored. Between letters, such as those of syllables, it may be wider. */
const NO_ROOM = { always: 0.01, letters: 0.02 };

/** A letter on the raw page, in points. */
interface Glyph {
  readonly text: string;
  readonly guessed: boolean;
  /** Its origin, on the baseline. */
  readonly x: number;
  readonly y: number;
  /** How far its own width reaches in the direction of reading. */
  readonly advance: number;
  readonly style: RunStyle;
  /** Position in the order of painting. */
  readonly order: number;
}

/** Collects glyphs into runs of at most one word (see `RawRun`). */
export class RunCollector {
  readonly runs: WalkRun[] = [];
  #style: RunStyle | null = null;
  #text = '';
  #parts: string[] | null = null;
  #guessed = 0;
  #order = 0;
  #count = 0;
  #startX = 0;
  #startY = 0;
  /** Where the last glyph ended, and the last one that was white space or a letter. */
  #endX = 0;
  #endY = 0;
  #backwards = 0;
  #space = false;
  #spaceX = 0;
  #spaceY = 0;
  #spaceSize = 0;
  /** Where the letter before it ended. */
  #spaceFromX = 0;
  #spaceFromY = 0;
  #min = 0;
  #max = 0;
  /** An accent that may belong to the letter that is drawn next. */
  #accent: Glyph | null = null;
  #lastX = 0;
  #lastY = 0;
  #lastText = '';

  /**
   * Adds a letter. An accent that is drawn over a letter, before or after it, becomes one with it (old fonts have no
   * accented letters).
   */
  add(glyph: Glyph): void {
    const accent = this.#accent;
    if (accent !== null) {
      this.#accent = null;
      const made = isOver(accent, glyph) ? withAccent(glyph.text, accent.text) : undefined;
      if (made !== undefined) return this.#add({ ...glyph, text: made });
      this.#add(accent);
    }
    if (!isAccent(glyph.text)) return this.#add(glyph);
    if (!this.#addToLast(glyph)) this.#accent = glyph;
  }

  #addToLast(accent: Glyph): boolean {
    const style = this.#style;
    if (style === null || this.#parts !== null || this.#lastText === '' || !this.#text.endsWith(this.#lastText))
      return false;
    const advance = (this.#endX - this.#lastX) * style.ux + (this.#endY - this.#lastY) * style.uy;
    const made = isOver(accent, { x: this.#lastX, y: this.#lastY, advance, style })
      ? withAccent(this.#lastText, accent.text)
      : undefined;
    if (made === undefined) return false;
    this.#text = this.#text.slice(0, -this.#lastText.length) + made;
    this.#lastText = '';
    return true;
  }

  #settleAccent(): void {
    const accent = this.#accent;
    this.#accent = null;
    if (accent !== null) this.#add(accent);
  }

  #add(glyph: Glyph): void {
    const { text, x, y, advance, style } = glyph;
    if (this.#style !== null && !this.#follows(glyph)) this.#flush();
    if (this.#style === null) this.#start(glyph);
    const along = (x - this.#startX) * style.ux + (y - this.#startY) * style.uy;
    if (this.#count > 0 && along < this.#min - 0.01) this.#backwards++;
    this.#min = Math.min(this.#min, along, along + advance);
    this.#max = Math.max(this.#max, along, along + advance);
    this.#append(text);
    if (glyph.guessed) this.#guessed++;
    this.#count++;
    this.#lastX = x;
    this.#lastY = y;
    this.#lastText = text;
    this.#endX = x + advance * style.ux;
    this.#endY = y + advance * style.uy;
  }

  /** White space: it ends a run, and the next one on the line knows of it. */
  space(x: number, y: number, advance: number, style: RunStyle): void {
    this.flush();
    if (!this.#space) {
      this.#spaceFromX = this.#endX;
      this.#spaceFromY = this.#endY;
    }
    this.#space = true;
    this.#spaceX = x + advance * style.ux;
    this.#spaceY = y + advance * style.uy;
    this.#spaceSize = style.size;
  }

  #append(text: string): void {
    if (this.#parts !== null) this.#parts.push(text);
    else if (isRightToLeft(text)) this.#parts = [...Array.from(this.#text), text];
    else this.#text += text;
  }

  /** Does a glyph at this place continue the run? A mark that is set over the last letter does. */
  #follows({ x, y, text, style }: Glyph): boolean {
    const last = this.#style as RunStyle;
    if (!sameStyle(last, style)) return false;
    const dx = x - this.#endX;
    const dy = y - this.#endY;
    const along = dx * style.ux + dy * style.uy;
    const across = Math.abs(dy * style.ux - dx * style.uy);
    if (text.charCodeAt(0) >= FIRST_MARK && /^\p{M}/u.test(text)) {
      const isLater = DRAWN_BEFORE.test(text) && along > style.size * GAP;
      return !isLater && Math.abs(along) < style.size * 1.5 && across < style.size;
    }
    if (across > style.size * OFF_LINE) return false;
    if (along <= style.size * GAP && along >= -style.size * BACK) return true;
    // letters of right-to-left scripts may be drawn one after the other to the left
    return this.#parts !== null && this.#count === this.#backwards + 1 && this.#touchesStart(x, y, text, style);
  }

  #touchesStart(x: number, y: number, text: string, style: RunStyle): boolean {
    if (!isRightToLeft(text)) return false;
    const along = (x - this.#startX) * style.ux + (y - this.#startY) * style.uy - this.#min;
    return along < 0 && along > -style.size * 1.3;
  }

  #start({ x, y, style, order }: Glyph): void {
    this.#style = style;
    this.#order = order;
    this.#startX = x;
    this.#startY = y;
    this.#text = '';
    this.#parts = null;
    this.#guessed = 0;
    this.#count = 0;
    this.#backwards = 0;
    this.#min = 0;
    this.#max = 0;
  }

  /** Ends the run. */
  flush(): void {
    this.#settleAccent();
    this.#flush();
  }

  #flush(): void {
    const style = this.#style;
    if (style === null) return;
    this.#style = null;
    const { ux, uy, above, below } = style;
    const fromX = this.#startX + this.#min * ux;
    const fromY = this.#startY + this.#min * uy;
    const toX = this.#startX + this.#max * ux;
    const toY = this.#startY + this.#max * uy;
    // the normal of the direction of reading points down
    const angle = angleOf(ux, uy);
    const text = this.#takeText();
    if (text === '') return;
    const run: WalkRun = {
      text,
      x0: quantise(Math.min(fromX + above * uy, toX + above * uy, fromX - below * uy, toX - below * uy)),
      y0: quantise(Math.min(fromY - above * ux, toY - above * ux, fromY + below * ux, toY + below * ux)),
      x1: quantise(Math.max(fromX + above * uy, toX + above * uy, fromX - below * uy, toX - below * uy)),
      y1: quantise(Math.max(fromY - above * ux, toY - above * ux, fromY + below * ux, toY + below * ux)),
      baseline: quantise(angle === 90 || angle === 270 ? this.#startX : this.#startY),
      size: quantise(style.size),
      font: style.font,
      color: style.color,
      flags: style.flags | (this.#parts !== null ? RUN.rtl : 0) | (this.#guessed > 0 ? RUN.unmapped : 0),
      order: this.#order,
      guessed: this.#guessed,
    };
    if (angle !== 0) run.angle = angle;
    if (style.mcid !== undefined) run.mcid = style.mcid;
    if (this.#space && this.#nearSpace(style, text)) run.space = true;
    this.#space = false;
    this.runs.push(run);
  }

  #takeText(): string {
    if (this.#parts === null) return this.#text;
    const leftwards = this.#backwards > 0 && this.#backwards >= this.#count - 1;
    return leftwards || this.#count === 1 ? this.#parts.join('') : logicalText(this.#parts);
  }

  #nearSpace(style: RunStyle, text: string): boolean {
    const size = Math.max(style.size, this.#spaceSize);
    const across = (this.#startY - this.#spaceY) * style.ux - (this.#startX - this.#spaceX) * style.uy;
    const along = (this.#startX - this.#spaceX) * style.ux + (this.#startY - this.#spaceY) * style.uy;
    if (Math.abs(across) >= size * SAME_LINE || along <= -size || along >= size * 30) return false;
    // a space that takes no room, as some programs write behind a ligature or a syllable, parts no words
    const room = Math.abs((this.#startX - this.#spaceFromX) * style.ux + (this.#startY - this.#spaceFromY) * style.uy);
    if (room > size * NO_ROOM.letters) return true;
    return room > size * NO_ROOM.always && !(/^\p{L}/u.test(text) && /\p{L}$/u.test(this.runs.at(-1)?.text ?? ''));
  }

  /** Takes out the runs since `from`, so that they can be replaced. */
  takeSince(from: number): WalkRun[] {
    this.flush();
    return this.runs.splice(from);
  }
}

/** The accent's middle lies over the letter. */
function isOver(accent: Glyph, letter: Pick<Glyph, 'x' | 'y' | 'advance' | 'style'>): boolean {
  const { x, y, advance } = letter;
  const { ux, uy, size } = letter.style;
  const middle = (accent.x - x) * ux + (accent.y - y) * uy + accent.advance / 2;
  const across = Math.abs((accent.y - y) * ux - (accent.x - x) * uy);
  return (
    across < 0.6 * size &&
    middle > 0.1 * advance &&
    middle < 0.9 * advance &&
    Math.abs(accent.style.size - size) < 0.1 * size
  );
}
