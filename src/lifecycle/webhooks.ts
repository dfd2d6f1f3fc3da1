import { createHmac } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';
import type { TaskResult } from '../protocol/tasks.ts';
import type { Objects } from '../objects/objects.ts';
import { keys } from '../records/keys.ts';
import { createRecord, readStored, replaceRecord } from '../records/store.ts';
import type { Delivery } from '../records/deliveries.ts';
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

/** Headers that a receiver verifies a body by. */
export function signedHeaders(
  secret: string,
  { id, sentAt, body }: { readonly id: string; readonly sentAt: Date; readonly body: string },
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Signer(secret).sign(id, sentAt, body),
  };
}

/** The answer of a receiver, or why there is none, in words that may be shown. */
export const answerOf = (result: TaskResult<'post'>): string =>
  result.ok ? String(result.status) : result.failure.message;

/** All that may be said of an address: path and query may hold secrets. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'no address');

const MOST_DELIVERIES = 50;

/** Adds a try to the last ones of the workspace. */
export async function logDelivery(objects: Objects, workspace: string, delivery: Delivery): Promise<void> {
  const key = keys.deliveries(workspace);
  for (;;) {
    const stored = await readStored(objects, key);
    const deliveries = [delivery, ...(stored?.value.deliveries ?? [])].slice(0, MOST_DELIVERIES);
    const written = stored
      ? await replaceRecord(objects, key, stored.etag, { deliveries })
      : await createRecord(objects, key, { deliveries });
    if (written) return;
  }
}
