import {
  RUN,
  type RawFont,
  type RawPage,
  type RawRule,
  type RawRun,
} from '../../packages/engine/src/layout/model/raw-page.ts';

export interface TextOptions {
  readonly size?: number;
  readonly bold?: boolean;
  readonly mono?: boolean;
  readonly font?: string;
  readonly flags?: number;
  /** Width of a letter as a share of the size. */
  readonly advance?: number;
  /** Points between words. */
  readonly space?: number;
  readonly angle?: number;
}

/** Lines of a paragraph. */
export const PROSE = [
  'Each reservoir replaces the sediment load of the',
  'river and the operator measures the daily inflow',
  'before the office closes for the year; the costs',
  'of the second clarifier remained flat since then',
  'and the flow meter filters the residual chlorine',
] as const;

/** Lines of another one, which begins and ends as a paragraph does. */
export const HARBOUR = [
  'The harbour of Marrow is the oldest one of',
  'the coast, and was first named in letters of',
  'a monk who came there to see its lamps. It',
  'lies below a long wall of grey stones, and',
  'ships of all sizes find room behind it, even',
  'in winter, when the wind is from the north',
  'and the other harbours are closed for weeks.',
];

/** Builds raw pages by hand: words at places, rules, boxes. All letters of a font are half as wide as the size. */
export interface PageMaker {
  /** Writes words from `x` on the baseline `y`; returns where they end. */
  text(x: number, y: number, text: string, options?: TextOptions): number;
  /** Lines below each other. */
  lines(x: number, y: number, lines: readonly string[], options?: TextOptions & { leading?: number }): number;
  horizontal(y: number, x0: number, x1: number, color?: number): void;
  vertical(x: number, y0: number, y1: number, color?: number): void;
  box(box: { x0: number; y0: number; x1: number; y1: number }, fill: number): void;
  dot(x: number, y: number): void;
  /** A curve or slanted line. */
  curve(box: { x0: number; y0: number; x1: number; y1: number }): void;
  page(): RawPage;
}

const font = (name: string): RawFont => ({
  name,
  family: name,
  bold: false,
  italic: false,
  mono: false,
  serif: true,
  symbolic: name.startsWith('Symbol'),
  ascent: 0.8,
  descent: 0.2,
});

export function makePage(number = 1, width = 612, height = 792): PageMaker {
  const runs: RawRun[] = [];
  const rules: RawRule[] = [];
  const boxes: RawPage['boxes'][number][] = [];
  const shapes: RawPage['shapes'][number][] = [];
  const fonts: Record<string, RawFont> = {};
  const maker: PageMaker = {
    text(
      x,
      y,
      text,
      {
        size = 10,
        bold = false,
        mono = false,
        font: name = 'Serif',
        flags = 0,
        advance = 0.5,
        space = 0.28 * size,
        angle,
      } = {},
    ) {
      fonts[name] = font(name);
      let at = x;
      text.split(' ').forEach((word, index) => {
        const end = at + word.length * size * advance;
        runs.push({
          text: word,
          x0: at,
          x1: end,
          y0: y - 0.8 * size,
          y1: y + 0.2 * size,
          baseline: y,
          size,
          font: name,
          color: 0,
          flags: flags | (bold ? RUN.bold : 0) | (mono ? RUN.mono : 0),
          ...(index > 0 ? { space: true as const } : {}),
          ...(angle === undefined ? {} : { angle }),
        });
        at = end + space;
      });
      return at - space;
    },
    lines(x, y, lines, options = {}) {
      const leading = options.leading ?? 1.2 * (options.size ?? 10);
      lines.forEach((line, index) => maker.text(x, y + index * leading, line, options));
      return y + lines.length * leading;
    },
    horizontal(y, x0, x1, color = 0) {
      rules.push({ kind: 'horizontal', x0, x1, y0: y, y1: y, width: 0.5, color });
    },
    vertical(x, y0, y1, color = 0) {
      rules.push({ kind: 'vertical', x0: x, x1: x, y0, y1, width: 0.5, color });
    },
    box(box, fill) {
      boxes.push({ ...box, fill });
    },
    dot(x, y) {
      shapes.push({ x0: x - 1.5, y0: y - 1.5, x1: x + 1.5, y1: y + 1.5, fill: 0 });
    },
    curve(box) {
      shapes.push({ ...box, stroke: 0 });
    },
    page: () => ({
      page: number,
      width,
      height,
      source: 'text',
      runs,
      fonts,
      rules,
      boxes,
      shapes,
      images: [],
      links: [],
      widgets: [],
      outline: [],
    }),
  };
  return maker;
}

/** Writes a text that ends at `x`. */
export function endsAt(
  page: PageMaker,
  [x, y]: readonly [number, number],
  text: string,
  options: TextOptions = {},
): void {
  page.text(x - makePage().text(0, 0, text, options), y, text, options);
}
