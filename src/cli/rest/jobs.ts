import { setTimeout as delay } from 'node:timers/promises';
import { Refused, type RestClient } from './client.ts';

type Answer = Readonly<Record<string, unknown>>;

/** The first polls come sooner than the 2 s that the interface names: most documents are short. */
const POLLS_MS = [200, 300, 500, 1000, 2000];
const FINISHED: ReadonlySet<unknown> = new Set(['succeeded', 'failed', 'canceled', 'expired']);

/**
 * Polls a job until it has ended, and reports each change. One that waits for credits is reported so, and polled on.
 */
export async function watchJob(client: RestClient, jobId: string, report: (job: Answer) => void): Promise<Answer> {
  let before = '';
  for (let i = 0; ; i++) {
    const job = await getOrWait(client, jobId);
    const now = JSON.stringify([job['status'], job['stage'], job['stageProgress'], job['message']]);
    if (now !== before) report(job);
    before = now;
    if (FINISHED.has(job['status'])) return job;
    await delay(POLLS_MS[Math.min(i, POLLS_MS.length - 1)]);
  }
}

async function getOrWait(client: RestClient, jobId: string): Promise<Answer> {
  try {
    return await client.get(`jobs/${encodeURIComponent(jobId)}`);
  } catch (error) {
    if (error instanceof Refused && error.status === 402)
      return { id: jobId, status: 'input_required', message: error.message };
    throw error;
  }
}
