import { setTimeout as sleep } from 'node:timers/promises';
import { createKubeClient } from '../../src/runtime/kubernetes/api/client.ts';
import { hasStatus } from '../../src/runtime/kubernetes/api/transport.ts';
import { s3Objects } from '../../src/objects/s3.ts';
import { receiptKeyOf } from '../../src/accounting/receipts.ts';
import { kubeconfigAccess } from '../../src/runtime/kubernetes/api/kubeconfig.ts';
import { batchJobsPath } from '../../src/runtime/kubernetes/launches/batch-jobs.ts';
import { jobName } from '../../src/runtime/kubernetes/launches/manifest.ts';
import type { LaunchId } from '../../src/runtime/launcher.ts';
import { NAMESPACE, need } from './cluster.ts';

/** Where a job stands, read often and without the service: from the API server and the bucket. */
export interface Stages {
  /** Resolves as soon as the job is there. */
  reached(stage: Stage, workspace: string, jobId: string): Promise<void>;
  close(): Promise<void>;
}

export type Stage = 'launched' | 'converting' | 'merging' | 'receipted';

export async function watchStages(): Promise<Stages> {
  const client = createKubeClient({ access: await kubeconfigAccess() });
  const objects = s3Objects({
    bucket: NAMESPACE,
    region: process.env['S3_REGION'] ?? 'us-east-1',
    endpoint: need('S3_ENDPOINT'),
  });
  const read = async <T>(path: string): Promise<T | undefined> => {
    try {
      return await client.call<T>({ method: 'GET', path });
    } catch (error) {
      if (hasStatus(error, 404)) return undefined;
      throw error;
    }
  };
  const launched = async (launch: LaunchId): Promise<boolean> =>
    (await read(`${batchJobsPath(NAMESPACE)}/${jobName(launch)}`)) !== undefined;
  const looks: Record<Stage, (workspace: string, jobId: string) => Promise<boolean>> = {
    launched: (_workspace, jobId) => launched({ jobId, kind: 'convert', firstIndex: 0 }),
    converting: async (_workspace, jobId) => {
      const job = await read<{ status?: { stage?: string } }>(
        `/apis/scriptorium.dev/v1alpha1/namespaces/${NAMESPACE}/conversionjobs/${jobId}`,
      );
      return job?.status?.stage === 'converting';
    },
    merging: (_workspace, jobId) => launched({ jobId, kind: 'merge', firstIndex: 0 }),
    receipted: async (workspace, jobId) =>
      (await objects.head(receiptKeyOf({ workspace, jobId, createdAt: new Date().toISOString() }))) !== undefined,
  };
  return {
    reached: async (stage, workspace, jobId) => {
      const last = Date.now() + 120_000;
      while (!(await looks[stage](workspace, jobId))) {
        if (Date.now() > last) throw new Error(`job ${jobId} was never ${stage}`);
        await sleep(2);
      }
    },
    close: async () => {
      objects.close();
      await client.close();
    },
  };
}
