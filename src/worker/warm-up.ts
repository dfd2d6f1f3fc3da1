import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { convert, probe } from '../convert/convert.ts';
import { DEFAULT_LIMITS } from '../convert/limits.ts';
import { merge } from '../convert/merge.ts';
import type { PageModel } from '../convert/part.ts';

/**
 * Loads and runs what almost every document needs before there is a document: most are PDFs. The readers of other formats are small, and are loaded
 * when their document comes. `folder` is this process's own.
 */
export async function warmUp(folder: string): Promise<void> {
  const path = await convertSample(folder);
  await rm(path);
}

const SAMPLE_TEXT = ['Scriptorium', 'A first paragraph, of which a second line follows', 'and ends here.', '1. one item', '2. and another'];

/** One page of text as a PDF. Readers repair a missing cross-reference table, but the sample should take the common way. */
function samplePdf(): string {
  const content = `BT /F1 12 Tf 16 TL 72 700 Td ${SAMPLE_TEXT.map((line) => `(${line}) Tj T*`).join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
}

/** Converts a page that we wrote ourselves, in this folder, from the bytes to the Markdown. Returns the sample's path. */
export async function convertSample(folder: string): Promise<string> {
  const bytes = samplePdf();
  const path = join(folder, 'sample');
  await writeFile(path, bytes, 'latin1');
  const file = { path, bytes: bytes.length };
  await probe(file, DEFAULT_LIMITS);
  const pages: PageModel[] = [];
  const sink = { page: (model: PageModel) => Promise.resolve(void pages.push(model)), asset: () => Promise.resolve() };
  const result = await convert(file, { start: 1, end: 1 }, { includeImages: false, native: 'refuse', ocr: { languages: ['eng'] }, limits: DEFAULT_LIMITS }, sink);
  if (result.outcome !== 'done') throw new Error('The sample needs native code');
  const write = (): Promise<void> => Promise.resolve();
  await merge([{ summary: result.summary, async *pages() { yield* pages; } }], write, { outputBytes: DEFAULT_LIMITS.outputBytes });
  return path;
}
