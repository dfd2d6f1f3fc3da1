import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import chardet from 'chardet';
import iconv from 'iconv-lite';
import type { SourceFile } from '../source.ts';
import { guessEncoding } from './plausible.ts';
import { findWideEncoding } from './wide-encoding.ts';

const SAMPLE = 256 * 1024;

/**
 * The encoding of a text file, as iconv-lite names it: its mark, else UTF-8 if all of it is valid UTF-8, else what its
 * bytes look like. `declared` is the encoding that the document states (HTML), used if it is not valid UTF-8.
 */
export async function detectEncoding(file: SourceFile, declared?: string): Promise<string> {
  const sample = await readSample(file, SAMPLE);
  const wide = findWideEncoding(sample);
  if (wide !== undefined) return wide;
  if (await isUtf8(file)) return 'utf-8';
  if (declared !== undefined && !/^utf-?8$/i.test(declared) && iconv.encodingExists(declared)) return declared;
  const opinions = chardet.analyse(sample);
  // Encodings that are marked in the text itself (ISO-2022, UTF-32) are certain.
  const certain = opinions.find(
    ({ name, confidence }) => confidence >= 95 && /^(?:ISO-2022|UTF-32)/.test(name) && iconv.encodingExists(name),
  );
  if (certain) return certain.name;
  return guessEncoding(sample, new Map(opinions.map(({ name, confidence }) => [aliasOf(name), confidence])));
}

function aliasOf(name: string): string {
  const lower = name.toLowerCase();
  const windows: Readonly<Record<string, string>> = {
    'iso-8859-1': 'windows-1252',
    'iso-8859-2': 'windows-1250',
    'iso-8859-5': 'windows-1251',
    'iso-8859-7': 'windows-1253',
    'iso-8859-8': 'windows-1255',
    'iso-8859-9': 'windows-1254',
    'iso-8859-6': 'windows-1256',
  };
  return windows[lower] ?? lower;
}

/** The first bytes of a file. */
export async function readSample(file: SourceFile, length: number): Promise<Buffer> {
  const handle = await open(file.path, 'r');
  try {
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await handle.read(buffer, 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function isUtf8(file: SourceFile): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(file.path)) decoder.decode(chunk as Buffer, { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/** The text of a file in pieces, without its byte order mark. */
export async function* readText(file: SourceFile, encoding: string): AsyncGenerator<string> {
  const decoder = iconv.getDecoder(encoding, { stripBOM: true });
  for await (const chunk of createReadStream(file.path, { highWaterMark: 256 * 1024 })) {
    const text = decoder.write(chunk as Buffer);
    if (text !== '') yield text;
  }
  const rest = decoder.end();
  if (rest !== undefined && rest !== '') yield rest;
}
