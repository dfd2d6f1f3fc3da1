import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { convertDocument } from '../../../src/cli/convert/document.ts';
import { openConvertPool } from '../../../src/cli/convert/pool.ts';
import type { ConvertPool } from '../../../src/cli/convert/pool.ts';
import { workerProgram } from '../../../src/cli/bundles/worker-program.ts';
import { mutate } from '../../make/mutate.ts';
import { hash } from '../quality/corpus/random.ts';

const HELP = `node test/bench/pdf/robust.ts FOLDER [--seeds 2] [--only PART-OF-NAME] [--seconds 120] [--memory MIB] [--processes 2] [--ocr]
Does every PDF of a folder end in Markdown or in a named failure? Each file as it is and with so many mutations, converted and merged by the
worker processes of \`scriptorium convert\` with their limits. Prints what did not, what took long, and a count of the outcomes.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '120' },
    memory: { type: 'string', default: '1024' },
    processes: { type: 'string', default: '2' },
    ocr: { type: 'boolean', default: false },
  },
});

/** Codes that say what is wrong with the document; any other means that a process broke down or was ended. */
const NAMED = new Set([
  'corrupt_document',
  'password_protected',
  'limit_exceeded',
  'unsupported_format',
  'start_page_out_of_range',
  'needs OCR',
]);
const SLOW_SECONDS = 20;

interface Run {
  readonly name: string;
  readonly seed: number;
  readonly outcome: string;
  readonly detail: string;
  readonly seconds: number;
}

/** Scans are not read by OCR, which would take hours; what would need it is an outcome of its own. */
function withoutOcr(pool: ConvertPool): ConvertPool {
  return {
    ...pool,
    run: async (work) =>
      work.native ? { outcome: 'failed', failure: { code: 'needs OCR', message: '' } as never } : await pool.run(work),
  };
}

async function convertOne(
  pool: ConvertPool,
  { order, path, work }: { readonly order: number; readonly path: string; readonly work: string },
): Promise<{ outcome: string; detail: string }> {
  const folder = join(work, `document-${order}`);
  await mkdir(folder);
  try {
    const result = await convertDocument(pool, {
      order,
      path,
      folder,
      options: { includeImages: false, ocr: { mode: 'auto', languages: ['eng'] }, emphasis: true, imageFolder: '' },
      progress: { pagesKnown: () => {}, pageDone: () => {} },
    });
    if (!result.ok) return { outcome: result.failure.code, detail: result.failure.message };
    return { outcome: readFileSync(result.markdown, 'utf8').trim() === '' ? 'empty Markdown' : 'Markdown', detail: '' };
  } catch (error) {
    return { outcome: 'ERROR', detail: String(error) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function report({ name, seed, outcome, detail, seconds }: Run): void {
  const isFine = NAMED.has(outcome) || outcome.endsWith('Markdown');
  if (!isFine || seconds > SLOW_SECONDS)
    console.log(`${name}${seed === 0 ? '' : ` seed ${seed}`}: ${outcome} ${detail} (${seconds.toFixed(1)} s)`);
}

function tableOf(runs: readonly Run[]): string {
  const outcomes = [...new Set(runs.map(({ outcome }) => outcome))].map((outcome) => ({
    outcome,
    whole: runs.filter((run) => run.outcome === outcome && run.seed === 0).length,
    changed: runs.filter((run) => run.outcome === outcome && run.seed > 0).length,
  }));
  return [
    '| outcome | files | mutations |',
    '|---|---|---|',
    ...outcomes
      .sort((a, b) => b.whole + b.changed - a.whole - a.changed)
      .map(({ outcome, whole, changed }) => `| ${outcome} | ${whole} | ${changed} |`),
  ].join('\n');
}

async function main(folder: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'robust-'));
  const processes = Number(values.processes);
  const opened = await openConvertPool({
    program: workerProgram(),
    processes,
    folder: work,
    broken: (stderr) => void (stderr.trim() !== '' && console.log(stderr.slice(-400))),
    limits: { memoryBytes: Number(values.memory) * 2 ** 20, seconds: Number(values.seconds), scratchBytes: Infinity },
  });
  const pool = values.ocr ? opened : withoutOcr(opened);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.pdf') && name.includes(values.only))
    .toSorted();
  const jobs = names
    .flatMap((name) => Array.from({ length: Number(values.seeds) + 1 }, (_, seed) => ({ name, seed })))
    .entries();
  const runs: Run[] = [];
  const serve = async (): Promise<void> => {
    for (const [order, { name, seed }] of jobs) {
      const path = seed === 0 ? join(folder, name) : join(work, `mutant-${order}.pdf`);
      if (seed > 0) writeFileSync(path, mutate(new Uint8Array(readFileSync(join(folder, name))), hash(name) + seed));
      const start = performance.now();
      const run: Run = {
        name,
        seed,
        ...(await convertOne(pool, { order, path, work })),
        seconds: (performance.now() - start) / 1000,
      };
      runs.push(run);
      report(run);
      if (seed > 0) rmSync(path);
    }
  };
  await Promise.all(Array.from({ length: processes }, serve));
  await opened.close();
  rmSync(work, { recursive: true, force: true });
  console.log(tableOf(runs));
  const longest = runs.toSorted((a, b) => b.seconds - a.seconds).slice(0, 5);
  console.log(
    `\n${names.length} files, ${runs.length} documents; longest: ${longest.map(({ name, seed, seconds }) => `${name}${seed ? `#${seed}` : ''} ${seconds.toFixed(1)} s`).join(', ')}`,
  );
}

const [folder] = positionals;
if (folder === undefined) console.log(HELP);
else await main(folder);
