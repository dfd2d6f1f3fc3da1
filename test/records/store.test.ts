import { expect, test } from 'vitest';
import { createOrRead, createRecord, listRecords, readRecord, replaceRecord } from '../../src/records/store.ts';
import { withStore } from './with-store.ts';

test('a record is made once, read, and replaced only from what was read', async () => {
  const objects = await withStore();
  const made = await createRecord(objects, 'a/b.json', { n: 1 });
  expect(await createRecord(objects, 'a/b.json', { n: 2 })).toBeUndefined();
  expect(await readRecord(objects, 'a/b.json')).toEqual(made);
  const replaced = await replaceRecord(objects, 'a/b.json', made!.etag, { n: 3 });
  expect(await replaceRecord(objects, 'a/b.json', made!.etag, { n: 4 })).toBeUndefined();
  expect(await readRecord(objects, 'a/b.json')).toEqual(replaced);
  expect(await createOrRead(objects, 'a/b.json', { n: 5 })).toEqual({ ...replaced, created: false });
});

test('a listing gives every record in key order, and leaves out what is deleted meanwhile', async () => {
  const objects = await withStore();
  for (let n = 10; n < 60; n++) await createRecord(objects, `r/${n}.json`, n);
  const seen: number[] = [];
  for await (const { value, key } of listRecords<number>(objects, 'r/')) {
    if (seen.length === 0) await objects.delete(['r/50.json']);
    expect(key).toBe(`r/${value}.json`);
    seen.push(value);
  }
  expect(seen).toEqual(Array.from({ length: 50 }, (_, n) => n + 10).filter((n) => n !== 50));
  const rest: number[] = [];
  for await (const { value } of listRecords<number>(objects, 'r/', { startAfter: 'r/57.json' })) rest.push(value);
  expect(rest).toEqual([58, 59]);
});

test('a reader may stop early', async () => {
  const objects = await withStore();
  for (let n = 0; n < 40; n++) await createRecord(objects, `r/${n}.json`, n);
  for await (const { value } of listRecords<number>(objects, 'r/')) {
    expect(value).toBe(0);
    break;
  }
});
