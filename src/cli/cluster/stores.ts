import { createKubeClient, type KubeClient } from '../../runtime/kubernetes/api/client.ts';
import { hasStatus } from '../../runtime/kubernetes/api/transport.ts';
import { kubernetesBatches, kubernetesJobs } from '../../runtime/kubernetes/jobs.ts';
import { kubernetesLauncher } from '../../runtime/kubernetes/launches/launcher.ts';
import { classChooser, type ClassOf, type ConverterClasses } from '../../runtime/converter-classes.ts';
import { kubernetesClasses } from '../../runtime/kubernetes/converter-classes.ts';
import { kubernetesWorkspaces } from '../../runtime/kubernetes/workspaces.ts';
import type { Jobs, Resources } from '../../runtime/jobs.ts';
import type { ConversionBatch } from '../../resource/batch.ts';
import { sharesOf, type Workspaces } from '../../runtime/workspaces.ts';
import { remoteRelease, remoteTaskRunner, type TaskServer } from '../../runtime/kubernetes/task-client.ts';
import type { Launcher } from '../../runtime/launcher.ts';
import { TASKS } from '../../runtime/task-table.ts';
import { signedTasks, type Signer, type TaskRunner, type Tasks } from '../../runtime/tasks.ts';
import type { JobSettings } from '../../resource/settings.ts';
import { taskToken } from '../../secrets/worker-tokens.ts';
import { LEDGER_CALLS, type Ledger } from '../../ledger/ledger.ts';
import { redisLedger } from '../../ledger/redis.ts';
import { s3Buckets, type Buckets } from '../../objects/buckets.ts';
import type { Objects } from '../../objects/objects.ts';
import { s3Objects } from '../../objects/s3.ts';
import type { Logger } from '../../telemetry/log.ts';
import { timed } from '../../telemetry/timed.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { WrongSetting } from '../settings.ts';
import { bucketOf, untilReached } from '../stores/reach-bucket.ts';
import { keepLedger } from '../stores/keep-ledger.ts';
import { otherLedger, otherOwner, watchOwner, type OtherInstallation } from '../stores/owner.ts';
import { CHART_VALUES } from '../stores/setting-names.ts';
import { claimInstallation } from './installation.ts';
import type { ClusterEnvironment } from './settings.ts';

/** The ports, on Kubernetes, S3 and Redis. */
export interface Stores {
  readonly client: KubeClient;
  readonly jobs: Jobs;
  readonly batches: Resources<ConversionBatch>;
  readonly buckets: Buckets;
  readonly workspaces: Workspaces;
  readonly classes: ConverterClasses;
  readonly classOf: ClassOf;
  /** Follows the Jobs of converters; only for who leads. */
  openLauncher(): Promise<Launcher>;
  readonly tasks: Tasks;
  /** The same, where tasks of documents are run here. */
  tasksWith(documents: TaskRunner, release: Tasks['release']): Tasks;
  readonly objects: Objects;
  readonly ledger: Ledger;
  close(): Promise<void>;
}

export async function openStores(
  environment: ClusterEnvironment,
  settings: JobSettings,
  log: Logger,
  metrics: Metrics,
): Promise<Stores> {
  const { namespace } = environment;
  const warn = (fields: object, message: string): void => log.warn(fields, message);
  const client = openClient(environment, metrics);
  const kept = await openKept({ environment, client, log, metrics });
  const reading = { client, namespace, warn };
  const workspaces = await unlessMissing('workspaces', () => kubernetesWorkspaces(reading));
  const classes = await unlessMissing('converterclasses', () => kubernetesClasses(reading));
  await requireBatches(client, namespace);
  const buckets = s3Buckets(bucketOf(environment.s3));
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
  return {
    client,
    openLauncher,
    workspaces,
    classes,
    classOf: classChooser(classes, workspaces),
    ...openTasks(environment, kept.objects, settings.urlLifetime),
    objects: kept.objects,
    ledger: kept.ledger,
    jobs: kubernetesJobs({ client, namespace, warn }),
    batches: kubernetesBatches({ client, namespace, warn }),
    buckets,
    close: async () => {
      kept.stopWatching();
      await Promise.all(launchers.map((launcher) => launcher.close()));
      await workspaces.close();
      await classes.close();
      buckets.close();
      await kept.ledger.close();
      await client.close();
    },
  };
}

