/**
 * `npm run bench:cluster`: figures of a release that is installed (`SCRIPTORIUM_KEEP=true npm run test:e2e` leaves one), over its ingress.
 * `--jobs N` (30) one-page jobs one after another; `--pages N` (1000) of the long document.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { client, get, HOST, kubectl, NAMESPACE, type Client, type Job } from '../../e2e/cluster.ts';
import { makeNumberedPdf } from '../../make/text-pdf.ts';
import { fixture } from '../../service-process.ts';

interface Resource {
  readonly metadata: { readonly creationTimestamp: string };
  readonly status?: { readonly startedAt?: string; readonly finishedAt?: string };
}
interface Pod {
  readonly metadata: { readonly name: string; readonly creationTimestamp: string };
  readonly status: { readonly containerStatuses?: readonly { readonly state?: { readonly terminated?: { readonly startedAt: string; readonly finishedAt: string }; readonly running?: { readonly startedAt: string } } }[] };
}

const option = (name: string, usual: number): number => (process.argv.includes(name) ? Number(process.argv[process.argv.indexOf(name) + 1]) : usual);
const quantile = (values: readonly number[], q: number): number => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))]!;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const rows: (readonly [string, string])[] = [];
const report = (what: string, figure: string): void => {
  rows.push([what, figure]);
  process.stdout.write(`${what}: ${figure}\n`);
};

/** Writes to the API server by the API and the controllers since they started. */
async function writes(): Promise<number> {
  const { items } = await get<{ items: { metadata: { name: string; labels: Record<string, string> } }[] }>('pods', '-l', 'app.kubernetes.io/component in (api,controller)', '--field-selector=status.phase=Running');
  let sum = 0;
  for (const { metadata } of items) {
    const text = await kubectl('get', '--raw', `/api/v1/namespaces/${NAMESPACE}/pods/${metadata.name}:8080/proxy/metrics`);
    for (const [, resource, value] of text.matchAll(/^scriptorium_api_server_writes_total\{resource="([^"]+)"[^}]*\} (\d+)/gm)) if (resource !== 'leases') sum += Number(value);
  }
  return sum;
}

async function timed(acme: Client, source: object): Promise<{ ms: number; job: Job }> {
  const began = performance.now();
  const { status, body } = await acme.call<Job>('POST', '/jobs', { source, forceRefresh: true });
  if (status !== 201) throw new Error(`createJob answered ${status}: ${JSON.stringify(body)}`);
  for (;;) {
    const job = (await acme.call<Job>('GET', `/jobs/${body.id}`)).body;
    if (job.status === 'succeeded') return { ms: performance.now() - began, job };
    if (job.status !== 'queued' && job.status !== 'running') throw new Error(JSON.stringify(job));
    await sleep(25);
  }
}

async function small(acme: Client, what: string, source: object, count: number): Promise<void> {
  await timed(acme, source);
  const before = await writes();
  const times: number[] = [];
  const jobs: Job[] = [];
  for (let i = 0; i < count; i++) {
    const { ms, job } = await timed(acme, source);
    times.push(ms);
    jobs.push(job);
  }
  await sleep(2000);
  report(`one-page PDF from ${what}, createJob to succeeded (${count})`, `p50 ${seconds(quantile(times, 0.5))}, p95 ${seconds(quantile(times, 0.95))}`);
  report(`API-server writes of our processes a job, from ${what}`, ((await writes() - before) / count).toFixed(1));
  const pods = (await Promise.all(jobs.slice(-10).map((job) => get<{ items: Pod[] }>('pods', '-l', `scriptorium.dev/job-id=${job.id}`)))).flatMap(({ items }) => items);
  const starts = pods.flatMap(({ metadata, status }) => {
    const state = status.containerStatuses?.[0]?.state;
    const startedAt = state?.terminated?.startedAt ?? state?.running?.startedAt;
    return startedAt === undefined ? [] : [Date.parse(startedAt) - Date.parse(metadata.creationTimestamp)];
  });
  if (starts.length > 0) report(`of that, pod created to container started (to the second, ${starts.length} pods)`, `p50 ${seconds(quantile(starts, 0.5))}`);
}

async function long(acme: Client, pages: number): Promise<void> {
  const documentId = await acme.upload('long.pdf', makeNumberedPdf(pages));
  const peaks = new Map<string, number>();
  const look = async (): Promise<void> => {
    const { pods } = JSON.parse(await kubectl('get', '--raw', '/api/v1/nodes/node-1/proxy/stats/summary')) as { pods: { podRef: { name: string; namespace: string }; memory?: { workingSetBytes?: number } }[] };
    for (const { podRef, memory } of pods) if (podRef.namespace === NAMESPACE) peaks.set(podRef.name, Math.max(peaks.get(podRef.name) ?? 0, memory?.workingSetBytes ?? 0));
  };
  const watch = setInterval(() => { look().catch(() => {}); }, 1000);
  const { ms, job } = await timed(acme, { type: 'document', documentId });
  clearInterval(watch);
  const resource = await get<Resource>('conversionjob', job.id);
  const converting = Date.parse(resource.status?.finishedAt ?? '') - Date.parse(resource.status?.startedAt ?? '');
  report(`${pages}-page PDF`, `${seconds(ms)} in all, ${Math.round(pages / (converting / 1000))} pages/s from the first process to the end`);
  const converters = [...peaks].filter(([name]) => name.startsWith('job-')).map(([, bytes]) => bytes);
  if (converters.length > 0) report('largest working set of a converter pod', `${Math.round(Math.max(...converters) / 1024 / 1024)} MiB of ${converters.length} seen`);
  const others = [...peaks].filter(([name]) => /-(api|controller)-/.test(name)).map(([name, bytes]) => `${/-(api|controller)-/.exec(name)![1]} ${Math.round(bytes / 1024 / 1024)} MiB`);
  report('working sets of the API and the controller meanwhile', others.join(', '));
}

const acme = await client(`bench-${Date.now()}`, 1_000_000);
const sample = await fixture('docs/sample.pdf');
const server = createServer((_request, response) => response.writeHead(200, { 'Content-Length': sample.length }).end(sample));
await new Promise<void>((done) => server.listen(0, '0.0.0.0', done));
try {
  const count = option('--jobs', 30);
  await small(acme, 'an upload', { type: 'document', documentId: await acme.upload('survey.pdf', sample) }, count);
  await small(acme, 'a URL', { type: 'external', fileUrl: `http://${HOST}:${(server.address() as AddressInfo).port}/survey.pdf` }, Math.ceil(count / 3));
  await long(acme, option('--pages', 1000));
} finally {
  server.close();
}
process.stdout.write(`\n| figure | measured |\n|---|---|\n${rows.map(([what, figure]) => `| ${what} | ${figure} |`).join('\n')}\n`);
