import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOcrData } from '../ocr-data.ts';
import { printable } from '../printable.ts';
import { WrongSetting } from '../settings.ts';
import { prepareWorker, workerProgram } from '../worker-program.ts';
import { convertAll, summaryLine } from './batch.ts';
import type { ConversionFlags, Converter, ConvertFlags } from './converter.ts';
import { convertDocument } from './document.ts';
import { NoPassword, readPassword } from './password.ts';
import { findInputs } from './inputs.ts';
import { beside, linkFolder } from './outputs.ts';
import { openConvertPool } from './pool.ts';
import { startBar } from './progress-bar.ts';
import type { ProgressBar } from './progress-bar.ts';

export const LIMITS = { memoryBytes: 2048 * 2 ** 20, seconds: 1800, scratchBytes: Infinity };

/** Converts all documents and puts them where they belong. Returns the exit code: 1 when any of them failed. */
export async function runConvert(
  files: readonly string[],
  asked: ConvertFlags,
  misused: (message: string) => never,
): Promise<number> {
  const flags = withDocument(asked);
  const password = await passwordOf(flags, misused);
  const folder = await mkdtemp(join(tmpdir(), 'scriptorium-'));
  const stop = interruptible(folder);
  const { inputs, missing } = await findInputs(files, folder);
  if (flags.output !== undefined && flags.output !== '-' && inputs.length > 1) {
    await rm(folder, { recursive: true, force: true });
    misused('-o accepts only one document. Use -d for several.');
  }
  const toFiles = goesToFiles(flags);
  // Markdown on the terminal, and a bar on the same, would mix.
  const shown = !(process.stdout.isTTY && flags.output === '-');
  const bar = startBar(inputs.length, process.stderr, shown);
  const converter =
    flags.server === undefined
      ? await openLocal({ folder, documents: inputs.length }, { ...flags, given: password }, bar, misused)
      : (await import('./remote.ts')).openRemote(flags.server, flags.key!, { ...flags, given: password });
  stop.first = async (): Promise<void> => {
    bar.stop();
    await converter.close();
  };
  const began = performance.now();
  try {
    const complain = (shown: string, message: string): void => {
      // Processes that an interrupt ended are no fault of their documents.
      if (stop.stopping) return;
      bar.aside(() => process.stderr.write(`${printable(shown.replaceAll('\n', ' '))}: ${printable(message)}\n`));
    };
    const report = await convertAll({ inputs, converter, folder, flags, toFiles, bar, complain });
    for (const { shown, code, error } of missing) report.push({ file: shown, code, error });
    bar.stop();
    if (stop.stopping) return 1;
    if (flags.json) process.stdout.write(`${JSON.stringify({ documents: report })}\n`);
    else for (const { shown, error } of missing) complain(shown, error);
    if (process.stderr.isTTY && report.length > 1)
      process.stderr.write(`${summaryLine(report, bar.pagesDone(), (performance.now() - began) / 1000)}\n`);
    return report.some(({ code }) => code !== undefined) ? 1 : 0;
  } finally {
    bar.stop();
    await converter.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A signal ends the processes with us (their input closes); the folder is ours to remove. What is done first is set
 * once there is something to stop.
 */
function interruptible(folder: string): { first: () => Promise<void>; stopping: boolean } {
  const stop = { first: (): Promise<void> => Promise.resolve(), stopping: false };
  const interrupted = (signal: 'SIGINT' | 'SIGTERM'): void => {
    stop.stopping = true;
    void stop
      .first()
      .then(() => rm(folder, { recursive: true, force: true }))
      .then(() => process.stderr.write('Interrupted. Documents that were finished are kept.\n'))
      .finally(() => process.exit(signal === 'SIGINT' ? 130 : 143));
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  return stop;
}

/** Files where no target is named: on a terminal, and for more than standard output can take. */
function goesToFiles({ json, outputs = [], format }: ConvertFlags): boolean {
  return process.stdout.isTTY || json || beside(outputs, format).length > 0;
}

/** JSON is the output `document`, in place of the Markdown. */
function withDocument(asked: ConvertFlags): ConvertFlags {
  const { format, outputs = [] } = asked;
  return format === 'json' && !outputs.includes('document') ? { ...asked, outputs: [...outputs, 'document'] } : asked;
}

async function passwordOf(flags: ConvertFlags, misused: (message: string) => never): Promise<string | undefined> {
  try {
    return await readPassword(flags, process.env);
  } catch (error) {
    if (error instanceof NoPassword) return misused(error.message);
    throw error;
  }
}

/** Pages of one document that a process converts in one go while others have documents of their own. */
const PAGES_TOGETHER = 64;

async function openLocal(
  { folder, documents }: { readonly folder: string; readonly documents: number },
  flags: ConvertFlags & ConversionFlags,
  bar: ProgressBar,
  misused: (message: string) => never,
): Promise<Converter> {
  const { ocr: mode = 'auto', ocrLanguages = ['auto'] } = flags;
  const ocrData = await findOcrData(ocrLanguages, flags.ocrDataDir).catch((error: unknown) => {
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
        answerText: true,
        ...(documents > 2 * processes && { mostPages: PAGES_TOGETHER }),
        options: {
          includeImages: flags.images,
          ocr: { mode, languages: ocrData.languages },
          emphasis: flags.emphasis,
          pageMarkers: flags.pageMarkers,
          ...(flags.outputs && { outputs: flags.outputs }),
          ...(flags.chunkSize !== undefined && { chunkSize: flags.chunkSize }),
          wholePage: flags.wholePage,
          ...(flags.given !== undefined && { password: flags.given }),
          ...(ocrData.folder !== undefined && { ocrDataFolder: ocrData.folder }),
          imageFolder: linkFolder(target),
          ...(flags.pages && { pages: flags.pages }),
        },
      }),
    close: () => pool.close(),
  };
}
