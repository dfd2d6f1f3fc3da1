import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { WarningSummary } from '../../job/warnings.ts';
import type { Converter, ConvertFlags } from './converter.ts';
import type { DocumentProgress, DocumentResult } from './document.ts';
import type { Input } from './inputs.ts';
import {
  beside,
  deliver,
  imageFiles,
  NotWritten,
  outputFile,
  requireWritable,
  targetOf,
  type Target,
} from './outputs.ts';
import { writeSeconds, type ProgressBar } from './progress-bar.ts';

/** What became of one document: where its Markdown and images lie, or why there are none. */
export interface Reported {
  readonly file: string;
  readonly markdown?: string;
  readonly images?: readonly string[];
  readonly document?: string;
  readonly chunks?: string;
  readonly warnings?: readonly WarningSummary[];
  readonly code?: string;
  readonly error?: string;
  /** Not converted, since its Markdown file was there. */
  readonly skipped?: true;
}

export interface Batch {
  readonly inputs: readonly Input[];
  readonly converter: Converter;
  readonly folder: string;
  readonly flags: ConvertFlags;
  readonly toFiles: boolean;
  readonly bar: ProgressBar;
  readonly complain: (shown: string, message: string) => void;
}

/** Documents are converted side by side; on standard output they follow each other in their order. */
export async function convertAll(batch: Batch): Promise<Reported[]> {
  const { inputs, converter, flags, bar } = batch;
  const report: Reported[] = [];
  let next = 0;
  let first = true;
  let delivered = Promise.resolve();
  const key = flags.format === 'json' ? 'document' : 'markdown';

  async function one(order: number): Promise<void> {
    const input = inputs[order]!;
    const before = delivered;
    let release = (): void => {};
    delivered = new Promise((resolve) => {
      release = resolve;
    });
    try {
      const target = targetOf(input, {
        toFiles: batch.toFiles,
        format: flags.format,
        ...(flags.output !== undefined && { output: flags.output }),
        ...(flags.directory !== undefined && { directory: flags.directory }),
      });
      if (flags.skipExisting && target !== 'stdout' && existsSync(target.file)) {
        report[order] = { file: input.shown, [key]: target.file, skipped: true };
        bar.fileCounted(0);
        bar.fileDone();
        return;
      }
      const folder = join(batch.folder, String(order));
      let counted = false;
      const progress: DocumentProgress = {
        pagesKnown: (pages) => {
          counted = true;
          bar.fileCounted(pages);
        },
        pageDone: () => bar.pageDone(),
      };
      report[order] = await written(input, async () => {
        requireWritable(target);
        const result = await converter.convert({ input, order, folder, target, progress });
        if (target === 'stdout') await before;
        return await finish(input, result, target);
      });
      const { error, warnings = [] } = report[order];
      const messages = [...warnings.map(({ message }) => message), ...(error === undefined ? [] : [error])];
      if (!flags.json) for (const message of messages) batch.complain(input.shown, message);
      if (!counted) bar.fileCounted(0);
      bar.fileDone();
      // For a small folder, another thread costs more than the work.
      if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
    } finally {
      release();
    }
  }
  async function finish(input: Input, result: DocumentResult, target: Target): Promise<Reported> {
    if (!result.ok) return { file: input.shown, code: result.failure.code, error: result.failure.message };
    await deliver(result, target, { format: flags.format, first });
    if (target === 'stdout') first = false;
    return {
      file: input.shown,
      ...(target !== 'stdout' && { [key]: target.file, images: imageFiles(target, result.images) }),
      ...(target !== 'stdout' &&
        Object.fromEntries(
          beside([...result.outputs.keys()], flags.format).map((output) => [output, outputFile(target, output)]),
        )),
      ...(result.warnings.length > 0 && { warnings: result.warnings }),
    };
  }
  async function follow(): Promise<void> {
    while (next < inputs.length) await one(next++);
  }
  await Promise.all(Array.from({ length: Math.min(converter.atOnce, inputs.length) }, follow));
  return report;
}

/** A target that cannot be written is a result, too. */
async function written(input: Input, work: () => Promise<Reported>): Promise<Reported> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NotWritten)) throw error;
    return { file: input.shown, code: 'not_written', error: error.message };
  }
}

/** `12 files converted, 340 pages in 8 s; 1 skipped, 2 failed.` */
export function summaryLine(report: readonly Reported[], pages: number, seconds: number): string {
  const failed = report.filter(({ code }) => code !== undefined).length;
  const skipped = report.filter((one) => one.skipped).length;
  const done = report.length - failed - skipped;
  const rest = [...(skipped > 0 ? [`${skipped} skipped`] : []), ...(failed > 0 ? [`${failed} failed`] : [])];
  const what = `${done} ${done === 1 ? 'file' : 'files'} converted, ${pages} ${pages === 1 ? 'page' : 'pages'} in ${writeSeconds(seconds)}`;
  return `${[what, ...(rest.length > 0 ? [rest.join(', ')] : [])].join('; ')}.`;
}
