import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pieces, type Content } from './content.ts';
import { call } from './http.ts';
import { retried } from './retry.ts';

/** Bytes that were received, and their SHA-256 as 64 hex digits. */
export interface Downloaded {
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Downloads an object of so many bytes to a file. Another length is that of an answer that was cut, unless the answer
 * itself says it: then it is another object.
 */
export async function download(base: string, url: string, file: string, bytes: number): Promise<Downloaded> {
  return await retried(async () => {
    const response = await call(base, { method: 'GET', url });
    const downloaded = await receive(response, file);
    const received = downloaded.bytes;
    if (received !== bytes && Number(response.headers['content-length']) !== received)
      throw Object.assign(new Error(`Got ${received} bytes of ${bytes}`), { code: 'ECONNRESET' });
    return downloaded;
  });
}

/** Writes what is read to a file. */
export async function receive(source: Readable, file: string): Promise<Downloaded> {
  const hash = createHash('sha256');
  const written = createWriteStream(file);
  await pipeline(source, (chunks: AsyncIterable<Uint8Array>) => hashed(chunks, hash), written);
  return { bytes: written.bytesWritten, sha256: hash.digest('hex') };
}

interface Part {
  readonly begin: number;
  /** The byte behind it. */
  readonly end: number;
  readonly etag: string;
}

/** Downloads a part of an object; undefined when the store answers with all of it, or has another object by now. */
export async function downloadPart(
  base: string,
  url: string,
  { begin, end, etag }: Part,
): Promise<Uint8Array | undefined> {
  return await retried(async () => {
    const response = await call(base, { method: 'GET', url, headers: { range: `bytes=${begin}-${end - 1}` } });
    if (response.statusCode !== 206 || response.headers.etag?.replaceAll(/^W\/|"/g, '') !== etag) {
      response.destroy();
      return undefined;
    }
    const part = Buffer.alloc(end - begin);
    let received = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (received + chunk.length <= part.length) chunk.copy(part, received);
      received += chunk.length;
    }
    if (received !== part.length)
      throw Object.assign(new Error(`Got ${received} bytes of ${part.length}`), { code: 'ECONNRESET' });
    return part;
  });
}

/** Stores content by a signed PUT of its exact length. Returns its SHA-256 as 64 hex digits. */
export async function upload(base: string, url: string, content: Content, contentType: string): Promise<string> {
  return await retried(async () => {
    const hash = createHash('sha256');
    const held = content.file === undefined && content.read === undefined;
    if (held) hash.update(content.head ?? '');
    const body = held ? (content.head ?? '') : Readable.from(hashed(pieces(content), hash), { objectMode: false });
    const response = await call(base, {
      method: 'PUT',
      url,
      headers: { 'content-type': contentType, 'content-length': String(content.bytes) },
      body,
    });
    response.resume();
    return hash.digest('hex');
  });
}

/** The same bytes, which are added to the hash as they are read. */
export async function* hashed(source: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of source) {
    hash.update(piece);
    yield piece;
  }
}
