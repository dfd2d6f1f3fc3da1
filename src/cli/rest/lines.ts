import { printable } from '../printable.ts';

type Answer = Readonly<Record<string, unknown>>;

const counted = (count: unknown, one: string): string => `${String(count)} ${one}${count === 1 ? '' : 's'}`;
const present = (parts: readonly unknown[]): string =>
  printable(parts.filter((part) => part !== undefined && part !== '').join('  '));

/** A job in one line: its state, how far it is, and why it failed. */
export function jobLine(job: Answer): string {
  const failed = job['status'] === 'failed' ? `${String(job['errorCode'])}: ${String(job['error'])}` : undefined;
  const progress =
    job['status'] === 'running' && typeof job['stageProgress'] === 'number' ? `${job['stageProgress']} %` : undefined;
  const rest = job['partial'] === true ? `continues at page ${String(job['nextStartPage'])}` : undefined;
  return present([
    job['id'],
    job['status'],
    job['status'] === 'running' ? job['stage'] : undefined,
    progress,
    failed ?? job['message'],
    job['cached'] === true ? 'from the cache' : undefined,
    rest,
  ]);
}

export function quoteLine(quote: Answer): string {
  const pages = (quote['estimatedUsage'] as { readonly discoveredPages?: number }).discoveredPages;
  return present([
    quote['id'],
    pages === undefined ? undefined : counted(pages, 'page'),
    `up to ${counted(quote['maximumCredits'], 'credit')}`,
    `expires ${String(quote['expiresAt'])}`,
  ]);
}

export function artifactLines(list: Answer): string {
  const artifacts = list['artifacts'] as readonly Answer[];
  if (artifacts.length === 0) return 'No artifacts found.';
  return artifacts
    .map((artifact) =>
      present([artifact['id'], artifact['kind'], counted(artifact['sizeBytes'], 'byte'), artifact['fileName']]),
    )
    .join('\n');
}

export function receiptLine(receipt: Answer): string {
  return present([
    receipt['id'],
    receipt['outcome'],
    `${String(receipt['settledCredits'])} of ${counted(receipt['reservedCredits'], 'credit')}`,
    receipt['errorCode'],
    receipt['occurredAt'],
  ]);
}
