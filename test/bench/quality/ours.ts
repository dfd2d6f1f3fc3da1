import type { OcrMode } from '../../../packages/engine/src/options.ts';
import type { PageModel } from '../../../packages/engine/src/page-model.ts';
import { isReal } from './documents.ts';
import type { BenchDocument } from './documents.ts';
import type { Engine, Outcome } from './engines.ts';

/** Warnings that say nothing of whether the text is right. */
const OTHER_WARNINGS = new Set([
  'running-lines',
  'image-skipped',
  'image-damaged',
  'watermark',
  'hidden-text',
  'document-repaired',
  'read-by-ocr',
  'cell-truncated',
]);

/** Truths of real documents are what their text layers say, and all peers read these with OCR off. */
export const ocrOf = (document: Pick<BenchDocument, 'set'>): OcrMode => (isReal(document) ? 'off' : 'auto');

/** A document to Markdown by our engine, in this process, as one range. */
export async function convertWhole(path: string, ocr: OcrMode = 'auto'): Promise<string> {
  const { markdown } = await convertWarned(path, ocr);
  return markdown;
}

async function convertWarned(path: string, mode: OcrMode): Promise<{ markdown: string; warned: boolean }> {
  const { convertPages, mergePages } = await import('./convert-pages.ts');
  const pages: PageModel[] = [];
  const summary = await convertPages(path, mode, (model) => void pages.push(model));
  const { markdown, warnings } = await mergePages(pages, summary);
  return { markdown, warned: warnings.some(({ kind }) => !OTHER_WARNINGS.has(kind)) };
}

async function outcomeOf(document: BenchDocument): Promise<Outcome> {
  const before = process.cpuUsage();
  try {
    const { markdown, warned } = await convertWarned(document.path, ocrOf(document));
    const { user, system } = process.cpuUsage(before);
    return { markdown, ms: (user + system) / 1000, warned };
  } catch (error) {
    return { error: String(error) };
  }
}

export const ours: Engine = {
  name: 'scriptorium',
  version: 'this',
  async convert(documents, report) {
    for (const document of documents) report(document, await outcomeOf(document));
  },
};
