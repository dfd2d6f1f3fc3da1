import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Child } from '../../../src/runtime/processes/child.ts';
import { detectIsolation } from '../../../src/runtime/processes/isolation.ts';
import { prepareWorker, workerProgram } from '../../../src/cli/bundles/worker-program.ts';

const readied = (child: Child): Promise<void> =>
  new Promise((done) => {
    if (child.ready) return done();
    child.onMessage = ({ type }) => type === 'ready' && done();
  });

it('a process starts from its code cache, and rehearses when it is told to, once', async () => {
  expect(await prepareWorker()).toBeUndefined();
  const folder = await mkdtemp(join(tmpdir(), 'scr-child-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const child = await Child.start({
    program: workerProgram(),
    isolation: await detectIsolation(),
    kind: 'plain',
    role: 'convert',
    scratch: join(folder, 'run-1'),
    readable: [],
    heapMegabytes: 512,
  });
  expect(child.rehearse(), 'it is not ready').toBe(false);
  await readied(child);
  expect(child.rehearse()).toBe(true);
  expect(child.ready).toBe(false);
  await readied(child);
  expect(child.rehearse()).toBe(false);
  child.end('ended');
  // It would say that its cache was refused.
  expect((await child.exited).stderr).toBe('');
});
