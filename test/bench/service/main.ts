/**
 * `npm run bench`: the figures of the embedded service. `--soak N` changes the length of the soak (500 jobs), `--only
 * NAME` runs one part. It starts the service by its command, on a free port, with data in a temporary folder; all calls
 * go over REST.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { makeNumberedPdf } from '../../make/text-pdf.ts';
import { fixture, serviceProcess, type ServiceProcess } from '../../service-process.ts';
import { watchMemory } from './memory.ts';

interface Job {
  readonly id: string;
  readonly status: string;
  readonly usage?: { readonly durationMs?: number };
}

const option = (name: string): string | undefined =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined;
const rows: (readonly [string, string])[] = [];
const report = (what: string, figure: string): void => {
  rows.push([what, figure]);
  process.stdout.write(`${what}: ${figure}\n`);
};

const quantile = (values: readonly number[], q: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))]!;
const ms = (value: number): string => `${Math.round(value)} ms`;

/**
 * Creates a job of an uploaded document and polls it until it has ended. Answers milliseconds from createJob to
 * `succeeded`.
 */
async function convert(
  service: ServiceProcess,
  documentId: string,
  pollMs = 10,
  polls: number[] = [],
): Promise<number> {
  const began = performance.now();
  const { status, body } = await service.call<Job>('POST', '/jobs', {
    source: { type: 'document', documentId },
    forceRefresh: true,
  });
  if (status !== 201) throw new Error(`createJob answered ${status}: ${JSON.stringify(body)}`);
  for (;;) {
    const asked = performance.now();
    const job = (await service.call<Job>('GET', `/jobs/${body.id}`)).body;
    polls.push(performance.now() - asked);
    if (job.status === 'succeeded') return performance.now() - began;
    if (job.status !== 'queued' && job.status !== 'running') throw new Error(`a job ended as ${JSON.stringify(job)}`);
    await sleep(pollMs);
  }
}

async function sequential(service: ServiceProcess): Promise<void> {
  const documentId = await service.upload('survey.pdf', await fixture('docs/sample.pdf'));
  for (let i = 0; i < 5; i++) await convert(service, documentId);
  const times: number[] = [];
  for (let i = 0; i < 50; i++) times.push(await convert(service, documentId));
  report(
    'one-page PDF, createJob to succeeded, 50 one after another',
    `p50 ${ms(quantile(times, 0.5))}, p95 ${ms(quantile(times, 0.95))}`,
  );
}

async function crowd(service: ServiceProcess): Promise<void> {
  const documentId = await service.upload('survey.pdf', await fixture('docs/sample.pdf'));
  const polls: number[] = [];
  let left = 200;
  let done = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      while (left-- > 0) {
        await convert(service, documentId, 250, polls);
        done++;
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  report(
    '200 one-page jobs from 20 clients',
    `${(200 / seconds).toFixed(1)} jobs/s, ${200 - done} lost, getJob p50 ${ms(quantile(polls, 0.5))}, p99 ${ms(quantile(polls, 0.99))}`,
  );
}

async function long(service: ServiceProcess): Promise<void> {
  const documentId = await service.upload('long.pdf', makeNumberedPdf(500));
  const memory = watchMemory(service.pid());
  const time = await convert(service, documentId, 50);
  const { peak, processes } = memory.stop();
  report(
    '500-page text PDF, all cores',
    `${Math.round(500 / (time / 1000))} pages/s, largest of ${processes} processes ${peak} MiB`,
  );
}

async function soak(service: ServiceProcess, jobs: number): Promise<void> {
  const documentId = await service.upload('survey.pdf', await fixture('docs/sample.pdf'));
  const at = new Map<number, number>();
  for (let n = 1; n <= jobs; n++) {
    await convert(service, documentId);
    if (n % 100 === 0) at.set(n, watchMemory(service.pid()).own());
  }
  report(
    `soak of ${jobs} jobs, resident memory of the service`,
    [...at].map(([n, mib]) => `after ${n}: ${mib} MiB`).join(', '),
  );
}

const service = await serviceProcess({ SCRIPTORIUM_LOG_LEVEL: 'warn' });
await service.start();
await service.admin('POST', '/admin/v1/credits', { id: 'grant_bench', workspace: 'local', credits: 1_000_000 });
const only = option('--only');
try {
  if (!only || only === 'sequential') await sequential(service);
  if (!only || only === 'crowd') await crowd(service);
  if (!only || only === 'long') await long(service);
  if (!only || only === 'soak') await soak(service, Number(option('--soak') ?? 500));
} finally {
  await service.close();
}
process.stdout.write(
  `\n| figure | measured |\n|---|---|\n${rows.map(([what, figure]) => `| ${what} | ${figure} |`).join('\n')}\n`,
);
