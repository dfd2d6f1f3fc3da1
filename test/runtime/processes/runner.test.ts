import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { closeServer } from '../../../src/cli/http.ts';
import { prepareWorker, workerProgram } from '../../../src/cli/bundles/worker-program.ts';
import { Child } from '../../../src/runtime/processes/child.ts';
import { detectIsolation } from '../../../src/runtime/processes/isolation.ts';
import { startRunner } from '../../../src/runtime/processes/runner.ts';
import { createLog } from '../../../src/telemetry/log.ts';

it('a runner whose processes cannot start tries again after longer and longer pauses', async () => {
  expect(await prepareWorker()).toBeUndefined();
  const folder = await mkdtemp(join(tmpdir(), 'scr-runner-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const main = join(folder, 'broken.js');
  await writeFile(main, 'process.exit(1);');
  const sound = workerProgram();
  const broken = { ...sound, main, readable: [...sound.readable, folder] };
  const isolation = await detectIsolation();
  const children: Child[] = [];
  const pauses: number[] = [];
  const server = await startRunner({
    socket: join(folder, 'runner.sock'),
    log: createLog({ name: 'test', level: 'silent', to: 'stderr' }),
    pause: async (ms) => void pauses.push(ms),
    pool: {
      take: async (kind) => {
        const child = await Child.start({
          program: children.length < 9 ? broken : sound,
          isolation,
          kind,
          role: 'convert',
          scratch: join(folder, `run-${children.length}`),
          readable: [],
          heapMegabytes: 512,
        });
        children.push(child);
        return child;
      },
    },
  });
  expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
  await closeServer(server);
  for (const child of children) child.end('ended');
  await Promise.all(children.map(({ cleaned }) => cleaned));
});
