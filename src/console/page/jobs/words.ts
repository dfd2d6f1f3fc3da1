import type { Job } from '../client.ts';
import { counted } from '../dom.ts';

const DONE = new Set(['succeeded', 'failed', 'canceled', 'expired']);
export const isDone = (job: Job): boolean => DONE.has(job.status);

export const nameOf = (job: Job): string => job.documentName ?? job.id;

/** The label of a status on its chip. */
const LABELS: Readonly<Record<string, string>> = {
  queued: 'Waiting',
  running: 'Converting',
  input_required: 'Needs credits',
  succeeded: 'Succeeded',
  failed: 'Failed',
  canceled: 'Canceled',
  expired: 'Expired',
};
const STAGES: Readonly<Record<string, string>> = { fetching: 'Fetching', preparing: 'Preparing', merging: 'Merging' };

export function labelOf({ status, stage, partial }: Job): string {
  if (status === 'succeeded' && partial) return 'Partial';
  return (status === 'running' && STAGES[stage ?? '']) || (LABELS[status] ?? status);
}

/** A sentence on a job beyond its label; empty if there is none. */
export function detailOf(job: Job): string {
  if (job.status === 'failed') return job.error ?? '';
  if (job.status === 'input_required')
    return `${job.message ?? 'The document needs more credits'}. The job continues after you add credits.`;
  if (job.status === 'expired') return job.message ?? '';
  const parts = [
    job.cached ? 'From the cache' : '',
    job.partial && job.nextStartPage !== undefined ? `Continues at page ${job.nextStartPage}` : '',
  ].filter(Boolean);
  return parts.join('. ');
}

/** Pages that were or will be converted, and how many there are where that is not all. */
export function pagesOf({ pageRange, estimatedTotalPages, status }: Job): string {
  const all = estimatedTotalPages;
  if (!pageRange || status === 'failed' || status === 'canceled') return all === undefined ? '' : all.toLocaleString();
  const converted = pageRange.end - pageRange.start + 1;
  return all === undefined || all === converted
    ? converted.toLocaleString()
    : `${converted.toLocaleString()} of ${all.toLocaleString()}`;
}

const KINDS: Readonly<Record<string, string>> = { markdown: 'MD', text: 'TXT', jpeg: 'JPG', message: 'EML' };

/** The kind of the document: what it was detected to be, else what its name says. */
export const kindOf = (job: Job): string =>
  job.format === undefined ? kindOfName(nameOf(job)) : kindLabel(job.format);

export const kindOfName = (name: string): string => kindLabel(/\.([a-z0-9]{1,5})$/i.exec(name)?.[1] ?? '');

const kindLabel = (kind: string): string => KINDS[kind] ?? kind.toUpperCase().slice(0, 5);

/** Families of kinds that share a color. */
const FAMILIES: readonly (readonly [string, RegExp])[] = [
  ['pdf', /^PDF$/],
  ['word', /^(DOCX?|ODT|RTF|EPUB)$/],
  ['sheet', /^(XLSX?|XLSB|ODS|CSV|TSV)$/],
  ['slides', /^(PPTX?|ODP)$/],
  ['image', /^(PNG|JPG|JPEG|WEBP|TIFF?|GIF|BMP|AVIF|SVG|HEIC)$/],
];
export const familyOf = (kind: string): string => FAMILIES.find(([, kinds]) => kinds.test(kind))?.[0] ?? 'other';

export function durationOf({ usage }: Job): string {
  const seconds = usage?.durationMs === undefined ? undefined : usage.durationMs / 1000;
  if (seconds === undefined) return '';
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** When something happened, in as few words as possible. */
export function timeText(time: Date, now = new Date()): string {
  const seconds = (now.getTime() - time.getTime()) / 1000;
  if (seconds < 60) return 'just now';
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  const clock = time.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  if (time.toDateString() === now.toDateString()) return clock;
  const sameYear = time.getFullYear() === now.getFullYear();
  return time.toLocaleDateString([], { day: 'numeric', month: 'short', ...(!sameYear && { year: 'numeric' }) });
}

export const warningsText = (count: number): string => counted(count, 'warning');
