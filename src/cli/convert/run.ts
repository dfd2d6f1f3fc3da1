import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOcrData } from '../ocr/data.ts';
import { WrongSetting } from '../settings.ts';
import { prepareWorker, workerProgram } from '../bundles/worker-program.ts';
import { convertAll, type Reported } from './batch.ts';
import { painter } from './colors.ts';
import { openConsole } from './console.ts';
import type { ConversionFlags, Converter, ConvertFlags } from './converter.ts';
import { convertDocument } from './document.ts';
import { findInputs, isUrl, type Inputs } from './inputs.ts';
import { beside, linkPrefix, MAIN } from './outputs.ts';
import { NoPassword, readPassword } from './password.ts';
import { planAll, planLine, summaryLines } from './report.ts';
import { openConvertPool } from './pool.ts';
import { startBar, type ProgressBar } from './progress-bar.ts';
import { watchInputs } from './watch.ts';

export const LIMITS = { memoryBytes: 2048 * 2 ** 20, seconds: 1800, scratchBytes: Infinity };

/**
 * The exit codes of the command. The worst of a run counts: a fault of ours, then one of a document. A usage fault is
 * found before anything is converted.
 */
const EXIT = { done: 0, documents: 1, ours: 3 } as const;

/** Codes that say that Scriptorium failed, not the document. */
const OURS: ReadonlySet<string> = new Set(['conversion_failed', 'stranded_running']);

