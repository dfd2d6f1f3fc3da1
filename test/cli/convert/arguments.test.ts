import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeNumberedPdf, makeTextPdf } from '../../make/text-pdf.ts';
import { MAIN, runCommand, type Run } from './run-command.ts';

let folder: string;
let site: Server;
let siteUrl: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scriptorium-arguments-'));
  await writeFile(join(folder, 'one.pdf'), makeTextPdf(['The only page']));
  await writeFile(join(folder, 'two.txt'), 'The second text\n');
  await mkdir(join(folder, 'empty'));
  site = createServer((request, response) => {
    if (request.url === '/files/web.pdf') response.end(makeTextPdf(['A page of the web']));
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/files`;
});
afterAll(async () => {
  await new Promise((closed) => site.close(closed));
  await rm(folder, { recursive: true, force: true });
});

const run = (args: readonly string[], input: Uint8Array | string = ''): Promise<Run> =>
  runCommand(args, { cwd: folder, input });
const convert = (args: readonly string[], input?: Uint8Array | string): Promise<Run> =>
  run(['convert', ...args], input);

/** Root may read and write everything, so another user converts in its place. */
async function convertAsNobody(args: readonly string[]): Promise<Run> {
  if (process.getuid?.() !== 0) return await convert(args);
  await chmod(folder, 0o755);
  return await runCommand(['convert', ...args], { cwd: folder, uid: 65_534, gid: 65_534 });
}

describe('the arguments of scriptorium convert', () => {
  it('may be standard input', async () => {
    expect(await convert(['-'], makeTextPdf(['From a pipe']))).toEqual({ code: 0, out: 'From a pipe\n', err: '' });
  });

  it('may be URLs, whose files are named as they are', async () => {
    expect(await convert([`${siteUrl}/web.pdf`, '-d', 'web', '-q'])).toEqual({ code: 0, out: '', err: '' });
    expect(await readFile(join(folder, 'web/web.md'), 'utf8')).toBe('A page of the web\n');
    expect(await convert([`${siteUrl}/gone.pdf`])).toEqual({
      code: 1,
      out: '',
      err: `${siteUrl}/gone.pdf: error: The server responded with status 404.\n`,
    });
  });

  it('may be links, to files, to folders, and back to where they lie', async () => {
    const linked = join(folder, 'linked');
    await mkdir(join(folder, 'far'));
    await writeFile(join(folder, 'far/away.txt'), 'Far away\n');
    await mkdir(linked);
    await symlink('../one.pdf', join(linked, 'file.pdf'));
    await symlink('../far', join(linked, 'folder'));
    await symlink('.', join(linked, 'back'));
    await symlink('nowhere', join(linked, 'broken'));
    expect(await convert(['linked', '-d', 'from-links', '-q'])).toEqual({ code: 0, out: '', err: '' });
    const written = await readdir(join(folder, 'from-links'), { recursive: true });
    expect(written.sort()).toEqual(['file.md', 'folder', 'folder/away.md']);
  });

  it('say so where there is nothing: an empty folder, one that cannot be read, a host that does not exist', async () => {
    expect(await convert(['empty', 'one.pdf', '-o', '-'])).toEqual({
      code: 1,
      out: 'The only page\n',
      err: expect.stringMatching(
        /^empty: error: The folder contains no files\.\n1 file converted, .+; 1 failed\.\n$/,
      ) as string,
    });
    expect((await convert(['http://127.0.0.1:1/x.pdf'])).err).toMatch(
      /^http:\S+: error: Failed to fetch the URL: .+\.\n$/,
    );
  });

  it('say so where a file or a folder cannot be read, and the rest is converted', async () => {
    await mkdir(join(folder, 'closed/in'), { recursive: true });
    await writeFile(join(folder, 'closed/open.txt'), 'Open\n');
    await writeFile(join(folder, 'closed/shut.txt'), 'Shut\n');
    await chmod(join(folder, 'closed/in'), 0);
    await chmod(join(folder, 'closed/shut.txt'), 0);
    const { code, out, err } = await convertAsNobody(['closed', '-o', '-']);
    expect([code, out]).toEqual([1, 'Open\n']);
    expect(err.split('\n').slice(0, 2)).toEqual([
      'closed/in: error: The folder cannot be read: permission denied.',
      'closed/shut.txt: error: The file cannot be read: permission denied.',
    ]);
  });
});

describe('the Markdown', () => {
  it('of several documents is separated on standard output', async () => {
    const { out } = await convert(['one.pdf', 'two.txt', 'one.pdf', '-o', '-']);
    expect(out).toBe('The only page\n\n---\n\nThe second text\n\n---\n\nThe only page\n');
  });

  it('is left out for the JSON of the document, on standard output or in files', async () => {
    const { out } = await convert(['one.pdf', 'two.txt', '--format', 'json', '-o', '-']);
    const texts = out.split(/(?<=\})\n(?=\{"version")/).map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(texts).toMatchObject([
      { format: 'pdf', blocks: [{ text: 'The only page', page: 1 }] },
      { format: 'txt', blocks: [{ text: 'The second text' }] },
    ]);
    const report = await convert(['one.pdf', '--format', 'json', '--outputs', 'chunks', '--json', '-d', 'as-json']);
    expect(JSON.parse(report.out)).toMatchObject({ documents: [{ document: 'as-json/one.json' }] });
    expect(JSON.parse(await readFile(join(folder, 'as-json/one.json'), 'utf8'))).toEqual(texts[0]);
    expect((await readdir(join(folder, 'as-json'))).sort()).toEqual(['one.chunks.jsonl', 'one.json']);
    await writeFile(join(folder, 'as-json/data.json'), '[1]');
    await convert(['as-json/data.json', '--format', 'json', '-d', 'as-json']);
    expect(await readFile(join(folder, 'as-json/data.json'), 'utf8')).toBe('[1]');
  });

  it('that cannot be written is one sentence, and the exit code is 1', async () => {
    for (const args of [
      ['one.pdf', '-d', 'two.txt/out'],
      ['one.pdf', '-o', '/proc/one.md'],
      ['one.pdf', '-o', '/proc/new/one.md'],
    ]) {
      const { code, out, err } = await convert(args);
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(/^one\.pdf: error: Failed to write \S+\.md: .+\.\n$/);
    }
  });

  it('is not made where it could not be written', async () => {
    await mkdir(join(folder, 'read-only'));
    await chmod(join(folder, 'read-only'), 0o555);
    // Nothing is said of the document, which is not even opened.
    await writeFile(join(folder, 'broken.pdf'), '%PDF-1.7');
    expect(await convertAsNobody(['broken.pdf', '-d', 'read-only/below'])).toEqual({
      code: 1,
      out: '',
      err: 'broken.pdf: error: Failed to write read-only/below/broken.md: permission denied.\n',
    });
  });

  it('that exists is kept without --force, also where it was written by hand, and skipped with --skip-existing', async () => {
    await mkdir(join(folder, 'kept'));
    await writeFile(join(folder, 'kept/one.md'), 'old');
    const refused = await convert(['one.pdf', '-d', 'kept']);
    expect(refused).toEqual({
      code: 1,
      out: '',
      err: 'one.pdf: error: kept/one.md already exists. Use --force to replace it, or --skip-existing.\n',
    });
    expect((await convert(['one.pdf', '-d', 'kept', '--skip-existing'])).err).toBe(
      'one.pdf: skipped, because kept/one.md exists.\n',
    );
    const { out } = await convert(['one.pdf', 'two.txt', '-d', 'kept', '--skip-existing', '--json']);
    expect(JSON.parse(out)).toEqual({
      documents: [
        { file: 'one.pdf', markdown: 'kept/one.md', skipped: true },
        { file: 'two.txt', markdown: 'kept/two.md', images: [] },
      ],
    });
    expect(await readFile(join(folder, 'kept/one.md'), 'utf8')).toBe('old');
    expect(await convert(['one.pdf', '-d', 'kept', '--force', '-q'])).toEqual({ code: 0, out: '', err: '' });
    expect(await readFile(join(folder, 'kept/one.md'), 'utf8')).toBe('The only page\n');
  });

  it('that appears while its document is converted is kept, too', async () => {
    await writeFile(join(folder, 'pages.pdf'), makeNumberedPdf(400));
    await mkdir(join(folder, 'late'));
    const running = convert(['pages.pdf', '-d', 'late', '--processes', '1']);
    await writeFile(join(folder, 'late/pages.md'), 'mine', { flag: 'wx' });
    expect((await running).code).toBe(1);
    expect(await readFile(join(folder, 'late/pages.md'), 'utf8')).toBe('mine');
  });

  it('never replaces its document, even with --force', async () => {
    await mkdir(join(folder, 'same'));
    await writeFile(join(folder, 'same/note.md'), '# Mine\n');
    await symlink('note.md', join(folder, 'same/link.md'));
    const { code, err } = await convert(['same/note.md', '-o', 'same/link.md', '--force']);
    expect([code, err]).toEqual([
      1,
      'same/note.md: error: same/link.md is the document itself. Use -o or -d to write elsewhere.\n',
    ]);
    expect(await readFile(join(folder, 'same/note.md'), 'utf8')).toBe('# Mine\n');
  });

  it('stands next to its document, and is no document of a later run', async () => {
    await mkdir(join(folder, 'near/deep'), { recursive: true });
    await writeFile(join(folder, 'near/README.docx.txt'), 'Text\n');
    await writeFile(join(folder, 'near/deep/two.txt'), 'Two\n');
    await writeFile(join(folder, 'near/deep/draft.txt'), 'Draft\n');
    const dry = await convert(['near', '--exclude', 'draft.*', '--dry-run']);
    expect(dry).toEqual({
      code: 0,
      out: 'near/README.docx.txt → near/README.docx.md\nnear/deep/two.txt → near/deep/two.md\n',
      err: '',
    });
    expect(await readdir(join(folder, 'near/deep'))).toEqual(['draft.txt', 'two.txt']);
    expect(await convert(['near', '--exclude', 'deep/draft.txt', '-q'])).toEqual({ code: 0, out: '', err: '' });
    expect((await readdir(join(folder, 'near/deep'))).sort()).toEqual(['draft.txt', 'two.md', 'two.txt']);
    const again = await convert(['near', '--skip-existing']);
    expect(again.err).toMatch(
      /draft\.txt → near\/deep\/draft\.md .+\n1 file converted, 1 page in \d+ s; 2 skipped\.\n$/,
    );
  });

  it('has front matter and links of a wiki on demand', async () => {
    const picture = await sharp({ create: { width: 9, height: 6, channels: 3, background: '#a33' } })
      .png()
      .toBuffer();
    await writeFile(
      join(folder, 'seal.html'),
      `<html><body><h1>A <i>grey</i> seal</h1><img alt="a [seal]" src="data:image/png;base64,${picture.toString('base64')}"></body></html>`,
    );
    await convert(['seal.html', '-d', 'vault', '--front-matter', '--assets', 'files', '--links', 'wiki']);
    expect(await readFile(join(folder, 'vault/seal.md'), 'utf8')).toBe(
      '---\ntitle: A grey seal\nsource: seal.html\npages: 1\n---\n\n# A *grey* seal\n\n![[files/seal-image-1.png]]\n',
    );
    expect(await readdir(join(folder, 'vault/files'))).toEqual(['seal-image-1.png']);
  });

  it('is written anew with --watch when its document changes, and a new document is converted', async () => {
    await mkdir(join(folder, 'watched'));
    await writeFile(join(folder, 'watched/a.txt'), 'First\n');
    const args = [MAIN, 'convert', 'watched', '--watch', '--processes', '1'];
    const child = spawn(process.execPath, args, { cwd: folder, env: { PATH: process.env['PATH'] } });
    const read = (name: string): Promise<string> => readFile(join(folder, 'watched', name), 'utf8').catch(() => '');
    try {
      await expect.poll(() => read('a.md')).toBe('First\n');
      // That the watch has begun is not told, so the file is changed until a change is seen.
      let changes = 1;
      await expect
        .poll(async () => {
          await writeFile(join(folder, 'watched/a.txt'), `Change ${changes++}\n`);
          return await read('a.md');
        })
        .toMatch(/^Change/);
      await writeFile(join(folder, 'watched/b.txt'), 'New\n');
      await expect.poll(() => read('b.md')).toBe('New\n');
    } finally {
      child.kill('SIGINT');
      await new Promise((resolve) => child.on('close', resolve));
    }
  });

  it('is told of in color where that is wanted, and NO_COLOR is respected', async () => {
    const always = await convert(['missing.pdf', '--color', 'always']);
    expect(always.err).toBe('missing.pdf: \u001B[31merror:\u001B[39m File not found.\n');
    expect((await convert(['missing.pdf'])).err).toBe('missing.pdf: error: File not found.\n');
  });

  it('of what was finished stays when the command is interrupted, and its temporary files go', async () => {
    await writeFile(join(folder, 'long.pdf'), makeNumberedPdf(2000));
    const temporary = join(folder, 'tmp');
    await mkdir(temporary);
    const child = spawn(
      process.execPath,
      [MAIN, 'convert', 'one.pdf', 'long.pdf', '-d', 'interrupted', '--processes', '1'],
      { cwd: folder, env: { PATH: process.env['PATH'], TMPDIR: temporary }, detached: true },
    );
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString();
    });
    await expect.poll(() => stat(join(folder, 'interrupted/one.md')).catch(() => undefined)).toBeDefined();
    // As a terminal does: to the converter processes, too.
    process.kill(-child.pid!, 'SIGINT');
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    expect(code).toBe(130);
    expect(err).toMatch(
      /^one\.pdf → interrupted\/one\.md .+\nInterrupted after 1 of 2 documents\. To continue, run the same command with --skip-existing\.\n$/,
    );
    expect(await readdir(temporary)).toEqual([]);
    expect(await readdir(join(folder, 'interrupted'))).toEqual(['one.md']);
  });
});

describe('scriptorium doctor', () => {
  it('converts a page, and says which OCR language is missing', async () => {
    const { code, out } = await run(['doctor', '--ocr-languages', 'eng,deu', '--json']);
    const { checks } = JSON.parse(out) as { checks: { result: string; what: string }[] };
    expect(code).toBe(0);
    expect(checks).toContainEqual({ result: 'ok', what: 'a PDF was converted' });
    expect(checks).toContainEqual({ result: 'ok', what: 'OCR data for eng' });
    expect(checks.find(({ what }) => what.includes('"deu"'))).toMatchObject({ result: 'missing' });
    expect((await run(['doctor'])).out).toMatch(/^ok {7}Node v\d+/);
  });
});

describe('scriptorium completion', () => {
  const complete = async (...words: string[]): Promise<string[]> => {
    const { out } = await run(['completion', 'bash']);
    const script = `${out}\nCOMP_WORDS=(scriptorium ${words.map((word) => `'${word}'`).join(' ')})\nCOMP_CWORD=${words.length}\n_scriptorium\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
    const child = spawn('bash', ['-c', script]);
    let completed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      completed += chunk.toString();
    });
    await new Promise((resolve) => child.on('close', resolve));
    return completed.split('\n').filter(Boolean);
  };

  it('completes commands and options in bash', async () => {
    expect(await complete('con')).toEqual(['convert']);
    expect(await complete('jobs', 'wa')).toEqual(['watch']);
    expect(await complete('convert', 'a.pdf', '--skip')).toEqual(['--skip-existing']);
  });
});
