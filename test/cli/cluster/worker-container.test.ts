import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { bundle } from '../../../src/cli/bundles/worker-bundle.ts';

const root = resolve(import.meta.dirname, '../../..');

it('the containers of a worker run from one file with its code cache', async () => {
  const place = await mkdtemp(join(tmpdir(), 'scr-container-'));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  const folder = join(place, 'bundle');
  await mkdir(folder);
  await bundle({ root, isCompiled: false, main: 'cli/cluster/worker-container.ts', folder });
  await mkdir(join(place, 'input'));
  await writeFile(join(place, 'token'), 'token');
  const start = (role: string): ChildProcess => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(folder, 'start.cjs'), role], {
      env: {
        PATH: process.env['PATH'],
        TMPDIR: place,
        SCRIPTORIUM_INPUT_DIR: join(place, 'input'),
        SCRIPTORIUM_RUNNER_SOCKET: join(place, 'runner.sock'),
        SCRIPTORIUM_LEADER_URL: 'http://unused.invalid',
        SCRIPTORIUM_INTERNAL_URL: 'http://unused.invalid',
        SCRIPTORIUM_TOKEN_FILE: join(place, 'token'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise((done) => child.once('exit', done));
    onTestFinished(async () => {
      child.kill('SIGTERM');
      await ended;
    });
    return child;
  };
  start('runner');
  const supervisor = start('supervisor');
  let errors = '';
  supervisor.stderr!.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  for await (const line of createInterface(supervisor.stdout!)) {
    // It has started, and looks for the service.
    expect(JSON.parse(line)).toMatchObject({
      name: 'supervisor',
      msg: expect.stringContaining('unused.invalid was not resolved') as string,
    });
    break;
  }
  expect(errors).toBe('');
});
