/**
 * CPU time of the whole command `scriptorium convert`, for each file: `node test/bench/command.ts FOLDER [--files N]
 * [--root CHECKOUT]`. The PDFs of the folder are repeated until there are so many (200). To compare two checkouts, run
 * them in turn.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    files: { type: 'string', default: '200' },
    root: { type: 'string', default: resolve(import.meta.dirname, '../..') },
  },
});
const folder = resolve(positionals[0] ?? '.');
const count = Number(values.files);
const pdfs = readdirSync(folder).filter((name) => name.endsWith('.pdf'));
if (pdfs.length === 0) throw new Error(`There are no PDFs in ${folder}`);

const work = mkdtempSync(join(tmpdir(), 'scriptorium-bench-'));
const files = Array.from({ length: count }, (_, i) => {
  const path = join(work, `${i}.pdf`);
  symlinkSync(join(folder, pdfs[i % pdfs.length]!), path);
  return path;
});
const convert = (inputs: readonly string[]): number => {
  const script = 'TIMEFORMAT="%U %S"; time "$@" > /dev/null 2>&1';
  const command = [process.execPath, join(values.root, 'bin/scriptorium.js'), 'convert', '-d', work, ...inputs];
  const { stderr } = spawnSync('bash', ['-c', script, 'bash', ...command], { encoding: 'utf8' });
  const [user = 0, system = 0] = stderr.trim().split('\n').at(-1)!.split(' ').map(Number);
  return user + system;
};
try {
  // The first run of a checkout makes the bundle of its converter processes.
  const one = Math.min(convert(files.slice(0, 1)), convert(files.slice(0, 1)));
  const all = convert(files);
  const each = ((1000 * all) / count).toFixed(1);
  console.log(`${count} files by ${availableParallelism()} processes: ${each} ms of CPU a file`);
  console.log(`one file alone: ${Math.round(1000 * one)} ms of CPU`);
} finally {
  rmSync(work, { recursive: true });
}
