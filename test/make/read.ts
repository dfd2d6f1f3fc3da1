import { convert, probe } from '../../src/convert/convert.ts';
import type { Limits } from '../../src/convert/limits.ts';
import { DEFAULT_LIMITS } from '../../src/convert/limits.ts';
import { merge } from '../../src/convert/merge.ts';
import type { ConvertOptions } from '../../src/convert/options.ts';
import type { PageModel } from '../../src/convert/page-model.ts';
import type { Asset, PartReader, PartSummary } from '../../src/convert/part.ts';
import type { PageRange, SourceFile } from '../../src/convert/source.ts';
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
  const part: PartReader = {
    summary: result.summary,
    async *pages() {
      yield* pages;
    },
  };
  return { markdown: await mergeParts([part]), pages, assets, summary: result.summary, part };
}

/** The Markdown of parts together. */
export async function mergeParts(parts: readonly PartReader[]): Promise<string> {
  let markdown = '';
  await merge(parts, async (text) => void (markdown += text), {
    outputBytes: DEFAULT_LIMITS.outputBytes,
    emphasis: true,
  });
  return markdown;
}

/** Pages that a probe counts. */
export async function countPages(file: SourceFile): Promise<number> {
  const probed = await probe(file, { limits: DEFAULT_LIMITS, scratch: SCRATCH, native: 'allow' });
  if (probed === 'needs-native') throw new Error('Native code is allowed.');
  return probed.pages;
}
