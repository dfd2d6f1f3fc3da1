import type { V1Job, V1Pod } from '@kubernetes/client-node';
import type { KubeClient } from '../api/client.ts';
import { hasStatus } from '../api/transport.ts';
import type { Wire } from '../api/wire.ts';

/** The `batch/v1` Jobs of a namespace. */
export const batchJobsPath = (namespace: string): string =>
  `/apis/batch/v1/namespaces/${encodeURIComponent(namespace)}/jobs`;

/** Deletes Jobs, and their pods in time. One that is gone is none to delete. */
export async function deleteBatchJobs(
  client: KubeClient,
  namespace: string,
  jobs: readonly Wire<V1Job>[],
): Promise<void> {
  for (const { metadata } of jobs) {
    try {
      const name = metadata?.name ?? '';
      await client.batch.deleteNamespacedJob({ namespace, name, propagationPolicy: 'Background' });
    } catch (error) {
      if (!hasStatus(error, 404)) throw error;
    }
  }
}

/**
 * Deletes a pod whose node cannot confirm that it has ended. It is said to have failed first, since the Job controller
 * waits for that and keeps the pod until then; as disrupted, so that it counts as no attempt.
 */
export async function deleteLostPod(client: KubeClient, namespace: string, { metadata, status }: Pod): Promise<void> {
  const name = metadata?.name ?? '';
  const others = (status?.conditions ?? []).filter(({ type }) => type !== DISRUPTED.type);
  const conditions = [...others, { ...DISRUPTED, lastTransitionTime: new Date().toISOString() }];
  try {
    const body = { status: { phase: 'Failed', reason: 'NodeLost', conditions } };
    await client.core.patchNamespacedPodStatus({ namespace, name, body });
    await client.core.deleteNamespacedPod({ namespace, name, gracePeriodSeconds: 0 });
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
  }
}

type Pod = Wire<V1Pod>;

const DISRUPTED = {
  type: 'DisruptionTarget',
  status: 'True',
  reason: 'NodeLost',
  message: 'The node does not answer.',
};
