import { detect } from './detect.ts';
import { FORMATS } from './formats.ts';
import type { Limits } from './limits.ts';
import type { ConvertOptions } from './options.ts';
import type { PartSink, PartSummary } from './part.ts';
import type { PageRange, Probe, SourceFile } from './source.ts';

/** Detects the format by content and counts the pages. Throws `Failure`. */
export async function probe(file: SourceFile, limits: Limits): Promise<Probe> {
  const format = await detect(file);
  const reader = await FORMATS[format].load();
  return { format, ...(await reader.probe(file, format, limits)) };
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
  const format = await detect(file);
  if (FORMATS[format].native && options.native === 'refuse') return { outcome: 'needs-native' };
  const reader = await FORMATS[format].load();
  const summary = await reader.read({ file, format, range }, options, sink);
  return summary === 'needs-native' ? { outcome: 'needs-native' } : { outcome: 'done', summary };
}
