import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeNumberedPdf } from '../make/text-pdf.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Older and newer than the one that the checkout installs. */
const OTHER_NODES = ['22', '26.10.0'];
const run = promisify(execFile);
const command = (folder: string): string => join(folder, 'node_modules/.bin/scriptorium');

let folder: string;
let installed: string;
let tarball: string;
let said: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scr-package-'));
  const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: ROOT });
  const [{ filename }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('['))) as [{ filename: string }];
  tarball = join(folder, filename);
  installed = join(folder, 'installed');
  await mkdir(installed);
  await writeFile(join(installed, 'package.json'), '{}');
  const { stdout, stderr } = await run('npm', ['install', '--prefer-offline', '--no-audit', tarball], {
    cwd: installed,
  });
  said = stdout + stderr;
  await copyFile(join(ROOT, 'docs/sample.pdf'), join(installed, 'sample.pdf'));
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the npm package', () => {
  it('is small, and installs without a script, a warning of an engine or a tool for tests', async () => {
    expect((await stat(tarball)).size).toBeLessThan(5 * 1024 * 1024);
    expect(said).not.toMatch(/EBADENGINE|install-scripts|deprecated/);
    const lock = JSON.parse(await readFile(join(installed, 'node_modules/.package-lock.json'), 'utf8')) as {
      packages: Record<string, { os?: string[]; hasInstallScript?: boolean }>;
    };
    const names = Object.keys(lock.packages).map((path) => path.replace(/.*node_modules\//, ''));
    expect(names.filter((name) => /^(vitest|typescript|esbuild|node|oxlint|@kubernetes\/.*)$/.test(name))).toEqual([]);
    expect(Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
    expect(lock.packages['node_modules/scriptorium-md']?.os).toBeUndefined();
  });

  it('converts a file', async () => {
    const { stdout, stderr } = await run(command(installed), ['convert', 'sample.pdf'], { cwd: installed });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^# Harbour survey 2026\n/);
  });

  it('serves', async () => {
    await serving(command(installed), async ({ url, key }) => {
      expect(await convertBy(url, key, await readFile(join(installed, 'sample.pdf')))).toMatch(
        /^# Harbour survey 2026\n/,
      );
      for (const path of ['/', '/docs', '/docs/reference.css', '/console/reference.js', '/console/main.js'])
        expect((await fetch(url + path)).status).toBe(200);
    });
  });
});

/** It was built by the Node of the checkout; who installs it may have another one. */
describe.each(OTHER_NODES)('the npm package on Node %s', (version) => {
  const bundle = (): string => join(installed, 'node_modules/scriptorium-md/dist/src/worker/bundle');
  let program: string;
  beforeAll(async () => {
    const place = join(folder, `node-${version}`);
    await mkdir(place);
    await writeFile(join(place, 'package.json'), '{}');
    await run('npm', ['install', '--no-audit', `node@${version}`], { cwd: place });
    program = join(place, 'node_modules/node/bin/node');
  }, 300_000);

  it('makes a code cache of its own', async () => {
    const caches = async () => (await readdir(bundle())).filter((name) => name.endsWith('.cache'));
    const before = await caches();
    for (let i = 0; i < 2; i++) {
      const args = [command(installed), 'convert', 'sample.pdf'];
      const { stdout, stderr } = await run(program, args, { cwd: installed });
      expect(stderr).toBe('');
      expect(stdout).toMatch(/^# Harbour survey 2026\n/);
    }
    expect(await caches()).toHaveLength(before.length + 1);
  });

  it('converts a long document, whose processes talk to the service', async () => {
    await serving([program, command(installed)], async ({ url, key }) => {
      expect(await convertBy(url, key, makeNumberedPdf(70))).toContain('page number 70');
    });
  });
});

async function convertBy(url: string, key: string, body: Uint8Array): Promise<string> {
  const answer = await fetch(`${url}/convert?fileName=a.pdf`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
    body: Buffer.from(body),
  });
  return answer.text();
}

async function serving(
  program: string | readonly [string, string],
  use: (service: { readonly url: string; readonly key: string }) => Promise<void>,
): Promise<void> {
  const [file, ...args] = typeof program === 'string' ? [program] : program;
  const service = spawn(file, [...args, 'serve', '--port', '0', '--json', '--log-level', 'warn'], {
    cwd: installed,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    const [line] = (await once(service.stdout, 'data')) as [Buffer];
    await use(JSON.parse(line.toString()) as { url: string; key: string });
  } finally {
    service.kill();
    await once(service, 'exit');
  }
}

describe('a checkout', () => {
  it('says what to do where the dependencies are not installed', async () => {
    const checkout = join(folder, 'checkout');
    for (const file of ['package.json', 'bin/scriptorium.js', 'src/cli/main.ts']) {
      await mkdir(join(checkout, file, '..'), { recursive: true });
      await copyFile(join(ROOT, file), join(checkout, file));
    }
    await expect(run('npm', ['start', '--silent'], { cwd: checkout })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^The dependencies of Scriptorium are not installed\. Run "npm ci" in \S+ first\.$/m,
      ) as string,
    });
  });
});
