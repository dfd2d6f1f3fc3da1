import { expect, test } from 'vitest';
import { withCompound } from '../../src/compound/open-compound.ts';
import { DEFAULT_LIMITS } from '../../src/limits.ts';
import { makeCompound } from '../../../../test/make/compound.ts';
import { makeSource } from '../../../../test/make/source.ts';

const small = Buffer.from('small');
const large = Buffer.alloc(100_000, 'large ');

test('streams short and long, in the root and in storages, are read whole', async () => {
  const file = makeSource(makeCompound({ One: small, Inner: { Two: large, Three: Buffer.alloc(0) } }));
  await withCompound(file, DEFAULT_LIMITS, async ({ root, read }) => {
    expect([...root.entries.values()].map(({ name, storage }) => [name, storage])).toEqual([
      ['One', false],
      ['Inner', true],
    ]);
    expect((await read(root.entries.get('one')!)).toString()).toBe('small');
    const inner = root.entries.get('inner')!.entries;
    expect((await read(inner.get('two')!)).equals(large)).toBe(true);
    expect(await read(inner.get('three')!)).toHaveLength(0);
  });
});

test('a stream that claims more than its sectors hold gives what they hold', async () => {
  const bytes = Buffer.from(makeCompound({ Long: large }));
  const at = bytes.indexOf(Buffer.from('Long', 'utf16le'));
  bytes.writeUInt32LE(0x7fffffff, at + 120);
  await withCompound(makeSource(bytes), DEFAULT_LIMITS, async ({ root, read }) => {
    expect((await read(root.entries.get('long')!)).length).toBe(Math.ceil(large.length / 512) * 512);
  });
});

test('sectors and directory entries in a circle are no endless loop', async () => {
  const circle = Buffer.from(makeCompound({ Long: large }));
  const table = circle.length - 512 * 2;
  circle.writeUInt32LE(0, table + 8);
  await withCompound(makeSource(circle), DEFAULT_LIMITS, async ({ root, read }) => {
    await expect(read(root.entries.get('long')!)).rejects.toMatchObject({ code: 'corrupt_document' });
  });
  const parents = Buffer.from(makeCompound({ A: { B: small } }));
  parents.writeUInt32LE(1, parents.indexOf(Buffer.from('B\0', 'latin1')) + 72);
  await withCompound(makeSource(parents), DEFAULT_LIMITS, async ({ root }) => {
    expect([...root.entries.get('a')!.entries.keys()]).toEqual(['b']);
  });
});

test('what is read in all counts against one limit', async () => {
  const file = makeSource(makeCompound({ Long: large }));
  await withCompound(file, { ...DEFAULT_LIMITS, expandedBytes: 150_000 }, async ({ root, read }) => {
    await read(root.entries.get('long')!);
    await expect(read(root.entries.get('long')!)).rejects.toMatchObject({ code: 'limit_exceeded' });
  });
});

test('a file that is cut off is refused', async () => {
  const bytes = makeCompound({ Long: large });
  for (const length of [10, 512, 600, 50_000])
    await expect(
      withCompound(makeSource(bytes.subarray(0, length)), DEFAULT_LIMITS, async () => 0),
    ).rejects.toMatchObject({ code: 'corrupt_document' });
});
