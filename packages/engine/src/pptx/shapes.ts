import { alternative } from '../ooxml/alternative.ts';
import { childOf, descend, elementsOf, findFirst } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';

/** A shape of a slide at its place. Lengths are in EMU (914,400 an inch), in the slide's coordinates. */
export interface Shape {
  readonly element: XmlElement;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly placeholder: Placeholder | undefined;
  /** The groups that it belongs to, the outermost first. */
  readonly groups: readonly number[];
}

export interface Placeholder {
  readonly type: string;
  readonly index: string;
}

/** Maps a group's inner coordinates to the slide's: outer = offset + inner · scale (ECMA-376 part 1, 20.1.7.5). */
interface Transform {
  readonly x: number;
  readonly y: number;
  readonly scaleX: number;
  readonly scaleY: number;
}

const IDENTITY: Transform = { x: 0, y: 0, scaleX: 1, scaleY: 1 };

/**
 * The shapes of a tree, groups resolved, with what a placeholder inherits of its place from `inherit`. One without a
 * place follows the shape before it in the file.
 */
export function collectShapes(
  tree: XmlElement | undefined,
  inherit: (placeholder: Placeholder) => XmlElement | undefined,
): Shape[] {
  const shapes: Shape[] = [];
  const next = { group: 0 };
  for (const { isPlaced, ...shape } of collect(tree, { transform: IDENTITY, groups: [], next, inherit })) {
    const { left, top } = (isPlaced ? undefined : shapes.at(-1)) ?? shape;
    shapes.push({ ...shape, left, top });
  }
  return shapes;
}

interface CollectedShape extends Shape {
  readonly isPlaced: boolean;
}

interface Collecting {
  readonly transform: Transform;
  readonly groups: readonly number[];
  /** State: the number of the next group. */
  readonly next: { group: number };
  readonly inherit: (placeholder: Placeholder) => XmlElement | undefined;
}

function collect(tree: XmlElement | undefined, collecting: Collecting): CollectedShape[] {
  const { transform, groups, next, inherit } = collecting;
  return elementsOf(tree).flatMap((element): CollectedShape[] => {
    switch (element.name) {
      case 'p:grpSp':
        return isHidden(element)
          ? []
          : collect(element, {
              ...collecting,
              transform: compose(transform, descend(element, 'p:grpSpPr', 'a:xfrm')),
              groups: [...groups, next.group++],
            });
      case 'mc:AlternateContent':
        return collect(alternative(element), collecting);
      case 'p:sp':
      case 'p:pic':
      case 'p:graphicFrame':
      case 'p:cxnSp': {
        if (isHidden(element)) return [];
        const placeholder = placeholderOf(element);
        const own = transformOf(element) ?? (placeholder && transformOf(inherit(placeholder)));
        return [{ element, ...place(own, transform), placeholder, groups, isPlaced: own !== undefined }];
      }
      default:
        return [];
    }
  });
}

function isHidden(element: XmlElement): boolean {
  return /^(?:1|true)$/.test(findFirst(elementsOf(element)[0], 'p:cNvPr')?.attributes['hidden'] ?? '');
}

/** The placeholder that a shape fills, with the defaults of 19.3.1.36. */
export function placeholderOf(element: XmlElement): Placeholder | undefined {
  const found = findFirst(elementsOf(element)[0], 'p:ph');
  return found && { type: found.attributes['type'] ?? 'obj', index: found.attributes['idx'] ?? '0' };
}

function transformOf(element: XmlElement | undefined): XmlElement | undefined {
  return descend(element, 'p:spPr', 'a:xfrm') ?? childOf(element, 'p:xfrm');
}

function place(own: XmlElement | undefined, { x, y, scaleX, scaleY }: Transform): Extent {
  const { left, top, width, height } = readExtent(own, 'a:off', 'a:ext');
  return { left: x + left * scaleX, top: y + top * scaleY, width: width * scaleX, height: height * scaleY };
}

function compose({ x, y, scaleX, scaleY }: Transform, own: XmlElement | undefined): Transform {
  if (!own) return { x, y, scaleX, scaleY };
  const outer = readExtent(own, 'a:off', 'a:ext');
  const inner = readExtent(own, 'a:chOff', 'a:chExt');
  const ratioX = ratio(outer.width, inner.width);
  const ratioY = ratio(outer.height, inner.height);
  return {
    x: x + (outer.left - inner.left * ratioX) * scaleX,
    y: y + (outer.top - inner.top * ratioY) * scaleY,
    scaleX: scaleX * ratioX,
    scaleY: scaleY * ratioY,
  };
}

type Extent = Pick<Shape, 'left' | 'top' | 'width' | 'height'>;

/** The numbers of two children of a transform: a position and a size. */
function readExtent(transform: XmlElement | undefined, position: string, size: string): Extent {
  const [offset, extent] = [childOf(transform, position)?.attributes, childOf(transform, size)?.attributes];
  return {
    left: number(offset?.['x']),
    top: number(offset?.['y']),
    width: number(extent?.['cx']),
    height: number(extent?.['cy']),
  };
}

function ratio(outer: number, inner: number): number {
  return outer > 0 && inner > 0 ? outer / inner : 1;
}

function number(text: string | undefined): number {
  const value = Number(text ?? 0);
  return Number.isFinite(value) ? value : 0;
}
