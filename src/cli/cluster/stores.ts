import { setTimeout as sleep } from 'node:timers/promises';
import { createKubeClient, hasStatus, type KubeClient } from '../../cluster/kubernetes/client.ts';
import { kubernetesJobs } from '../../cluster/kubernetes/jobs.ts';
import { kubernetesLauncher } from '../../cluster/kubernetes/launcher.ts';
import { kubernetesWorkspaces } from '../../cluster/kubernetes/workspaces.ts';
import type { Jobs } from '../../cluster/jobs.ts';
import { sharesOf, type Workspaces } from '../../cluster/workspaces.ts';
import { remoteTaskRunner } from '../../cluster/kubernetes/task-client.ts';
import type { Launcher } from '../../cluster/launcher.ts';
import { TASKS } from '../../cluster/task-table.ts';
import { signedTasks, type Signer, type TaskRunner, type Tasks } from '../../cluster/tasks.ts';
import type { JobSettings } from '../../job/settings.ts';
import { taskToken } from '../../job/worker-tokens.ts';
import { LEDGER_CALLS, type Ledger } from '../../ledger/ledger.ts';
import { LedgerTaken, redisLedger } from '../../ledger/redis.ts';
import type { Objects } from '../../objects/objects.ts';
import { checkConditions, ensureBucket } from '../../objects/s3-check.ts';
import { s3Objects } from '../../objects/s3.ts';
import type { S3Settings } from '../../objects/s3-client.ts';
import { gatherLedgerFacts } from '../../accounting/ledger-facts.ts';
import type { Logger } from '../../telemetry/log.ts';
import { timed } from '../../telemetry/timed.ts';
import { isTransient } from '../../telemetry/transient.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { WrongSetting } from '../settings.ts';
import { claimInstallation, otherLedger, watchOwner, type OtherInstallation } from './installation.ts';
import type { ClusterEnvironment } from './settings.ts';

/** The ports, on Kubernetes, S3 and Redis. */
export interface Stores {
  readonly client: KubeClient;
  readonly jobs: Jobs;
  readonly workspaces: Workspaces;
  /** Follows the Jobs of converters; only for who leads. */
  openLauncher(): Promise<Launcher>;
  readonly tasks: Tasks;
  /** The same, where tasks of documents are run here. */
  tasksWith(documents: TaskRunner): Tasks;
  readonly objects: Objects;
  readonly ledger: Ledger;
  close(): Promise<void>;
}

const REBUILD_LOOK_MS = 1000;

export async function openStores(
  environment: ClusterEnvironment,
  settings: JobSettings,
  log: Logger,
  metrics: Metrics,
): Promise<Stores> {
  const { namespace, s3 } = environment;
  const store = bucketOf(s3);
  const client = createKubeClient({
    access: environment.apiServer,
    onRequest: (resource, verb) => {
      const isRead = verb === 'GET' || verb === 'WATCH';
      (isRead ? metrics.apiServerReads : metrics.apiServerWrites).inc({ resource, verb });
    },
  });
  const warn = (fields: object, message: string): void => log.warn(fields, message);
  const objects = s3Objects({
    ...store,
    onRequest: (operation, result, seconds) => metrics.storeSeconds.observe({ operation, result }, seconds),
  });
  const installation = await untilReached(async () => {
    if (s3.createBucket) await ensureBucket(store);
    await checkConditions(objects, environment.identity);
    return claimInstallation({ client, objects, environment });
  }, log);
  const redis = redisLedger({ ...environment.redis, installation: installation.id });
  const ledger = timed(redis, LEDGER_CALLS, metrics.ledgerSeconds);
  const lost = (why: OtherInstallation): void => {
    log.error(why.message);
    process.exit(1);
  };
  const taken = (error: LedgerTaken): void => lost(otherLedger(error, environment.redis, installation.id));
  const sign = { audience: 'internal', expiresInSeconds: settings.urlLifetime } as const;
  const workspaces = await openWorkspaces(client, namespace, warn);
  const launchers: Launcher[] = [];
  const openLauncher = async (): Promise<Launcher> => {
    const launcher = await kubernetesLauncher({
      client,
      namespace,
      warn,
      pods: environment.pods,
      shareOf: sharesOf(workspaces, settings),
      followShares: workspaces.follow,
      queueOf: (workspace) => workspaces.get(workspace)?.spec.queueName,
    });
    launchers.push(launcher);
    return launcher;
  };
  const signer: Signer = {
    get: (key) => objects.signGet(key, sign),
    put: (key, maxBytes) => objects.signPut(key, { ...sign, maxBytes }),
  };
  const remote = remoteTaskRunner({
    worker: { url: `${environment.leaderUrl}/tasks/v1`, token: taskToken(environment.secret) },
    fetcher: {
      url: environment.fetcherUrl,
      ...(environment.fetcherToken !== undefined && { token: environment.fetcherToken }),
    },
  });
  const stopWatching = watchOwner({ objects, installation, s3, lost, log });
  const stopRebuilds = keepLedger({ ledger, objects, log, taken });
  return {
    client,
    openLauncher,
    workspaces,
    tasks: signedTasks(signer, remote),
    tasksWith: (documents) =>
      signedTasks(signer, (name, request, cancelled) =>
        (TASKS[name].role === 'worker' ? documents : remote)(name, request, cancelled),
      ),
    objects,
    ledger,
    jobs: kubernetesJobs({ client, namespace, warn }),
    close: async () => {
      stopWatching();
      stopRebuilds();
      await Promise.all(launchers.map((launcher) => launcher.close()));
      await workspaces.close();
      await ledger.close();
      await client.close();
    },
  };
}

