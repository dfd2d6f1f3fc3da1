import type { GlyphRun } from '../../packages/engine/src/layout/model/glyph-run.ts';

/** What a run of plain letters is, apart from its text, place and size. */
export const PLAIN_LETTERS: Omit<GlyphRun, 'text' | 'x0' | 'x1' | 'y0' | 'y1' | 'baseline' | 'size' | 'space'> = {
  bold: false,
  italic: false,
  mono: false,
  family: 'Serif',
  color: 0,
  rtl: false,
  symbolic: false,
  cjk: false,
  script: undefined,
  artifact: false,
  href: undefined,
  mcid: undefined,
  latex: undefined,
};
