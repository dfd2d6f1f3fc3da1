import { RUN } from '../../layout/model/raw-page.ts';
import type { CoreGlyph } from '../../../../pdf-core/src/types.ts';
import { resolveGlyph, UNKNOWN } from '../glyphs.ts';
import { lengthOf } from '../matrix.ts';
import type { Content } from './content.ts';
import type { RunStyle } from './run.ts';
import type { GraphicsState, WalkFont } from './state.ts';

/** The linear part of the way from text space to the page. */
interface TextSpace {
  readonly xx: number;
  readonly xy: number;
  readonly yx: number;
  readonly yy: number;
}

/** What `TJ` takes: glyphs, and gaps between them in thousandths of the font size. */
type TextItems = readonly (readonly CoreGlyph[] | number)[];

/** Shows glyphs and gaps. */
export function showText(content: Content, font: WalkFont, items: TextItems): void {
  const { page, state, position } = content;
  const { ctm, fontSize, hScale, rise } = state;
  const vertical = font.core.vertical === true;
  const { a, b, c, d } = position;
  const xx = ctm[0] * a + ctm[2] * b;
  const xy = ctm[1] * a + ctm[3] * b;
  const yx = ctm[0] * c + ctm[2] * d;
  const yy = ctm[1] * c + ctm[3] * d;
  const style = styleOf(content, font, { xx, xy, yx, yy }, items);
  if (style === null) return;
  const unitX = lengthOf(xx, xy);
  const unitY = lengthOf(yx, yy);
  const scale = font.scale * fontSize;
  const sign = signOf(fontSize * hScale);
  const statesWord = isWord(content.mark.actualText);
  for (const item of items) {
    if (typeof item === 'number') {
      moveBack(position, state, vertical, item);
      continue;
    }
    for (const glyph of item) {
      const text = glyph.text ?? resolveGlyph(page.core, font, glyph);
      const spacing = state.charSpacing + (glyph.isSpace ? state.wordSpacing : 0);
      let x = ctm[0] * position.e + ctm[2] * position.f + ctm[4] + yx * rise;
      let y = ctm[1] * position.e + ctm[3] * position.f + ctm[5] + yy * rise;
      let advance: number;
      let moveX = 0;
      let moveY = 0;
      if (vertical) {
        const metric = glyph.vmetric ?? [-1000, glyph.width / 2, 880];
        const height = metric[0] * scale;
        // The origin of vertical writing is at the top in the middle; the box hangs to the right of a line through
        // its left edge.
        x -= xx * (metric[1] - 500) * 0.001 * fontSize;
        y -= xy * (metric[1] - 500) * 0.001 * fontSize;
        advance = Math.abs(height) * unitY;
        moveY = height - spacing;
      } else {
        const width = glyph.width * scale;
        advance = width * hScale * sign * unitX;
        moveX = (width + spacing) * hScale;
      }
      if (text === ' ' && !statesWord) page.text.space(x, y, advance, style);
      else if (text !== '') page.text.add({ ...shownAs(text, glyph), x, y, advance, style, order: page.order });
      position.advance(moveX, moveY);
    }
  }
}

const signOf = (size: number): 1 | -1 => (size < 0 ? -1 : 1);

/** Moves by a number of `TJ`, in thousandths of the font size. */
function moveBack(position: Content['position'], state: GraphicsState, vertical: boolean, thousandths: number): void {
  const shift = (-thousandths / 1000) * state.fontSize;
  if (vertical) position.advance(0, shift);
  else position.advance(shift * state.hScale, 0);
}

/** A word that is stated for what the font takes for white space, such as a full stop, needs a place. */
const isWord = (stated: string | undefined): boolean => stated !== undefined && /^\s*\S+\s*$/.test(stated);

function shownAs(text: string, glyph: CoreGlyph): { readonly text: string; readonly guessed: boolean } {
  if (text === ' ') return { text: UNKNOWN, guessed: true };
  return { text: text.length === 1 ? text : text.trim(), guessed: glyph.guessed === true };
}

