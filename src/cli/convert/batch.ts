import { existsSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Output } from '../../resource/choices.ts';
import type { WarningSummary } from '../../resource/warnings.ts';
import type { Console } from './console.ts';
import type { Converter, ConvertFlags } from './converter.ts';
import type { ConvertedDocument, DocumentProgress } from './document-result.ts';
import type { Input } from './inputs.ts';
import { deliver, NotWritten, print, requireWritable } from './deliver.ts';
import { extraOutputs, imageFiles, MAIN, outputFile, targetOf, type Target } from './outputs.ts';
import { withFrontMatter, withWikiLinks } from './notes.ts';
import { writeSeconds, type ProgressBar } from './progress-bar.ts';

/** The outcome of one document: where its Markdown and images lie, or why there are none. */
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
  readonly console: Console;
}

/** Documents are converted side by side; on standard output they follow each other in their order. */
export async function convertAll(batch: Batch, report: Reported[] = []): Promise<Reported[]> {
  const { inputs, converter } = batch;
  let next = 0;
  let delivered = Promise.resolve();
  const printed = { first: true };
  async function follow(): Promise<void> {
    while (next < inputs.length) {
      const order = next++;
      const before = delivered;
      let release = (): void => {};
      delivered = new Promise((resolve) => {
        release = resolve;
      });
      try {
        report[order] = await convertOne(batch, { order, before, printed });
      } finally {
        release();
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(converter.atOnce, inputs.length) }, follow));
  return report;
}

interface Turn {
  readonly order: number;
  /** Fulfilled once all documents before this one are on standard output. */
  readonly before: Promise<void>;
  readonly printed: { first: boolean };
}

async function convertOne(batch: Batch, turn: Turn): Promise<Reported> {
  const { flags, bar, console } = batch;
  const input = batch.inputs[turn.order]!;
  const target = targetOf(input, { ...flags, toFiles: batch.toFiles });
  if (flags.skipExisting && target !== 'stdout' && existsSync(target.file)) return skip(batch, input, target.file);
  const folder = join(batch.folder, String(turn.order));
  const began = performance.now();
  const pages = { counted: undefined as number | undefined };
  bar.fileStarted(input.shown);
  const reported = await withWriteFailures(input, () =>
    convertAndDeliver(batch, turn, { input, target, folder, pages }),
  );
  for (const warning of reported.warnings ?? []) console.warning(input.shown, warning);
  if (reported.error !== undefined) console.error(input.shown, reported.error);
  else if (target !== 'stdout') {
    const time = writeTime((performance.now() - began) / 1000);
    console.written(input.shown, target.file, [...(pages.counted ? [pagesOf(pages.counted)] : []), time].join(', '));
  }
  if (pages.counted === undefined) bar.fileCounted(0);
  bar.fileDone();
  // For a small folder, another thread costs more than the work.
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
  return reported;
}

function skip({ inputs, flags, bar, console }: Batch, { shown }: Input, file: string): Reported {
  bar.fileCounted(0);
  bar.fileDone();
  // Of several, the summary says how many.
  if (inputs.length === 1 && !flags.quiet) console.line(`${shown}: skipped, because ${file} exists.`);
  return { file: shown, [mainKey(flags)]: file, skipped: true };
}

interface Work {
  readonly input: Input;
  readonly target: Target;
  readonly folder: string;
  readonly pages: { counted: number | undefined };
}

/** Throws `NotWritten`. */
async function convertAndDeliver(
  { flags, bar, converter }: Batch,
  { order, before, printed }: Turn,
  { input, target, folder, pages }: Work,
): Promise<Reported> {
  const options = { format: flags.format, outputs: flags.outputs ?? [], force: flags.force };
  requireWritable(target, input, options);
  const progress: DocumentProgress = {
    pagesKnown: (count) => bar.fileCounted((pages.counted = count)),
    pageDone: () => bar.pageDone(),
  };
  const result = await converter.convert({ input, order, folder, target, progress });
  if (!result.ok) return { file: input.shown, code: result.failure.code, error: result.failure.message };
  const finished = await withNotes(result, target, { flags, source: input.shown, pages: pages.counted ?? 0 });
  if (target === 'stdout') {
    await before;
    await bar.asideWhile(() => print(finished, { format: flags.format, first: printed.first }));
    printed.first = false;
  } else await deliver(finished, target, options);
  return summarize(finished, { input, target, flags });
}

const writeTime = (seconds: number): string => (seconds < 10 ? `${seconds.toFixed(1)} s` : writeSeconds(seconds));

/** The name of the written file in the report of the command. */
export const mainKey = ({ format }: ConvertFlags): 'markdown' | Output => MAIN[format];

interface Notes {
  readonly flags: ConvertFlags;
  readonly source: string;
  readonly pages: number;
}

/** The result with front matter and links as the flags want them. */
async function withNotes(
  result: ConvertedDocument,
  target: Target,
  { flags, ...about }: Notes,
): Promise<ConvertedDocument> {
  const wiki = flags.links === 'wiki' && target !== 'stdout';
  if ((!flags.frontMatter && !wiki) || flags.format !== 'markdown') return result;
  let text = result.text ?? (await readFile(result.markdown, 'utf8'));
  if (wiki) text = withWikiLinks(text, target, result.images);
  if (flags.frontMatter) text = withFrontMatter(text, about);
  return { ...result, text };
}

interface Summary {
  readonly input: Input;
  readonly target: Target;
  readonly flags: ConvertFlags;
}

function summarize({ images, outputs, warnings }: ConvertedDocument, { input, target, flags }: Summary): Reported {
  return {
    file: input.shown,
    ...(target !== 'stdout' && {
      [mainKey(flags)]: target.file,
      images: imageFiles(target, images),
      ...Object.fromEntries(
        extraOutputs([...outputs.keys()], flags.format).map((output) => [output, outputFile(target, output)]),
      ),
    }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** A target that cannot be written is a result, too. */
async function withWriteFailures(input: Input, work: () => Promise<Reported>): Promise<Reported> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NotWritten)) throw error;
    return { file: input.shown, code: error.code, error: error.message };
  }
}

export const pagesOf = (pages: number): string => `${pages} ${pages === 1 ? 'page' : 'pages'}`;
