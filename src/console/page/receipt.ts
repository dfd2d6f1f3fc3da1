import type { Artifact, Job } from './client.ts';
import { counted, make, textOf } from './dom.ts';

/** As `GET /jobs/{jobId}/warnings` lists them. */
export interface Warning {
  readonly pages?: string;
  readonly count: number;
  readonly message: string;
}

export type Receipt = Readonly<Record<string, unknown>>;

/** An address of this text for a link; it lives as long as the page. */
export const blobOf = (markdown: string): string =>
  URL.createObjectURL(new Blob([markdown], { type: 'text/markdown' }));

const size = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1024 * 1024
      ? `${(bytes / 1024).toFixed(1)} KiB`
      : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

export function artifactTable(artifacts: readonly Artifact[]): HTMLElement {
  const rows = artifacts.map(({ fileName, kind, contentType, sizeBytes, downloadUrl, text }) =>
    make(
      'tr',
      {},
      make('td', {}, make('a', { href: downloadUrl ?? blobOf(text ?? ''), download: fileName }, fileName)),
      make('td', {}, kind),
      make('td', {}, contentType),
      make('td', { className: 'number' }, size(sizeBytes)),
    ),
  );
  return table(['File', 'Kind', 'Type', 'Size'], rows);
}

export function usageOf(job: Job, receipt: Receipt | undefined): Record<string, unknown> {
  const { inputBytes, discoveredPages, ocrPages, outputBytes, durationMs } = job.usage ?? {};
  const [reserved, settled] = [receipt?.['reservedCredits'], receipt?.['settledCredits']];
  return {
    'Document size': inputBytes === undefined ? undefined : size(inputBytes),
    'Document pages': discoveredPages,
    'Pages converted':
      job.pageRange && job.status === 'succeeded' ? `${job.pageRange.start} to ${job.pageRange.end}` : undefined,
    'Pages read by OCR': ocrPages,
    'Artifact size': outputBytes === undefined ? undefined : size(outputBytes),
    Time: durationMs === undefined ? undefined : `${(durationMs / 1000).toFixed(1)} s`,
    'Credits reserved': reserved,
    'Credits charged': settled,
    'Credits refunded': typeof reserved === 'number' && typeof settled === 'number' ? reserved - settled : undefined,
  };
}

/** What was held, charged and returned, and why. */
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

export function factTable(facts: Readonly<Record<string, unknown>>): HTMLElement {
  const rows = Object.entries(facts)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => make('tr', {}, make('th', { scope: 'row' }, name), make('td', {}, textOf(value))));
  return make('table', { className: 'facts' }, make('tbody', {}, ...rows));
}

export function warningTable(warnings: readonly Warning[]): HTMLElement {
  const rows = warnings.map(({ pages, count, message }) =>
    make(
      'tr',
      {},
      make('td', {}, message),
      make('td', {}, pages?.replaceAll(',', ', ').replaceAll('-', '–') ?? ''),
      make('td', { className: 'number' }, String(count)),
    ),
  );
  return table(['Warning', 'Pages', 'Count'], rows);
}

export function table(heads: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  const head = make('thead', {}, make('tr', {}, ...heads.map((text) => make('th', { scope: 'col' }, text))));
  return make('div', { className: 'wide' }, make('table', { className: 'facts' }, head, make('tbody', {}, ...rows)));
}
