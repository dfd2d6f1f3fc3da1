import { setTimeout as sleep } from 'node:timers/promises';
import { createKubeClient } from '../../../src/cluster/kubernetes/client.ts';
import { kubernetesJobs } from '../../../src/cluster/kubernetes/jobs.ts';
import { kubeconfigAccess } from '../../../src/cluster/kubernetes/kubeconfig.ts';
import { DEFAULT_PREFIX, redisLedger } from '../../../src/ledger/redis.ts';
import {
  client as openClient,
  bucket,
  create,
  DATABASE,
  k,
  leader,
  NAMESPACE,
  need,
  RELEASE,
} from '../../e2e/cluster.ts';
import type { Client } from '../../e2e/cluster.ts';
import { seedFinished, seedUnfinished, type SeedPorts } from '../../make/seed-jobs.ts';
import { calls, mebibytes, quantile, report, seconds, timed, workingSets, writes } from './report.ts';

const QUIET_SECONDS = 60;
const SETTLE_SECONDS = 90;

/**
 * The service with many jobs of another workspace, seeded as they are stored: `unfinished` ones that wait for as long
 * as the workspace is suspended, and `finished` ones that wait for their TTL.
 */
export async function seeded(acme: Client, source: object, unfinished: number, finished: number): Promise<void> {
  const access = await kubeconfigAccess();
  const client = createKubeClient({ access });
  const asApi = createKubeClient({ access: impersonating(access) });
  const ledger = redisLedger({ url: `${need('REDIS_URL')}/${DATABASE}`, prefix: DEFAULT_PREFIX });
  const at = { namespace: NAMESPACE, warn: () => undefined };
  // Names that begin with `job-` are the API's; it may not write a status.
  const jobs = { ...kubernetesJobs({ client, ...at }), create: kubernetesJobs({ client: asApi, ...at }).create };
  const ports: SeedPorts = { jobs, objects: bucket(NAMESPACE), ledger };
  const busy = await openClient(`bench-seeded-${Date.now()}`, 10 * (unfinished + finished) + 1);
  await create({
    apiVersion: 'scriptorium.dev/v1alpha1',
    kind: 'Workspace',
    metadata: { name: busy.workspace },
    spec: { suspended: true },
  });
  try {
    const began = Date.now();
    await seedFinished(ports, { workspace: busy.workspace, count: finished });
    await seedUnfinished(ports, { workspace: busy.workspace, count: unfinished, pages: 10 });
    report(`seeding ${unfinished} unfinished and ${finished} finished jobs`, seconds(Date.now() - began));
    await startOfLeader();
    await sleep(SETTLE_SECONDS * 1000);
    await quiet(`${unfinished} unfinished and ${finished} finished jobs`);
    const times: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      const one = await timed(acme, source);
      times.push(one.ended - one.began);
    }
    report('a one-page job of another workspace beside them (10)', `p50 ${seconds(quantile(times, 0.5))}`);
  } finally {
    await k('delete', 'conversionjobs', '--all', '--wait=false');
    await k('delete', 'workspace', busy.workspace);
    await ledger.close();
    await Promise.all([client, asApi].map((one) => one.close()));
  }
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
  const [askedBefore, writtenBefore] = [await calls(), await writes()];
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
  const sets = await workingSets();
  const api = Math.max(...[...sets].filter(([name]) => name.includes('-api-')).map(([, bytes]) => bytes));
  report(
    'working set of the leader; of the largest API',
    `${mebibytes(sets.get(await leader()) ?? 0)}; ${mebibytes(api)}`,
  );
}
