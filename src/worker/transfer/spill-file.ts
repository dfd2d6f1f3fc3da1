import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { dirname } from 'node:path';
import type { Content } from './content.ts';

/** Most documents are small: up to here nothing is written to disk. */
const HELD_BYTES = 512 * 1024;

/** Bytes that are written once and read afterwards: in memory while they are few, then in a file. */
export interface SpillFile {
  write(chunk: Uint8Array): Promise<void>;
  /** Ends the writing. */
  close(): Promise<void>;
  readonly bytes: number;
  read(): AsyncIterable<Buffer>;
  /** The bytes that were written after `head`. */
  content(head?: Uint8Array): Content;
}

export function createSpillFile(file: string): SpillFile {
  let held: Uint8Array[] = [];
  let bytes = 0;
  let out: WriteStream | undefined;
  return {
    get bytes() {
      return bytes;
    },
    async write(chunk) {
      bytes += chunk.length;
      if (!out && bytes <= HELD_BYTES) return void held.push(chunk);
      if (!out) {
        mkdirSync(dirname(file), { recursive: true });
        out = createWriteStream(file);
        const first = Buffer.concat(held);
        held = [];
        if (!out.write(first)) await once(out, 'drain');
      }
      if (!out.write(chunk)) await once(out, 'drain');
    },
    async close() {
      if (!out) return;
      out.end();
      await once(out, 'close');
    },
    async *read() {
      if (out) yield* createReadStream(file) as AsyncIterable<Buffer>;
      else yield Buffer.concat(held);
    },
    content(head = new Uint8Array()) {
      return out
        ? { head, file, bytes: head.length + bytes }
        : { head: Buffer.concat([head, ...held]), bytes: head.length + bytes };
    },
  };
}
