import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { convert, probe } from '../convert/convert.ts';
import { DEFAULT_LIMITS } from '../convert/limits.ts';
import { merge } from '../convert/merge.ts';
import type { PageModel } from '../convert/page-model.ts';
import { samplePdf } from './sample-pdf.ts';

/**
 * Loads and runs what almost every document needs before there is a document: most are PDFs. The readers of other
 * formats are small, and are loaded when their document comes. `folder` is this process's own.
 */
export async function warmUp(folder: string): Promise<void> {
  const path = await convertSample(folder);
  await rm(path);
}

const SAMPLE_TEXT = [
  'Scriptorium',
  'A first paragraph, of which a second line follows',
  'and ends here.',
  '1. one item',
  '2. and another',
];

/**
 * Converts a page that we wrote ourselves, in this folder, from the bytes to the Markdown. Returns the sample's path.
 */
export async function convertSample(folder: string): Promise<string> {
  const bytes = samplePdf(SAMPLE_TEXT);
  const path = join(folder, 'sample');
  await writeFile(path, bytes);
  const file = { path, bytes: bytes.length };
  await probe(file, { limits: DEFAULT_LIMITS, scratch: folder, native: 'refuse' });
  const pages: PageModel[] = [];
  const sink = { page: (model: PageModel) => Promise.resolve(void pages.push(model)), asset: () => Promise.resolve() };
  const result = await convert(
    file,
    { start: 1, end: 1 },
    {
      includeImages: false,
      native: 'refuse',
      ocr: { mode: 'auto', languages: ['eng'] },
      emphasis: true,
      limits: DEFAULT_LIMITS,
      scratch: folder,
    },
    sink,
  );
  if (result.outcome !== 'done') throw new Error('The sample needs native code');
  const write = (): Promise<void> => Promise.resolve();
  await merge(
    [
      {
        summary: result.summary,
        async *pages() {
          yield* pages;
        },
      },
    ],
    write,
    { outputBytes: DEFAULT_LIMITS.outputBytes, emphasis: true },
  );
  return path;
}