const openClient = ({ apiServer }: ClusterEnvironment, metrics: Metrics): KubeClient =>
  createKubeClient({
    access: apiServer,
    onRequest: (resource, verb) => {
      const isRead = verb === 'GET' || verb === 'WATCH';
      (isRead ? metrics.apiServerReads : metrics.apiServerWrites).inc({ resource, verb });
    },
  });

interface Opening {
  readonly environment: ClusterEnvironment;
  readonly client: KubeClient;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** The object store and the ledger of this installation. The process ends if another one takes them over. */
interface Kept {
  readonly objects: Objects;
  readonly ledger: Ledger;
  stopWatching(): void;
}

async function openKept({ environment, client, log, metrics }: Opening): Promise<Kept> {
  const { s3, redis, identity } = environment;
  const objects = s3Objects({
    ...bucketOf(s3),
    onRequest: (operation, result, seconds) => metrics.storeSeconds.observe({ operation, result }, seconds),
  });
  const reach = { s3, objects, identity, names: CHART_VALUES, log };
  const installation = await untilReached(reach, () => claimInstallation({ client, objects, environment }));
  const ledger = timed(redisLedger({ ...redis, installation: installation.id }), LEDGER_CALLS, metrics.ledgerSeconds);
  const endProcess = (other: OtherInstallation): void => {
    log.error(other.message);
    process.exit(1);
  };
  const stopWatchingOwner = watchOwner({
    objects,
    uid: installation.namespaceUid,
    lost: (owner) => endProcess(otherOwner(s3, owner, CHART_VALUES)),
    log,
  });
  const kept = keepLedger({
    ledger,
    objects,
    log,
    names: CHART_VALUES,
    taken: (error) => endProcess(otherLedger(error, redis, installation.id, CHART_VALUES)),
  });
  return {
    objects,
    ledger,
    stopWatching: () => {
      stopWatchingOwner();
      kept.stop();
    },
  };
}

function openTasks(
  { leaderUrl, secret, fetcherUrl, fetcherToken, askerUrl }: ClusterEnvironment,
  objects: Objects,
  expiresInSeconds: number,
): Pick<Stores, 'tasks' | 'tasksWith'> {
  const sign = { audience: 'internal', expiresInSeconds } as const;
  const signer: Signer = {
    get: (key) => objects.signGet(key, sign),
    put: (key, maxBytes) => objects.signPut(key, { ...sign, maxBytes }),
  };
  const worker: TaskServer = { url: `${leaderUrl}/tasks/v1`, token: taskToken(secret) };
  const token = fetcherToken === undefined ? {} : { token: fetcherToken };
  const remote = remoteTaskRunner({
    worker,
    fetcher: { url: fetcherUrl, ...token },
    ...(askerUrl !== undefined && { askerOf: (name) => ({ url: askerUrl.replace('*', name), ...token }) }),
  });
  return {
    tasks: signedTasks(signer, remote, remoteRelease(worker)),
    tasksWith: (documents, release) => {
      const run: TaskRunner = (name, request, cancelled) =>
        (TASKS[name].role === 'worker' ? documents : remote)(name, request, cancelled);
      return signedTasks(signer, run, release);
    },
  };
}

async function unlessMissing<T>(plural: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    throw hasStatus(error, 404) ? missingCrd(plural) : error;
  }
}

async function requireBatches(client: KubeClient, namespace: string): Promise<void> {
  const plural = 'conversionbatches';
  const all = { group: 'scriptorium.dev', version: 'v1alpha1', namespace, plural, limit: 1 };
  try {
    await client.customObjects.listNamespacedCustomObject(all);
  } catch (error) {
    throw hasStatus(error, 404) ? missingCrd(plural) : error;
  }
}

const missingCrd = (plural: string): WrongSetting =>
  new WrongSetting(
    `The CRD ${plural}.scriptorium.dev is not installed. Apply the files of crds/, or set crds.enabled=true.`,
  );
