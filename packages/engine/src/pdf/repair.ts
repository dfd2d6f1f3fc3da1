import { unpackObjects } from './object-streams.ts';

/** Objects that are looked at; a file with more is not searched further. */
const MAX_OBJECTS = 2_000_000;
/** Bytes of an object in which its type is looked for. */
const LOOK_AT = 600;
/** Bytes of objects that are put back out of compressed streams. */
const MAX_UNPACKED = 64 * 1024 * 1024;

interface Found {
  catalog: string | undefined;
  tree: string | undefined;
  readonly pages: Set<string>;
  highest: number;
}

/**
 * A file that lost its end (a broken download) has no trailer, and often no catalog or page tree: what is missing is
 * put back behind what is there, so that its pages can be read. Objects in compressed streams are known by the lost
 * table alone: they are written out. Undefined when nothing is found that could be a page.
 */
export function repair(bytes: Uint8Array): Uint8Array | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const found: Found = { catalog: undefined, tree: undefined, pages: new Set(), highest: 0 };
  const unpacked = new Map<number, string>();
  let room = MAX_UNPACKED;
  let seen = 0;
  for (const { 0: head, 1: number, 2: generation, index } of text.matchAll(
    /(?<![\d.])(\d{1,8})\s+(\d{1,5})\s+obj\b/g,
  )) {
    if (++seen > MAX_OBJECTS) break;
    const from = index + head.length;
    note(
      found,
      Number(number),
      `${number} ${generation} R`,
      text.slice(from, from + LOOK_AT).split('endobj', 1)[0] as string,
    );
    for (const object of room > 0 ? unpackObjects(text, from) : []) {
      room -= object.body.length;
      unpacked.set(object.number, object.body);
      note(found, object.number, `${object.number} 0 R`, object.body);
    }
  }
  // A tree whose pages are all lost would be a document of blank pages.
  return found.pages.size === 0
    ? undefined
    : new Uint8Array(Buffer.concat([bytes, Buffer.from(missing(found, unpacked), 'latin1')]));
}

/** The kind of an object, by its type. */
function note(found: Found, number: number, ref: string, body: string): void {
  found.highest = Math.max(found.highest, number);
  const type = /\/Type\s*\/(Catalog|Pages|Page)\b/.exec(body)?.[1];
  if (type === 'Catalog') found.catalog = ref;
  else if (type === 'Pages' && !/\/Parent\b/.test(body)) found.tree = ref;
  else if (type === 'Page') found.pages.add(ref);
}

function missing(found: Found, unpacked: ReadonlyMap<number, string>): string {
  let { catalog, tree, highest } = found;
  let added = '\n';
  for (const [number, body] of unpacked) added += `${number} 0 obj\n${body}\nendobj\n`;
  if (tree === undefined) {
    tree = `${++highest} 0 R`;
    added += `${highest} 0 obj\n<< /Type /Pages /Count ${found.pages.size} /Kids [${[...found.pages].join(' ')}] >>\nendobj\n`;
    catalog = undefined;
  }
  if (catalog === undefined) {
    catalog = `${++highest} 0 R`;
    added += `${highest} 0 obj\n<< /Type /Catalog /Pages ${tree} >>\nendobj\n`;
  }
  return `${added}trailer\n<< /Size ${highest + 1} /Root ${catalog} >>\nstartxref\n0\n%%EOF\n`;
}
