import { setTimeout as sleep } from 'node:timers/promises';
import { deleteBatchJobs } from './batch-jobs.ts';
import type { KubeClient } from '../api/client.ts';
import { takeLease } from '../api/lease.ts';
import { LAUNCH_LABEL } from './manifest.ts';

/** A leader that lost its lease hears of it within one renewal and the time limit of its calls. */
const LEADER_GONE_MS = 6500;
/** Long enough for the controllers to be taken away, short enough for a reinstallation. */
const LEASE_SECONDS = 20;

/**
 * Ends all converters, for a release that is uninstalled: Jobs would outlive it and be tried again without a service to
 * report to, and a failed pod that waits for its replacement keeps a namespace from being deleted. The lease is taken
 * first, so that no controller launches them again.
 */
export async function endLaunches(client: KubeClient, namespace: string, leaseName: string): Promise<number> {
  const holder = { identity: 'uninstall', leaseSeconds: LEASE_SECONDS };
  await takeLease(client, { namespace, name: leaseName }, holder);
  await sleep(LEADER_GONE_MS);
  const { items } = await client.batch.listNamespacedJob({ namespace, labelSelector: LAUNCH_LABEL });
  await deleteBatchJobs(client, namespace, items);
  return items.length;
}
