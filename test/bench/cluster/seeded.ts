import { setTimeout as sleep } from 'node:timers/promises';
import { createKubeClient } from '../../../src/runtime/kubernetes/api/client.ts';
import { kubernetesJobs } from '../../../src/runtime/kubernetes/jobs.ts';
import { kubeconfigAccess } from '../../../src/runtime/kubernetes/api/kubeconfig.ts';
import { DEFAULT_PREFIX, redisLedger } from '../../../src/ledger/redis.ts';
import { bucket, create, DATABASE, k, leader, NAMESPACE, need, RELEASE } from '../../e2e/cluster.ts';
import type { Client } from '../../e2e/cluster.ts';
import { seedFinished, seedUnfinished, type SeedPorts } from '../../make/seed-jobs.ts';
import { apiServerLoad, loadBetween } from './api-server.ts';
import { calls, mebibytes, quantile, report, seconds, timed, workingSets, writes } from './report.ts';

const QUIET_SECONDS = 60;
/** So long without a write, and all jobs have been looked at. */
const SETTLED_SECONDS = 20;
const MOST_SETTLE_SECONDS = 1800;
const CONTROLLER = `deployment/${RELEASE}-controller`;

export interface Seeded {
  readonly unfinished: number;
  readonly finished: number;
  /** That they are spread over. */
  readonly workspaces: number;
}

/**
 * The service with many jobs of other workspaces, seeded as they are stored: `unfinished` ones that wait for as long as
 * the workspaces are suspended, and `finished` ones that wait for their TTL.
 */
export async function seeded(acme: Client, source: object, seeds: Seeded): Promise<void> {
  const busy = Array.from({ length: seeds.workspaces }, (_, n) => `bench-seeded-${Date.now()}-${n}`);
  try {
    // It would look at each job as it comes.
    const controllers = await k('get', CONTROLLER, '--output=jsonpath={.spec.replicas}');
    await k('scale', CONTROLLER, '--replicas=0');
    await k('wait', '--for=delete', 'pod', '-l', 'app.kubernetes.io/component=controller', '--timeout=120s');
    try {
      await seed(busy, seeds);
    } finally {
      await k('scale', CONTROLLER, `--replicas=${controllers}`);
    }
    await k('rollout', 'status', CONTROLLER, '--timeout=300s');
    await settled();
    await measureBeside(acme, source, describe(seeds));
  } finally {
    await k('delete', 'conversionjobs', '--all', '--wait=false');
    for (const workspace of busy) await k('delete', 'workspace', workspace, '--ignore-not-found');
  }
}

const describe = ({ unfinished, finished, workspaces }: Seeded): string =>
  `${unfinished} unfinished and ${finished} finished jobs of ${workspaces} workspaces`;

async function seed(busy: readonly string[], { unfinished, finished, workspaces }: Seeded): Promise<void> {
  const access = await kubeconfigAccess();
  const client = createKubeClient({ access });
  const asApi = createKubeClient({ access: impersonating(access) });
  const ledger = redisLedger({ url: `${need('REDIS_URL')}/${DATABASE}`, prefix: DEFAULT_PREFIX });
  const at = { namespace: NAMESPACE, warn: () => undefined };
  // Names that begin with `job-` are the API's; it may not write a status.
  const jobs = { ...kubernetesJobs({ client, ...at }), create: kubernetesJobs({ client: asApi, ...at }).create };
  const ports: SeedPorts = { jobs, objects: bucket(NAMESPACE), ledger };
  const each = (count: number): number => Math.ceil(count / workspaces);
  const left = [...busy];
  const seedSome = async (): Promise<void> => {
    for (let workspace = left.pop(); workspace !== undefined; workspace = left.pop()) {
      await create({
        apiVersion: 'scriptorium.dev/v1alpha1',
        kind: 'Workspace',
        metadata: { name: workspace },
        spec: { suspended: true },
      });
      await ledger.grant({ id: workspace, workspace, credits: 10 * (each(unfinished) + each(finished)) });
      await seedFinished(ports, { workspace, count: each(finished), atOnce: 4 });
      await seedUnfinished(ports, { workspace, count: each(unfinished), pages: 10, atOnce: 4 });
    }
  };
  try {
    const [began, empty] = [Date.now(), await apiServerLoad()];
    await Promise.all(Array.from({ length: 4 }, seedSome));
    report(`seeding ${describe({ unfinished, finished, workspaces })}`, seconds(Date.now() - began));
    report('the API server meanwhile', loadBetween(empty, await apiServerLoad()));
  } finally {
    await ledger.close();
    await Promise.all([client, asApi].map((one) => one.close()));
  }
}

