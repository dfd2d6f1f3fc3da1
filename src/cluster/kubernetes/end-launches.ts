import { setTimeout as sleep } from 'node:timers/promises';
import { batchJobsPath, deleteBatchJobs } from './batch-jobs.ts';
import type { KubeClient } from './client.ts';
import { takeLease } from './lease.ts';
import { LAUNCH_LABEL } from './manifest.ts';

/** A leader that lost its lease hears of it within one renewal and the time limit of its calls. */
const LEADER_GONE_MS = 6500;
/** Long enough for the controllers to be taken away, short enough for a reinstallation. */
const LEASE_SECONDS = 20;

/**
 * Ends all converters, for a release that is taken away: Jobs would outlive it and be tried again without a service to report to, and a failed pod that waits
 * for its replacement keeps a namespace from going. The lease is taken first, so that no controller launches them anew.
 */
export async function endLaunches(client: KubeClient, namespace: string, leaseName: string): Promise<number> {
  await takeLease(client, namespace, leaseName, 'uninstall', LEASE_SECONDS);
  await sleep(LEADER_GONE_MS);
  const { items } = await client.call<{ items: readonly { metadata: { name: string } }[] }>({
    method: 'GET',
    path: batchJobsPath(namespace),
    query: { labelSelector: LAUNCH_LABEL },
  });
  await deleteBatchJobs(client, namespace, items);
  return items.length;
}
