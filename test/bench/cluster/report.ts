import { createKubeClient } from '../../../src/runtime/kubernetes/api/client.ts';
import { kubeconfigAccess } from '../../../src/runtime/kubernetes/api/kubeconfig.ts';
import { get, k, kubectl, NAMESPACE, type Client, type Job } from '../../e2e/cluster.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCalls } from '../service/counts.ts';

export const option = (name: string, usual: number): number =>
  process.argv.includes(name) ? Number(process.argv[process.argv.indexOf(name) + 1]) : usual;
export const quantile = (values: readonly number[], q: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))]!;
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
export const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`;

const rows: (readonly [string, string])[] = [];
export function report(what: string, figure: string): void {
  rows.push([what, figure]);
  process.stdout.write(`${what}: ${figure}\n`);
}
export const table = (): string =>
  `| figure | measured |\n|---|---|\n${rows.map(([what, figure]) => `| ${what} | ${figure} |`).join('\n')}\n`;

/** What the running pods of a component say of themselves, by the pod's name. */
export async function metricsOf(component: 'api' | 'controller'): Promise<Map<string, string>> {
  const { items } = await get<{ items: { metadata: { name: string } }[] }>(
    'pods',
    '-l',
    `app.kubernetes.io/component=${component}`,
    '--field-selector=status.phase=Running',
  );
  // Public metrics are not answered to what comes through a proxy.
  const port = component === 'api' ? 8081 : 8080;
  return new Map(
    await Promise.all(
      items.map(
        async ({ metadata: { name } }) =>
          [
            name,
            await kubectl('get', '--raw', `/api/v1/namespaces/${NAMESPACE}/pods/${name}:${port}/proxy/metrics`),
          ] as const,
      ),
    ),
  );
}

/** Writes to the API server by the API and the controllers since they started, but for the lease; by resource. */
export async function writes(): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  for (const text of [...(await metricsOf('api')).values(), ...(await metricsOf('controller')).values()]) {
    for (const [, resource, value] of text.matchAll(
      /^scriptorium_api_server_writes_total\{resource="([^"]+)"[^}]*\} (\d+)/gm,
    )) {
      if (resource !== 'leases') sums.set(resource!, (sums.get(resource!) ?? 0) + Number(value));
    }
  }
  return sums;
}

/** Calls of the store and of the ledger by the API and the controllers since they started. */
export async function calls(): Promise<Map<string, number>> {
  return readCalls([...(await metricsOf('api')).values(), ...(await metricsOf('controller')).values()].join('\n'));
}

interface Summary {
  readonly pods: readonly {
    readonly podRef: { readonly name: string; readonly namespace: string };
    readonly memory?: { readonly workingSetBytes?: number };
  }[];
}

/** A process of kubectl for each question would be a part of the load that is measured. */
const cluster = createKubeClient({ access: await kubeconfigAccess() });
const node = await k('get', 'nodes', '-o', 'jsonpath={.items[0].metadata.name}');

/** Working sets of the namespace's pods now, as the kubelet sees them. */
export async function workingSets(): Promise<Map<string, number>> {
  const { pods } = await cluster.call<Summary>({ method: 'GET', path: `/api/v1/nodes/${node}/proxy/stats/summary` });
  return new Map(
    pods
      .filter(({ podRef }) => podRef.namespace === NAMESPACE)
      .map(({ podRef, memory }) => [podRef.name, memory?.workingSetBytes ?? 0]),
  );
}

export interface Timed {
  readonly id: string;
  readonly began: number;
  readonly answered: number;
  readonly ended: number;
}

/** One job from createJob to the poll that reads `succeeded`; milliseconds of the clock. */
export async function timed(acme: Client, source: object): Promise<Timed> {
  const began = Date.now();
  const { status, body } = await acme.call<Job>('POST', '/jobs', { source, forceRefresh: true });
  const answered = Date.now();
  if (status !== 201) throw new Error(`createJob answered ${status}: ${JSON.stringify(body)}`);
  for (;;) {
    const job = (await acme.call<Job>('GET', `/jobs/${body.id}`)).body;
    if (job.status === 'succeeded') return { id: body.id, began, answered, ended: Date.now() };
    if (job.status !== 'queued' && job.status !== 'running') throw new Error(JSON.stringify(job));
    await sleep(25);
  }
}
