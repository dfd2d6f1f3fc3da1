import type { Core, CoreColorSpace, CoreDict, CoreXRef } from '../../../../pdf-core/src/types.ts';

/** The color that stands for a pattern or a shading: neither ink nor paper. */
export const PATTERN_COLOR = 0x808080;

/** Colour spaces and colours of a document, as 0xrrggbb. */
export interface Colors {
  space(value: unknown, resources: CoreDict): CoreColorSpace | null;
  color(space: CoreColorSpace | null, args: readonly unknown[]): number;
  gray(args: readonly unknown[]): number;
  rgb(args: readonly unknown[]): number;
  cmyk(args: readonly unknown[]): number;
}

export function createColors(core: Core, xref: CoreXRef, globalColorSpaceCache: unknown): Colors {
  const pdfFunctionFactory = new core.PDFFunctionFactory({ xref });
  const caches = new WeakMap<CoreDict, unknown>();
  const of = (space: CoreColorSpace, numbers: readonly number[]): number => {
    const [r = 0, g = 0, b = 0] = Array.from(space.getRgb(numbers, 0));
    return (r << 16) | (g << 8) | b;
  };
  return {
    space(value, resources) {
      const localColorSpaceCache = caches.get(resources) ?? new core.LocalColorSpaceCache();
      caches.set(resources, localColorSpaceCache);
      try {
        return core.ColorSpaceUtils.parse({
          cs: value,
          xref,
          resources,
          pdfFunctionFactory,
          globalColorSpaceCache,
          localColorSpaceCache,
        });
      } catch {
        return null;
      }
    },
    color(space, args) {
      const numbers = args.filter((arg) => typeof arg === 'number');
      if (space?.name === 'Pattern') {
        const base = space.base;
        return base && numbers.length >= base.numComps ? safely(() => of(base, numbers)) : PATTERN_COLOR;
      }
      if (space !== null && numbers.length >= space.numComps) return safely(() => of(space, numbers));
      if (args.length > numbers.length) return PATTERN_COLOR;
      return numbers.length === 1
        ? gray(numbers)
        : numbers.length === 3
          ? rgb(numbers)
          : numbers.length === 4
            ? of(core.ColorSpaceUtils.cmyk, numbers)
            : 0;
    },
    gray,
    rgb,
    cmyk: (args) =>
      of(
        core.ColorSpaceUtils.cmyk,
        args.map((arg) => (typeof arg === 'number' ? arg : 0)),
      ),
  };
}

function safely(find: () => number): number {
  try {
    return find();
  } catch {
    return 0;
  }
}

function byte(value: unknown): number {
  return typeof value === 'number' && value > 0 ? (value >= 1 ? 255 : Math.round(value * 255)) : 0;
}

function gray(args: readonly unknown[]): number {
  return byte(args[0]) * 0x010101;
}

function rgb(args: readonly unknown[]): number {
  return (byte(args[0]) << 16) | (byte(args[1]) << 8) | byte(args[2]);
}
