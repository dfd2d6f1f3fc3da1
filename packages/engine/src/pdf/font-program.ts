import type { CoreDict, CoreStream } from '../../../pdf-core/src/types.ts';
import { descriptorOf } from './fonts.ts';

/** Glyphs of one program at most; the format allows no more. */
const MAX_GLYPHS = 65_536;

/**
 * The characters of the glyphs of an embedded TrueType program, by glyph number: from its `cmap` and `post` tables
 * (ISO/IEC 14496-22). For fonts whose glyphs the document does not explain. Empty when the program is of another kind
 * or does not explain them either.
 */
export function glyphTexts(font: CoreDict, nameToUnicode: (name: string) => number): ReadonlyMap<number, string> {
  try {
    const stream = descriptorOf(font)?.get('FontFile2') as CoreStream | undefined;
    if (stream === undefined) return new Map();
    stream.reset();
    const bytes = stream.getBytes();
    stream.reset();
    return readTables(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), nameToUnicode);
  } catch {
    return new Map();
  }
}

/** Glyph numbers of a composite font's CIDs, where they differ (`CIDToGIDMap`). */
export function cidToGlyph(font: CoreDict): (cid: number) => number {
  try {
    const descendants = font.getArray('DescendantFonts');
    const descendant = (Array.isArray(descendants) ? descendants[0] : undefined) as CoreDict | undefined;
    const map = descendant?.get('CIDToGIDMap') as CoreStream | undefined;
    if (map === undefined || typeof map.getBytes !== 'function') return (cid) => cid;
    map.reset();
    const bytes = map.getBytes();
    return (cid) => ((bytes[2 * cid] ?? 0) << 8) | (bytes[2 * cid + 1] ?? 0);
  } catch {
    return (cid) => cid;
  }
}

function readTables(view: DataView, nameToUnicode: (name: string) => number): Map<number, string> {
  const tables = new Map<string, number>();
  const count = view.getUint16(4);
  for (let i = 0; i < count; i++) {
    const at = 12 + 16 * i;
    tables.set(
      String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3)),
      view.getUint32(at + 8),
    );
  }
  const texts = new Map<number, string>();
  const post = tables.get('post');
  if (post !== undefined) safely(() => readPost(view, post, nameToUnicode, texts));
  const cmap = tables.get('cmap');
  if (cmap !== undefined) safely(() => readCmap(view, cmap, texts));
  return texts;
}

/** Keeps what was read of a table before it breaks off. */
function safely(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}

function readCmap(view: DataView, at: number, texts: Map<number, string>): void {
  const subtables = Array.from({ length: view.getUint16(at + 2) }, (_, i) => ({
    platform: view.getUint16(at + 4 + 8 * i),
    encoding: view.getUint16(at + 6 + 8 * i),
    offset: at + view.getUint32(at + 8 + 8 * i),
  }));
  // Unicode only: the codes of symbol fonts and of old Macintosh encodings are not characters
  for (const { platform, encoding, offset } of subtables) {
    if (platform !== 0 && !(platform === 3 && (encoding === 1 || encoding === 10))) continue;
    const format = view.getUint16(offset);
    if (format === 4) readSegments(view, offset, texts);
    else if (format === 12) readGroups(view, offset, texts);
  }
}

function note(texts: Map<number, string>, glyph: number, code: number): void {
  if (
    glyph > 0 &&
    glyph < MAX_GLYPHS &&
    code > 0x1f &&
    code < 0x110000 &&
    !(code >= 0xd800 && code < 0xf900) &&
    !texts.has(glyph)
  )
    texts.set(glyph, String.fromCodePoint(code));
}

function readSegments(view: DataView, at: number, texts: Map<number, string>): void {
  const doubled = view.getUint16(at + 6);
  for (let i = 0; i < doubled; i += 2) {
    const end = view.getUint16(at + 14 + i);
    const start = view.getUint16(at + 16 + doubled + i);
    const delta = view.getUint16(at + 16 + 2 * doubled + i);
    const rangeAt = at + 16 + 3 * doubled + i;
    const range = view.getUint16(rangeAt);
    for (let code = start; code <= end && code < 0xffff; code++) {
      const found = range === 0 ? code : view.getUint16(rangeAt + range + 2 * (code - start));
      if (range === 0 || found !== 0) note(texts, (found + delta) & 0xffff, code);
    }
  }
}

function readGroups(view: DataView, at: number, texts: Map<number, string>): void {
  const groups = view.getUint32(at + 12);
  for (let i = 0, left = MAX_GLYPHS; i < groups && left > 0; i++) {
    const start = view.getUint32(at + 16 + 12 * i);
    const end = view.getUint32(at + 20 + 12 * i);
    const first = view.getUint32(at + 24 + 12 * i);
    for (let code = start; code <= end && left > 0; code++, left--) note(texts, first + code - start, code);
  }
}

/** Format 2: names that are not standard follow each other as Pascal strings. */
function readPost(
  view: DataView,
  at: number,
  nameToUnicode: (name: string) => number,
  texts: Map<number, string>,
): void {
  if (view.getUint32(at) !== 0x00020000) return;
  const glyphs = view.getUint16(at + 32);
  const names: string[] = [];
  for (let from = at + 34 + 2 * glyphs; from < view.byteLength && names.length < MAX_GLYPHS;) {
    const length = view.getUint8(from);
    if (from + 1 + length > view.byteLength) break;
    names.push(String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + from + 1, length)));
    from += 1 + length;
  }
  for (let glyph = 0; glyph < glyphs; glyph++) {
    const index = view.getUint16(at + 34 + 2 * glyph);
    const name = index >= 258 ? names[index - 258] : undefined;
    if (name !== undefined && name !== '.notdef') note(texts, glyph, nameToUnicode(name.split('.', 1)[0]!));
  }
}
