import { createReadStream, createWriteStream, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Bytes that are stored as one object: a head that is in memory, then a file, or what else can be read again. */
export interface Content {
  readonly head?: Uint8Array;
  readonly file?: string;
  readonly read?: () => AsyncIterable<Uint8Array>;
  /** Of all together. */
  readonly bytes: number;
}

/** Writes content to a file of its own. */
export async function save(content: Content, file: string): Promise<void> {
  const { head = new Uint8Array(), file: from, read } = content;
  // In one go: a process that converts has nothing to do meanwhile, and each asynchronous call costs more.
  if (from === undefined && read === undefined) return writeFileSync(file, head);
  await pipeline(Readable.from(pieces(content), { objectMode: false }), createWriteStream(file));
}

/** The bytes of content, one piece after another. */
export async function* pieces(content: Content): AsyncGenerator<Uint8Array> {
  if (content.head) yield content.head;
  if (content.file !== undefined) yield* createReadStream(content.file) as AsyncIterable<Buffer>;
  if (content.read) yield* content.read();
}
