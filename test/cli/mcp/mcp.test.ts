import { copyFile, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceProcess } from '../../service-process.ts';
import { makePdf } from '../../make/pdf.ts';
import { makeNumberedPdf } from '../../make/text-pdf.ts';

const MAIN = resolve(import.meta.dirname, '../../../src/cli/main.ts');
const PASSWORD = 'kelp and driftwood';
const SAMPLE = resolve(import.meta.dirname, '../../../docs/sample.pdf');

let folder: string;
let home: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'scr-mcp-')));
  home = join(folder, 'documents');
  await mkdir(join(home, 'temporary'), { recursive: true });
  await copyFile(SAMPLE, join(home, 'sample.pdf'));
  await writeFile(join(home, 'long.pdf'), makeNumberedPdf(60));
  await writeFile(join(home, 'wide.txt'), `${'x'.repeat(99)}\n`.repeat(1000));
  await writeFile(join(home, 'broken.pdf'), '%PDF-1.7 nothing');
  await writeFile(join(folder, 'secret.txt'), PASSWORD);
  const pages = [{ content: 'BT /F1 12 Tf 72 700 Td (A page under a key) Tj ET' }];
  await writeFile(join(home, 'locked.pdf'), makePdf({ pages, password: PASSWORD }));
  await symlink(join(folder, 'secret.txt'), join(home, 'link.txt'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Call = (name: string, args?: Record<string, unknown>) => Promise<{ text: string; isError: boolean }>;

/** The official client with a server of its own, and what the server leaves in its folder for temporary files. */
async function withServer(
  args: readonly string[],
  use: (call: Call, client: Client) => Promise<void>,
  mode: 'legacy' | 'auto' = 'auto',
): Promise<void> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const env = { PATH: dirname(process.execPath), TMPDIR: join(home, 'temporary') };
  const flags = ['--disable-warning=ExperimentalWarning', MAIN, 'mcp', ...args];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: flags, cwd: home, env, stderr: 'inherit' }),
  );
  try {
    await use(async (name, given = {}) => {
      const { content, isError } = await client.callTool({ name, arguments: given });
      return { text: (content as { text: string }[])[0]!.text, isError: isError === true };
    }, client);
  } finally {
    await client.close();
  }
}

