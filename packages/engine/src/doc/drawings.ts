import { findPicture } from '../office-art/pictures.ts';
import type { StoredPicture } from '../office-art/pictures.ts';
import { recordOf, splitRecords } from '../office-art/records.ts';
import { readOptions, readShapes, withGroup } from '../office-art/shapes.ts';
import type { ArtShape } from '../office-art/shapes.ts';
import { readPlc, STRUCTURE } from './file.ts';
import type { DocFile } from './file.ts';

/** A drawing: its pictures, and the text boxes whose text is a part of the document. */
export interface Drawing {
  readonly pictures: readonly { readonly picture: StoredPicture; readonly alt: string }[];
  /** Ranges within the text of all text boxes. */
  readonly texts: readonly { readonly start: number; readonly end: number }[];
}

export interface Drawings {
  /** The drawing that is anchored at a position of the body. */
  at(position: number): Drawing | undefined;
  /** The picture that stands in a line, at an offset of the data stream. */
  inline(offset: number): { readonly picture: StoredPicture; readonly alt: string } | undefined;
}

const GROUP_DATA = 0xf000;
const STORE = 0xf001;
const OPTIONS = 0xf00b;
const SHAPE = 0xf004;
const ANCHOR_BYTES = 26;
const TEXT_BYTES = 22;
const NAMED_PICTURE = 0x66;

export function readDrawings(file: DocFile): Drawings {
  const art = file.structure(STRUCTURE.art);
  const group = recordOf(art, GROUP_DATA);
  const store = group && recordOf(group.body, STORE);
  const entries = splitRecords(store?.body ?? Buffer.alloc(0));
  const stored = new Map<number, StoredPicture | undefined>();
  const picture = (number: number): StoredPicture | undefined => {
    if (!stored.has(number)) {
      const entry = entries[number - 1];
      stored.set(number, entry && findPicture(entry, file.main));
    }
    return stored.get(number);
  };
  const shapes = readAllShapes(art.subarray(group ? 8 + group.body.length : 0));
  const texts = readTexts(file);
  const anchors = new Map<number, number>();
  const plc = readPlc(file.structure(STRUCTURE.drawings), ANCHOR_BYTES);
  for (let n = 0; n < plc.count; n++) anchors.set(plc.position(n), plc.data(n).readUInt32LE(0));
  return {
    at(position) {
      const id = anchors.get(position);
      if (id === undefined) return undefined;
      const shape = shapes.get(id);
      const all = shape ? [...withGroup(shape)] : [];
      return {
        pictures: all.flatMap(({ picture: number, alt }) => {
          const found = picture(number);
          return found ? [{ picture: found, alt }] : [];
        }),
        texts: (all.length > 0 ? all.map((each) => each.id) : [id]).flatMap((each) => texts.get(each) ?? []),
      };
    },
    inline: (offset) => readInline(file.data, offset),
  };
}

/** Each drawing follows a byte for whether it belongs to the body or to the headers. */
function readAllShapes(bytes: Buffer): ReadonlyMap<number, ArtShape> {
  const shapes = new Map<number, ArtShape>();
  for (let at = 1; at + 8 <= bytes.length;) {
    const end = at + 8 + bytes.readUInt32LE(at + 4);
    for (const shape of readShapes(bytes.subarray(at, end)))
      for (const each of [shape, ...shape.group]) if (!shapes.has(each.id)) shapes.set(each.id, each);
    at = end + 1;
  }
  return shapes;
}

function readTexts(file: DocFile): ReadonlyMap<number, { readonly start: number; readonly end: number }[]> {
  const texts = new Map<number, { readonly start: number; readonly end: number }[]>();
  const plc = readPlc(file.structure(STRUCTURE.textBoxes), TEXT_BYTES);
  for (let n = 0; n < plc.count; n++) {
    const shape = plc.data(n).readUInt32LE(14);
    if (shape === 0) continue;
    const known = texts.get(shape) ?? [];
    texts.set(shape, [...known, { start: plc.position(n), end: plc.position(n + 1) }]);
  }
  return texts;
}

function readInline(data: Buffer, offset: number): ReturnType<Drawings['inline']> {
  if (offset + 8 > data.length) return undefined;
  const whole = data.subarray(offset, offset + data.readUInt32LE(offset));
  const header = data.readUInt16LE(offset + 4);
  if (whole.length <= header) return undefined;
  const name = data.readUInt16LE(offset + 6) === NAMED_PICTURE ? 1 + (whole[header] ?? 0) : 0;
  const records = whole.subarray(header + name);
  const shape = recordOf(records, SHAPE);
  const options = shape && recordOf(shape.body, OPTIONS);
  const rest = records.subarray(shape ? 8 + shape.body.length : 0);
  const picture = findPicture(rest);
  return picture && { picture, alt: options ? readOptions(options.body, options.instance).alt : '' };
}
