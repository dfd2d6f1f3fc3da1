import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceProcess, type ServiceProcess } from '../service-process.ts';
import { openReceiver, type WebhookReceiver } from '../webhook-receiver.ts';
import { killRound } from './kill-rounds.ts';

/** 5 in `npm test`; `npm run test:faults` sets some hundred. */
const ROUNDS = Number(process.env['SCRIPTORIUM_KILL_ROUNDS'] ?? 5);
const FIRST_SEED = Number(process.env['SCRIPTORIUM_KILL_SEED'] ?? 1);

describe('the whole service, killed at any moment and started again', () => {
  let service: ServiceProcess;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    service = await serviceProcess({ SCRIPTORIUM_LOG_LEVEL: 'warn' });
    await service.start();
    receiver = await openReceiver();
  });
  afterAll(async () => {
    await service.close();
    await receiver.close();
  });

  it(
    `ends every job rightly, and the audit holds, at ${ROUNDS} seeded points`,
    { timeout: ROUNDS * 60_000 },
    async () => {
      const ended: Record<string, number> = {};
      for (let seed = FIRST_SEED; seed < FIRST_SEED + ROUNDS; seed++) {
        const round = await killRound(service, seed, receiver);
        for (const [state, count] of Object.entries(round.ended)) ended[state] = (ended[state] ?? 0) + count;
        const audit = await service.admin('GET', '/admin/v1/ledger/audit');
        expect(audit['findings'], `after seed ${seed}`).toEqual([]);
      }
      expect(Object.values(ended).reduce((sum, count) => sum + count, 0)).toBe(ROUNDS * 5);
      process.stdout.write(`kill -9 at ${ROUNDS} points: ${JSON.stringify(ended)}\n`);
    },
  );

  it('delivers a webhook that was being sent when it was killed', { timeout: 60_000 }, async () => {
    const source = {
      type: 'document',
      documentId: await service.upload('note.txt', new TextEncoder().encode('A note whose webhook is cut off.')),
    };
    receiver.status = undefined;
    const { body: job } = await service.call<{ id: string }>('POST', '/jobs', {
      source,
      webhookUrl: `${receiver.url}/cut-off`,
    });
    await receiver.find(({ path }) => path === '/cut-off');
    await service.kill('SIGKILL');
    receiver.status = 204;
    await service.start();
    const sent = (): typeof receiver.all => receiver.all.filter(({ path }) => path === '/cut-off');
    await receiver.find(() => sent().length === 2);
    const { secret } = await service.admin('GET', '/admin/v1/webhooks/secret?workspace=local');
    for (const { body, headers } of sent())
      expect(new Webhook(String(secret)).verify(body, headers)).toMatchObject({
        type: 'job.succeeded',
        data: { id: job.id },
      });
    expect(sent()[1]!.headers['webhook-id']).toBe(sent()[0]!.headers['webhook-id']);
  });
});
