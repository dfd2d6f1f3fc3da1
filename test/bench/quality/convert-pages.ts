import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { convert } from '../../../packages/engine/src/convert.ts';
import { DEFAULT_LIMITS } from '../../../packages/engine/src/limits.ts';
import { merge } from '../../../packages/engine/src/merge.ts';
import type { OcrMode } from '../../../packages/engine/src/options.ts';
import type { PageModel } from '../../../packages/engine/src/page-model.ts';
import type { PageRange } from '../../../packages/engine/src/source.ts';

export type Converted = Extract<Awaited<ReturnType<typeof convert>>, { outcome: 'done' }>;

/** Converts a document or a range of its pages in this process, and gives each page as it is read. */
export async function convertPages(
  path: string,
  ocr: OcrMode,
  page: (model: PageModel) => void,
  range?: PageRange,
): Promise<Converted['summary']> {
  const { size } = await stat(path);
  const result = await convert(
    { path, bytes: size, fileName: basename(path) },
    range,
    {
      includeImages: false,
      native: 'allow',
      emphasis: true,
      ocr: { mode: ocr, languages: ['eng'] },
      limits: DEFAULT_LIMITS,
      scratch: tmpdir(),
    },
    { page: async (model) => page(model), asset: async () => {} },
  );
  if (result.outcome !== 'done') throw new Error('needs a native process although it is allowed');
  return result.summary;
}

/** Pages of a document as its Markdown, with the warnings. */
export async function mergePages(
  models: readonly PageModel[],
  summary: Converted['summary'],
): Promise<{ markdown: string; warnings: Awaited<ReturnType<typeof merge>>['warnings'] }> {
  const chunks: string[] = [];
  const part = {
    summary,
    pages: async function* () {
      yield* models;
    },
  };
  const { warnings } = await merge([part], async (markdown) => void chunks.push(markdown), {
    outputBytes: DEFAULT_LIMITS.outputBytes,
    emphasis: true,
  });
  return { markdown: chunks.join(''), warnings };
}
