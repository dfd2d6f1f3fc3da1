import { boundsOf, isNear, widthOf } from '../model/geometry.ts';
import { byX, holdsCenter, type Group, type Read } from './group.ts';
import type { MathSymbol } from './signs/symbols.ts';

/** In em, by TeX's fonts. */
const EM = {
  /** A wider accent stands over several letters. */
  wide: 0.7,
  /** Symbols of one baseline; pieces of an arrow overlap each other. */
  baseline: 0.06,
  overlap: 0.2,
  /** An accent has the baseline of its letters, or is raised by less than this; an arrow is drawn this far above. */
  risen: 0.5,
  arrowLeast: 0.4,
  arrowMost: 1.1,
  /** What stands under or over a brace, and its label: no further from it, and smaller. */
  part: 3,
  label: 2,
  small: 0.85,
};

/** What stands over or under several letters. */
interface Cover {
  readonly command: string;
  readonly pieces: readonly MathSymbol[];
  readonly x0: number;
  readonly x1: number;
  /** The letters lie below it: `sign` 1, or above it: -1; between these distances, in em. */
  readonly sign: 1 | -1;
  readonly reach: readonly [number, number];
  readonly hasLabel: boolean;
}

const isLevel = (a: MathSymbol, b: MathSymbol): boolean => isNear(a.baseline, b.baseline, EM.baseline * b.size);

/** TeX draws a brace of four pieces, whose first one tells on which side it opens: `z }| {` lies over letters. */
function bracesOf(symbols: readonly MathSymbol[]): Cover[] {
  const pieces = symbols
    .filter(({ kind }) => kind === 'brace')
    .sort((a, b) => Math.round(a.baseline - b.baseline) || a.x0 - b.x0);
  return Array.from({ length: Math.floor(pieces.length / 4) }, (_, index): Cover => {
    const own = pieces.slice(4 * index, 4 * index + 4);
    const isOver = own[0]!.latex === 'z';
    return {
      command: isOver ? 'overbrace' : 'underbrace',
      pieces: own,
      ...boundsOf(own.map(({ x0, x1 }) => ({ x0, x1, y0: 0, y1: 0 }))),
      sign: isOver ? 1 : -1,
      reach: [0, EM.part],
      hasLabel: true,
    };
  });
}

const wideAccents = (symbols: readonly MathSymbol[]): Cover[] =>
  symbols
    .filter((symbol) => symbol.kind === 'accent' && widthOf(symbol) > EM.wide * symbol.size)
    .map(({ latex, x0, x1 }, index, accents) => ({
      command: latex.replace(/^\\(?=hat|tilde)/, '\\wide').slice(1),
      pieces: [accents[index]!],
      x0,
      x1,
      sign: 1,
      reach: [-EM.baseline, EM.risen],
      hasLabel: false,
    }));

/** Arrows over letters: of pieces that overlap each other, on a baseline of their own. */
function arrowsOf(symbols: readonly MathSymbol[]): Cover[] {
  return symbols
    .filter(({ latex }) => latex === '\\rightarrow')
    .map((head): Cover => {
      const pieces = [head];
      for (const line of symbols.filter(({ latex }) => latex === '-').sort((a, b) => b.x0 - a.x0))
        if (isLevel(line, head) && line.x1 > pieces.at(-1)!.x0 + EM.overlap * head.size) pieces.push(line);
      const x0 = pieces.at(-1)!.x0;
      const reach = [EM.arrowLeast, EM.arrowMost] as const;
      return { command: 'overrightarrow', pieces, x0, x1: head.x1, sign: 1, reach, hasLabel: false };
    });
}

/** How far below a cover a symbol stands, in em. */
const depthOf = ({ baseline, size }: MathSymbol, { pieces }: Cover): number => (baseline - pieces[0]!.baseline) / size;

/** Replaces what stands under or over a cover, and its label, by what they make; as it is where they make nothing. */
function readCover(group: Group, cover: Cover, read: Read): Group {
  const { symbols, rules } = group;
  const [{ size }] = cover.pieces as readonly [MathSymbol];
  const others = symbols.filter((each) => !cover.pieces.includes(each) && holdsCenter(cover, each));
  const isSmall = (each: MathSymbol): boolean => each.size < EM.small * size;
  const [least, most] = cover.reach;
  const inside = others.filter((each) => {
    const depth = cover.sign * depthOf(each, cover);
    return depth > least && depth < most;
  });
  const label = cover.hasLabel
    ? symbols.filter((each) => {
        const height = -cover.sign * depthOf(each, cover);
        return isSmall(each) && !inside.includes(each) && height > -1 && height < EM.label && holdsCenter(cover, each);
      })
    : [];
  if (inside.every(isSmall)) return group;
  const bars = rules.filter((rule) => holdsCenter(cover, rule));
  const isOfBrace = (y: number): boolean => isNear(y, cover.pieces[0]!.baseline, size);
  const content = read({ symbols: inside, rules: bars.filter(({ y0 }) => !cover.hasLabel || !isOfBrace(y0)) });
  const mark = label.length > 0 ? read({ symbols: label, rules: [] }) : undefined;
  if (!content || (label.length > 0 && !mark)) return group;
  const side = cover.sign === 1 ? '^' : '_';
  const symbol: MathSymbol = {
    ...content,
    kind: 'ord',
    latex: `\\${cover.command}{${content.latex}}${mark ? `${side}{${mark.latex}}` : ''}`,
    x0: Math.min(content.x0, cover.x0),
    x1: Math.max(content.x1, cover.x1),
  };
  const used = new Set<unknown>([...cover.pieces, ...inside, ...label, ...bars]);
  return {
    symbols: [...symbols.filter((each) => !used.has(each)), symbol].sort(byX),
    rules: rules.filter((rule) => !used.has(rule)),
  };
}

/** Reads braces, arrows and wide accents with what they stand over or under, from the narrowest to the widest. */
export function readCovers(group: Group, read: Read): Group {
  const covers = [...bracesOf(group.symbols), ...wideAccents(group.symbols), ...arrowsOf(group.symbols)];
  let rest = group;
  for (const cover of covers.sort((a, b) => widthOf(a) - widthOf(b))) rest = readCover(rest, cover, read);
  return rest;
}
