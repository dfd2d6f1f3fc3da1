import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiledCorePath, engineFor } from '../../../packages/engine/src/ocr.ts';
import { sampleReport } from '../../samples/report.ts';
import { optimizeLate } from './tiers.ts';
import { convertSample } from './warm-up.ts';

/** Reads pages of ours by OCR, and writes the machine code that V8 made of the core for them beside this program. */
export async function compileOcr(): Promise<void> {
  // The flags of the processes that read documents: V8 takes no code that was made with others.
  optimizeLate();
  const ocr = { mode: 'force', languages: ['eng'] } as const;
  const folder = await mkdtemp(join(tmpdir(), 'scriptorium-ocr-'));
  try {
    await convertSample(folder, sampleReport(), ocr);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const file = await engineFor(ocr).compiledCore();
  if (!file) return;
  const path = compiledCorePath();
  await writeFile(`${path}.part`, file);
  await rename(`${path}.part`, path);
}
