import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KubeClient } from '../../runtime/kubernetes/api/client.ts';
import { tokenReviews } from '../../runtime/kubernetes/api/token-review.ts';
import { kubernetesWorkerPods } from '../../runtime/kubernetes/worker-pods.ts';
import type { Launcher } from '../../runtime/launcher.ts';
import { sharesOf, type Workspaces } from '../../runtime/workspaces.ts';
import { detectIsolation } from '../../runtime/processes/isolation.ts';
import { openPool } from '../../runtime/processes/pool.ts';
import { documentsOfChildren } from '../../runtime/processes/documents.ts';
import { processTaskRunner, taskPlaces } from '../../runtime/processes/task-runner.ts';
import { openDispatcher, type Dispatcher } from '../../runtime/workers/dispatcher.ts';
import { workerLauncher } from '../../runtime/workers/launcher.ts';
import { workerTaskRunner } from '../../runtime/workers/task-runner.ts';
import type { JobSettings } from '../../resource/settings.ts';
import type { Logger } from '../../telemetry/log.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { openDocuments } from '../../worker/supervisor/documents.ts';
import { serviceAt } from '../../worker/supervisor/service.ts';
import { watchWorkers } from '../observe-jobs.ts';
import { workerProgram } from '../bundles/worker-program.ts';
import type { LeaderServices } from './leader-server.ts';
import type { ClusterEnvironment, WorkerSettings } from './settings.ts';

export interface LeaderOptions {
  readonly client: KubeClient;
  readonly environment: Pick<ClusterEnvironment, 'namespace' | 'workers'>;
  readonly settings: JobSettings;
  readonly workspaces: Workspaces;
  /** For large launches. */
  readonly launcher: Launcher;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** The services that run documents for the leading controller. */
export interface Leader extends LeaderServices {
  readonly launcher: Launcher;
  /** Why no worker takes tasks, and a call back when that has changed. */
  readonly workersStall?: Dispatcher['stall'];
  readonly followWorkersStall?: Dispatcher['followStall'];
  stop(): Promise<void>;
}

/** Projected tokens of worker pods are made for this audience. */
const AUDIENCE = 'scriptorium-workers';

export function openLeader(options: LeaderOptions): Promise<Leader> {
  const { workers } = options.environment;
  return workers ? onWorkers(options, workers) : inProcesses(options);
}

async function onWorkers(options: LeaderOptions, workers: WorkerSettings): Promise<Leader> {
  const { client, settings, workspaces, launcher: large, log, metrics } = options;
  const { namespace } = options.environment;
  const { deployment, serviceAccount, max, free, idleSeconds, isolation } = workers;
  const warn = (fields: object, message: string): void => log.warn(fields, message);
  const dispatcher = openDispatcher({
    pods: await kubernetesWorkerPods({ client, namespace, deployment, warn }),
    mostBound: max,
    free,
    idleSeconds,
    shareOf: sharesOf(workspaces, settings),
    followShares: workspaces.follow,
    isAlone: (workspace) => (workspaces.get(workspace)?.spec.isolation ?? isolation) === 'Pod',
    log,
  });
  const stopWatching = watchWorkers(metrics, dispatcher.counts);
  const username = `system:serviceaccount:${namespace}:${serviceAccount}`;
  return {
    run: workerTaskRunner({ dispatcher, scratchBytes: settings.scratchBytes }),
    release: dispatcher.release,
    workers: { poll: dispatcher.poll, identify: tokenReviews(client, { username, audience: AUDIENCE }) },
    launcher: workerLauncher({ dispatcher, large, log }),
    workersStall: dispatcher.stall,
    followWorkersStall: dispatcher.followStall,
    stop: async () => {
      stopWatching();
      await dispatcher.stop();
    },
  };
}

/** A controller outside of the cluster: no worker reaches it. */
async function inProcesses({ settings, workspaces, launcher, log }: LeaderOptions): Promise<Leader> {
  const pool = openPool({
    program: workerProgram(),
    isolation: await detectIsolation(),
    scratchFolder: join(tmpdir(), 'scratch'),
    readable: [],
    heapMegabytes: 512,
    warm: { plain: 2, native: 1, fetch: 0 },
  });
  const { scratchBytes } = settings;
  const places = taskPlaces(availableParallelism());
  const run = processTaskRunner({
    pool,
    log,
    // All URLs are those of the store.
    documentsOf: documentsOfChildren((place) =>
      openDocuments({ ...place, service: serviceAt('http://unused.invalid') }),
    ),
    places,
    shareOf: sharesOf(workspaces, settings),
    followShares: workspaces.follow,
    scratchBytes,
    allowedNets: [],
  });
  return { run, release: () => {}, launcher, stop: () => pool.close() };
}
