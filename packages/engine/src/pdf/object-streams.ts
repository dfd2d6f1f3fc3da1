import { constants, inflateSync } from 'node:zlib';

/** An object as it stands between `obj` and `endobj`. */
export interface LooseObject {
  readonly number: number;
  readonly body: string;
}

const MAX_STREAM = 32 * 1024 * 1024;
const MAX_OBJECTS = 20_000;
/** Bytes in which an object's dictionary is looked for. */
const LOOK_AT = 600;

/**
 * The objects of a compressed object stream (ISO 32000-1, 7.5.7) whose object starts at `at`, as far as its data goes.
 * Empty for any other object, and for a stream that cannot be read. `text` is the file, with one letter for each byte.
 */
export function unpackObjects(text: string, at: number): LooseObject[] {
  const head = text.slice(at, at + LOOK_AT);
  const start = /stream\r?\n/.exec(head);
  if (!start) return [];
  const dict = head.slice(0, start.index);
  if (!/\/Type\s*\/ObjStm\b/.test(dict) || /\/DecodeParms|\/Filter[\s[]*\/(?!FlateDecode)/.test(dict)) return [];
  const from = at + start.index + start[0].length;
  const end = text.indexOf('endstream', from);
  const content = contentOf(Buffer.from(text.slice(from, end < 0 ? undefined : end), 'latin1'), /\/Filter/.test(dict));
  return content === undefined ? [] : objectsIn(content, numberOf(dict, 'N'), numberOf(dict, 'First'));
}

/** `count` objects, after pairs of numbers and offsets that take the bytes before `first`. */
function objectsIn(content: string, count: number, first: number): LooseObject[] {
  if (!(count > 0 && first > 0)) return [];
  const pairs = (content.slice(0, first).match(/\d+/g) ?? []).map(Number);
  const objects: LooseObject[] = [];
  for (let index = 0; index < Math.min(MAX_OBJECTS, count) && 2 * index + 1 < pairs.length; index++) {
    const [number, offset, next] = [pairs[2 * index]!, first + pairs[2 * index + 1]!, pairs[2 * index + 3]];
    // the last one may have been cut off
    if (offset >= content.length) break;
    objects.push({ number, body: content.slice(offset, next === undefined ? undefined : first + next).trim() });
  }
  return objects;
}

const numberOf = (dict: string, key: string): number => Number(new RegExp(`/${key}\\s+(\\d+)`).exec(dict)?.[1] ?? 0);

/** Data that ends too early gives what there is of it. */
function contentOf(data: Buffer, isPacked: boolean): string | undefined {
  if (!isPacked) return data.toString('latin1');
  try {
    return inflateSync(data, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_STREAM }).toString('latin1');
  } catch {
    return undefined;
  }
}
