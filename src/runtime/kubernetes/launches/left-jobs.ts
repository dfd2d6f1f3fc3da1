import { isFinished, type BatchJob } from './job-status.ts';
import type { KubeClient } from '../api/client.ts';
import { hasStatus } from '../api/transport.ts';

/** The service account that the pods of a Job run as. */
export const accountOf = ({ spec }: BatchJob): string | undefined => spec?.template?.spec?.serviceAccountName;

/**
 * Unfinished Jobs whose service account is gone, because the release that created them was uninstalled: their pods can
 * neither start nor report. Jobs with our own account are ours, whether or not it is there.
 */
export async function leftJobs(
  { client, namespace }: { readonly client: KubeClient; readonly namespace: string },
  jobs: readonly BatchJob[],
  ownAccount: string,
): Promise<readonly BatchJob[]> {
  const byAccount = Map.groupBy(
    jobs.filter((job) => !isFinished(job) && job.metadata.deletionTimestamp === undefined),
    accountOf,
  );
  const left: BatchJob[] = [];
  for (const [account, found] of byAccount) {
    if (account === undefined || account === ownAccount) continue;
    if (!(await exists(client, namespace, account))) left.push(...found);
  }
  return left;
}

async function exists(client: KubeClient, namespace: string, account: string): Promise<boolean> {
  try {
    const { metadata } = await client.core.readNamespacedServiceAccount({ namespace, name: account });
    return metadata?.deletionTimestamp === undefined;
  } catch (error) {
    if (hasStatus(error, 404)) return false;
    throw error;
  }
}
