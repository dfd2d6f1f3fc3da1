import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { convertDocument } from '../../src/cli/convert/document.ts';
import { openConvertPool, type ConvertPool } from '../../src/cli/convert/pool.ts';
import { workerProgram } from '../../src/cli/bundles/worker-program.ts';
import { CORPUS, mutant } from './corpus.ts';
import { executableParts } from '../make/executable.ts';
import { SEEDS } from './seeds.ts';

/** For all formats together. */
const SECONDS = Number(process.env['SCRIPTORIUM_FUZZ_SECONDS'] ?? 120);
const LIMITS = { memoryBytes: 1024 * 2 ** 20, seconds: 60, scratchBytes: Infinity };
/** To repeat a run; otherwise another one each time. */
const FIRST_SEED = Number(process.env['SCRIPTORIUM_FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** A process that broke down, and one that was lost: the fault is ours, whatever the document. */
const OURS = ['conversion_failed', 'stranded_running', 'conversion_timeout', 'out_of_memory'];

let folder: string;
let pool: ConvertPool;
let errors = '';
let counter = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scriptorium-fuzz-'));
  const broken = (stderr: string): void => {
    errors = stderr;
  };
  pool = await openConvertPool({ program: workerProgram(), processes: 2, folder, limits: LIMITS, broken });
});
afterAll(async () => {
  await pool.close();
  await rm(folder, { recursive: true, force: true });
});

/** Throws unless the document becomes harmless Markdown, or fails by a fault of its own. */
async function check(name: string, seed: number): Promise<void> {
  const place = join(folder, `${counter++}`);
  await mkdir(place);
  const path = join(place, name);
  await writeFile(path, mutant(name, seed));
  errors = '';
  const result = await convertDocument(pool, {
    path,
    order: counter,
    folder: place,
    options: { includeImages: false, ocr: { languages: ['eng'], mode: 'auto' }, emphasis: true, imageFolder: '' },
    progress: { pagesKnown: () => {}, pageDone: () => {} },
  });
  const found = result.ok ? executableParts(await readFile(result.markdown, 'utf8')) : [];
  if ((!result.ok && OURS.includes(result.failure.code)) || found.length > 0)
    throw new Error(
      `${name}, seed ${seed}: ${result.ok ? found.join(', ') : result.failure.code} ${errors.slice(0, 2000)}`,
    );
  if (seed === 0) expect(result).toMatchObject({ ok: true });
  await rm(place, { recursive: true });
}

describe('a document with changes at random', () => {
  const names = Object.keys(CORPUS);
  it.each(names)('becomes harmless Markdown, or fails by a fault of its own: %s', async (name) => {
    for (const seed of [0, ...(SEEDS[name] ?? [])]) await check(name, seed);
    const end = performance.now() + (SECONDS * 1000) / names.length;
    for (let seed = FIRST_SEED; performance.now() < end; seed++) await check(name, seed);
  });
});
