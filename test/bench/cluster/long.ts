import { get, type Client } from '../../e2e/cluster.ts';
import { makeNumberedPdf } from '../../make/text-pdf.ts';
import { mebibytes, report, seconds, timed, workingSets } from './report.ts';

/** A long document: ranges side by side, and the most that each pod's working set was seen to be. */
export async function long(acme: Client, pages: number): Promise<void> {
  const documentId = await acme.upload('long.pdf', makeNumberedPdf(pages));
  const peaks = new Map<string, number>();
  const look = async (): Promise<void> => {
    for (const [name, bytes] of await workingSets()) peaks.set(name, Math.max(peaks.get(name) ?? 0, bytes));
  };
  const watch = setInterval(() => { look().catch(() => {}); }, 1000);
  const { id, began, ended } = await timed(acme, { type: 'document', documentId });
  clearInterval(watch);
  const { status } = await get<{ status?: { startedAt?: string; finishedAt?: string } }>('conversionjob', id);
  const converting = Date.parse(status?.finishedAt ?? '') - Date.parse(status?.startedAt ?? '');
  report(`${pages}-page PDF`, `${seconds(ended - began)} in all, ${Math.round(pages / (converting / 1000))} pages/s from the first process to the receipt`);
  const among = (pattern: RegExp): number[] => [...peaks].filter(([name, bytes]) => bytes > 0 && pattern.test(name)).map(([, bytes]) => bytes);
  for (const [what, pattern] of [['converter', new RegExp(`^${id}-c`)], ['merger', new RegExp(`^${id}-m`)], ['API', /-api-/], ['controller', /-controller-/], ['prober', /-prober-/]] as const) {
    const seen = among(pattern);
    if (seen.length > 0) report(`most memory of a pod meanwhile: ${what}`, `${mebibytes(Math.max(...seen))} (${seen.length} seen)`);
  }
}
