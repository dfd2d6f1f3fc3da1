import { RUN } from '../../layout/raw-page.ts';
import type { Core, CoreGlyph } from '../core/types.ts';
import { resolveGlyph } from '../glyphs.ts';
import type { Matrix } from '../matrix.ts';
import type { Marked } from './marked.ts';
import type { RunStyle } from './run.ts';
import type { RunCollector } from './runs.ts';
import type { GraphicsState, WalkFont } from './state.ts';

/** The text object: matrices that live from one operator to the next (PDF 32000-1, 9.4). */
export class TextPosition {
  a = 1;
  b = 0;
  c = 0;
  d = 1;
  e = 0;
  f = 0;
  lineE = 0;
  lineF = 0;

  set([a, b, c, d, e, f]: Matrix): void {
    this.a = a;
    this.b = b;
    this.c = c;
    this.d = d;
    this.e = this.lineE = e;
    this.f = this.lineF = f;
  }

  /** `Td`: to the start of the next line. */
  moveLine(x: number, y: number): void {
    this.e = this.lineE += this.a * x + this.c * y;
    this.f = this.lineF += this.b * x + this.d * y;
  }

  advance(x: number, y: number): void {
    this.e += this.a * x + this.c * y;
    this.f += this.b * x + this.d * y;
  }
}

/** Shows strings and gaps: `items` are what `TJ` takes. */
export function showText(
  core: Core,
  items: readonly unknown[],
  state: GraphicsState,
  font: WalkFont,
  position: TextPosition,
  marked: Marked,
  extraFlags: number,
  out: RunCollector,
  order: number,
): void {
  const { ctm, fontSize, hScale, rise } = state;
  const vertical = font.core.vertical === true;
  const { a, b, c, d } = position;
  // text space to the page: the linear part is the same for the whole operator
  const xx = ctm[0] * a + ctm[2] * b;
  const xy = ctm[1] * a + ctm[3] * b;
  const yx = ctm[0] * c + ctm[2] * d;
  const yy = ctm[1] * c + ctm[3] * d;
  const style = styleOf(state, font, marked, extraFlags, xx, xy, yx, yy);
  if (style === null) return;
  const unitX = Math.hypot(xx, xy);
  const unitY = Math.hypot(yx, yy);
  const scale = font.scale * fontSize;
  const sign = fontSize * hScale < 0 ? -1 : 1;
  for (const item of items) {
    if (typeof item === 'number') {
      const shift = (-item / 1000) * fontSize;
      if (vertical) position.advance(0, shift);
      else position.advance(shift * hScale, 0);
      continue;
    }
    if (typeof item !== 'string') continue;
    const glyphs: readonly CoreGlyph[] = font.core.charsToGlyphs(item);
    for (const glyph of glyphs) {
      const text = glyph.text ?? resolveGlyph(core, font.core, glyph, font.look.name, font.byProgram);
      const spacing = state.charSpacing + (glyph.isSpace ? state.wordSpacing : 0);
      let x = ctm[0] * position.e + ctm[2] * position.f + ctm[4] + yx * rise;
      let y = ctm[1] * position.e + ctm[3] * position.f + ctm[5] + yy * rise;
      let reach: number;
      let moveX = 0;
      let moveY = 0;
      if (vertical) {
        const metric = glyph.vmetric ?? [-1000, glyph.width / 2, 880];
        const height = metric[0] * scale;
        // the origin for vertical writing is at the top in the middle; the box hangs to the right of a line through its left edge
        x -= xx * (metric[1] - 500) * 0.001 * fontSize;
        y -= xy * (metric[1] - 500) * 0.001 * fontSize;
        reach = Math.abs(height) * unitY;
        moveY = height - spacing;
      } else {
        const width = glyph.width * scale;
        reach = width * hScale * sign * unitX;
        moveX = (width + spacing) * hScale;
      }
      if (text === ' ') out.space(x, y, reach, style);
      else if (text !== '') out.add(text.trim(), glyph.guessed === true, x, y, reach, style, order);
      position.advance(moveX, moveY);
    }
  }
}

function styleOf(
  state: GraphicsState,
  font: WalkFont,
  marked: Marked,
  extraFlags: number,
  xx: number,
  xy: number,
  yx: number,
  yy: number,
): RunStyle | null {
  const { fontSize, hScale, renderMode } = state;
  const size = Math.abs(fontSize) * Math.hypot(yx, yy) * font.em;
  if (!(size > 0.01) || !Number.isFinite(size)) return null;
  const vertical = font.core.vertical === true;
  const sign = (vertical ? fontSize : fontSize * hScale) < 0 ? -1 : 1;
  const length = vertical ? Math.hypot(yx, yy) : Math.hypot(xx, xy);
  if (!(length > 0)) return null;
  const ux = ((vertical ? -yx : xx) * sign) / length;
  const uy = ((vertical ? -yy : xy) * sign) / length;
  const strokes = renderMode === 1 || renderMode === 2 || renderMode === 5 || renderMode === 6;
  const fills = renderMode === 0 || renderMode === 2 || renderMode === 4 || renderMode === 6;
  const alpha = fills ? state.fillAlpha : strokes ? state.strokeAlpha : 1;
  let flags = extraFlags;
  if (font.look.bold || (renderMode === 2 && state.fill === state.stroke && state.lineWidth > 0)) flags |= RUN.bold;
  if (font.look.italic || isSlanted(xx, xy, yx, yy)) flags |= RUN.italic;
  if (font.look.mono) flags |= RUN.mono;
  if (font.look.serif) flags |= RUN.serif;
  if (renderMode === 3 || alpha < 0.02) flags |= RUN.hidden;
  if (marked.artifact) flags |= RUN.artifact;
  if (vertical) flags |= RUN.vertical;
  return {
    font: font.key,
    size,
    color: fills || renderMode === 7 ? state.fill : strokes ? state.stroke : state.fill,
    flags,
    mcid: marked.mcid,
    ux: Math.round(ux * 1e4) / 1e4,
    uy: Math.round(uy * 1e4) / 1e4,
    above: vertical ? size / 2 : font.look.ascent * size,
    below: vertical ? size / 2 : font.look.descent * size,
  };
}

/** A matrix that leans upright letters to the right. */
function isSlanted(xx: number, xy: number, yx: number, yy: number): boolean {
  const along = Math.hypot(xx, xy);
  const up = Math.hypot(yx, yy);
  const cosine = (xx * yx + xy * yy) / (along * up);
  return cosine > 0.15 && cosine < 0.6;
}
