import { createReadStream } from 'node:fs';
import type { Flow } from '../flow/flow.ts';
import { readEmbedded } from '../ooxml/embedded.ts';
import type { EmbeddedDocument } from '../ooxml/embedded.ts';
import { readNative } from '../ooxml/ole-package.ts';
import type { SourceFile } from '../source.ts';
import { createHexReader } from './hex.ts';
import { createRtfPush } from './tokens.ts';
import type { RtfHandler } from './tokens.ts';
import { OBJECT_DATA } from './words.ts';

/**
 * Reads the embedded objects of a document, in the order of their words. The text is read without waiting, so they are
 * read before it.
 */
export async function readObjects(file: SourceFile, flow: Flow): Promise<EmbeddedDocument[]> {
  if (!(await mentionsObjects(file.path))) return [];
  const objects: EmbeddedDocument[] = [];
  const found: Buffer[] = [];
  const push = createRtfPush(new ObjectCollector(found));
  const readFound = async (): Promise<void> => {
    for (const bytes of found.splice(0)) objects.push(await readObject(bytes, objects.length + 1, file, flow));
  };
  for await (const piece of createReadStream(file.path)) {
    push.write(piece as Buffer);
    await readFound();
  }
  push.end();
  await readFound();
  return objects;
}

async function mentionsObjects(path: string): Promise<boolean> {
  let end = '';
  for await (const piece of createReadStream(path)) {
    const text = end + (piece as Buffer).toString('latin1');
    if (text.includes(OBJECT_DATA)) return true;
    end = text.slice(-OBJECT_DATA.length);
  }
  return false;
}

const EMBEDDED = 2;

/** The object of OLE 1.0 (MS-OLEDS 2.2.5): its class, then the bytes of the document. */
async function readObject(bytes: Buffer, number: number, file: SourceFile, flow: Flow): Promise<EmbeddedDocument> {
  const none = { blocks: [], images: [] };
  if (bytes.length < 8 || bytes.readUInt32LE(4) !== EMBEDDED) return none;
  let at = 8;
  const take = (): Buffer => {
    const length = at + 4 <= bytes.length ? bytes.readUInt32LE(at) : 0;
    const taken = bytes.subarray(at + 4, at + 4 + length);
    at += 4 + length;
    return taken;
  };
  const kind = take().toString('latin1').replace(/\0.*/s, '');
  take();
  take();
  const data = take();
  const name = `object${number}.bin`;
  return await readEmbedded(kind === 'Package' ? readNative(data, name) : { name, bytes: data }, file, flow);
}

/** Collects the bytes of each object. */
class ObjectCollector implements RtfHandler {
  readonly #found: Buffer[];
  #depth = 0;
  /** The object whose bytes are coming, and the depth of its group. */
  #object: { readonly depth: number; readonly read: (hex: string) => Buffer; readonly pieces: Buffer[] } | undefined;

  constructor(found: Buffer[]) {
    this.#found = found;
  }

  open(): void {
    this.#depth++;
  }

  close(): void {
    if (this.#object?.depth === this.#depth) this.#end();
    this.#depth--;
  }

  word(name: string): void {
    if (name !== OBJECT_DATA) return;
    this.#end();
    this.#object = { depth: this.#depth, read: createHexReader(), pieces: [] };
  }

  symbol(): void {
    // None belongs to an object.
  }

  text(bytes: string): void {
    const object = this.#object;
    if (object?.depth === this.#depth) object.pieces.push(object.read(bytes));
  }

  binary(bytes: Buffer): void {
    this.#object?.pieces.push(bytes);
  }

  #end(): void {
    if (this.#object) this.#found.push(Buffer.concat(this.#object.pieces));
    this.#object = undefined;
  }
}
