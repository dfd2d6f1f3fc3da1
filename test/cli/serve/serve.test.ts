import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const MAIN = resolve(import.meta.dirname, '../../../src/cli/main.ts');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scr-serve-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const start = (...args: string[]) =>
  spawn(process.execPath, [MAIN, 'serve', '--log-level', 'error', ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

async function refused(...args: string[]): Promise<{ code: unknown; out: string; err: string }> {
  const child = start(...args);
  let [out, err] = ['', ''];
  child.stdout.on('data', (text: Buffer) => {
    out += text.toString();
  });
  child.stderr.on('data', (text: Buffer) => {
    err += text.toString();
  });
  const [code] = (await once(child, 'close')) as [unknown];
  return { code, out, err: err.replace(/^\(.*\n/gm, '') };
}

describe('scriptorium serve', () => {
  it('does not open a debugger for another process of its user', async () => {
    const service = start('--port', '0', '--data-dir', 'three', '--json');
    let err = '';
    service.stderr.on('data', (text: Buffer) => {
      err += text.toString();
    });
    try {
      const [line] = (await once(service.stdout, 'data')) as [Buffer];
      service.kill('SIGUSR1');
      const { url } = JSON.parse(line.toString()) as { url: string };
      for (let i = 0; i < 20; i++) expect((await fetch(`${url}/healthz`)).status).toBe(200);
    } finally {
      service.kill();
      await once(service, 'close');
    }
    expect(err).not.toContain('Debugger');
  });

  it('prints its address and key as JSON, and ends with a sentence where another has the port or the folder', async () => {
    const first = start('--port', '0', '--data-dir', 'one', '--json');
    try {
      const [line] = (await once(first.stdout, 'data')) as [Buffer];
      const { url, key } = JSON.parse(line.toString()) as { url: string; key: string };
      expect(key).toMatch(/^scr_live_/);
      // Longer than a proxy keeps an idle connection, so that it never sends a request over one that was just closed.
      const { headers } = await fetch(`${url}/healthz`);
      expect(headers.get('keep-alive')).toBe('timeout=3900');
      const { port } = new URL(url);
      expect(await refused('--port', port, '--data-dir', 'two')).toEqual({
        code: 1,
        out: '',
        err: `Port ${port} is already in use. Set SCRIPTORIUM_PORT to another port, or to 0 for any free port.\n`,
      });
      expect(await refused('--port', '0', '--data-dir', 'one')).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringMatching(
          /^Another service is already running in .*one\. Two services cannot share a data folder\.\n$/,
        ) as string,
      });
    } finally {
      first.kill();
      await once(first, 'exit');
    }
  });

  it('prints where to look, and a command that converts a document', async () => {
    const service = start('--port', '0', '--data-dir', 'four');
    try {
      let out = '';
      for await (const text of service.stdout.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)
        if ((out += text.toString()).includes('/convert')) break;
      const url = /running at (\S+)/.exec(out)![1]!;
      for (const page of [`${url}/`, `${url}/docs`]) {
        expect(out).toContain(`${page}\n`);
        expect((await fetch(page)).status).toBe(200);
      }
      await copyFile(join(MAIN, '../../../docs/sample.pdf'), join(folder, 'report.pdf'));
      const curl = /^ +(curl .*)$/m.exec(out)![1]!;
      const { stdout } = await promisify(execFile)('sh', ['-c', curl], { cwd: folder });
      expect(stdout).toMatch(/^# Harbour survey 2026\n/);
    } finally {
      service.kill();
      await once(service, 'exit');
    }
  });

  it.each([
    [['--port', 'abc'], 1, 'SCRIPTORIUM_PORT is "abc", but must be a whole number of 0 or more.'],
    [['--data-dir', '/dev/null/data'], 1, 'Failed to use the data folder /dev/null/data'],
    [['--data-dir', '/proc/new/data'], 1, 'Failed to use the data folder /proc/new/data'],
    [['--nonsense'], 2, "unknown option '--nonsense'"],
  ])('ends with a sentence for %j', async (args, code, sentence) => {
    expect(await refused(...args)).toMatchObject({
      code,
      out: '',
      err: expect.stringContaining(sentence) as string,
    });
  });

  it('ends with the `npm start` that began it', async () => {
    const npm = spawn(
      'npm',
      ['start', '--silent', '--', '--port', '0', '--data-dir', join(folder, 'three'), '--log-level', 'info', '--json'],
      { cwd: resolve(MAIN, '../../..'), stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const [line] = (await once(npm.stdout, 'data')) as [Buffer];
    const { url } = JSON.parse(line.toString()) as { url: string };
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    let log = '';
    npm.stderr.on('data', (text: Buffer) => {
      log += text.toString();
    });
    npm.kill('SIGTERM');
    await once(npm.stdout, 'close'); // the service has its other end
    expect(log).toMatch(/"signal":"SIGTERM".*"msg":"stopping"/);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });
});
