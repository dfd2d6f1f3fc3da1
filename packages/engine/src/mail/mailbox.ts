import { createWriteStream } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { decodeWords } from 'postal-mime';
import type { Member } from '../container/container.ts';
import type { Block } from '../document.ts';
import type { ContainerReader } from '../format-reader.ts';
import { reader as messageReader } from './reader.ts';

/** Reads a mailbox (mbox, RFC 4155): a list of its messages, then each below a heading of its own. */
export const reader: ContainerReader = {
  async open(file, _format, limits, use) {
    const handle = await open(file.path, 'r');
    try {
      const starts = await findMessages(handle, file.bytes, limits.members + 1);
      if (starts.length === 1) return await messageReader.open(file, 'eml', limits, use);
      const ranges = starts.map((start, i) => ({ start, end: starts[i + 1] ?? file.bytes }));
      const subjects = new Map<string, string>();
      for (const [i, { start, end }] of ranges.entries())
        subjects.set(nameOf(i), await readSubject(handle, start, Math.min(end, start + HEADER)));
      const members = ranges.map((range, i): Member => ({
        name: nameOf(i),
        content: { save: (path) => save(handle, range, path) },
      }));
      return await use({
        members,
        memberLevel: 1,
        hasText: false,
        begin: async (flow, contents) =>
          flow.add({
            kind: 'list',
            ordered: false,
            items: contents.map(({ name, problem }) => ({
              blocks: [paragraph(lineOf(name, subjects.get(name) ?? '', problem))],
            })),
          }),
      });
    } finally {
      await handle.close();
    }
  },
};

const CHUNK = 256 * 1024;
/** Bytes of a message in which its subject is looked for. */
const HEADER = 64 * 1024;
/** Messages up to this size get back the lines that were quoted because they begin like the line before a message. */
const QUOTED = 128 * 1024 * 1024;
/**
 * The line before a message: the sender and a date, after a blank line. Some programs write neither, and no blank line;
 * a header follows all the same.
 */
const BEGIN = new RegExp(
  [
    /(?<=(?:^|\n)\r?\n)From \S[^\n]{0,200}\d{1,2}:\d\d[^\n]{0,30}\d{4}[^\n]{0,12}\n/,
    /(?<=\n)From \r?\n(?=(?:From|To|Date|Subject|Message-I[Dd]|M(?:IME|ime)-Version|Received|Return-Path|X-[\w-]+):)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);
const LONGEST = 300;

const nameOf = (index: number): string => `Message ${index + 1}`;

function lineOf(name: string, subject: string, problem: string | undefined): string {
  return `${name}${subject === '' ? '' : `: ${subject}`}${problem === undefined ? '' : ` (not converted: ${problem})`}`;
}

function paragraph(text: string): Block {
  return { kind: 'paragraph', content: [{ kind: 'text', text }] };
}

/** Where messages begin, `most` of them at most. */
async function findMessages(handle: FileHandle, bytes: number, most: number): Promise<number[]> {
  const starts = [0];
  const buffer = Buffer.alloc(CHUNK);
  for (let at = 0; at < bytes && starts.length < most; at += CHUNK - LONGEST) {
    const { bytesRead } = await handle.read(buffer, 0, CHUNK, at);
    const text = buffer.toString('latin1', 0, bytesRead);
    for (const { index } of text.matchAll(BEGIN))
      if (at + index > starts.at(-1)! && starts.length < most) starts.push(at + index);
    if (bytesRead < CHUNK) break;
  }
  return starts;
}

async function readSubject(handle: FileHandle, start: number, end: number): Promise<string> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), 0, end - start, start);
  const header = buffer.toString('latin1', 0, bytesRead).split(/\r?\n\r?\n/, 1)[0]!;
  const [, value = ''] = /^Subject:[ \t]*([^\r\n]*(?:\r?\n[ \t][^\r\n]*)*)/im.exec(header) ?? [];
  return decodeWords(Buffer.from(value.slice(0, 2000), 'latin1').toString())
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The message without the line before it, and without the `>` before lines that begin like one. */
async function save(handle: FileHandle, { start, end }: { start: number; end: number }, path: string): Promise<void> {
  if (end - start > QUOTED) {
    const from = handle.createReadStream({ start, end: end - 1, autoClose: false });
    return await pipeline(from, createWriteStream(path));
  }
  const { buffer } = await handle.read(Buffer.alloc(end - start), 0, end - start, start);
  const text = buffer.toString('latin1', buffer.indexOf('\n') + 1);
  await writeFile(path, text.replaceAll(/^>(>*From )/gm, '$1'), 'latin1');
}
