import { convertFile } from './container/convert-members.ts';
import { planFile, startNesting } from './container/plan.ts';
import { createNesting } from './container/read-nested.ts';
import { detect } from './detect.ts';
import { FORMATS } from './formats.ts';
import { isContainerReader } from './format-reader.ts';
import { withUnlocked } from './office-crypto/unlock.ts';
import type { ConvertOptions } from './options.ts';
import type { PartSink, PartSummary } from './part.ts';
import type { PageRange, Probe, SourceFile } from './source.ts';

export interface ProbeOptions extends Pick<ConvertOptions, 'limits' | 'scratch'> {
  /** `refuse`: a format that is read by native code is not opened. */
  readonly native: 'allow' | 'refuse';
}

/** Detects the format by content and counts the pages. Throws `Failure`. */
export async function probe(file: SourceFile, options: ProbeOptions): Promise<Probe | 'needs-native'> {
  const { limits, scratch, native } = options;
  return withUnlocked(file, options, async (unlocked) => {
    const format = await detect(unlocked);
    if (native === 'refuse' && FORMATS[format].native) return 'needs-native';
    const { pages, scanned } = await planFile(
      { ...unlocked, nesting: createNesting(scratch, 0) },
      limits,
      startNesting(scratch, limits),
      format,
    );
    return { format, pages, scanned };
  });
}

export type ConvertResult =
  | { readonly outcome: 'done'; readonly summary: PartSummary }
  | { readonly outcome: 'needs-native' };

/**
 * Converts one range of a document into page models and images. Without a range: the whole document. Throws `Failure`.
 * Each page model is a pure function of the bytes, the page number and the options, so ranges can be converted
 * anywhere, in any order.
 */
export async function convert(
  file: SourceFile,
  range: PageRange | undefined,
  options: ConvertOptions,
  sink: PartSink,
): Promise<ConvertResult> {
  const known = file.remote ? 'pdf' : options.known;
  const convertIt = (unlocked: SourceFile): Promise<ConvertResult> =>
    convertUnlocked(unlocked, range, { ...options, known }, sink);
  // A PDF is decrypted by its reader.
  return known === 'pdf' ? convertIt(file) : withUnlocked(file, options, convertIt);
}

async function convertUnlocked(
  file: SourceFile,
  range: PageRange | undefined,
  options: ConvertOptions,
  sink: PartSink,
): Promise<ConvertResult> {
  const { limits, scratch } = options;
  const format = options.known ?? (await detect(file));
  const nesting = startNesting(scratch, limits);
  const reader = FORMATS[format].native ? undefined : await FORMATS[format].load();
  const plan = reader && isContainerReader(reader) ? await planFile(file, limits, nesting, format) : { format };
  const summary = await convertFile({ ...file, nesting: createNesting(scratch, 0) }, plan, range, {
    options,
    sink,
    nesting,
  });
  return summary === 'needs-native' ? { outcome: 'needs-native' } : { outcome: 'done', summary };
}
