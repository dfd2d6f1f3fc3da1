import type { ConversionJobSpec, SourceFacts } from '../resource/conversion-job.ts';
import type { JobFailure } from '../failures/failure.ts';
import { creditsToHold, pagesCovered, type RateCard } from './rate-card.ts';
import { pagesIn, type PageRange } from '../resource/ranges.ts';

export type Pricing =
  | { readonly result: 'priced'; readonly range: PageRange; readonly credits: number; readonly partial: boolean }
  | { readonly result: 'insufficient'; readonly requiredCredits: number; readonly availableCredits: number }
  | { readonly result: 'failed'; readonly failure: JobFailure };

/** Formats whose pages never need OCR; for the others the probe cannot rule it out. */
const TEXT_ONLY = new Set(
  (
    'docx doc odt rtf pptx ppt odp epub mht html rss ics ipynb xlsx xls xlsb ods wk1 qpw slk dif dbf csv ' +
    'txt md xml json yaml code'
  ).split(' '),
);
export const ocrPossible = (format: string): boolean => !TEXT_ONLY.has(format);

/** Whether the request can be met at all, whatever the credits. */
export function refusal(
  source: SourceFacts,
  spec: Pick<ConversionJobSpec, 'startPage' | 'contentHash'>,
  maxPages: number,
): JobFailure | undefined {
  const start = spec.startPage ?? 1;
  if (spec.contentHash !== undefined && spec.contentHash.toLowerCase() !== `sha256:${source.sha256}`) {
    return {
      code: 'content_hash_mismatch',
      message: `The checksum of the document is sha256:${source.sha256}, but the request declares ${spec.contentHash}.`,
    };
  }
  if (source.pages > maxPages) {
    return {
      code: 'document_too_large',
      message: `The document has ${source.pages} pages, which exceeds the limit of ${maxPages}.`,
    };
  }
  if (start > source.pages) {
    return {
      code: 'start_page_out_of_range',
      message: `startPage is ${start}, but the document has ${source.pages} ${source.pages === 1 ? 'page' : 'pages'}.`,
    };
  }
  return undefined;
}

/**
 * Which pages a job converts and how many credits it holds, given what its workspace has (`available` counts the job's
 * own hold as available). With `allowPartial` the range is cut to what the credits cover, if that is a page at least.
 */
export function price(
  { card, source, spec }: { readonly card: RateCard; readonly source: SourceFacts; readonly spec: ConversionJobSpec },
  available: number,
  maxPages: number,
): Pricing {
  const failure = refusal(source, spec, maxPages);
  if (failure) return { result: 'failed', failure };
  const ocr = ocrPossible(source.format);
  const whole = { start: spec.startPage ?? 1, end: Math.min(spec.endPage ?? source.pages, source.pages) };
  const required = creditsToHold(card, pagesIn(whole), ocr);
  if (required <= available) return { result: 'priced', range: whole, credits: required, partial: false };
  const covered = pagesCovered(card, available, ocr);
  if (!spec.allowPartial || covered < 1)
    return { result: 'insufficient', requiredCredits: required, availableCredits: available };
  const range = { start: whole.start, end: whole.start + covered - 1 };
  return { result: 'priced', range, credits: creditsToHold(card, covered, ocr), partial: true };
}
