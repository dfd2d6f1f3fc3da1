import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { openService } from '../../api/service.ts';
import { cipherOf, makeLyingPdf, PROSE } from '../../make/lying-pdf.ts';
import { COMMAND } from './run-command.ts';
import { makeNumberedPdf, makeReportPdf, makeTextPdf } from '../../make/text-pdf.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scriptorium-cli-'));
  await mkdir(join(folder, 'docs'));
  await writeFile(join(folder, 'one.pdf'), makeTextPdf(['The only page']));
  await writeFile(join(folder, 'long.pdf'), makeNumberedPdf(70));
  await writeFile(join(folder, 'docs/broken.pdf'), makeTextPdf(['Never read']).subarray(0, 200));
  await writeFile(join(folder, 'docs/empty.pdf'), '');
  const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#a33' } })
    .png()
    .toBuffer();
  await writeFile(
    join(folder, 'pictured.html'),
    `<html><body><p>A seal</p><img alt="seal" src="data:image/png;base64,${picture.toString('base64')}"></body></html>`,
  );
  await writeFile(join(folder, 'docs/table.csv'), 'name,count\nink,3\nvellum,12\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => rm(join(folder, 'out'), { recursive: true, force: true }));

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command as a user would, in the folder, with its output piped. */
async function convert(args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  const child = spawn(process.execPath, [COMMAND, 'convert', ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, out, err };
}

async function convertTo(name: string, args: readonly string[]): Promise<string> {
  expect(await convert([...args, '-d', name, '--quiet'])).toEqual({ code: 0, out: '', err: '' });
  return join(folder, name);
}

async function readTree(root: string, count = 2): Promise<Record<string, string>> {
  const files = (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  expect(files.length).toBe(count);
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file.slice(root.length), (await readFile(file)).toString('base64')])),
  );
}

