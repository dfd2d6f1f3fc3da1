import { randomUUID } from 'node:crypto';
import { WEB_ADDRESS } from '../../resource/fields.ts';
import { answerOf, hostOf, logDelivery, signedHeaders, webhookSecret } from '../../lifecycle/webhooks.ts';
import { keys } from '../../records/keys.ts';
import { readRecord } from '../../records/store.ts';
import type { Delivery } from '../../records/deliveries.ts';
import type { ApiDeps } from '../deps.ts';
import { bodyReader } from '../schema/body-reader.ts';
import { closed } from '../schema/json-schema.ts';

export const readWebhookTest = bodyReader(
  closed('', { url: { type: 'string', maxLength: 2048, pattern: WEB_ADDRESS } }, ['url']),
);

/** The last tries of the workspace's webhooks, newest first. */
export async function listDeliveries({ objects }: ApiDeps, workspace: string): Promise<readonly Delivery[]> {
  return (await readRecord(objects, keys.deliveries(workspace)))?.deliveries ?? [];
}

/** Sends a body of the type `test` once, signed like that of a job. */
export async function testWebhook(deps: ApiDeps, workspace: string, url: string): Promise<Delivery> {
  const sentAt = deps.now();
  const id = `msg_test_${randomUUID()}`;
  const body = JSON.stringify({ type: 'test', timestamp: sentAt.toISOString(), data: { workspace } });
  const headers = signedHeaders(webhookSecret(deps.secret, workspace), { id, sentAt, body });
  const result = await deps.tasks.post({ workspace, jobId: id, url, headers, body });
  const delivered = result.ok && result.status >= 200 && result.status < 300;
  const delivery: Delivery = {
    at: sentAt.toISOString(),
    type: 'test',
    host: hostOf(url),
    attempts: 1,
    outcome: delivered ? 'delivered' : result.ok ? 'given_up' : 'refused',
    answer: answerOf(result),
  };
  await logDelivery(deps.objects, workspace, delivery);
  return delivery;
}
