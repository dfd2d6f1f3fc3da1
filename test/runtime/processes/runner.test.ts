import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { closeServer } from '../../../src/cli/http.ts';
import { prepareWorker, workerProgram } from '../../../src/cli/bundles/worker-program.ts';
import { Child } from '../../../src/runtime/processes/child.ts';
import { detectIsolation } from '../../../src/runtime/processes/isolation.ts';
import { startRunner } from '../../../src/runtime/processes/runner.ts';
import { drawPicture, LETTER, worn } from '../../make/picture.ts';
import { makeTiff } from '../../make/tiff.ts';
import { runnerOn } from '../../../src/worker/supervisor/runner-client.ts';
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

it(
  'a runner passes on what a process asks about a page that OCR doubts, and the answer',
  { timeout: 120_000 },
  async () => {
    expect(await prepareWorker()).toBeUndefined();
    const folder = await mkdtemp(join(tmpdir(), 'scr-runner-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const scan = makeTiff([worn(drawPicture(LETTER, 100)), worn(drawPicture({ ...LETTER, width: 430 }, 100))]);
    const socket = join(folder, 'runner.sock');
    const isolation = await detectIsolation();
    const children: Child[] = [];
    const take = async (): Promise<Child> => {
      const child = await Child.start({
        program: workerProgram(),
        isolation,
        kind: 'native',
        role: 'convert',
        scratch: join(folder, `run-${children.length}`),
        readable: [folder],
        heapMegabytes: 512,
      });
      children.push(child);
      return child;
    };
    const log = createLog({ name: 'test', level: 'silent', to: 'stderr' });
    const server = await startRunner({ socket, pool: { take }, log });
    const runner = runnerOn(socket);
    const input = join(children[0]!.scratch, 'input');
    await writeFile(input, scan);
    const pictures: Buffer[] = [];
    const answer = await runner.ask(
      {
        process: 'new',
        last: true,
        limits: { memoryBytes: 2 ** 31, seconds: 100, scratchBytes: 2 ** 28 },
        request: {
          ask: 'convert',
          file: { path: input, bytes: scan.length },
          includeImages: false,
          native: true,
          ocr: { mode: 'auto', languages: ['eng'] },
          emphasis: true,
          folder: '.',
          write: { emphasis: true },
          asks: true,
        },
      },
      {
        signal: AbortSignal.timeout(100_000),
        onQuestion: async (name) => {
          pictures.push(await buffer((await runner.file(name)).read!()));
          if (pictures.length === 2) throw new Error('The service is away');
          return { text: LETTER.texts!.map(({ text }) => text).join('\n') };
        },
      },
    );
    expect(answer).toMatchObject({ outcome: 'converted', pages: 2, ocrPages: 2 });
    const { warnings } = answer as { readonly warnings: readonly { readonly kind: string; readonly page: number }[] };
    expect(warnings).toContainEqual(expect.objectContaining({ kind: 'reading-taken', page: 1 }));
    expect(warnings).toContainEqual(expect.objectContaining({ kind: 'reading-not-given', page: 2 }));
    expect(pictures.map((picture) => picture.subarray(1, 4).toString())).toEqual(['PNG', 'PNG']);
    expect(pictures[0]!.equals(pictures[1]!)).toBe(false);
    await runner.end();
    await closeServer(server);
    for (const child of children) child.end('ended');
    await Promise.all(children.map(({ cleaned }) => cleaned));
  },
);
