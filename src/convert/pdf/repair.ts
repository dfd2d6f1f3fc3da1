/** Objects that are looked at; a file with more is not searched further. */
const MAX_OBJECTS = 2_000_000;
/** Bytes of an object in which its type is looked for. */
const LOOK_AT = 600;

/**
 * A file that lost its end (a broken download) has no trailer, and often no catalog or page tree: what is missing is put back behind what is
 * there, so that its pages can be read. Undefined when nothing is found that could be a page. Objects in compressed streams are not searched.
 */
export function repair(bytes: Uint8Array): Uint8Array | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  let catalog: string | undefined;
  let tree: string | undefined;
  const pages: string[] = [];
  let highest = 0;
  let seen = 0;
  for (const { 0: head, 1: number, 2: generation, index } of text.matchAll(/(?<![\d.])(\d{1,8})\s+(\d{1,5})\s+obj\b/g)) {
    if (++seen > MAX_OBJECTS) break;
    highest = Math.max(highest, Number(number));
    const ref = `${number} ${generation} R`;
    const own = text.slice(index + head.length, index + head.length + LOOK_AT).split('endobj', 1)[0] as string;
    const type = /\/Type\s*\/(Catalog|Pages|Page)\b/.exec(own)?.[1];
    if (type === 'Catalog') catalog = ref;
    else if (type === 'Pages' && !/\/Parent\b/.test(own)) tree = ref;
    else if (type === 'Page' && !pages.includes(ref)) pages.push(ref);
  }
  // A tree whose pages are all lost would be a document of blank pages.
  if (pages.length === 0) return undefined;
  let added = '\n';
  if (tree === undefined) {
    tree = `${++highest} 0 R`;
    added += `${highest} 0 obj\n<< /Type /Pages /Count ${pages.length} /Kids [${pages.join(' ')}] >>\nendobj\n`;
    catalog = undefined;
  }
  if (catalog === undefined) {
    catalog = `${++highest} 0 R`;
    added += `${highest} 0 obj\n<< /Type /Catalog /Pages ${tree} >>\nendobj\n`;
  }
  added += `trailer\n<< /Size ${highest + 1} /Root ${catalog} >>\nstartxref\n0\n%%EOF\n`;
  return new Uint8Array(Buffer.concat([bytes, Buffer.from(added, 'latin1')]));
}
