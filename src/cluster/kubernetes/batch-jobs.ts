import { hasStatus, type KubeClient } from './client.ts';

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

/** Deletes a pod whose node cannot confirm that it has ended. */
export async function deletePod(client: KubeClient, namespace: string, name: string): Promise<void> {
  try {
    await client.call({
      method: 'DELETE',
      path: `${podsPath(namespace)}/${encodeURIComponent(name)}`,
      body: { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 0 },
    });
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
  }
}
