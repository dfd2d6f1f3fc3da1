import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { outcomeReader } from '../../src/controller/outcomes.ts';
import { localObjects } from '../../src/objects/local.ts';
import { keys } from '../../src/records/keys.ts';

it('outcomes are read once, anew when they changed, and not kept when they are gone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scr-outcomes-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const objects = localObjects({
    folder,
    secret: randomBytes(32).toString('hex'),
    publicBase: () => 'http://localhost',
    internalBase: '',
  });
  const read: string[] = [];
  const reader = outcomeReader({
    ...objects,
    get: (key) => {
      read.push(key);
      return objects.get(key);
    },
  });
  const put = (index: number, outcome: string): Promise<unknown> =>
    objects.put(keys.outcome('job-1', index), JSON.stringify({ outcome }));
  const outcomes = async (): Promise<unknown> => [...(await reader.read('job-1', 'any')).outcomes];

  await put(0, 'succeeded');
  await put(1, 'succeeded');
  await objects.put(keys.nativeMark('job-1', 2), '{}');
  expect((await reader.read('job-1', 'any')).nativeMarks).toEqual(new Set([2]));
  await put(12, 'succeeded');
  expect(await outcomes(), 'nothing was heard of the job').not.toContainEqual([12, { outcome: 'succeeded' }]);
  reader.lookAgain('job-1');
  expect(await outcomes()).toEqual([
    [0, { outcome: 'succeeded' }],
    [1, { outcome: 'succeeded' }],
    [12, { outcome: 'succeeded' }],
  ]);
  expect(read).toHaveLength(3);
  await put(1, 'failed');
  await objects.delete([keys.outcome('job-1', 0)]);
  reader.lookAgain('job-1');
  expect(await outcomes()).toEqual([
    [1, { outcome: 'failed' }],
    [12, { outcome: 'succeeded' }],
  ]);
  expect(read.slice(3)).toEqual([keys.outcome('job-1', 1)]);
  reader.forget('job-1');
  await reader.read('job-1', 'any');
  expect(read).toHaveLength(6);
});