/** The start of a leader beside the jobs, what it costs, and jobs of another workspace then and later. */
async function measureBeside(acme: Client, source: object, beside: string): Promise<void> {
  const before = await apiServerLoad();
  await startOfLeader();
  report('the API server meanwhile', loadBetween(before, await apiServerLoad()));
  await oneJob(acme, source, 'at once after it');
  report('until the new leader had looked at all jobs', seconds(await settled()));
  report('the API server since the start of the leader', loadBetween(before, await apiServerLoad()));
  await quiet(beside);
  await oneJob(acme, source, 'beside them');
}

async function oneJob(acme: Client, source: object, when: string): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < 10; n += 1) {
    const one = await timed(acme, source);
    times.push(one.ended - one.began);
  }
  const [p50, most] = [quantile(times, 0.5), Math.max(...times)];
  report(`a one-page job of another workspace ${when} (10)`, `p50 ${seconds(p50)}, at most ${seconds(most)}`);
}

/** Waits until the leader asks nothing of the stores any more; milliseconds from now to its last question. */
async function settled(): Promise<number> {
  const began = Date.now();
  let [last, quietSince] = [-1, began];
  while (Date.now() - began < MOST_SETTLE_SECONDS * 1000) {
    const made = [...(await calls())].reduce((sum, [, count]) => sum + count, 0);
    const written = [...(await writes())].reduce((sum, [, count]) => sum + count, 0);
    // A few are asked by sweeps.
    if (made + written > last + 50) quietSince = Date.now();
    last = made + written;
    if (Date.now() - quietSince > SETTLED_SECONDS * 1000) return quietSince - began;
    await sleep(5000);
  }
  throw new Error(`the leader did not come to rest in ${MOST_SETTLE_SECONDS} s`);
}

type Access = Awaited<ReturnType<typeof kubeconfigAccess>>;

const impersonating = (access: Access): Access => ({
  ...access,
  credentials: async () => {
    const own = await access.credentials();
    const user = `system:serviceaccount:${NAMESPACE}:${RELEASE}-api`;
    return { ...own, headers: { ...own.headers, 'impersonate-user': user } };
  },
});

/** A leader that ends, until the next one has looked at the first job. */
async function startOfLeader(): Promise<void> {
  const former = await leader();
  const began = Date.now();
  await k('delete', 'pod', former, '--wait=false');
  for (;;) {
    // The lease has no holder between the two.
    const next = (await leader().catch(() => '')) || former;
    if (next !== former && (await k('logs', next, '--tail=-1')).includes('started reconciling jobs')) break;
    await sleep(200);
  }
  report('start of a leader beside them', seconds(Date.now() - began));
}

/** What the service asks of the stores and the API server while nothing changes, and its memory. */
async function quiet(beside: string): Promise<void> {
  const [askedBefore, writtenBefore, loadBefore] = [await calls(), await writes(), await apiServerLoad()];
  await sleep(QUIET_SECONDS * 1000);
  const [asked, written] = [await calls(), await writes()];
  const rate = (after: Map<string, number>, before: Map<string, number>, name: string): string => {
    const sum = (all: Map<string, number>): number =>
      [...all].filter(([key]) => key.startsWith(name)).reduce((total, [, count]) => total + count, 0);
    return ((sum(after) - sum(before)) / QUIET_SECONDS).toFixed(2);
  };
  report(
    `while nothing changes beside ${beside}, a second`,
    `${rate(asked, askedBefore, 'store')} requests to S3, ${rate(asked, askedBefore, 'ledger')} to Redis, ${rate(written, writtenBefore, '')} writes to the API server`,
  );
  report('the API server meanwhile', loadBetween(loadBefore, await apiServerLoad()));
  const sets = await workingSets();
  const api = Math.max(...[...sets].filter(([name]) => name.includes('-api-')).map(([, bytes]) => bytes));
  report(
    'working set of the leader; of the largest API',
    `${mebibytes(sets.get(await leader()) ?? 0)}; ${mebibytes(api)}`,
  );
}