/** Converts all documents and puts them where they belong. Returns the exit code. */
export async function runConvert(
  files: readonly string[],
  asked: ConvertFlags,
  misused: (message: string) => never,
): Promise<number> {
  const flags = withMain(asked);
  if (flags.watch && files.some((file) => file === '-' || isUrl(file))) misused('--watch takes files and folders.');
  const password = await passwordOf(flags, misused);
  const folder = await mkdtemp(join(tmpdir(), 'scriptorium-'));
  const stop = interruptible(folder);
  try {
    const { inputs, missing } = await findInputs(files, folder, flags);
    const several = inputs.length > 1 || files.length > 1 || files.some(isFolder);
    const toFiles = goesToFiles(flags, { several, stdin: files[0] === '-' });
    if (toFiles && flags.output !== undefined && inputs.length > 1)
      misused('-o accepts only one document. Use -d for several.');
    if (flags.watch && !toFiles) misused('--watch writes files. Name a folder or several files, or use -d.');
    const report = flags.dryRun
      ? planAll({ inputs, flags, toFiles })
      : await convertInputs({ files, inputs, missing, several, toFiles, flags, folder, password, stop, misused });
    if (stop.stopping) return EXIT.documents;
    for (const { shown, code, error } of missing) report.push({ file: shown, code, error });
    printReport(report, flags);
    return exitCode(report);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Run extends Inputs {
  readonly files: readonly string[];
  readonly several: boolean;
  readonly toFiles: boolean;
  readonly flags: ConvertFlags;
  readonly folder: string;
  readonly password: string | undefined;
  readonly stop: Stop;
  readonly misused: (message: string) => never;
}

async function convertInputs(run: Run): Promise<Reported[]> {
  const { files, inputs, missing, several, toFiles, flags, folder, stop } = run;
  // Markdown on the terminal, and a bar on the same, would mix.
  const bar = startBar(inputs.length, process.stderr, !flags.quiet && (toFiles || !process.stdout.isTTY));
  const console = openConsole({
    bar,
    paint: painter(flags.color, { isTTY: process.stderr.isTTY, env: process.env }),
    quiet: flags.quiet,
    silent: flags.json,
    speaks: () => !stop.stopping,
  });
  const report: Reported[] = [];
  stop.message = () => interruptedLine(report, { toFiles: toFiles && !flags.watch, inputs: inputs.length });
  stop.first = () => Promise.resolve(bar.stop());
  const began = performance.now();
  const converter = await openConverter(flags, { ...run, bar });
  stop.first = async () => {
    bar.stop();
    await converter.close();
  };
  const batch = { converter, folder, flags, toFiles, bar, console };
  try {
    await convertAll({ ...batch, inputs }, report);
    bar.stop();
    for (const { shown, error } of missing) console.error(shown, error);
    const all = [...report, ...missing.map(({ shown, code, error }) => ({ file: shown, code, error }))];
    if (several && (!flags.quiet || all.some(({ code }) => code !== undefined)))
      for (const line of summaryLines(all, { pages: bar.pagesDone(), seconds: (performance.now() - began) / 1000 }))
        console.line(line);
    if (flags.watch) {
      const search = (): Promise<Inputs> => findInputs(files, folder, flags);
      const converted = inputs.filter((_, i) => report[i]?.code === undefined);
      await watchInputs(files, { search, converted }, ({ inputs: changed, again }) =>
        convertAll({
          ...batch,
          inputs: changed,
          flags: again ? { ...flags, force: true, skipExisting: false } : flags,
        }),
      );
    }
    return report;
  } finally {
    bar.stop();
    await converter.close();
  }
}

function printReport(report: readonly Reported[], { json, dryRun }: ConvertFlags): void {
  if (json) process.stdout.write(`${JSON.stringify({ documents: report })}\n`);
  else if (dryRun) process.stdout.write(report.map((planned) => `${planLine(planned)}\n`).join(''));
}

const exitCode = (report: readonly Reported[]): number =>
  report.some(({ code }) => code !== undefined && OURS.has(code))
    ? EXIT.ours
    : report.some(({ code }) => code !== undefined)
      ? EXIT.documents
      : EXIT.done;

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

interface Stop {
  /** What is done first, once there is something to stop. */
  first: () => Promise<void>;
  message: () => string;
  stopping: boolean;
}

/** A signal ends the processes with us (their input closes); the folder is ours to remove. */
function interruptible(folder: string): Stop {
  const stop: Stop = { first: () => Promise.resolve(), message: () => 'Interrupted.', stopping: false };
  const interrupted = (signal: 'SIGINT' | 'SIGTERM'): void => {
    const message = stop.message();
    stop.stopping = true;
    void stop
      .first()
      .then(() => rm(folder, { recursive: true, force: true }))
      .then(() => process.stderr.write(`${message}\n`))
      .finally(() => process.exit(signal === 'SIGINT' ? 130 : 143));
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  return stop;
}

/** What is done, and how to go on. */
function interruptedLine(
  report: readonly Reported[],
  { toFiles, inputs }: { readonly toFiles: boolean; readonly inputs: number },
): string {
  const done = report.filter((one) => one?.code === undefined).filter(Boolean).length;
  const what = `Interrupted after ${done} of ${inputs} ${inputs === 1 ? 'document' : 'documents'}.`;
  return toFiles && done > 0 ? `${what} To continue, run the same command with --skip-existing.` : what;
}

/**
 * Several documents, a folder, or more than standard output can take make files, with and without a terminal. One
 * document goes to standard output in a pipe, and standard input always.
 */
function goesToFiles(
  { json, outputs = [], format, output, directory }: ConvertFlags,
  { several, stdin }: { readonly several: boolean; readonly stdin: boolean },
): boolean {
  if (output !== undefined) return output !== '-';
  if (several || directory !== undefined || json || beside(outputs, format).length > 0) return true;
  return process.stdout.isTTY && !stdin;
}

/** Other formats are outputs, in place of the Markdown. */
function withMain(asked: ConvertFlags): ConvertFlags {
  const { format, outputs = [] } = asked;
  const main = MAIN[format];
  return main === 'markdown' || outputs.includes(main) ? asked : { ...asked, outputs: [...outputs, main] };
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

interface Opening extends Pick<Run, 'folder' | 'inputs' | 'password' | 'misused'> {
  readonly bar: ProgressBar;
}

async function openConverter(flags: ConvertFlags, opening: Opening): Promise<Converter> {
  const given = opening.password;
  if (flags.server === undefined) return await openLocal({ ...flags, given }, opening);
  return (await import('./remote.ts')).openRemote(flags.server, flags.key!, { ...flags, given });
}

async function openLocal(
  flags: ConvertFlags & ConversionFlags,
  { folder, inputs, bar, misused }: Opening,
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
        ...(inputs.length > 2 * processes && { mostPages: PAGES_TOGETHER }),
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
          imageFolder: linkPrefix(target),
          ...(flags.pages && { pages: flags.pages }),
        },
      }),
    close: () => pool.close(),
  };
}
