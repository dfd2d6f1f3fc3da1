import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localObjects } from '../../src/objects/local.ts';
import { isTransient } from '../../src/failures/transient.ts';

const SCRIPT = join(import.meta.dirname, 'write-objects.ts');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'durable-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const open = (at: string): ReturnType<typeof localObjects> =>
  localObjects({ folder: at, secret: 'x', publicBase: () => '', internalBase: '' });

test('after kill -9 every write that was answered is there and whole, and nothing half-written is left', async () => {
  const at = join(folder, 'killed');
  for (const lines of [1, 7, 40]) {
    const child = spawn(process.execPath, [SCRIPT, 'count', at], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    const ended = new Promise((resolve) => {
      child.on('exit', resolve);
    });
    for await (const chunk of child.stdout) {
      said += String(chunk);
      if (said.split('\n').length > lines) child.kill('SIGKILL');
    }
    await ended;
    const objects = open(at);
    const last = Number(said.trimEnd().split('\n').at(-1));
    for (let i = 0; i <= last; i++)
      expect(Buffer.from((await objects.get(`each/${i}`))!.body).toString()).toBe(String(i));
    const latest = Buffer.from((await objects.get('latest'))!.body).toString();
    const number = latest.slice(0, latest.length / 20_000);
    expect(latest).toBe(number.repeat(20_000));
    expect(Number(number)).toBeGreaterThanOrEqual(last);
    expect(await readdir(join(at, '~tmp'))).toEqual([]);
  }
});

test('processes that put the same keys if absent share them out without a double', async () => {
  const at = join(folder, 'claims');
  const claims = await Promise.all(
    [1, 2, 3].map(async () => {
      const child = spawn(process.execPath, [SCRIPT, 'claim', at, '150'], { stdio: ['ignore', 'pipe', 'inherit'] });
      let said = '';
      for await (const chunk of child.stdout) said += String(chunk);
      return { pid: child.pid, won: JSON.parse(said) as number[] };
    }),
  );
  const all = claims.flatMap((claim) => claim.won).sort((a, b) => a - b);
  expect(all).toEqual(Array.from({ length: 150 }, (_, n) => n));
  for (const { pid, won } of claims) {
    for (const n of won) expect(Buffer.from((await open(at).get(`claim/${n}`))!.body).toString()).toBe(String(pid));
  }
});

test('what a living process is writing is not cleared by another that starts', async () => {
  const at = join(folder, 'shared');
  open(at);
  await writeFile(join(at, '~tmp', `${process.ppid}-half`), 'x');
  await writeFile(join(at, '~tmp', '4194999-gone'), 'x');
  open(at);
  expect(await readdir(join(at, '~tmp'))).toEqual([`${process.ppid}-half`]);
});

const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0;

test.skipIf(!canMount)(
  'a full disk is a transient error; what was there stays whole and nothing half-written is left (needs a mount namespace)',
  async () => {
    const at = await mkdtemp(join(tmpdir(), 'full-'));
    const run = `mount -t tmpfs -o size=1m tmpfs "$1" && "$2" "$3" fill "$1" && ls "$1/~tmp" | wc -l`;
    const child = spawnSync('unshare', ['-rm', 'sh', '-c', run, 'sh', at, process.execPath, SCRIPT], {
      encoding: 'utf8',
    });
    await rm(at, { recursive: true });
    expect(child.stderr).toBe('');
    const [, json, left] = /^(\{.*\})(\d+)\s*$/.exec(child.stdout)!;
    const result = JSON.parse(json!) as { failed: string[]; count: number; lengths: number[]; small: number };
    expect(result.failed).toEqual(['ENOSPC']);
    expect(isTransient(Object.assign(new Error('full'), { code: result.failed[0] }))).toBe(true);
    expect(result.count).toBeGreaterThan(0);
    expect(result.lengths).toEqual([64 * 1024]);
    expect(result.small).toBe(64 * 1024);
    expect(left).toBe('0');
  },
);
