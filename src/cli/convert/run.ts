import { rmSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDiskFailure, MachineFailure, reasonOf } from '../system-error.ts';
import { convertAll, type Batch, type Reported } from './batch.ts';
import { painter } from './colors.ts';
import { openConsole } from './console.ts';
import type { Converter, ConvertFlags } from './converter.ts';
import { EXIT } from './exit-codes.ts';
import { findInputs, isUrl, type Inputs } from './inputs.ts';
import { stopOnSignals, type Interruption } from './interruption.ts';
import { openLocal } from './local.ts';
import { extraOutputs, MAIN } from './outputs.ts';
import { NoPassword, readPassword } from './password.ts';
import { planAll, planLine, summaryLines } from './report.ts';
import { startBar, type ProgressBar } from './progress-bar.ts';
import { watchInputs } from './watch.ts';

/** Codes that say that Scriptorium or the machine failed, not the document. */
const OURS: ReadonlySet<string> = new Set(['conversion_failed', 'disk_failed', 'stranded_running']);

interface Run extends Inputs {
  readonly files: readonly string[];
  readonly flags: ConvertFlags;
  readonly password: string | undefined;
  /** For temporary files. */
  readonly folder: string;
  readonly interruption: Interruption;
  /** Several documents, or arguments that could be several. */
  readonly several: boolean;
  readonly toFiles: boolean;
  readonly misused: (message: string) => never;
}

