import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService } from '../../api/service.ts';
import { makeDocx, p } from '../../make/docx.ts';
import { encryptAgile } from '../../make/encrypt-office.ts';
import { makePdf } from '../../make/pdf.ts';
import { MAIN, runCommand, type Run } from './run-command.ts';

const PASSWORD = 'kelp and driftwood';
const TERMINAL = join(import.meta.dirname, 'terminal.py');
const hasPython = spawnSync('python3', ['--version']).status === 0;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scriptorium-password-'));
  const pages = [{ content: 'BT /F1 12 Tf 72 700 Td (A page under a key) Tj ET' }];
  await writeFile(join(folder, 'locked.pdf'), makePdf({ pages, password: PASSWORD }));
  await writeFile(join(folder, 'unprintable.pdf'), makePdf({ pages, password: '' }));
  await writeFile(join(folder, 'locked.docx'), encryptAgile(makeDocx({ body: p('A text under a key') }), PASSWORD));
  await writeFile(join(folder, 'right'), `${PASSWORD}\nanother line\n`);
  await writeFile(join(folder, 'wrong'), 'sand\n');
  await writeFile(join(folder, 'empty'), '\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const convert = (args: readonly string[], env: Record<string, string> = {}, input = ''): Promise<Run> =>
  runCommand(['convert', ...args], { cwd: folder, env, input });

const BOTH = ['locked.pdf', 'locked.docx'];
const out = 'A page under a key\n\n---\n\nA text under a key\n';

describe('the password of scriptorium convert', () => {
  it.each<[string, string[], Record<string, string>, string]>([
    ['a file', ['--password-file', 'right'], {}, ''],
    ['standard input', ['--password-file', '-'], {}, `${PASSWORD}\n`],
    ['the environment', [], { SCRIPTORIUM_PASSWORD: PASSWORD }, ''],
    ['a file before the environment', ['--password-file', 'right'], { SCRIPTORIUM_PASSWORD: 'sand' }, ''],
  ])('comes from %s', async (_, args, env, input) => {
    expect(await convert([...BOTH, ...args, '-o', '-', '-q'], env, input)).toEqual({ code: 0, out, err: '' });
  });

  it('is ignored by a PDF that opens without one', async () => {
    const args = ['unprintable.pdf', 'locked.pdf', '--password-file', 'right', '-o', '-', '-q'];
    expect(await convert(args)).toEqual({
      code: 0,
      out: 'A page under a key\n\n---\n\nA page under a key\n',
      err: '',
    });
  });

  it('is asked for in a sentence where it is missing or wrong, and what cannot give one is said before', async () => {
    const none = await convert([...BOTH, '--json', '-d', 'out']);
    const wrong = await convert([...BOTH, '--json', '-d', 'out', '--password-file', 'wrong']);
    const codesOf = ({ out: json }: Run): string[] =>
      (JSON.parse(json) as { documents: { code: string }[] }).documents.map(({ code }) => code);
    expect([none.code, codesOf(none)]).toEqual([1, ['password_protected', 'password_protected']]);
    expect([wrong.code, codesOf(wrong)]).toEqual([1, ['wrong_password', 'wrong_password']]);
    for (const [args, message] of [
      [['--password'], '--password asks on a terminal.'],
      [['--password-file', 'none'], 'Failed to read the password from none (ENOENT).'],
      [['--password-file', 'empty'], 'The first line of empty is empty'],
    ] as const)
      expect(await convert([...BOTH, ...args])).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringContaining(message) as string,
      });
  });

  it.skipIf(!hasPython).each([
    ['the right one', `${PASSWORD}\\r`, 0, 'A page under a key'],
    ['one that was corrected', `kelt\\x7fp and driftwood\\r`, 0, 'A page under a key'],
    ['a wrong one', 'sand\\r', 1, 'The password does not open the document.'],
    ['Ctrl-C', '\\x03', 2, 'No password was given.'],
    ['Ctrl-D', '\\x04', 2, 'No password was given.'],
  ])('is asked for on a terminal, which does not show it: %s', async (_, typed, code, said) => {
    const command = [process.execPath, MAIN, 'convert', 'locked.pdf', '--password', '-o', '-'];
    const shown = spawnSync('python3', [TERMINAL, typed, ...command], { cwd: folder, encoding: 'utf8' });
    expect(shown.status).toBe(code);
    expect(shown.stdout).toMatch(/^Password: \r\n/);
    expect(shown.stdout).toContain(said);
  });

  it('reaches a server', { timeout: 60_000 }, async () => {
    const service = await openService();
    try {
      await service.startController();
      await service.grant('local', 100);
      const server = { SCRIPTORIUM_SERVER: service.base, SCRIPTORIUM_KEY: await service.key('local') };
      expect(await convert([...BOTH, '--password-file', 'right', '-o', '-', '-q'], server)).toEqual({
        code: 0,
        out,
        err: '',
      });
      expect(await convert(['locked.pdf', '--password-file', 'wrong'], server)).toMatchObject({
        code: 1,
        err: 'locked.pdf: error: The password does not open the document.\n',
      });
    } finally {
      await service.close();
    }
  });
});
