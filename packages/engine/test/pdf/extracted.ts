import type { RawPage } from '../../src/layout/model/raw-page.ts';
import { createExtraction } from '../../src/pdf/extract.ts';
import type { ExtractedPage } from '../../src/pdf/extract.ts';
import { openPdf } from '../../src/pdf/open.ts';
import { makePdf } from '../../../../test/make/pdf.ts';
import type { PdfPage, PdfParts } from '../../../../test/make/pdf.ts';

/** One page of a PDF, as the reader takes it out. */
export async function extracted(bytes: Uint8Array, number = 1): Promise<ExtractedPage> {
  const pdf = await openPdf(bytes);
  try {
    return await createExtraction(pdf).page(number);
  } finally {
    pdf.close();
  }
}

/** The raw page of a content stream. */
export async function rawOf(
  content: string,
  page: Omit<PdfPage, 'content'> = {},
  parts: Omit<PdfParts, 'pages'> = {},
): Promise<RawPage> {
  return (await extracted(makePdf({ pages: [{ content, ...page }], ...parts }))).raw;
}

export function texts(raw: RawPage): string[] {
  return raw.runs.map((run) => run.text);
}
