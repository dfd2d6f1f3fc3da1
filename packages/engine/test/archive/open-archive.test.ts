import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { openArchive } from '../../src/archive/open-archive.ts';
import type { Archive } from '../../src/archive/open-archive.ts';
import { DEFAULT_LIMITS } from '../../src/limits.ts';
import { makeSource } from '../../../../test/make/source.ts';

const zip = (): Buffer =>
  Buffer.from(
    zipSync({
      'stored.txt': [strToU8('stored text'), { level: 0 }],
      'dir/deflated.txt': strToU8('deflated '.repeat(1000)),
    }),
  );

async function withArchive<T>(
  bytes: Uint8Array,
  use: (archive: Archive) => Promise<T>,
  limits = DEFAULT_LIMITS,
): Promise<T> {
  const archive = await openArchive(makeSource(bytes), limits);
  try {
    return await use(archive);
  } finally {
    await archive.close();
  }
}

const streamed = async (archive: Archive, name: string): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of archive.stream(name)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
};

/** Offset of the n-th central directory entry. */
function directoryEntry(bytes: Buffer, n: number): number {
  let at = bytes.readUInt32LE(bytes.length - 22 + 16);
  for (let i = 0; i < n; i++)
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  return at;
}

test('stored and deflated entries are read whole and in pieces', async () => {
  await withArchive(zip(), async (archive) => {
    expect([...archive.names()]).toEqual(['stored.txt', 'dir/deflated.txt']);
    expect((await archive.read('stored.txt'))?.toString()).toBe('stored text');
    expect(await streamed(archive, 'stored.txt')).toBe('stored text');
    expect((await archive.read('dir/deflated.txt'))?.toString()).toBe('deflated '.repeat(1000));
    expect(await streamed(archive, 'dir/deflated.txt')).toBe('deflated '.repeat(1000));
    expect(await archive.read('missing')).toBeUndefined();
  });
});

test('a size that the directory claims is not believed, and reading an entry again costs nothing more', async () => {
  const lying = zip();
  lying.writeUInt32LE(10, directoryEntry(lying, 1) + 24);
  const limits = { ...DEFAULT_LIMITS, expandedBytes: 9500 };
  await withArchive(
    lying,
    async (archive) => {
      expect((await archive.read('dir/deflated.txt'))?.length).toBe(9000);
      expect((await streamed(archive, 'dir/deflated.txt')).length).toBe(9000);
    },
    limits,
  );
  await expect(
    withArchive(lying, (archive) => archive.read('dir/deflated.txt'), { ...limits, expandedBytes: 8000 }),
  ).rejects.toMatchObject({ code: 'limit_exceeded' });
  await expect(
    withArchive(lying, (archive) => streamed(archive, 'dir/deflated.txt'), { ...limits, expandedBytes: 8000 }),
  ).rejects.toMatchObject({ code: 'limit_exceeded' });
});

test('an encrypted entry and an unknown compression are named', async () => {
  const encrypted = zip();
  encrypted.writeUInt16LE(1, directoryEntry(encrypted, 0) + 8);
  await expect(withArchive(encrypted, (archive) => archive.read('stored.txt'))).rejects.toMatchObject({
    code: 'password_protected',
  });
  const strange = zip();
  strange.writeUInt16LE(99, directoryEntry(strange, 0) + 10);
  await expect(withArchive(strange, (archive) => archive.read('stored.txt'))).rejects.toMatchObject({
    code: 'unsupported_format',
  });
});

test('damaged data, places outside of the file and a missing directory are corrupt documents', async () => {
  const damaged = zip();
  const data = damaged.indexOf('deflated.txt') + 'deflated.txt'.length;
  damaged.fill(0xff, data, data + 8);
  await expect(withArchive(damaged, (archive) => archive.read('dir/deflated.txt'))).rejects.toMatchObject({
    code: 'corrupt_document',
  });
  await expect(withArchive(damaged, (archive) => streamed(archive, 'dir/deflated.txt'))).rejects.toMatchObject({
    code: 'corrupt_document',
  });
  const outside = zip();
  outside.writeUInt32LE(0x7fffffff, directoryEntry(outside, 0) + 42);
  await expect(withArchive(outside, (archive) => archive.read('stored.txt'))).rejects.toMatchObject({
    code: 'corrupt_document',
  });
  await expect(withArchive(zip().subarray(0, 60), (archive) => archive.read('stored.txt'))).rejects.toMatchObject({
    code: 'corrupt_document',
  });
});

test('rubbish after the archive does no harm', async () => {
  await withArchive(Buffer.concat([zip(), Buffer.from('rubbish')]), async (archive) => {
    expect((await archive.read('stored.txt'))?.toString()).toBe('stored text');
  });
});
