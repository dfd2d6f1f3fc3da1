import { existsSync } from 'node:fs';
import { printable } from '../printable.ts';
import { mainKey, pagesOf, type Batch, type Reported } from './batch.ts';
import type { ConvertFlags } from './converter.ts';
import type { Input } from './inputs.ts';
import { NotWritten, requireWritable } from './deliver.ts';
import { targetOf } from './outputs.ts';
import { writeSeconds } from './progress-bar.ts';

/** The plan that `--dry-run` reports: where each document would go, or why it would not be converted. */
export function planAll({ inputs, flags, toFiles }: Pick<Batch, 'inputs' | 'flags' | 'toFiles'>): Reported[] {
  return inputs.map((input) => planOne(input, flags, toFiles));
}

function planOne(input: Input, flags: ConvertFlags, toFiles: boolean): Reported {
  const target = targetOf(input, { ...flags, toFiles });
  if (target === 'stdout') return { file: input.shown };
  const planned = { file: input.shown, [mainKey(flags)]: target.file };
  if (flags.skipExisting && existsSync(target.file)) return { ...planned, skipped: true };
  try {
    requireWritable(target, input, { format: flags.format, outputs: flags.outputs ?? [], force: flags.force });
    return planned;
  } catch (error) {
    if (!(error instanceof NotWritten)) throw error;
    return { file: input.shown, code: error.code, error: error.message };
  }
}

/** One line of `--dry-run`: `report.pdf → report.md`. */
export function planLine({ file, markdown, document, skipped, error }: Reported): string {
  if (error !== undefined) return printable(`${file}: ${error}`);
  return printable(`${file} → ${markdown ?? document ?? 'standard output'}${skipped ? ' (exists, skipped)' : ''}`);
}

/** Failures of a batch that is longer than a screen are listed again at its end, up to as many as fit. */
const SCREEN = 20;

/** `12 files converted, 340 pages in 8 s; 1 skipped, 2 failed.`, and which those are. */
export function summaryLines(
  report: readonly Reported[],
  { pages, seconds }: { readonly pages: number; readonly seconds: number },
): string[] {
  const failed = report.filter(({ code }) => code !== undefined);
  const skipped = report.filter((one) => one.skipped).length;
  const done = report.length - failed.length - skipped;
  const what = `${done} ${done === 1 ? 'file' : 'files'} converted, ${pagesOf(pages)} in ${writeSeconds(seconds)}`;
  const rest = [
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
  ];
  const line = `${[what, ...(rest.length > 0 ? [rest.join(', ')] : [])].join('; ')}.`;
  if (report.length <= SCREEN) return [line];
  const listed = failed.slice(0, SCREEN).map(({ file, error }) => `  ${file}: ${error}`);
  return [line, ...listed, ...(failed.length > SCREEN ? [`  and ${failed.length - SCREEN} more`] : [])];
}