describe('scriptorium mcp', () => {
  it.each(['legacy', 'auto'] as const)('offers its tools to hosts of both generations: %s', async (mode) => {
    await withServer(
      [],
      async (call, client) => {
        const { tools } = await client.listTools();
        expect(tools.map(({ name }) => name)).toEqual([
          'convert_document',
          'conversion_status',
          'read_pages',
          'search_document',
        ]);
        expect(tools[0]!.description).toContain(home);
        const { text } = await call('convert_document', { source: 'sample.pdf' });
        expect(text).toMatch(/^doc-1: sample\.pdf is converted: pages 1 to 1, \d+ characters\.\n/);
        expect(text).toContain('- Harbour survey 2026 (page 1)\n  - 1 Summary (page 1)\n');
        expect(text).toContain('<!-- page 1 -->\n\n# Harbour survey 2026\n');
      },
      mode,
    );
  });

  it('converts once and is read page by page', async () => {
    await withServer([], async (call) => {
      const first = await call('convert_document', { source: join(home, 'long.pdf') });
      expect(first.text).toMatch(/^doc-1: \S+ is converted: pages 1 to 60/);
      const again = await call('convert_document', { source: 'long.pdf' });
      expect(again.text).toMatch(/^doc-1: /);
      const middle = await call('read_pages', { id: 'doc-1', first: 17, last: 18 });
      expect([...middle.text.matchAll(/<!-- page (\d+) -->/g)].map(([, page]) => page)).toEqual(['17', '18']);
      const found = await call('search_document', { id: 'doc-1', query: 'page number 17' });
      expect(found.text).toMatch(/^Found on 60 pages:\n- page 17: /);
      const some = await call('convert_document', { source: 'long.pdf', pages: '41-42' });
      expect([...some.text.matchAll(/<!-- page (\d+) -->/g)].map(([, page]) => page)).toEqual(['41', '42']);
      expect((await call('read_pages', { id: 'doc-1', first: 61 })).text).toContain('no text on page 61');
      expect((await call('conversion_status')).text.split('\n')).toHaveLength(2);
    });
  });

  it('bounds each answer and says how the document goes on', async () => {
    await withServer([], async (call) => {
      let { text } = await call('convert_document', { source: 'wide.txt' });
      let read = 0;
      for (let asked = 0; ; asked++) {
        expect(text.length).toBeLessThan(42_000);
        read += text.match(/x{99}/g)!.length;
        const next = /Call read_pages with id (\S+), first (\d+)(?:, offset (\d+))?/.exec(text);
        if (!next) break;
        expect(asked).toBeLessThan(10);
        const place = { first: Number(next[2]), offset: Number(next[3] ?? 0) };
        ({ text } = await call('read_pages', { id: next[1], ...place }));
      }
      expect(read).toBe(1000);
    });
  });

  it('reads no file outside of its folders, and no address that is not public', async () => {
    await withServer(['--folder', home], async (call) => {
      for (const source of [
        join(folder, 'secret.txt'),
        '../secret.txt',
        'link.txt',
        'file:///etc/passwd',
        'none.pdf',
      ]) {
        const { text, isError } = await call('convert_document', { source });
        expect([isError, text]).toEqual([true, `${source} was not found in ${home}. Other folders cannot be read.`]);
      }
      const inside = await call('convert_document', { source: 'http://127.0.0.1:9/a.pdf' });
      expect(inside).toEqual({ isError: true, text: 'The URL resolves to an address that is not public.' });
    });
  });

  it('answers what is wrong as a sentence', async () => {
    await withServer([], async (call) => {
      expect((await call('convert_document', { source: 'broken.pdf' })).text).toMatch(
        /^doc-1: broken\.pdf could not be converted\. [A-Z].*\.\n?$/,
      );
      expect((await call('convert_document', { source: 'sample.pdf', pages: 'x' })).text).toBe(
        'Enter pages as 3, 3-10 or 3-.',
      );
      expect(await call('read_pages', { id: 'doc-9', first: 1 })).toMatchObject({ isError: true });
      expect((await call('read_pages', { id: 'doc-1', first: 1 })).text).toBe('doc-1 could not be converted.');
    });
  });

  it('converts through a server', async () => {
    const service = await serviceProcess({ SCRIPTORIUM_LOG_LEVEL: 'warn' });
    await service.start();
    const [url, key] = [service.url(), service.key()];
    try {
      await withServer(['--server', url, '--key', key], async (call) => {
        const { text } = await call('convert_document', { source: 'sample.pdf' });
        expect(text).toContain('# Harbour survey 2026\n');
        const locked = await call('convert_document', { source: 'locked.pdf', password: PASSWORD });
        expect(locked.text).toContain('A page under a key');
        const long = await call('convert_document', { source: 'long.pdf' });
        expect(long.text).toContain('pages 1 to 60');
        expect((await call('convert_document', { source: 'broken.pdf' })).text).toContain('could not be converted');
      });
    } finally {
      await service.close();
    }
  });

  it('opens documents with the password of a call, or of the server', async () => {
    await withServer([], async (call) => {
      const without = await call('convert_document', { source: 'locked.pdf' });
      expect(without.text).toContain('The document is password-protected, and no password was given.');
      const wrong = await call('convert_document', { source: 'locked.pdf', password: 'sand' });
      expect(wrong.text).toContain('The password does not open the document.');
      const right = await call('convert_document', { source: 'locked.pdf', password: PASSWORD });
      expect(right.text).toContain('A page under a key');
    });
    await withServer(['--password-file', join(folder, 'secret.txt')], async (call) => {
      expect((await call('convert_document', { source: 'locked.pdf' })).text).toContain('A page under a key');
      expect((await call('convert_document', { source: 'sample.pdf' })).text).toContain('# Harbour survey 2026\n');
    });
    const run = promisify(execFile)(process.execPath, [MAIN, 'mcp', '--password-file', '-'], { cwd: home });
    await expect(run).rejects.toMatchObject({ stderr: expect.stringContaining('Name a file') as string });
  });

  it('leaves no file behind', async () => {
    expect(await readdir(join(home, 'temporary'))).toEqual([]);
  });

  it('asks for a folder where the working folder is all of the file system', async () => {
    const run = promisify(execFile)(process.execPath, [MAIN, 'mcp'], { cwd: '/' });
    await expect(run).rejects.toMatchObject({ stderr: expect.stringContaining('with --folder') as string });
  });
});
