import type { PageMaker } from './raw-page.ts';

/** Lines of text above and below a formula. */
export const ABOVE =
  'The length of the longer side follows from those of the two others, which is what the rule says of all of them';
export const BELOW =
  'where all three are measured in the same unit, and none of them is longer than the two others are together';

/** A part of a formula as TeX sets it: its size, its LaTeX, and how it is painted with its baseline at `y`. */
export interface FormulaPart {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly latex: string;
  /** What it is to its neighbours: relations and signs of operation stand clear of them. */
  readonly kind: 'ord' | 'rel' | 'bin' | 'op';
  paint(page: PageMaker, x: number, y: number): void;
}

/** A part at a size: 10 points on the line, 7 in scripts, 5 in scripts of scripts. */
export type Part = (size: number) => FormulaPart;

/** The height of the axis above the baseline, and how thick bars are: figures of TeX for letters of 10 points. */
const AXIS = 0.25;
const BAR = 0.4;
const SMALLER: Readonly<Record<number, number>> = { 10: 7, 7: 5, 5: 5 };
const FONT: Readonly<Record<string, string>> = {
  letter: 'CMMI',
  digit: 'CMR',
  name: 'CMR',
  sign: 'CMSY',
  large: 'CMEX',
};
const ADVANCE: Readonly<Record<string, number>> = { letter: 0.55, digit: 0.5, name: 0.45, sign: 0.778 };

const sign =
  (text: string, latex: string, kind: FormulaPart['kind'], font: string): Part =>
  (size) => {
    const advance = ADVANCE[font]!;
    return {
      width: advance * size * text.length,
      height: 0.68 * size,
      depth: 0.2 * size,
      latex,
      kind,
      paint: (page, x, y) => void page.text(x, y, text, { size, advance, font: `${FONT[font]}${size}` }),
    };
  };

export const letter = (text: string, latex = text): Part => sign(text, latex, 'ord', 'letter');
export const digit = (text: string): Part => sign(text, text, 'ord', 'digit');
export const relation = (text: string, latex = text): Part => sign(text, latex, 'rel', 'sign');
export const operation = (text: string, latex = text): Part => sign(text, latex, 'bin', 'sign');

const SPACE: Readonly<Record<FormulaPart['kind'], number>> = { ord: 0, rel: 0.278, bin: 0.222, op: 0.167 };

/** Parts beside each other. Scripts have no space around their signs. */
export const row =
  (...parts: readonly Part[]): Part =>
  (size) => {
    const set = parts.map((part) => part(size));
    const gaps = set.map((part, index) => {
      const kinds = [part.kind, set[index - 1]?.kind ?? 'ord'] as const;
      return index === 0 || size < 10 ? 0 : Math.max(...kinds.map((kind) => SPACE[kind])) * size;
    });
    const latex = set.map((part, index) => {
      const isSpaced =
        size === 10 && index > 0 && [part, set[index - 1]!].some(({ kind }) => kind === 'rel' || kind === 'bin');
      const isTight = size < 10 && /\\[a-z]+$/.test(set[index - 1]?.latex ?? '') && /^[a-z]/i.test(part.latex);
      return (isSpaced || isTight ? ' ' : '') + part.latex;
    });
    return {
      width: set.reduce((sum, { width }, index) => sum + width + gaps[index]!, 0),
      height: Math.max(...set.map(({ height }) => height)),
      depth: Math.max(...set.map(({ depth }) => depth)),
      latex: latex.join(''),
      kind: 'ord',
      paint(page, x, y) {
        let at = x;
        set.forEach((part, index) => {
          at += gaps[index]!;
          part.paint(page, at, y);
          at += part.width;
        });
      },
    };
  };

export const fraction =
  (above: Part, below: Part): Part =>
  (size) => {
    const [top, bottom] = size === 10 ? [above(size), below(size)] : [above(SMALLER[size]!), below(SMALLER[size]!)];
    const up = Math.max(0.677 * size, AXIS * size + 1.4 + top.depth);
    const down = Math.max(0.686 * size, -AXIS * size + 1.4 + bottom.height);
    const width = Math.max(top.width, bottom.width);
    return {
      width: width + 2.4,
      height: up + top.height,
      depth: down + bottom.depth,
      latex: `\\frac{${top.latex}}{${bottom.latex}}`,
      kind: 'ord',
      paint(page, x, y) {
        top.paint(page, x + 1.2 + (width - top.width) / 2, y - up);
        page.horizontal(y - AXIS * size, x + 1.2, x + 1.2 + width);
        bottom.paint(page, x + 1.2 + (width - bottom.width) / 2, y + down);
      },
    };
  };

export const root =
  (body: Part): Part =>
  (size) => {
    const inner = body(size);
    const sign = 0.833 * size;
    const bar = inner.height + 1.5;
    return {
      width: sign + inner.width,
      height: bar + BAR,
      depth: inner.depth,
      latex: `\\sqrt{${inner.latex}}`,
      kind: 'ord',
      paint(page, x, y) {
        page.text(x, y - bar + 0.2, '√', { size, advance: 0.833, font: `CMSY${size}` });
        page.horizontal(y - bar, x + sign, x + sign + inner.width);
        inner.paint(page, x + sign, y);
      },
    };
  };

const NOTHING: Part = () => ({ width: 0, height: 0, depth: 0, latex: '', kind: 'ord', paint: () => {} });

export const scripts =
  (base: Part, { sub, sup }: { sub?: Part; sup?: Part }): Part =>
  (size) => {
    const [below, above] = [sub, sup].map((part) => (part ?? NOTHING)(SMALLER[size]!)) as [FormulaPart, FormulaPart];
    const main = base(size);
    const drop = Math.max(sup ? 0.247 * size : 0.15 * size, below.height - 0.34 * size, main.depth - 0.1 * size);
    const rise = Math.max(0.413 * size, above.depth + 0.11 * size, main.height - 0.386 * size);
    return {
      width: main.width + Math.max(below.width, above.width) + 0.5,
      height: sup ? rise + above.height : main.height,
      depth: sub ? drop + below.depth : main.depth,
      latex: `${main.latex}${sub ? `_{${below.latex}}` : ''}${sup ? `^{${above.latex}}` : ''}`,
      kind: 'ord',
      paint(page, x, y) {
        main.paint(page, x, y);
        below.paint(page, x + main.width, y + drop);
        above.paint(page, x + main.width, y - rise);
      },
    };
  };

/** A sum on a line of its own, with limits above and below. */
export const sum =
  (from: Part, to: Part): Part =>
  () => {
    const [below, above] = [from(7), to(7)];
    const width = Math.max(14.44, below.width, above.width);
    return {
      width,
      height: 9.5 + 2 + above.height + above.depth,
      depth: 4.5 + 2 + below.height + below.depth,
      latex: `\\sum_{${below.latex}}^{${above.latex}}`,
      kind: 'op',
      paint(page, x, y) {
        above.paint(page, x + (width - above.width) / 2, y - 9.5 - 2 - above.depth);
        page.text(x + (width - 14.44) / 2, y - 9.5, '∑', { size: 10, advance: 1.444, font: 'CMEX10' });
        below.paint(page, x + (width - below.width) / 2, y + 4.5 + 2 + below.height);
      },
    };
  };
