import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { convert, probe } from '../../../packages/engine/src/convert.ts';
import { DEFAULT_LIMITS } from '../../../packages/engine/src/limits.ts';
import type { OcrOptions } from '../../../packages/engine/src/options.ts';
import type { Channel } from '../channel.ts';
import { createPartFile } from '../part-file.ts';
import { samplePdf } from '../../samples/pdf.ts';
import { sampleReport } from '../../samples/report.ts';
import { sampleStatement } from '../../samples/statement.ts';
import { optimizeLate } from './tiers.ts';
import { writeDocument } from '../write-document.ts';

/**
 * Says that this process is ready, and returns the first line that is about a document. A parent whose cores have
 * nothing else to do may let the process rehearse before: it then loads and runs what almost every document needs. The
 * readers of other formats than PDF are small, and are loaded when their document comes.
 */
export async function readyFor(channel: Channel): Promise<unknown> {
  optimizeLate();
  channel.send({ type: 'ready' });
  const line = (await channel.next()) as object;
  if (!('rehearse' in line)) return line;
  const path = await convertSample(process.cwd());
  await rm(path);
  channel.send({ type: 'ready' });
  return await channel.next();
}

/** The samples that the code cache is made from: pages with and without the constructs of most documents. */
export async function convertSamples(folder: string): Promise<void> {
  await convertSample(folder);
  await convertSample(folder, sampleReport());
  await convertSample(folder, sampleStatement());
}

const SAMPLE_TEXT = [
  'Scriptorium',
  'A first paragraph, of which a second line follows',
  'and ends here.',
  '1. one item',
  '2. and another',
];

const NO_SCAN: OcrOptions = { mode: 'auto', languages: ['eng'] };

/**
 * Converts pages that we wrote ourselves, in this folder, from the bytes to the Markdown. Returns the sample's path.
 */
export async function convertSample(
  folder: string,
  bytes = samplePdf(SAMPLE_TEXT),
  ocr: OcrOptions = NO_SCAN,
): Promise<string> {
  const path = join(folder, 'sample');
  await writeFile(path, bytes);
  const file = { path, bytes: bytes.length };
  const native = ocr.mode === 'force' ? 'allow' : 'refuse';
  await probe(file, { limits: DEFAULT_LIMITS, scratch: folder, native });
  const part = createPartFile(folder, () => {});
  const result = await convert(
    file,
    undefined,
    {
      includeImages: false,
      native,
      ocr,
      emphasis: true,
      limits: DEFAULT_LIMITS,
      scratch: folder,
    },
    part.sink,
  );
  await part.close();
  if (result.outcome !== 'done') throw new Error('The sample needs native code');
  const { outputBytes } = DEFAULT_LIMITS;
  await writeDocument([part.reader(result.summary)], { folder, outputBytes, emphasis: true });
  return path;
}
