import { expect, test } from 'vitest';
import { createOrRead, createRecord, listRecords, readStored, replaceRecord } from '../../src/records/store.ts';
import { key, prefix } from '../../src/records/key.ts';
import { withStore } from './with-store.ts';

test('a record is made once, read, and replaced only from what was read', async () => {
  const objects = await withStore();
  const at = key<{ n: number }>('a/b.json');
  const made = await createRecord(objects, at, { n: 1 });
  expect(await createRecord(objects, at, { n: 2 })).toBeUndefined();
  expect(await readStored(objects, at)).toEqual(made);
  const replaced = await replaceRecord(objects, at, made!.etag, { n: 3 });
  expect(await replaceRecord(objects, at, made!.etag, { n: 4 })).toBeUndefined();
  expect(await readStored(objects, at)).toEqual(replaced);
  expect(await createOrRead(objects, at, { n: 5 })).toEqual({ ...replaced, created: false });
});

test('a listing gives every record in key order, and leaves out what is deleted meanwhile', async () => {
  const objects = await withStore();
  for (let n = 10; n < 60; n++) await createRecord(objects, key<number>(`r/${n}.json`), n);
  const seen: number[] = [];
  for await (const { value, key } of listRecords(objects, prefix<number>('r/'))) {
    if (seen.length === 0) await objects.delete(['r/50.json']);
    expect(key).toBe(`r/${value}.json`);
    seen.push(value);
  }
  expect(seen).toEqual(Array.from({ length: 50 }, (_, n) => n + 10).filter((n) => n !== 50));
  const rest: number[] = [];
  for await (const { value } of listRecords(objects, prefix<number>('r/'), { startAfter: 'r/57.json' }))
    rest.push(value);
  expect(rest).toEqual([58, 59]);
});

test('a reader may stop early', async () => {
  const objects = await withStore();
  for (let n = 0; n < 40; n++) await createRecord(objects, key<number>(`r/${n}.json`), n);
  for await (const { value } of listRecords(objects, prefix<number>('r/'))) {
    expect(value).toBe(0);
    break;
  }
});
