import { k, type Client } from '../../e2e/cluster.ts';
import { makeNumberedPdf } from '../../make/text-pdf.ts';
import { mebibytes, report, seconds, timed, workingSets } from './report.ts';

/** A long document: ranges side by side, and the most that each pod's working set was seen to be. */
export async function long(acme: Client, pages: number): Promise<void> {
  const documentId = await acme.upload('long.pdf', makeNumberedPdf(pages));
  const peaks = new Map<string, number>();
  const look = async (): Promise<void> => {
    for (const [name, bytes] of await workingSets()) peaks.set(name, Math.max(peaks.get(name) ?? 0, bytes));
  };
  const watch = setInterval(() => {
    look().catch(() => {});
  }, 1000);
  const { id, began, ended } = await timed(acme, { type: 'document', documentId });
  clearInterval(watch);
  report(
    `${pages}-page PDF, createJob to \`succeeded\``,
    `${seconds(ended - began)}: ${Math.round(pages / ((ended - began) / 1000))} pages/s`,
  );
  // Converters live too briefly for the kubelet's count: they say themselves what their process needed.
  for (const [what, launch] of [
    ['converter', 'c'],
    ['merger', 'm'],
  ] as const) {
    const log = await k(
      'logs',
      '-l',
      `batch.kubernetes.io/job-name=${id}-${launch}`,
      '--tail=-1',
      '--max-log-requests=100',
    );
    const most = [...log.matchAll(/"mostMib":(\d+)/g)].map((match) => Number(match[1]));
    report(`most memory of a ${what}'s process`, `${Math.max(...most)} MiB (of ${most.length})`);
  }
  for (const [what, pattern] of [
    ['API', /-api-/],
    ['controller', /-controller-/],
    ['worker', /-worker-/],
  ] as const) {
    const seen = [...peaks].filter(([name, bytes]) => bytes > 0 && pattern.test(name)).map(([, bytes]) => bytes);
    report(`most memory of a pod meanwhile: ${what}`, mebibytes(Math.max(...seen)));
  }
}