/** Converts all documents and puts them where they belong. Returns the exit code. */
export async function runConvert(
  files: readonly string[],
  stated: ConvertFlags,
  misused: (message: string) => never,
): Promise<number> {
  const flags = withMainOutput(stated);
  if (flags.watch && files.some((file) => file === '-' || isUrl(file))) misused('--watch takes files and folders.');
  const password = await readPasswordOrRefuse(flags, misused);
  const folder = await makeTemporaryFolder();
  const interruption = stopOnSignals(folder);
  try {
    const found = await findInputs(files, folder, flags);
    const several = found.inputs.length > 1 || files.length > 1 || files.some(isFolder);
    const toFiles = writesFiles(flags, { several, stdin: files[0] === '-' });
    const run = { ...found, files, flags, password, folder, interruption, several, toFiles, misused };
    requireSuitableOutput(run);
    const report = [...(flags.dryRun ? planAll(run) : await convertInputs(run)), ...reportMissing(run)];
    if (interruption.isStopping) return EXIT.documents;
    printReport(report, flags);
    return exitCodeFor(report);
  } catch (error) {
    throw isDiskFailure(error) ? noTemporaryFiles(error) : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** It goes with the process, also where that ends in the middle because nobody reads its output. */
async function makeTemporaryFolder(): Promise<string> {
  try {
    const folder = await mkdtemp(join(tmpdir(), 'scriptorium-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  } catch (error) {
    throw noTemporaryFiles(error);
  }
}

const noTemporaryFiles = (error: unknown): MachineFailure =>
  new MachineFailure(`Failed to write temporary files to ${tmpdir()}: ${reasonOf(error)}.`);

function requireSuitableOutput({ inputs, flags, toFiles, misused }: Run): void {
  if (toFiles && flags.output !== undefined && inputs.length > 1)
    misused('-o accepts only one document. Use -d for several.');
  if (flags.watch && !toFiles) misused('--watch writes files. Name a folder or several files, or use -d.');
}

async function convertInputs(run: Run): Promise<Reported[]> {
  const { inputs, toFiles, flags, folder, interruption } = run;
  // Markdown on the terminal, and a bar on the same, would mix.
  const bar = startBar(inputs.length, process.stderr, !flags.quiet && (toFiles || !process.stdout.isTTY));
  const report: Reported[] = [];
  interruption.message = () => interruptedLine(report, run);
  interruption.close = () => Promise.resolve(bar.stop());
  const began = performance.now();
  const converter = await openConverter(run, bar);
  interruption.close = async () => {
    bar.stop();
    await converter.close();
  };
  const console = openConsole({
    bar,
    paint: painter(flags.color, { isTTY: process.stderr.isTTY, env: process.env }),
    quiet: flags.quiet,
    silent: flags.json,
    isActive: () => !interruption.isStopping,
  });
  const batch = { inputs, converter, folder, flags, toFiles, bar, console };
  try {
    await convertAll(batch, report);
    bar.stop();
    summarize(run, batch, { report, seconds: (performance.now() - began) / 1000 });
    if (flags.watch) await watchBatch(run, batch, report);
    return report;
  } finally {
    bar.stop();
    await converter.close();
  }
}

async function openConverter({ flags, folder, inputs, password, misused }: Run, bar: ProgressBar): Promise<Converter> {
  const given = { ...flags, given: password };
  if (flags.server !== undefined) return (await import('./remote.ts')).openRemote(flags.server, flags.key!, given);
  const broken = (stderr: string): void => bar.aside(() => void (flags.verbose && process.stderr.write(stderr)));
  return await openLocal(given, { folder, documents: inputs.length, broken, misused });
}

const reportMissing = ({ missing }: Inputs): Reported[] =>
  missing.map(({ shown, code, error }) => ({ file: shown, code, error }));

/** Says what there was no document behind, and, of several documents, how many were converted. */
function summarize(
  run: Run,
  { flags, bar, console }: Batch,
  { report, seconds }: { readonly report: readonly Reported[]; readonly seconds: number },
): void {
  for (const { shown, error } of run.missing) console.error(shown, error);
  const all = [...report, ...reportMissing(run)];
  if (!run.several || (flags.quiet && all.every(({ code }) => code === undefined))) return;
  for (const line of summaryLines(all, { pages: bar.pagesDone(), seconds })) console.line(line);
}

function watchBatch({ files, inputs, flags, folder }: Run, batch: Batch, report: readonly Reported[]): Promise<never> {
  const search = (): Promise<Inputs> => findInputs(files, folder, flags);
  const converted = inputs.filter((_, i) => report[i]?.code === undefined);
  return watchInputs(files, { search, converted }, ({ inputs: changed, again }) =>
    convertAll({ ...batch, inputs: changed, flags: again ? { ...flags, force: true, skipExisting: false } : flags }),
  );
}

function printReport(report: readonly Reported[], { json, dryRun }: ConvertFlags): void {
  if (json) process.stdout.write(`${JSON.stringify({ documents: report })}\n`);
  else if (dryRun) process.stdout.write(report.map((planned) => `${planLine(planned)}\n`).join(''));
}

function exitCodeFor(report: readonly Reported[]): number {
  const codes = report.flatMap(({ code }) => code ?? []);
  if (codes.some((code) => OURS.has(code))) return EXIT.ours;
  return codes.length > 0 ? EXIT.documents : EXIT.done;
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Says how many documents are done, and how to go on. */
function interruptedLine(report: readonly (Reported | undefined)[], { inputs, toFiles, flags }: Run): string {
  const done = report.filter((one) => one !== undefined && one.code === undefined).length;
  const what = `Interrupted after ${done} of ${inputs.length} ${inputs.length === 1 ? 'document' : 'documents'}.`;
  const canContinue = toFiles && !flags.watch && done > 0;
  return canContinue ? `${what} To continue, run the same command with --skip-existing.` : what;
}

/**
 * Several documents, a folder, or more than standard output can take make files, with and without a terminal. One
 * document goes to standard output in a pipe, and standard input always.
 */
function writesFiles(
  { json, outputs = [], format, output, directory }: ConvertFlags,
  { several, stdin }: { readonly several: boolean; readonly stdin: boolean },
): boolean {
  if (output !== undefined) return output !== '-';
  if (several || directory !== undefined || json || extraOutputs(outputs, format).length > 0) return true;
  return process.stdout.isTTY && !stdin;
}

/** Other formats are outputs, in place of the Markdown. */
function withMainOutput(flags: ConvertFlags): ConvertFlags {
  const { format, outputs = [] } = flags;
  const main = MAIN[format];
  return main === 'markdown' || outputs.includes(main) ? flags : { ...flags, outputs: [...outputs, main] };
}

async function readPasswordOrRefuse(
  flags: ConvertFlags,
  misused: (message: string) => never,
): Promise<string | undefined> {
  try {
    return await readPassword(flags, process.env);
  } catch (error) {
    if (error instanceof NoPassword) return misused(error.message);
    throw error;
  }
}
