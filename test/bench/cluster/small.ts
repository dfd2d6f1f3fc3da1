import { setTimeout as sleep } from 'node:timers/promises';
import { createKubeClient } from '../../../src/cluster/kubernetes/client.ts';
import { startReflector, type KubeObject, type Reflector } from '../../../src/cluster/kubernetes/reflector.ts';
import { kubeconfigAccess } from '../../../src/cluster/kubernetes/kubeconfig.ts';
import { k, NAMESPACE, type Client } from '../../e2e/cluster.ts';
import { quantile, report, seconds, timed, writes, type Timed } from './report.ts';

interface Labelled extends KubeObject {
  readonly spec?: { readonly nodeName?: string };
}

/** When the objects of jobs were first seen on a watch, by job: made, launched, its pod made, its pod on a node. */
interface Sightings {
  readonly made: Map<string, number>;
  readonly launched: Map<string, number>;
  readonly pod: Map<string, number>;
  readonly scheduled: Map<string, number>;
  readonly pods: Map<string, string>;
  stop(): Promise<void>;
}

async function watchObjects(): Promise<Sightings> {
  const client = createKubeClient({ access: await kubeconfigAccess() });
  const [made, launched, pod, scheduled, pods] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, string>(),
  ];
  const first = (seen: Map<string, number>, id: string | undefined): void => {
    if (id !== undefined && !seen.has(id)) seen.set(id, Date.now());
  };
  const idOf = (object: Labelled | undefined): string | undefined =>
    object?.metadata.labels?.['scriptorium.dev/job-id'];
  const follow = async (
    path: string,
    seen: (name: string, object: Labelled | undefined) => void,
  ): Promise<() => Promise<void>> => {
    let reflector: Reflector<Labelled> | undefined;
    reflector = await startReflector<Labelled>({ client, path, changed: (name) => seen(name, reflector?.get(name)) });
    return reflector.stop;
  };
  const stops = [
    await follow(`/apis/scriptorium.dev/v1alpha1/namespaces/${NAMESPACE}/conversionjobs`, (name) => first(made, name)),
    await follow(`/apis/batch/v1/namespaces/${NAMESPACE}/jobs`, (_name, job) => first(launched, idOf(job))),
    await follow(`/api/v1/namespaces/${NAMESPACE}/pods`, (name, seen) => {
      const id = idOf(seen);
      first(pod, id);
      if (id !== undefined) pods.set(id, name);
      if (seen?.spec?.nodeName) first(scheduled, id);
    }),
  ];
  return {
    made,
    launched,
    pod,
    scheduled,
    pods,
    stop: async () => {
      for (const stop of stops) await stop();
      await client.close();
    },
  };
}

type Steps = Readonly<Record<string, number>>;

/** Where a job's time went: what its client, a watch and its converter saw, on one clock. */
async function stepsOf(job: Timed, seen: Sightings): Promise<Steps | undefined> {
  const pod = seen.pods.get(job.id);
  const line = pod && (await k('logs', pod)).split('\n').find((text) => text.includes('range ended'));
  if (!line) return undefined;
  const { startedAt, ms } = JSON.parse(line) as { startedAt: string; ms: Record<string, number> };
  const began = Date.parse(startedAt);
  const [made, launched, made2, scheduled] = [seen.made, seen.launched, seen.pod, seen.scheduled].map(
    (map) => map.get(job.id) ?? Number.NaN,
  ) as [number, number, number, number];
  return {
    'createJob until the resource is there (probe, price, hold)': made - job.began,
    'controller: launch': launched - made,
    'Job controller: pod': made2 - launched,
    scheduler: scheduled - made2,
    'kubelet: sandbox, container, process': began - scheduled,
    'Node start until the task is there': ms['assigned']!,
    'fetch the document': ms['fetched']! - ms['assigned']!,
    convert: ms['converted']! - ms['fetched']!,
    merge: ms['merged']! - ms['converted']!,
    'store the Markdown': ms['stored']! - ms['merged']!,
    'report the outcome': ms['finished']! - ms['stored']!,
    'receipt, ledger, record, status, until a poll reads it': job.ended - began - ms['finished']!,
  };
}

export async function small(acme: Client, what: string, source: object, count: number): Promise<void> {
  await timed(acme, source);
  await sleep(3000);
  const before = await writes();
  const seen = await watchObjects();
  const jobs: Timed[] = [];
  for (let i = 0; i < count; i++) jobs.push(await timed(acme, source));
  await sleep(3000);
  const after = await writes();
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
  const steps = (await Promise.all(jobs.map((job) => stepsOf(job, seen)))).filter((each) => each !== undefined);
  for (const name of Object.keys(steps[0] ?? {})) {
    const values = steps.map((each) => each[name]!).filter((value) => !Number.isNaN(value));
    report(`${what}, ${name}`, `p50 ${Math.round(quantile(values, 0.5))} ms`);
  }
  await seen.stop();
}
