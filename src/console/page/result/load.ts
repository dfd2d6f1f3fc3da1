import { call, OWN, Refusal, type Artifact, type Job } from '../client.ts';
import { readLayout, type Layout } from './blocks.ts';
import { bytesOf } from './download.ts';
import { loadMath } from './math.ts';
import type { PageRange } from './pages.ts';
import type { Receipt } from './receipt.ts';
import type { Warning } from './warnings.ts';

/** All that is shown of a job that has ended. */
export interface Result {
  readonly job: Job;
  readonly artifacts: readonly Artifact[];
  readonly receipt: Receipt | undefined;
  readonly warnings: readonly Warning[];
  /** Of documents whose pages are drawn. */
  readonly pages: Required<PageRange> | undefined;
  readonly markdown: string | undefined;
  readonly layout: Layout | undefined;
}

export async function loadResult(job: Job): Promise<Result> {
  const [{ artifacts }, receipt, warnings, { start, end }] = await Promise.all([
    call<{ artifacts: Artifact[] }>('GET', `/api/v1/jobs/${job.id}/artifacts`),
    readReceipt(job),
    readWarnings(job),
    call<PageRange>('GET', `/console/api/jobs/${job.id}/pages`),
  ]);
  const find = (kind: string): Artifact | undefined => artifacts.find((artifact) => artifact.kind === kind);
  const [text, blocks] = [find('markdown'), find('document')];
  const bytes = text && (await bytesOf(text));
  const markdown = bytes && new TextDecoder().decode(bytes);
  await loadMath(markdown ?? '');
  const layout = bytes && blocks && readLayout(new TextDecoder().decode(await bytesOf(blocks)), bytes);
  const pages = start === undefined || end === undefined ? undefined : { start, end };
  return { job, artifacts, receipt, warnings, pages, markdown, layout };
}

/** A job that was refused before it began has none. */
async function readReceipt(job: Job): Promise<Receipt | undefined> {
  try {
    return await call<Receipt>('GET', `/api/v1/receipts?jobId=${job.id}`);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined;
    throw error;
  }
}

/** They are deleted with the results. */
async function readWarnings({ id, status }: Job): Promise<readonly Warning[]> {
  if (status === 'expired') return [];
  return (await call<{ warnings: Warning[] }>('GET', `${OWN}/jobs/${id}/warnings`)).warnings;
}
