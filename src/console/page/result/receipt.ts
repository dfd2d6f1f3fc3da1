import type { Job } from '../client.ts';
import { counted } from '../dom.ts';
import { sizeText } from './files.ts';

export type Receipt = Readonly<Record<string, unknown>>;

/** The usage and, where it is priced, the charge. */
export function usageOf(job: Job, receipt: Receipt | undefined, priced: boolean): Record<string, unknown> {
  const { inputBytes, discoveredPages, ocrPages, outputBytes, durationMs } = job.usage ?? {};
  const [reserved, settled] = [receipt?.['reservedCredits'], receipt?.['settledCredits']];
  return {
    'Document size': inputBytes === undefined ? undefined : sizeText(inputBytes),
    'Document pages': discoveredPages,
    'Pages converted':
      job.pageRange && job.status === 'succeeded' ? `${job.pageRange.start} to ${job.pageRange.end}` : undefined,
    'Pages read by OCR': ocrPages,
    'Artifact size': outputBytes === undefined ? undefined : sizeText(outputBytes),
    Time: durationMs === undefined ? undefined : `${(durationMs / 1000).toFixed(1)} s`,
    ...(priced && {
      'Credits reserved': reserved,
      'Credits charged': settled,
      'Credits refunded': typeof reserved === 'number' && typeof settled === 'number' ? reserved - settled : undefined,
    }),
  };
}

/** The credits that were held, charged and returned, and why. */
export function receiptInWords(job: Job, receipt: Receipt | undefined): string {
  if (!receipt) return 'The job was refused before credits were held, so there is no receipt.';
  const [reserved, settled] = [Number(receipt['reservedCredits']), Number(receipt['settledCredits'])];
  const at = new Date(String(receipt['occurredAt'])).toLocaleString(undefined, {
    dateStyle: 'long',
    timeStyle: 'short',
  });
  if (settled === 0) {
    const because = job.cached ? ', because the same document was converted before' : '';
    const returned = reserved > 0 ? ` ${were(reserved)} held and returned.` : '';
    return `Nothing was charged${because}.${returned} Closed on ${at}.`;
  }
  const { start, end } = job.pageRange ?? {};
  const pages = start === undefined ? '' : start === end ? ` for page ${start}` : ` for pages ${start} to ${end}`;
  const returned = reserved > settled ? `, of ${reserved.toLocaleString()} held. The others were returned` : '';
  return `${were(settled)} charged${pages} on ${at}${returned}.`;
}

const were = (credits: number): string => `${counted(credits, 'credit')} ${credits === 1 ? 'was' : 'were'}`;

/** The receipt's own fields; its usage stands beside it. */
export function receiptFacts(receipt: Receipt = {}): Record<string, unknown> {
  const { usage: _, artifactIds, ...facts } = receipt;
  const named = Object.entries(facts).map(([name, value]) => [LABELS[name] ?? wordsOf(name), value] as const);
  return { ...Object.fromEntries(named), ...(Array.isArray(artifactIds) ? { Artifacts: artifactIds.length } : {}) };
}

const LABELS: Readonly<Record<string, string>> = {
  id: 'Receipt ID',
  jobId: 'Job ID',
  holdId: 'Hold ID',
  quoteId: 'Quote ID',
  credentialId: 'Credential ID',
  tenantId: 'Workspace',
};

/** `settledCredits` as words. */
const wordsOf = (name: string): string =>
  name
    .replace(/^./, (letter) => letter.toUpperCase())
    .replaceAll(/[A-Z]/g, (letter, at: number) => (at === 0 ? letter : ` ${letter.toLowerCase()}`));