function styleOf(content: Content, font: WalkFont, space: TextSpace, items: TextItems): RunStyle | null {
  const { state, mark } = content;
  const { fontSize, hScale } = state;
  const up = lengthOf(space.yx, space.yy);
  const size = Math.abs(fontSize) * up * font.em;
  if (!(size > 0.01) || !Number.isFinite(size)) return null;
  const vertical = font.core.vertical === true;
  const sign = signOf(vertical ? fontSize : fontSize * hScale);
  const length = vertical ? up : lengthOf(space.xx, space.xy);
  if (!(length > 0)) return null;
  const ux = ((vertical ? -space.yx : space.xx) * sign) / length;
  const uy = ((vertical ? -space.yy : space.xy) * sign) / length;
  const paint = paintOf(state);
  const isClipped = !vertical && isOutsideClip(content, font, space, items);
  return {
    font: font.key,
    size,
    color: paint.color,
    flags:
      content.flags |
      lookFlags(font, state, space) |
      placeFlags(paint.alpha < 0.02 || isClipped, mark.artifact, vertical),
    mcid: mark.mcid,
    ux: Math.round(ux * 1e4) / 1e4,
    uy: Math.round(uy * 1e4) / 1e4,
    above: vertical ? size / 2 : font.look.ascent * size,
    below: vertical ? size / 2 : font.look.descent * size,
  };
}

/** Height of small letters, in em. */
const SMALL_LETTERS = 0.5;

/** Nothing of the text lies where the clip lets it be seen. A field's value may go on beyond its box. */
function isOutsideClip(
  { state, position, flags }: Content,
  font: WalkFont,
  { xx, xy, yx, yy }: TextSpace,
  items: TextItems,
): boolean {
  const { ctm, clip, rise, fontSize } = state;
  const x = ctm[0] * position.e + ctm[2] * position.f + ctm[4] + yx * rise;
  const y = ctm[1] * position.e + ctm[3] * position.f + ctm[5] + yy * rise;
  const isInside = x >= clip[0] && x <= clip[2] && y >= clip[1] && y <= clip[3];
  if (isInside || (flags & RUN.field) !== 0) return false;
  const width = widthOf(items, font, state);
  const height = fontSize * SMALL_LETTERS;
  const xs = [x, x + xx * width, x + yx * height, x + xx * width + yx * height];
  const ys = [y, y + xy * width, y + yy * height, y + xy * width + yy * height];
  return (
    Math.max(...xs) < clip[0] || Math.min(...xs) > clip[2] || Math.max(...ys) < clip[1] || Math.min(...ys) > clip[3]
  );
}

/** How far the text moves the position, in text space. */
function widthOf(items: TextItems, font: WalkFont, state: GraphicsState): number {
  const { fontSize, hScale, charSpacing, wordSpacing } = state;
  let width = 0;
  for (const item of items)
    if (typeof item === 'number') width -= (item / 1000) * fontSize;
    else
      for (const glyph of item)
        width += glyph.width * font.scale * fontSize + charSpacing + (glyph.isSpace ? wordSpacing : 0);
  return width * hScale;
}

/** Text rendering modes (ISO 32000-1, table 106). */
const MODE = { fillAndStroke: 2, invisible: 3 } as const;
const FILLS: ReadonlySet<number> = new Set([0, 2, 4, 6]);
const STROKES: ReadonlySet<number> = new Set([1, 2, 5, 6]);

/** The paint of letters. */
function paintOf(state: GraphicsState): { readonly color: number; readonly alpha: number } {
  const { renderMode } = state;
  if (renderMode === MODE.invisible) return { color: state.fill, alpha: 0 };
  if (FILLS.has(renderMode)) return { color: state.fill, alpha: state.fillAlpha };
  if (STROKES.has(renderMode)) return { color: state.stroke, alpha: state.strokeAlpha };
  return { color: state.fill, alpha: 1 };
}

function lookFlags({ look }: WalkFont, state: GraphicsState, space: TextSpace): number {
  const emboldened = state.renderMode === MODE.fillAndStroke && state.fill === state.stroke && state.lineWidth > 0;
  return (
    (look.bold || emboldened ? RUN.bold : 0) |
    (look.italic || isSlanted(space) ? RUN.italic : 0) |
    (look.mono ? RUN.mono : 0) |
    (look.serif ? RUN.serif : 0)
  );
}

function placeFlags(hidden: boolean, artifact: boolean, vertical: boolean): number {
  return (hidden ? RUN.hidden : 0) | (artifact ? RUN.artifact : 0) | (vertical ? RUN.vertical : 0);
}

/** A matrix that leans letters to the right. */
function isSlanted({ xx, xy, yx, yy }: TextSpace): boolean {
  if (xy === 0 && yx === 0) return false;
  const along = lengthOf(xx, xy);
  const up = lengthOf(yx, yy);
  const cosine = (xx * yx + xy * yy) / (along * up);
  return cosine > 0.15 && cosine < 0.6;
}
