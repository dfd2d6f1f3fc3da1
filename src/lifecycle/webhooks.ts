import { createHmac } from 'node:crypto';
import type { Objects } from '../objects/objects.ts';
import { keys } from '../records/keys.ts';
import { createRecord } from '../records/store.ts';
import type { JobRecord, Webhook } from '../records/types.ts';

/**
 * The key that signs what a workspace's webhooks are sent, as the Standard Webhooks scheme writes it: `whsec_` and 32
 * bytes in base64.
 */
export function webhookSecret(serviceSecret: string, workspace: string): string {
  return `whsec_${createHmac('sha256', serviceSecret).update(`webhook:${workspace}`).digest('base64')}`;
}

/**
 * Keeps what is to be sent of a job that ends. It is written before the job's record, so that nobody sees the end of a
 * job whose webhook could still be lost; where the record is there already, it was written, and perhaps delivered.
 */
export async function keepWebhook(objects: Objects, job: JobRecord): Promise<void> {
  if (job.spec.webhookUrl === undefined || (await objects.head(keys.record(job.jobId)))) return;
  const webhook: Webhook = {
    id: `msg_${job.jobId}_${job.ending.state}`,
    url: job.spec.webhookUrl,
    job,
    attempts: 0,
    dueAt: job.ending.finishedAt,
  };
  await createRecord(objects, keys.webhook(job.workspace, job.jobId), webhook);
}
