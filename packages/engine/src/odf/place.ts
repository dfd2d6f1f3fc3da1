import { inReadingOrder } from '../flow/slide-order.ts';
import type { SlideBox } from '../flow/slide-order.ts';
import { elementsOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';

interface Placed extends SlideBox {
  readonly frame: XmlElement;
}

/**
 * Shapes of a slide in reading order. A shape without a place, as rotated ones are, follows the one before it in the
 * file.
 */
export function framesInReadingOrder(frames: readonly XmlElement[]): XmlElement[] {
  const placed: Placed[] = [];
  for (const frame of frames) {
    const { left, top, width, height } = boxOf(frame) ?? placed.at(-1) ?? { left: 0, top: 0, width: 0, height: 0 };
    placed.push({ frame, left, top, width, height });
  }
  return inReadingOrder(placed).map(({ frame }) => frame);
}

/** The box of a shape (ODF 1.3 part 3, 10.3): its corner and size, the ends of its line, or what its group spans. */
function boxOf(shape: XmlElement): SlideBox | undefined {
  if (shape.name === 'draw:g') return boxAround(elementsOf(shape).flatMap((child) => boxOf(child) ?? []));
  const at = (name: string): number | undefined => {
    const text = shape.attributes[name];
    return text === undefined ? undefined : lengthOf(text);
  };
  const box = (left: number | undefined, top: number | undefined): SlideBox[] =>
    left === undefined || top === undefined
      ? []
      : [{ left, top, width: at('svg:width') ?? 0, height: at('svg:height') ?? 0 }];
  return boxAround([
    ...box(at('svg:x'), at('svg:y')),
    ...box(at('svg:x1'), at('svg:y1')),
    ...box(at('svg:x2'), at('svg:y2')),
  ]);
}

function boxAround(boxes: readonly SlideBox[]): SlideBox | undefined {
  if (boxes.length === 0) return undefined;
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const width = Math.max(...boxes.map((box) => box.left + box.width)) - left;
  const height = Math.max(...boxes.map((box) => box.top + box.height)) - top;
  return { left, top, width, height };
}

/** EMU of a centimeter. */
const CENTIMETER = 360_000;

const UNITS: Readonly<Record<string, number>> = {
  cm: 1,
  mm: 0.1,
  in: 2.54,
  pt: 2.54 / 72,
  pc: 2.54 / 6,
  px: 2.54 / 96,
};

/** A length in EMU. */
function lengthOf(text: string): number {
  const [, value, unit] = /^(-?[\d.]+)([a-z]+)$/.exec(text) ?? [];
  return value === undefined ? 0 : Number(value) * (UNITS[unit ?? ''] ?? 1) * CENTIMETER;
}
