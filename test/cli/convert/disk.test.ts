import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN, runCommand, type Run } from './run-command.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scriptorium-disk-'));
  await writeFile(join(folder, 'short.txt'), 'Short\n');
  await writeFile(join(folder, 'long.txt'), 'A line of a long text\n\n'.repeat(500));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const convert = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> =>
  runCommand(['convert', ...args], { cwd: folder, env });

/** Runs the command where no file may be longer than 8 KiB, which fails as a full disk does. */
async function convertWithShortFiles(args: readonly string[]): Promise<Omit<Run, 'out'>> {
  const child = spawn('sh', ['-c', 'ulimit -f 16; exec "$@"', 'sh', process.execPath, MAIN, 'convert', ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], TMPDIR: tmpdir(), NODE_DISABLE_COMPILE_CACHE: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  return { code: await new Promise((resolve) => child.on('close', resolve)), err };
}

describe('a disk that takes no more', () => {
  it('is a fault of the machine, for the document that did not fit: nothing stands of it, the others are there', async () => {
    const { code, err } = await convertWithShortFiles(['short.txt', 'long.txt', '-d', 'out']);
    expect(code).toBe(3);
    expect(err).toContain('long.txt: error: Failed to write out/long.md: the system allows no file of this size.\n');
    expect(await readdir(join(folder, 'out'))).toEqual(['short.md']);
  });

  it('is named where it is that of temporary files', async () => {
    await writeFile(join(folder, 'page.html'), '<p>A line of a long text</p>'.repeat(20_000));
    const { code, err } = await convertWithShortFiles(['page.html', '-d', 'out']);
    expect([code, err]).toEqual([
      3,
      `page.html: error: Failed to write temporary files to ${tmpdir()}: the system allows no file of this size.\n`,
    ]);
  });

  it('takes the pictures of the document away again, so that the next run writes both', async () => {
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const page = `<h1>Red</h1><img alt="red" src="data:image/png;base64,${picture.toString('base64')}">`;
    await writeFile(join(folder, 'page.html'), `${page}${'<p>A line of a long text</p>'.repeat(1000)}`);
    expect((await convertWithShortFiles(['page.html', '--images', '-d', 'pictures'])).code).toBe(3);
    expect(existsSync(join(folder, 'pictures/page.md'))).toBe(false);
    const again = await convert(['page.html', '--images', '-d', 'pictures', '--skip-existing', '--json']);
    expect(JSON.parse(again.out)).toMatchObject({ documents: [{ markdown: 'pictures/page.md' }] });
    expect(await readFile(join(folder, 'pictures/page.md'), 'utf8')).toContain('page_images/');
  });

  it.skipIf(!existsSync('/dev/full'))('ends standard output with a sentence', async () => {
    expect(await convert(['short.txt', '-o', '/dev/full', '--force'])).toEqual({
      code: 3,
      out: '',
      err: 'short.txt: error: Failed to write /dev/full: the disk is full.\n',
    });
    expect(existsSync('/dev/full')).toBe(true);
    const child = spawn('sh', ['-c', 'exec "$@" > /dev/full', 'sh', process.execPath, MAIN, 'convert', 'short.txt'], {
      cwd: folder,
      env: { PATH: process.env['PATH'] },
    });
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString();
    });
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(3);
    expect(err).toBe('Failed to write to standard output: the disk is full.\n');
  });

  it('is named where temporary files cannot be written', async () => {
    expect(await convert(['short.txt'], { TMPDIR: join(folder, 'nowhere') })).toEqual({
      code: 3,
      out: '',
      err: `Failed to write temporary files to ${join(folder, 'nowhere')}: there is no such file or folder.\n`,
    });
  });
});

it('leaves no temporary files when its reader ends early', async () => {
  await writeFile(join(folder, 'longer.txt'), 'A line of a long text\n\n'.repeat(20_000));
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  const child = spawn('sh', ['-c', '"$@" | head -c 10', 'sh', process.execPath, MAIN, 'convert', 'longer.txt'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], TMPDIR: temporary },
    stdio: 'ignore',
  });
  await new Promise((resolve) => child.on('close', resolve));
  expect(await readdir(temporary)).toEqual([]);
});
