import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookReceiver } from '../webhook-receiver.ts';
import { fixture, type ServiceProcess } from '../service-process.ts';

/** mulberry32: the same seed kills at the same moments of the workload's life. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

interface Job {
  readonly id: string;
  readonly status: string;
  readonly errorCode?: string;
}

export interface Round {
  /** Jobs that the service had promised (a 201 or 200 answer was seen). */
  readonly promised: number;
  readonly ended: Readonly<Record<string, number>>;
}

const TERMINAL = new Set(['succeeded', 'failed', 'canceled']);
/** Calls of a round that the clients see answered before the kill, at most; and then so long. */
const CALLS = 20;
const AFTER_MS = 400;

/**
 * One round: clients create jobs (under idempotency keys, some canceled, one of a bad document) while the service is
 * killed at a seeded moment and started again; then every job that was promised has to end rightly, and its webhook to
 * arrive. Clients retry as clients do.
 */
export async function killRound(service: ServiceProcess, seed: number, receiver: WebhookReceiver): Promise<Round> {
  const random = seeded(seed);
  let callsLeft = Math.floor(random() * CALLS);
  const after = random() * AFTER_MS;
  const moment = Promise.withResolvers<void>();
  if (callsLeft === 0) moment.resolve();
  const good = await fixture('docs/sample.pdf');
  const kinds = ['good', 'good', 'text', 'bad', 'cancel'] as const;
  let down = false;

  const client = async (n: number): Promise<Job> => {
    const kind = kinds[n % kinds.length]!;
    const key = `seed-${seed}-${n}`;
    const bytes =
      kind === 'bad'
        ? new TextEncoder().encode('%PDF-1.7\nnothing of a PDF follows')
        : kind === 'text'
          ? new TextEncoder().encode(`Note ${key}\n\nA few words, no two jobs the same.`)
          : good;
    const documentId = await again(() => service.upload(kind === 'text' ? 'note.txt' : 'survey.pdf', bytes));
    const body = {
      source: { type: 'document', documentId },
      idempotencyKey: key,
      forceRefresh: random() < 0.7,
      webhookUrl: `${receiver.url}/${key}`,
    };
    const { body: job } = await again(async () => {
      const answer = await service.call<Job>('POST', '/jobs', body);
      if (answer.status >= 500 || answer.status === 429) throw new Error(`createJob answered ${answer.status}`);
      if (answer.status !== 201 && answer.status !== 200)
        throw Object.assign(new Error(`createJob answered ${answer.status}: ${JSON.stringify(answer.body)}`), {
          final: true,
        });
      return answer;
    });
    if (kind === 'cancel') await again(() => service.call('POST', `/jobs/${job.id}/cancel`));
    return job;
  };
  /** Repeats until the service is back. */
  const again = async <T>(call: () => Promise<T>): Promise<T> => {
    for (let tries = 0; ; tries++) {
      try {
        const answer = await call();
        if (callsLeft > 0 && --callsLeft === 0) moment.resolve();
        return answer;
      } catch (error) {
        if ((error as { final?: boolean }).final || tries > 600) throw error;
        await sleep(down ? 50 : 20);
      }
    }
  };

  const clients = Array.from({ length: kinds.length }, (_, n) => client(n));
  // A moment of the workload's own life, however fast the machine is.
  await Promise.race([moment.promise, Promise.all(clients)]);
  await sleep(after);
  down = true;
  await service.kill('SIGKILL');
  await service.start();
  down = false;

  const ended: Record<string, number> = {};
  const jobs = await Promise.all(clients);
  for (const [n, { id }] of jobs.entries()) {
    const job = await again(async () => {
      const { status, body } = await service.call<Job>('GET', `/jobs/${id}`);
      if (status !== 200)
        throw Object.assign(new Error(`job ${id} of seed ${seed} answered ${status}`), { final: status === 404 });
      if (!TERMINAL.has(body.status)) throw new Error(`job ${id} is ${body.status}`);
      return body;
    });
    ended[job.status] = (ended[job.status] ?? 0) + 1;
    const kind = kinds[n]!;
    const right =
      kind === 'bad'
        ? job.status === 'failed' && job.errorCode === 'corrupt_document'
        : kind === 'cancel'
          ? job.status === 'canceled' || job.status === 'succeeded'
          : job.status === 'succeeded';
    if (!right) throw new Error(`a ${kind} job of seed ${seed} ended as ${JSON.stringify(job)}`);
    const receipt = await service.call('GET', `/receipts/rcpt_${id}`);
    const told = await receiver.find(({ path }) => path === `/seed-${seed}-${n}`);
    if (!told.body.startsWith(`{"type":"job.${job.status}"`))
      throw new Error(`the webhook of job ${id} of seed ${seed} says ${told.body}`);
    if (receipt.status !== 200) throw new Error(`job ${id} of seed ${seed} has no receipt: ${receipt.status}`);
  }
  return { promised: jobs.length, ended };
}
