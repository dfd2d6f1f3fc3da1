import { CONTAINER, recordOf, recordsIn } from '../office-art/records.ts';
import type { ArtRecord } from '../office-art/records.ts';
import { GROUP, readOptions, SHAPE } from '../office-art/shapes.ts';
import { RECORD } from './file.ts';

/** A shape of a slide at its place, in English metric units. */
export interface PptShape {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Which placeholder it fills (MS-PPT 2.13.21). */
  readonly placeholder: number | undefined;
  /** Records of its text. */
  readonly text: readonly ArtRecord[];
  /** Number of its picture in the store, from 1; 0 for none. */
  readonly picture: number;
  readonly alt: string;
  /** Number of its embedded object, which the picture shows. */
  readonly object: number | undefined;
  /** The cells of a table. */
  readonly cells: readonly PptShape[];
}

const COORDINATES = 0xf009;
const OPTIONS = 0xf00b;
const TEXT_BOX = 0xf00d;
const CHILD_ANCHOR = 0xf00f;
const CLIENT_ANCHOR = 0xf010;
const CLIENT_DATA = 0xf011;
const MORE_OPTIONS = 0xf122;
const TABLE = 0x039f;
/** Of 576 to the inch. */
const UNIT = 1587.5;
const DEPTH = 16;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Maps the coordinates within a group to those of the slide. */
interface Transform {
  readonly x: number;
  readonly y: number;
  readonly scaleX: number;
  readonly scaleY: number;
}

/** The shapes of a slide, groups resolved; a table is one shape. */
export function readSlideShapes(slide: ArtRecord): PptShape[] {
  const drawing = recordOf(slide.body, RECORD.drawing);
  return drawing ? collect(drawing.body, { x: 0, y: 0, scaleX: UNIT, scaleY: UNIT }, DEPTH) : [];
}

function collect(bytes: Buffer, transform: Transform, depth: number): PptShape[] {
  const shapes: PptShape[] = [];
  for (const record of recordsIn(bytes)) {
    if (record.type === SHAPE) shapes.push(readShape(record, transform));
    else if (record.type === GROUP && depth > 0) shapes.push(...readGroup(record, transform, depth));
    else if (record.version === CONTAINER && record.type !== RECORD.text && depth > 0)
      shapes.push(...collect(record.body, transform, depth - 1));
  }
  return shapes;
}

/** The first shape of a group is the group itself. */
function readGroup(group: ArtRecord, transform: Transform, depth: number): PptShape[] {
  const head = recordOf(group.body, SHAPE);
  const rest = group.body.subarray(head ? 8 + head.body.length : 0);
  const inner = head && recordOf(head.body, COORDINATES);
  const outer = head && boxOf(head.body);
  const own = inner && inner.body.length >= 16 && outer ? compose(transform, outer, inner.body) : transform;
  const shapes = collect(rest, own, depth - 1);
  if (!head || !isTable(head.body)) return shapes;
  return [{ ...readShape(head, transform), cells: shapes }];
}

function compose({ x, y, scaleX, scaleY }: Transform, outer: Box, inner: Buffer): Transform {
  const [left, top, right, bottom] = [0, 4, 8, 12].map((at) => inner.readInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ];
  const ratioX = right > left && outer.right > outer.left ? (outer.right - outer.left) / (right - left) : 1;
  const ratioY = bottom > top && outer.bottom > outer.top ? (outer.bottom - outer.top) / (bottom - top) : 1;
  return {
    x: x + (outer.left - left * ratioX) * scaleX,
    y: y + (outer.top - top * ratioY) * scaleY,
    scaleX: scaleX * ratioX,
    scaleY: scaleY * ratioY,
  };
}

function readShape({ body }: ArtRecord, { x, y, scaleX, scaleY }: Transform): PptShape {
  const box = boxOf(body) ?? { left: 0, top: 0, right: 0, bottom: 0 };
  const options = recordOf(body, OPTIONS);
  const { picture, alt } = options ? readOptions(options.body, options.instance) : { picture: 0, alt: '' };
  const text = recordOf(body, TEXT_BOX);
  const data = recordOf(body, CLIENT_DATA)?.body ?? Buffer.alloc(0);
  const placeholder = recordOf(data, RECORD.placeholder);
  const object = recordOf(data, RECORD.objectReference)?.body;
  return {
    left: x + box.left * scaleX,
    top: y + box.top * scaleY,
    right: x + box.right * scaleX,
    bottom: y + box.bottom * scaleY,
    placeholder: placeholder && placeholder.body.length >= 5 ? placeholder.body[4] : undefined,
    text: text ? [...recordsIn(text.body)] : [],
    picture,
    alt,
    object: object && object.length >= 4 ? object.readUInt32LE(0) : undefined,
    cells: [],
  };
}

function boxOf(body: Buffer): Box | undefined {
  const child = recordOf(body, CHILD_ANCHOR)?.body;
  if (child && child.length >= 16)
    return {
      left: child.readInt32LE(0),
      top: child.readInt32LE(4),
      right: child.readInt32LE(8),
      bottom: child.readInt32LE(12),
    };
  const anchor = recordOf(body, CLIENT_ANCHOR)?.body;
  if (!anchor || anchor.length < 8) return undefined;
  const [top, left, right, bottom] = [0, 1, 2, 3].map((n) =>
    anchor.length >= 16 ? anchor.readInt32LE(n * 4) : anchor.readInt16LE(n * 2),
  ) as [number, number, number, number];
  return { left, top, right, bottom };
}

function isTable(body: Buffer): boolean {
  for (const { type, body: options, instance } of recordsIn(body)) {
    if (type !== MORE_OPTIONS && type !== OPTIONS) continue;
    for (let at = 0; at + 6 <= Math.min(options.length, instance * 6); at += 6)
      if ((options.readUInt16LE(at) & 0x3fff) === TABLE && (options.readUInt32LE(at + 2) & 1) !== 0) return true;
  }
  return false;
}
