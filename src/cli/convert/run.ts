import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WarningSummary } from '../../job/warnings.ts';
import { findOcrData } from '../ocr-data.ts';
import { printable } from '../printable.ts';
import { WrongSetting } from '../settings.ts';
import { prepareWorker, workerProgram } from '../worker-program.ts';
import type { Converter, ConvertFlags } from './converter.ts';
import { convertDocument } from './document.ts';
import type { DocumentProgress } from './document.ts';
import { findInputs } from './inputs.ts';
import type { Input } from './inputs.ts';
import { deliver, imageFiles, linkFolder, targetOf } from './outputs.ts';
import { openConvertPool } from './pool.ts';
import { startBar } from './progress-bar.ts';
import type { ProgressBar } from './progress-bar.ts';

const LIMITS = { memoryBytes: 2048 * 2 ** 20, seconds: 1800, scratchBytes: Infinity };

/** Converts all documents and puts them where they belong. Returns the exit code: 1 when any of them failed. */
export async function runConvert(
  files: readonly string[],
  flags: ConvertFlags,
  misused: (message: string) => never,
): Promise<number> {
  const { inputs, missing } = await findInputs(files);
  if (flags.output !== undefined && flags.output !== '-' && inputs.length > 1)
    misused('-o accepts only one document. Use -d for several.');
  const toFiles = process.stdout.isTTY || flags.json;
  const folder = await mkdtemp(join(tmpdir(), 'scriptorium-'));
  const bar = startBar(inputs.length, process.stderr);
  const converter =
    flags.server === undefined
      ? await openLocal(folder, flags, bar, misused)
      : (await import('./remote.ts')).openRemote(flags.server, flags.key!, flags);
  // A signal ends the processes with us (their input closes); the folder is ours to remove.
  const interrupted = (): void => {
    bar.stop();
    void converter
      .close()
      .then(() => rm(folder, { recursive: true, force: true }))
      .finally(() => process.exit(130));
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const complain = (shown: string, message: string): void =>
      bar.aside(() => process.stderr.write(`${printable(shown.replaceAll('\n', ' '))}: ${printable(message)}\n`));
    const report = await convertAll({ inputs, converter, folder, flags, toFiles, bar, complain });
    for (const shown of missing) report.push({ file: shown, code: 'no_file', error: 'File not found.' });
    if (flags.json) process.stdout.write(`${JSON.stringify({ documents: report })}\n`);
    else for (const shown of missing) complain(shown, 'File not found.');
    return report.some(({ code }) => code !== undefined) ? 1 : 0;
  } finally {
    bar.stop();
    await converter.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function openLocal(
  folder: string,
  flags: ConvertFlags,
  bar: ProgressBar,
  misused: (message: string) => never,
): Promise<Converter> {
  const ocrDataFolder = await findOcrData(flags.ocrLanguages, flags.ocrDataDir).catch((error: unknown) => {
    if (error instanceof WrongSetting) return misused(error.message);
    throw error;
  });
  await prepareWorker();
  const processes = flags.processes ?? availableParallelism();
  const broken = (stderr: string): void => bar.aside(() => void (flags.verbose && process.stderr.write(stderr)));
  const pool = await openConvertPool({ program: workerProgram(), processes, folder, limits: LIMITS, broken });
  return {
    // One more than there are processes, so that none waits while a document is merged.
    atOnce: processes + 1,
    convert: ({ input, target, ...work }) =>
      convertDocument(pool, {
        ...work,
        path: input.path,
        options: {
          includeImages: flags.images,
          ocr: { mode: flags.ocr, languages: flags.ocrLanguages },
          emphasis: flags.emphasis,
          wholePage: flags.wholePage,
          ...(ocrDataFolder !== undefined && { ocrDataFolder }),
          imageFolder: linkFolder(target),
          ...(flags.pages && { pages: flags.pages }),
        },
      }),
    close: () => pool.close(),
  };
}

/** What became of one document: where its Markdown and images lie, or why there are none. */
interface Reported {
  readonly file: string;
  readonly markdown?: string;
  readonly images?: readonly string[];
  readonly warnings?: readonly WarningSummary[];
  readonly code?: string;
  readonly error?: string;
}

interface Batch {
  readonly inputs: readonly Input[];
  readonly converter: Converter;
  readonly folder: string;
  readonly flags: ConvertFlags;
  readonly toFiles: boolean;
  readonly bar: ProgressBar;
  readonly complain: (shown: string, message: string) => void;
}

/** Documents are converted side by side; on standard output they follow each other in their order. */
async function convertAll(batch: Batch): Promise<Reported[]> {
  const { inputs, converter, flags, bar } = batch;
  const report: Reported[] = [];
  let next = 0;
  let delivered = Promise.resolve();

  async function one(order: number): Promise<void> {
    const input = inputs[order]!;
    const before = delivered;
    let release = (): void => {};
    delivered = new Promise((resolve) => {
      release = resolve;
    });
    try {
      const folder = join(batch.folder, String(order));
      await mkdir(folder);
      const target = targetOf(input, {
        toFiles: batch.toFiles,
        ...(flags.output !== undefined && { output: flags.output }),
        ...(flags.directory !== undefined && { directory: flags.directory }),
      });
      let counted = false;
      const progress: DocumentProgress = {
        pagesKnown: (pages) => {
          counted = true;
          bar.fileCounted(pages);
        },
        pageDone: () => bar.pageDone(),
      };
      const result = await converter.convert({ input, order, folder, target, progress });
      if (target === 'stdout') await before;
      if (result.ok) {
        await deliver(result.markdown, result.images, target);
        report[order] = {
          file: input.shown,
          ...(target !== 'stdout' && { markdown: target.file, images: imageFiles(target, result.images) }),
          ...(result.warnings.length > 0 && { warnings: result.warnings }),
        };
        if (!flags.json) for (const { message } of result.warnings) batch.complain(input.shown, message);
      } else {
        report[order] = { file: input.shown, code: result.failure.code, error: result.failure.message };
        if (!flags.json) batch.complain(input.shown, result.failure.message);
      }
      if (!counted) bar.fileCounted(0);
      bar.fileDone();
      await rm(folder, { recursive: true, force: true });
    } finally {
      release();
    }
  }
  async function follow(): Promise<void> {
    while (next < inputs.length) await one(next++);
  }
  await Promise.all(Array.from({ length: Math.min(converter.atOnce, inputs.length) }, follow));
  return report;
}
