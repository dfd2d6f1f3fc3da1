import { CONTAINER, recordsIn } from './records.ts';

/** A shape as its properties say (MS-ODRAW 2.3). */
export interface ArtShape {
  readonly id: number;
  /** Number of its picture in the store, from 1; 0 for none. */
  readonly picture: number;
  readonly alt: string;
  readonly hidden: boolean;
  readonly body: Buffer;
  /** Shapes that move with it. */
  readonly group: readonly ArtShape[];
}

/** Containers of one shape and of several (MS-ODRAW 2.2.14 and 2.2.16). */
export const SHAPE = 0xf004;
export const GROUP = 0xf003;

const IDENTITY = 0xf00a;
const OPTIONS = 0xf00b;
const PICTURE = 0x0104;
const DESCRIPTION = 0x0381;
/** Switches of a shape (MS-ODRAW 2.3.4.44); the upper half says which of them count. */
const SWITCHES = 0x03bf;
const HIDDEN = 0x0002_0002;
const PROPERTY_BYTES = 6;

/** The shapes of a drawing in their order; a group is its first shape, with the others within. */
export function readShapes(bytes: Buffer, depth = 16): ArtShape[] {
  const shapes: ArtShape[] = [];
  for (const { type, version, body } of recordsIn(bytes)) {
    if (type === SHAPE) shapes.push(readShape(body));
    else if (type === GROUP) {
      const [head, ...group] = depth > 0 ? readShapes(body, depth - 1) : [];
      if (head) shapes.push({ ...head, group });
    } else if (version === CONTAINER && depth > 0) shapes.push(...readShapes(body, depth - 1));
  }
  return shapes;
}

/** A shape and all that are grouped with it. */
export function* withGroup(shape: ArtShape): Generator<ArtShape> {
  yield shape;
  for (const inner of shape.group) yield* withGroup(inner);
}

function readShape(body: Buffer): ArtShape {
  let id = 0;
  let picture = 0;
  let alt = '';
  let hidden = false;
  for (const { type, instance, body: content } of recordsIn(body)) {
    if (type === IDENTITY && content.length >= 4) id = content.readUInt32LE(0);
    if (type !== OPTIONS) continue;
    ({ picture, alt, hidden } = readOptions(content, instance));
  }
  return { id, picture, alt, hidden, body, group: [] };
}

/**
 * What is read of a shape's properties. Those that do not fit in four bytes follow all others.
 */
export function readOptions(bytes: Buffer, count: number): Pick<ArtShape, 'picture' | 'alt' | 'hidden'> {
  let picture = 0;
  let hidden = false;
  let alt = '';
  let long = count * PROPERTY_BYTES;
  for (let at = 0; at + PROPERTY_BYTES <= Math.min(bytes.length, count * PROPERTY_BYTES); at += PROPERTY_BYTES) {
    const id = bytes.readUInt16LE(at);
    const value = bytes.readUInt32LE(at + 2);
    if ((id & 0x3fff) === PICTURE && (id & 0x8000) === 0) picture = value;
    if (id === SWITCHES) hidden = (value & HIDDEN) === HIDDEN;
    if ((id & 0x8000) === 0) continue;
    if ((id & 0x3fff) === DESCRIPTION) alt = bytes.toString('utf16le', long, Math.min(bytes.length, long + value));
    long += value;
  }
  return { picture, alt: alt.replaceAll(/[\0\s]+/g, ' ').trim(), hidden };
}
