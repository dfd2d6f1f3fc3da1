import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { prepareWorker, workerProgram } from '../../../src/cli/bundles/worker-program.ts';
import type { BenchPicture } from './pictures.ts';

const run = promisify(execFile);

export interface Reading {
  readonly picture: BenchPicture;
  readonly text: string;
  /** CPU seconds of all threads. */
  readonly cpu: number;
}

export interface OcrBenchEngine {
  readonly name: string;
  read(pictures: readonly BenchPicture[]): Promise<Reading[]>;
}

const model = createRequire(import.meta.url).resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz');

/** One process for all pictures, as it is for the pages of a range. What starting costs is spread evenly. */
export const ours: OcrBenchEngine = {
  name: 'ours',
  async read(pictures) {
    const readings: Reading[] = [];
    await prepareWorker();
    const { main } = workerProgram();
    await run(process.execPath, [main, 'compile-ocr'], { env: {} });
    for (let i = 0; i < pictures.length; i += 8) readings.push(...(await readWithOurs(main, pictures.slice(i, i + 8))));
    return readings;
  },
};

async function readWithOurs(program: string, pictures: readonly BenchPicture[]): Promise<Reading[]> {
  const script = join(import.meta.dirname, 'ours.ts');
  const { stdout } = await run(process.execPath, [script, program, ...pictures.map(({ path }) => path)], {
    maxBuffer: 1 << 28,
    env: {},
  });
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { text: string; cpu: number } | { total: number });
  const total = lines.at(-1);
  const read = lines.slice(0, -1) as { text: string; cpu: number }[];
  const known = read.reduce((sum, { cpu }) => sum + cpu, 0);
  const start = total && 'total' in total ? (total.total - known) / read.length : 0;
  return pictures.map((picture, i) => ({ picture, text: read[i]?.text ?? '', cpu: (read[i]?.cpu ?? 0) + start }));
}

/** The Tesseract of the system with the same model and one thread. */
export async function native(folder: string): Promise<OcrBenchEngine | undefined> {
  try {
    await run('tesseract', ['--version']);
  } catch {
    return undefined;
  }
  await mkdir(folder, { recursive: true });
  const data = join(folder, 'eng.traineddata');
  if (!existsSync(data)) await writeFile(data, gunzipSync(await readFile(model)));
  return {
    name: 'native tesseract, --psm 3',
    async read(pictures) {
      const readings: Reading[] = [];
      for (const picture of pictures) {
        const command = `TIMEFORMAT="%U %S"; time tesseract "$1" stdout --tessdata-dir "$2" --oem 1 --psm 3 2>/dev/null`;
        const { stdout, stderr } = await run('bash', ['-c', command, 'bash', picture.path, folder], {
          env: { ...process.env, OMP_THREAD_LIMIT: '1' },
          maxBuffer: 1 << 26,
        });
        const [user, system] = stderr.trim().split('\n').at(-1)!.split(' ').map(Number);
        readings.push({ picture, text: stdout, cpu: (user ?? 0) + (system ?? 0) });
      }
      return readings;
    },
  };
}

/** tesseract.js with nothing set but where its model lies. */
export const asItComes: OcrBenchEngine = {
  name: 'tesseract.js as it comes',
  async read(pictures) {
    const { createWorker } = await import('tesseract.js');
    const worker = await createWorker('eng', 1, {
      langPath: join(model, '..'),
      cacheMethod: 'none',
      errorHandler: () => {},
    });
    const readings: Reading[] = [];
    for (const picture of pictures) {
      const before = process.cpuUsage();
      const { data } = await worker.recognize(picture.path);
      const spent = process.cpuUsage(before);
      readings.push({ picture, text: data.text, cpu: (spent.user + spent.system) / 1e6 });
    }
    await worker.terminate();
    return readings;
  },
};
