import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceProcess } from '../../service-process.ts';

const MAIN = join(import.meta.dirname, '../../../src/cli/main.ts');
const ENGLISH = join(
  dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json')),
  '4.0.0_best_int',
  'eng.traineddata.gz',
);
let folder: string;

async function run(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      SCRIPTORIUM_PORT: '0',
      SCRIPTORIUM_DATA_DIR: join(folder, 'data'),
      XDG_DATA_HOME: join(folder, 'home'),
      ...env,
    },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  return { code: await new Promise((resolve) => child.on('close', resolve)), out, err };
}

/** English under a name that only this folder has, so that what was read came from there. */
describe('a folder of OCR data', { timeout: 60_000 }, () => {
  let picture: Uint8Array;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scriptorium-ocr-'));
    await mkdir(join(folder, 'real'));
    await copyFile(ENGLISH, join(folder, 'real/harbour.traineddata.gz'));
    await symlink('real', join(folder, 'languages'));
    picture = await sharp(
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="240"><rect width="100%" height="100%" fill="white"/><text x="60" y="140" font-size="64" font-family="sans-serif">Quarterly report</text></svg>',
      ),
    )
      .png()
      .toBuffer();
    await writeFile(join(folder, 'scan.png'), picture);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is read by the service for the languages that are set', async () => {
    const service = await serviceProcess({
      SCRIPTORIUM_OCR_DATA_DIR: join(folder, 'languages'),
      SCRIPTORIUM_OCR_LANGUAGES: 'harbour',
    });
    try {
      await service.start();
      const {
        body: { id },
      } = await service.call<{ id: string }>('POST', '/jobs', {
        source: { type: 'document', documentId: await service.upload('scan.png', picture) },
      });
      await expect
        .poll(async () => (await service.call<{ status: string }>('GET', `/jobs/${id}`)).body.status, {
          timeout: 50_000,
        })
        .toBe('succeeded');
      const { body } = await service.call<{ artifacts: { text?: string }[] }>('GET', `/jobs/${id}/artifacts`);
      expect(body.artifacts[0]?.text).toContain('Quarterly report');
    } finally {
      await service.close();
    }
  });

  it('is read by the command line', async () => {
    expect(
      await run(['convert', 'scan.png', '--ocr-languages', 'harbour', '--ocr-data-dir', 'languages'], {}),
    ).toMatchObject({ code: 0, out: expect.stringContaining('Quarterly report') as string });
  });

  it.each([
    [
      'lacks a language',
      { SCRIPTORIUM_OCR_DATA_DIR: 'languages', SCRIPTORIUM_OCR_LANGUAGES: 'harbour,deu' },
      /^The OCR data of the language "deu" is not installed in .*real\. To install it, run: scriptorium ocr add deu --ocr-data-dir languages\n$/,
    ],
    ['is not there', { SCRIPTORIUM_OCR_DATA_DIR: 'nowhere' }, /^The OCR data folder nowhere does not exist\.\n$/],
    [
      'is not named',
      { SCRIPTORIUM_OCR_LANGUAGES: 'deu' },
      /^The OCR data of the language "deu" is not installed\. To install it, run: scriptorium ocr add deu\n$/,
    ],
  ])('that %s ends the start with a sentence', async (_what, env, sentence) => {
    expect(await run(['serve'], env)).toEqual({ code: 1, out: '', err: expect.stringMatching(sentence) as string });
  });

  it('that lacks a language is told by the command line before anything is converted', async () => {
    const { code, err } = await run(['convert', 'scan.png', '--ocr-languages', 'deu'], {});
    expect(code).toBe(2);
    expect(err).toContain('The OCR data of the language "deu" is not installed.');
  });

  it('that cannot be made is named by ocr add', async () => {
    expect(await run(['ocr', 'add', 'deu', '--ocr-data-dir', '/proc/new/ocr'], {})).toEqual({
      code: 1,
      out: '',
      err: 'Failed to write to the folder /proc/new/ocr: the folder /proc/new cannot be created.\n',
    });
  });

  it(
    'of the user is what ocr add installs to, and languages that do not exist are named',
    { timeout: 120_000 },
    async () => {
      expect((await run(['ocr', 'list'], {})).out).toBe('eng\n');
      // What npm reaches its registry with is in the environment.
      const environment = process.env as Record<string, string>;
      const own = { ...environment, XDG_DATA_HOME: join(folder, 'home') };
      const unknown = await run(['ocr', 'add', 'klingon'], own);
      expect([unknown.code, unknown.err]).toEqual([
        1,
        'There is no OCR data for "klingon". Use codes of Tesseract, such as deu for German or chi_sim for Chinese.\n',
      ]);
      const added = await run(['ocr', 'add', 'isl'], own);
      expect(added).toEqual({ code: 0, err: '', out: `Installed isl in ${join(folder, 'home/scriptorium/ocr')}.\n` });
      expect((await run(['ocr', 'list'], {})).out).toBe('eng\nisl\n');
      expect((await run(['doctor', '--ocr-languages', 'isl'], {})).out).toContain('OCR data for isl');
    },
  );
});
