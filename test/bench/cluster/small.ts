import { setTimeout as sleep } from 'node:timers/promises';
import { k, type Client, type Job } from '../../e2e/cluster.ts';
import { callsPerJob } from '../service/counts.ts';
import { calls, quantile, report, seconds, timed, writes, type Timed } from './report.ts';

/** What the supervisors of the workers say of their tasks: milliseconds, by job and kind of task. */
async function taskTimes(): Promise<Map<string, number>> {
  const log = await k(
    'logs',
    '-l',
    'app.kubernetes.io/component=worker',
    '-c',
    'supervisor',
    '--tail=-1',
    '--max-log-requests=50',
  );
  const times = new Map<string, number>();
  for (const line of log.split('\n')) {
    if (!line.includes('"task ended"')) continue;
    const { job, do: task, ms } = JSON.parse(line) as { job: string; do: string; ms: number };
    times.set(`${job} ${task}`, ms);
  }
  return times;
}

/** One-page jobs one after another: how long each takes, where its time goes, and what it costs the API server. */
export async function small(acme: Client, what: string, source: object, count: number): Promise<void> {
  await timed(acme, source);
  await sleep(3000);
  const before = await writes();
  const callsBefore = await calls();
  const jobs: Timed[] = [];
  for (let i = 0; i < count; i++) jobs.push(await timed(acme, source));
  await sleep(3000);
  const after = await writes();
  const callsAfter = await calls();
  const times = jobs.map(({ began, ended }) => ended - began);
  report(
    `one-page PDF from ${what}, createJob to \`succeeded\` (${count} one after another)`,
    `p50 ${seconds(quantile(times, 0.5))}, p95 ${seconds(quantile(times, 0.95))}`,
  );
  const each = [...after]
    .map(([resource, sum]) => [resource, (sum - (before.get(resource) ?? 0)) / count] as const)
    .filter(([, mean]) => mean > 0);
  report(
    `writes to the API server by our processes, a job from ${what}`,
    `${each.reduce((sum, [, mean]) => sum + mean, 0).toFixed(1)} (${each.map(([resource, mean]) => `${resource} ${mean.toFixed(1)}`).join(', ')})`,
  );
  // Workers use signed URLs: one GET of the input and one PUT of the Markdown.
  report(`calls by our processes, a job from ${what}, polls included`, callsPerJob(callsBefore, callsAfter, count));
  const tasks = await taskTimes();
  const answers = jobs.map(({ began, answered }) => answered - began);
  report(`${what}, createJob until its answer`, `p50 ${Math.round(quantile(answers, 0.5))} ms`);
  for (const task of ['probe', 'convert']) {
    const values = jobs.flatMap(({ id }) => tasks.get(`${id} ${task}`) ?? []);
    if (values.length > 0) report(`${what}, ${task} on a worker`, `p50 ${Math.round(quantile(values, 0.5))} ms`);
  }
}

/** As in the benchmark of a single machine: clients take their CPU from the same cores. */
const POLL_MS = 250;

/** A client of a workspace with a document to convert. */
export interface Source {
  readonly client: Client;
  readonly source: object;
}

/** Jobs from many clients at once, of these workspaces in turn: jobs a second, and answers that are our errors. */
export async function burst(sources: readonly Source[], count: number, clients: number): Promise<void> {
  let left = count;
  let errors = 0;
  const end = async (client: Client, id: string): Promise<void> => {
    for (;;) {
      const { status, body } = await client.call<Job>('GET', `/jobs/${id}`);
      if (status >= 500) errors++;
      if (['succeeded', 'failed', 'canceled'].includes(body.status)) {
        if (body.status !== 'succeeded') throw new Error(JSON.stringify(body));
        return;
      }
      await sleep(POLL_MS);
    }
  };
  const one = async (index: number): Promise<void> => {
    const { client, source } = sources[index % sources.length]!;
    while (left-- > 0) {
      const { status, body } = await client.call<Job>('POST', '/jobs', { source, forceRefresh: true });
      if (status >= 500) errors++;
      if (status === 201) await end(client, body.id);
      else left++;
    }
  };
  const callsBefore = await calls();
  const cpuBefore = process.cpuUsage();
  const began = Date.now();
  await Promise.all(Array.from({ length: clients }, (_, index) => one(index)));
  const took = (Date.now() - began) / 1000;
  const cpu = process.cpuUsage(cpuBefore);
  const what = `burst of ${count} one-page uploads from ${clients} clients of ${sources.length === 1 ? 'one workspace' : `${sources.length} workspaces`}`;
  report(what, `${(count / took).toFixed(1)} jobs/s, ${errors} answers 5xx`);
  report(`${what}: calls a job, polls included`, callsPerJob(callsBefore, await calls(), count));
  // The client does the same each time, so this tells the speed of the machine.
  report(`${what}: CPU time of the client, a job`, `${((cpu.user + cpu.system) / 1000 / count).toFixed(0)} ms`);
}
