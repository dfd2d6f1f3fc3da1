import type { V1Pod } from '@kubernetes/client-node';
import { hasStatus, type KubeClient } from './client.ts';
import type { Wire } from './wire.ts';

/** The `batch/v1` Jobs of a namespace. */
export const batchJobsPath = (namespace: string): string =>
  `/apis/batch/v1/namespaces/${encodeURIComponent(namespace)}/jobs`;

/** Deletes Jobs, and their pods in time. One that is gone is none to delete. */
export async function deleteBatchJobs(
  client: KubeClient,
  namespace: string,
  jobs: readonly { readonly metadata: { readonly name: string } }[],
): Promise<void> {
  for (const { metadata } of jobs) {
    try {
      await client.call({
        method: 'DELETE',
        path: `${batchJobsPath(namespace)}/${encodeURIComponent(metadata.name)}`,
        body: { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Background' },
      });
    } catch (error) {
      if (!hasStatus(error, 404)) throw error;
    }
  }
}

export const podsPath = (namespace: string): string => `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods`;

/**
 * Deletes a pod whose node cannot confirm that it has ended. It is said to have failed first, since the Job controller
 * waits for that and keeps the pod until then; as disrupted, so that it counts as no attempt.
 */
export async function deleteLostPod(client: KubeClient, namespace: string, { metadata, status }: Pod): Promise<void> {
  const path = `${podsPath(namespace)}/${encodeURIComponent(metadata?.name ?? '')}`;
  const others = (status?.conditions ?? []).filter(({ type }) => type !== DISRUPTED.type);
  const conditions = [...others, { ...DISRUPTED, lastTransitionTime: new Date().toISOString() }];
  try {
    await client.call({
      method: 'PATCH',
      path: `${path}/status`,
      body: { status: { phase: 'Failed', reason: 'NodeLost', conditions } },
    });
    await client.call({
      method: 'DELETE',
      path,
      body: { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 0 },
    });
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
