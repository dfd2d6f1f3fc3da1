import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { samplePdf } from '../samples/pdf.ts';
import { convertDocument } from './convert/document.ts';
import { openConvertPool } from './convert/pool.ts';
import { missingIsolation } from './serve/missing-isolation.ts';
import { findOcrData } from './ocr/data.ts';
import { prepareWorker, workerProgram } from './bundles/worker-program.ts';

/** The finding of a check. Documents can be converted with a `missing` one, not with a `failed` one. */
interface Check {
  readonly result: 'ok' | 'missing' | 'failed';
  readonly what: string;
}

/** `scriptorium doctor`: what this machine lacks. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('Check what this machine lacks: isolation, OCR languages, and whether a document can be converted.')
    .option('--ocr-languages <codes>', 'OCR languages to look for, separated by commas', 'auto')
    .option('--ocr-data-dir <folder>', 'folder of CODE.traineddata files', process.env['SCRIPTORIUM_OCR_DATA_DIR'])
    .option('--json', 'print one JSON object', false)
    .action(async (flags: { ocrLanguages: string; ocrDataDir?: string; json: boolean }) => {
      const checks = await examine(flags.ocrLanguages.split(','), flags.ocrDataDir);
      if (flags.json) process.stdout.write(`${JSON.stringify({ checks })}\n`);
      else for (const { result, what } of checks) process.stdout.write(`${result.padEnd(7)}  ${what}\n`);
      process.exitCode = checks.some(({ result }) => result === 'failed') ? 1 : 0;
    });
}

async function examine(languages: readonly string[], dataFolder: string | undefined): Promise<Check[]> {
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  return [
    {
      result: 'ok',
      what: `Node ${process.version} on ${process.platform} ${process.arch}, ${availableParallelism()} cores, ${gibibytes} GiB of memory`,
    },
    ...(await isolation()),
    ...(await Promise.all(languages.map((language) => ocrLanguage(language, dataFolder)))),
    await conversion(),
  ];
}

async function isolation(): Promise<Check[]> {
  const missing = await missingIsolation();
  if (missing.length === 0) return [{ result: 'ok', what: 'isolation: converters are sandboxed and have no network' }];
  return missing.map((what) => ({ result: 'missing', what: `isolation: ${what}` }));
}

async function ocrLanguage(language: string, dataFolder: string | undefined): Promise<Check> {
  try {
    const { languages } = await findOcrData([language], dataFolder);
    return { result: 'ok', what: `OCR data for ${languages.join(', ')}` };
  } catch (error) {
    return { result: 'missing', what: (error as Error).message };
  }
}

/** Converts a page, as the command does. */
async function conversion(): Promise<Check> {
  const folder = await mkdtemp(join(tmpdir(), 'scriptorium-'));
  try {
    const path = join(folder, 'sample.pdf');
    await writeFile(path, samplePdf(['A page to try the conversion.']));
    await prepareWorker();
    let stderr = '';
    const pool = await openConvertPool({
      program: workerProgram(),
      processes: 1,
      folder,
      limits: { memoryBytes: 2 ** 31, seconds: 60, scratchBytes: Infinity },
      broken: (text) => {
        stderr = text;
      },
    });
    try {
      const result = await convertDocument(pool, {
        path,
        order: 0,
        folder,
        options: {
          includeImages: false,
          ocr: { mode: 'off', languages: ['eng'] },
          emphasis: true,
          wholePage: false,
          imageFolder: '',
        },
        progress: { pagesKnown: () => undefined, pageDone: () => undefined },
      });
      return result.ok
        ? { result: 'ok', what: 'a PDF was converted' }
        : { result: 'failed', what: `a PDF was not converted: ${result.failure.message} ${stderr}`.trim() };
    } finally {
      await pool.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
