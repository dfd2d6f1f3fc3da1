import { convert, probe } from '../../packages/engine/src/convert.ts';
import type { Limits } from '../../packages/engine/src/limits.ts';
import { DEFAULT_LIMITS } from '../../packages/engine/src/limits.ts';
import { merge } from '../../packages/engine/src/merge.ts';
import type { ChunkSource } from '../../packages/engine/src/outputs/chunks.ts';
import type { ConvertOptions } from '../../packages/engine/src/options.ts';
import type { PageModel } from '../../packages/engine/src/page-model.ts';
import { heldPart, type Asset, type PartReader, type PartSummary } from '../../packages/engine/src/part.ts';
import type { PageRange, SourceFile } from '../../packages/engine/src/source.ts';
import { checkOutputs } from './check-outputs.ts';
import { SCRATCH } from './source.ts';

export interface Reading {
  readonly markdown: string;
  readonly pages: readonly PageModel[];
  readonly assets: readonly Asset[];
  readonly summary: PartSummary;
  readonly part: PartReader;
}

/** Converts a range of a document and merges it by itself. */
export async function readDocument(
  file: SourceFile,
  {
    range,
    limits = {},
    ...options
  }: { range?: PageRange; limits?: Partial<Limits> } & Partial<
    Pick<ConvertOptions, 'includeImages' | 'native' | 'ocr' | 'emphasis'>
  > = {},
): Promise<Reading> {
  const pages: PageModel[] = [];
  const assets: Asset[] = [];
  const result = await convert(
    file,
    range,
    {
      includeImages: false,
      native: 'refuse',
      ocr: { mode: 'auto', languages: ['eng'] },
      emphasis: true,
      ...options,
      limits: { ...DEFAULT_LIMITS, ...limits },
      scratch: SCRATCH,
    },
    {
      page: async (page) => void pages.push(page),
      asset: async (asset) => void assets.push(asset),
    },
  );
  if (result.outcome !== 'done') throw new Error(`The outcome is ${result.outcome}.`);
  const part = heldPart(result.summary, pages);
  return { markdown: await mergeParts([part]), pages, assets, summary: result.summary, part };
}

/** The Markdown of parts together. */
export async function mergeParts(parts: readonly PartReader[]): Promise<string> {
  return (await writeParts(parts)).markdown;
}

interface WriteOptions {
  readonly chunkSize?: number;
  readonly pageMarkers?: boolean;
  readonly source?: ChunkSource;
}

/** All that is written of parts. What has to be true of every document is checked. */
export async function writeParts(
  parts: readonly PartReader[],
  { chunkSize = 400, pageMarkers = false, source }: WriteOptions = {},
): Promise<{ readonly markdown: string } & ReturnType<typeof checkOutputs>> {
  const written = { markdown: '', document: '', chunks: '', chunkSize };
  const to = (name: 'markdown' | 'document' | 'chunks') => async (text: string) => void (written[name] += text);
  await merge(parts, to('markdown'), {
    outputBytes: DEFAULT_LIMITS.outputBytes,
    emphasis: true,
    pageMarkers,
    outputs: { document: to('document'), chunks: { write: to('chunks'), size: chunkSize, ...(source && { source }) } },
  });
  return { markdown: written.markdown, ...checkOutputs(written) };
}

/** Pages that a probe counts. */
export async function countPages(file: SourceFile): Promise<number> {
  const probed = await probe(file, { limits: DEFAULT_LIMITS, scratch: SCRATCH, native: 'allow' });
  if (probed === 'needs-native') throw new Error('Native code is allowed.');
  return probed.pages;
}
