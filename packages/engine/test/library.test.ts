import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const PACKAGE = resolve(import.meta.dirname, '..');
const ROOT = resolve(PACKAGE, '../..');
let folder: string;

/** What a program prints that imports the package where it is installed. */
async function program(text: string): Promise<unknown> {
  await writeFile(join(folder, 'program.mjs'), `import { convert, isFailure } from '@scriptorium-md/engine';\n${text}`);
  const { stdout } = await run(process.execPath, ['program.mjs'], { cwd: folder });
  return JSON.parse(stdout);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-package-'));
  await run('npm', ['pack', '--pack-destination', folder], { cwd: PACKAGE });
  const [tarball] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--ignore-scripts', join(folder, tarball!)], {
    cwd: folder,
  });
  await copyFile(join(ROOT, 'docs/sample.pdf'), join(folder, 'sample.pdf'));
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the engine as a package', () => {
  it('converts a file, and bytes', async () => {
    const said = await program(`
      import { readFile } from 'node:fs/promises';
      const file = await convert('sample.pdf');
      const bytes = await convert(await readFile('sample.pdf'), { range: { start: 1, end: 1 }, pageMarkers: true });
      const csv = await convert(Buffer.from('a;b\\n1;2\\n'), { fileName: 'table.csv' });
      console.log(JSON.stringify([file.markdown, file.pages, file.format, bytes.markdown, csv.markdown]));`);
    const [markdown, pages, format, first, table] = said as [string, number, string, string, string];
    expect([pages > 0, format]).toEqual([true, 'pdf']);
    expect(markdown).toMatch(/^# Harbour survey 2026\n/);
    expect(first).toMatch(/^<!-- page 1 -->\n\n# Harbour survey 2026\n/);
    expect(table).toBe('| a | b |\n| - | - |\n| 1 | 2 |\n');
  });

  it('throws a failure with a code for what it cannot convert, and leaves no file behind', async () => {
    await mkdir(join(folder, 'temporary'), { recursive: true });
    const said = await program(`
      process.env.TMPDIR = 'temporary';
      const failed = await convert(Buffer.from('%PDF-1.4 and no more')).catch((error) => error);
      console.log(JSON.stringify([isFailure(failed), failed.code]));`);
    expect(said).toEqual([true, 'corrupt_document']);
    expect(await readdir(join(folder, 'temporary'))).toEqual([]);
  });

  it('has types that a program in TypeScript is checked by', async () => {
    await writeFile(
      join(folder, 'typed.ts'),
      `import { convert, type Converted } from '@scriptorium-md/engine';
      const converted: Converted = await convert('sample.pdf', { ocr: { mode: 'off', languages: [] } });
      // @ts-expect-error Markdown is text.
      export const wrong: number = converted.markdown;`,
    );
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node'];
    const types = ['--typeRoots', join(ROOT, 'node_modules/@types')];
    await run(join(ROOT, 'node_modules/.bin/tsc'), [...flags, ...types, 'typed.ts'], { cwd: folder });
  });
});