describe('scriptorium convert', () => {
  it('writes Markdown to standard output on demand, documents in their order', async () => {
    expect(await convert(['long.pdf', 'one.pdf', '--pages', '1', '-o', '-'])).toEqual({
      code: 0,
      err: expect.stringMatching(/^2 files converted, 2 pages in \d+ s\.\n$/) as string,
      out: expect.stringMatching(/^This is the text of page number 1 [^]*The only page\n$/) as string,
    });
  });

  it('says in plain words what may be wrong, on standard error or with --json', async () => {
    const lying = makeLyingPdf({ font: 'Helvetica', letters: cipherOf(7), lines: PROSE.english });
    await writeFile(join(folder, 'lying.pdf'), lying);
    const message = 'The text of page 1 may be wrong, because the text layer does not look like writing. Check it.';
    const plain = await convert(['lying.pdf', '--ocr', 'off']);
    expect([plain.code, plain.err]).toEqual([0, `lying.pdf: warning: ${message}\n`]);
    const { out } = await convert(['lying.pdf', '--ocr', 'off', '--json', '-d', 'out']);
    expect(JSON.parse(out)).toMatchObject({
      documents: [{ file: 'lying.pdf', warnings: [{ kind: 'doubtful-text', pages: '1', count: 1, message }] }],
    });
  });

  it('reads all pages by OCR on demand, and refuses of a server what it cannot do', async () => {
    const forced = await convert(['one.pdf', '--ocr', 'force']);
    expect([forced.code, forced.out]).toEqual([0, 'The only page\n']);
    expect(await convert(['one.pdf', '--ocr', 'always'])).toMatchObject({ code: 2, out: '' });
    const refused = await convert(['one.pdf', '--whole-page', '--server', 'http://localhost:1', '--key', 'k']);
    expect(refused.err).toContain('--whole-page is not available with --server.');
  });

  it('converts the pages that are asked for, over several processes as in one', async () => {
    const some = await convert(['long.pdf', '--pages', '30-40']);
    expect(some.out).toContain('page number 30 ');
    expect(some.out).toContain('page number 40 ');
    expect(some.out).not.toContain('page number 29 ');
    expect(some.out).not.toContain('page number 41 ');
    const [one, many] = [
      await convert(['long.pdf', '--processes', '1']),
      await convert(['long.pdf', '--processes', '3']),
    ];
    expect(one.out).toContain('page number 70 ');
    expect(many.out).toBe(one.out);
  });

  it('says one clear sentence for each bad file, goes on with the others, and exits with 1', async () => {
    const { code, err } = await convert(['docs', 'one.pdf', 'missing.pdf', '-d', 'out']);
    expect(code).toBe(1);
    const lines = err.trimEnd().split('\n').sort();
    expect(lines).toEqual([
      expect.stringMatching(/^2 files converted, \d pages in \d+ s; 3 failed\.$/),
      expect.stringMatching(/^docs\/broken\.pdf: error: .+\.$/),
      expect.stringMatching(/^docs\/empty\.pdf: error: .+\.$/),
      expect.stringMatching(/^docs\/table\.csv → out\/table\.md \(1 page, \d+\.\d s\)$/),
      'missing.pdf: error: File not found.',
      expect.stringMatching(/^one\.pdf → out\/one\.md \(1 page, \d+\.\d s\)$/),
    ]);
    expect((await readdir(join(folder, 'out'))).sort()).toEqual(['one.md', 'table.md']);
    expect(await readFile(join(folder, 'out/table.md'), 'utf8')).toMatch(/\| name\s+\| count/);
  });

  it('says that a document has not so many pages', async () => {
    expect(await convert(['one.pdf', '--pages', '5'])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^one\.pdf: error: .*Page 5.*\.\n$/) as string,
    });
  });

  it.each([
    [['a.pdf', '-o', 'x', '-d', 'y']],
    [['one.pdf', 'long.pdf', '-o', 'x']],
    [['one.pdf', '--pages', 'x']],
    [['one.pdf', '--force', '--skip-existing']],
    [['one.pdf', '--watch', '-o', '-']],
    [['-', '--watch', '-d', 'x']],
    [['one.pdf', '--assets', 'a/b']],
    [['one.pdf', '--server', 'http://localhost:1']],
    [[]],
  ])('refuses %j as misuse, and writes nothing', async (args) => {
    const { code, out, err } = await convert(args);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toMatch(/\S/);
  });

  it('says what a server is, instead of failing on it', async () => {
    expect((await convert(['one.pdf', '--server', 'nonsense', '--key', 'k'])).err).toContain(
      'Enter a URL such as http://localhost:8080.',
    );
  });

  it('tells with --json what became of each document, and writes the Markdown to files', async () => {
    const { code, out, err } = await convert([
      'docs',
      'pictured.html',
      'missing.pdf',
      '--images',
      '-d',
      'out',
      '--json',
    ]);
    expect([code, err]).toEqual([1, '']);
    const { documents } = JSON.parse(out) as { documents: Record<string, unknown>[] };
    expect(documents).toEqual([
      { file: 'docs/broken.pdf', code: 'corrupt_document', error: expect.any(String) },
      { file: 'docs/empty.pdf', code: expect.any(String), error: expect.any(String) },
      { file: 'docs/table.csv', markdown: 'out/table.md', images: [] },
      {
        file: 'pictured.html',
        markdown: 'out/pictured.md',
        images: [expect.stringMatching(/^out\/pictured_images\/.+\.png$/)],
      },
      { file: 'missing.pdf', code: 'no_file', error: 'File not found.' },
    ]);
    expect(await readdir(join(folder, 'out/pictured_images'))).toHaveLength(1);
  });

  it('leaves nothing in the folder for temporary files', async () => {
    const temporary = join(folder, 'tmp');
    await mkdir(temporary);
    await convert(['one.pdf', 'docs/broken.pdf'], { TMPDIR: temporary });
    expect(await readdir(temporary)).toEqual([]);
  });

  it('converts through a server: upload, job, poll, download', { timeout: 180_000 }, async () => {
    const service = await openService();
    try {
      await service.startController();
      const key = await service.key('local');
      await service.grant('local', 100);
      const local = await convert(['one.pdf', 'docs/table.csv', '-o', '-', '--quiet']);
      const remote = await convert(['one.pdf', 'docs/table.csv', '-o', '-', '--quiet'], {
        SCRIPTORIUM_SERVER: service.base,
        SCRIPTORIUM_KEY: key,
      });
      expect(remote).toEqual({ code: 0, err: '', out: local.out });
      expect(
        await readTree(
          await convertTo('remote', ['pictured.html', '--images', '--server', service.base, '--key', key]),
        ),
      ).toEqual(await readTree(await convertTo('local', ['pictured.html', '--images'])));
      const outputs = ['long.pdf', '--outputs', 'document,chunks', '--page-markers', '--chunk-size', '300'];
      const written = await readTree(await convertTo('local-outputs', outputs), 3);
      expect(Object.keys(written)).toEqual(['/long.chunks.jsonl', '/long.document.json', '/long.md']);
      expect(
        await readTree(await convertTo('remote-outputs', [...outputs, '--server', service.base, '--key', key]), 3),
      ).toEqual(written);
      const fromPage = await convert(['long.pdf', '--pages', '69-', '--server', service.base, '--key', key]);
      expect(fromPage.out).toMatch(/page number 69 [^]*page number 70 /);
      expect(fromPage.out).not.toContain('page number 68 ');
      const middle = await convert(['long.pdf', '--pages', '3-4', '--server', service.base, '--key', key]);
      expect([...middle.out.matchAll(/page number (\d+)/g)].map(([, page]) => page)).toEqual(['3', '4']);
      const flags = ['--ocr', 'off', '--ocr-languages', 'eng', '--no-emphasis'];
      await convert(['one.pdf', ...flags, '--server', service.base, '--key', key]);
      const jobs = await service.deps.jobs.list();
      expect(jobs.map(({ spec }) => spec)).toContainEqual(
        expect.objectContaining({ ocr: { mode: 'off', languages: ['eng'] }, emphasis: false }),
      );
      const bad = await convert(['docs/broken.pdf', '--server', service.base, '--key', key]);
      expect(bad).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringMatching(/^docs\/broken\.pdf: error: .+\.\n$/) as string,
      });
      await writeFile(join(folder, 'report.pdf'), makeReportPdf(3));
      const warned = await convert(['report.pdf']);
      expect(warned.err).toBe('report.pdf: note: Left out headers, footers and page numbers on pages 2–3.\n');
      expect(await convert(['report.pdf', '--server', service.base, '--key', key])).toEqual(warned);
      const stranger = await convert(['one.pdf', '--server', service.base, '--key', 'scr_live_wrong']);
      expect(stranger).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^one\.pdf: .+\n$/) as string });
      const poor = await convert([
        'one.pdf',
        '--json',
        '--force',
        '--server',
        service.base,
        '--key',
        await service.key('poor'),
      ]);
      expect(poor.code).toBe(1);
      expect(JSON.parse(poor.out)).toMatchObject({ documents: [{ code: 'insufficient_credits' }] });
      const nobody = await convert(['one.pdf', '--server', 'http://127.0.0.1:9', '--key', key]);
      expect(nobody).toMatchObject({ code: 3, out: '' });
    } finally {
      await service.close();
    }
  });
});
