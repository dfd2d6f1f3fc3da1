import { createServer } from 'node:http';
import { createApp } from '../../api/app.ts';
import { answerStatusSockets, wantsStatusSocket } from '../../api/drop-in/docling/status-socket.ts';
import type { ApiDeps } from '../../api/deps.ts';
import { createInternalApp } from '../../api/internal/app.ts';
import { openAttempts } from '../../api/internal/attempts.ts';
import { keyring } from '../../api/credentials/keyring.ts';
import { converterTokens } from '../../runtime/kubernetes/launches/converter-tokens.ts';
import { keys } from '../../records/keys.ts';
import { createLog } from '../../telemetry/log.ts';
import { startTracing } from '../../telemetry/start-tracing.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import { listenForAdmin } from '../admin/listen.ts';
import { BEHIND_PROXIES, drainable, createHandler, listen, untilStopped } from '../http.ts';
import { beginFailures } from '../observe-jobs.ts';
import type { SERVICE, Values } from '../settings.ts';
import { clusterJobSettings, type ClusterEnvironment } from './settings.ts';
import { openStores } from './stores.ts';

/** Longer than it takes until nobody is sent here any more, and than a request may take. */
const DRAIN_MS = 3000;
const GRACE_MS = 25_000;

/** One replica of the API: the public port, the workers' port, and the admin socket for `kubectl exec`. */
export async function runApi(environment: ClusterEnvironment, values: Values<typeof SERVICE>): Promise<void> {
  const settings = clusterJobSettings(values, environment.pods);
  const now = (): Date => new Date();
  const log = createLog({ name: 'api', level: values.logLevel, to: 'stdout' });
  const metrics = createMetrics();
  beginFailures(metrics);
  const stopTracing = await startTracing(process.env, { service: 'scriptorium-api', log });
  const stores = await openStores(environment, settings, log, metrics);
  const { objects, ledger, jobs, workspaces, classes, classOf, tasks, batches, buckets } = stores;
  const follower = await jobs.follow(() => {});
  const deps: ApiDeps & { secret: string } = {
    objects,
    ledger,
    jobs,
    batches: { resources: batches, ownBucket: buckets.own },
    follower,
    workspaces,
    classes,
    classOf,
    tasks,
    settings,
    now,
    log,
    metrics,
    secret: environment.secret,
    keyring: keyring(objects, now),
    nudge: (jobId, why) => ledger.nudge(jobId, why),
  };
  const { serviceAccount } = environment.pods;
  const launchOfPod = converterTokens({ client: stores.client, namespace: environment.namespace, serviceAccount });
  const storeUrl = async (): Promise<string> => {
    const signed = await objects.signGet(keys.owner, { audience: 'internal', expiresInSeconds: settings.urlLifetime });
    return new URL(signed).origin;
  };
  const internal = { ...deps, launchOfPod, storeUrl, ask: tasks.ask };
  const servers = [
    createServer({ ...BEHIND_PROXIES, shouldUpgradeCallback: wantsStatusSocket }, createHandler(createApp(deps))),
    createServer(createHandler(createInternalApp(internal, openAttempts(internal)))),
  ];
  answerStatusSockets(servers[0]!, deps);
  await listen(servers[0]!, environment.port, '::');
  await listen(servers[1]!, environment.internalPort, '::');
  servers.push(await listenForAdmin(deps, environment.dataDir));
  const drained = servers.map(drainable);
  log.info({ port: environment.port, internalPort: environment.internalPort }, 'ready');
  await untilStopped(log);
  await Promise.all(drained.map(({ drain }) => drain(DRAIN_MS, GRACE_MS)));
  await follower.stop();
  await stores.close();
  await stopTracing();
}