async function openWorkspaces(
  client: KubeClient,
  namespace: string,
  warn: (fields: object, message: string) => void,
): Promise<Workspaces> {
  try {
    return await kubernetesWorkspaces({ client, namespace, warn });
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
    throw new WrongSetting(
      'The CRD workspaces.scriptorium.dev is not installed. Apply the files of crds/, or set crds.enabled=true.',
    );
  }
}

export function bucketOf(s3: ClusterEnvironment['s3']): S3Settings {
  return {
    bucket: s3.bucket,
    region: s3.region,
    prefix: s3.prefix,
    ...(s3.endpoint ? { endpoint: s3.endpoint } : {}),
    ...(s3.publicEndpoint ? { publicEndpoint: s3.publicEndpoint } : {}),
  };
}

/**
 * A store that is not there yet is waited for; one that cannot hold the service's promises ends the process with a
 * sentence.
 */
async function untilReached<T>(look: () => Promise<T>, log: Logger): Promise<T> {
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (!isTransient(error)) throw explain(error);
      log.warn({ err: error }, 'waiting for the stores');
      await sleep(1000);
    }
  }
}

/** What an operator can set right is said in a sentence. */
function explain(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === 'CredentialsProviderError')
    return new WrongSetting(
      `No credentials for the object store: ${error.message}. Set s3.existingSecret, or give the service account a role.`,
    );
  if (UNTRUSTED.has((error as NodeJS.ErrnoException).code ?? ''))
    return new WrongSetting(`The certificate of the object store is not trusted: ${error.message}. Set caBundle.`);
  return error;
}

const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

interface KeepLedger {
  readonly ledger: Ledger;
  readonly objects: Objects;
  readonly log: Logger;
  readonly taken: (error: LedgerTaken) => void;
}

/**
 * Rebuilds the ledger whenever it is found empty: at the first start, and after a flush. Any process may; a lock lets
 * one.
 */
function keepLedger({ ledger, objects, log, taken }: KeepLedger): () => void {
  let busy = false;
  const look = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      if (!(await ledger.needsRebuild())) return;
      const began = Date.now();
      if (await ledger.rebuild(() => gatherLedgerFacts(objects, new Date())))
        log.info({ ms: Date.now() - began }, 'rebuilt the ledger from the object store');
    } catch (error) {
      if (error instanceof LedgerTaken) return taken(error);
      log.warn({ err: error }, 'failed to check the ledger');
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void look(), REBUILD_LOOK_MS);
  void look();
  return () => clearInterval(timer);
}
