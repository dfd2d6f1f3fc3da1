import { hostname } from 'node:os';
import { isPod, podAccess, type ApiServerAccess } from '../../runtime/kubernetes/api/access.ts';
import { kubeconfigAccess, KubeconfigError, type KubeconfigOptions } from '../../runtime/kubernetes/api/kubeconfig.ts';
import { createKubeClient } from '../../runtime/kubernetes/api/client.ts';
import { hasStatus } from '../../runtime/kubernetes/api/transport.ts';
import { ensureSecretKey } from '../../runtime/kubernetes/api/service-secret.ts';
import type { PodSettings } from '../../runtime/kubernetes/launches/manifest.ts';
import type { JobSettings } from '../../resource/settings.ts';
import { DEFAULT_PREFIX, type RedisSettings } from '../../ledger/redis.ts';
import { isTransient } from '../../failures/transient.ts';
import { jobSettings, WrongSetting, type SERVICE, type Values } from '../settings.ts';
import { need, type Env } from './need.ts';
import { readPrefix, type BucketSettings } from '../stores/bucket-settings.ts';

/** The environment of the API and the controller, which the chart writes, and the address of the API server. */
export interface ClusterEnvironment {
  readonly namespace: string;
  readonly apiServer: ApiServerAccess;
  readonly port: number;
  readonly internalPort: number;
  /** Signs launch and attempt tokens; the same in every replica. */
  readonly secret: string;
  /** The leading controller's port. */
  readonly leaderPort: number;
  /** Where the API reaches the leading controller. */
  readonly leaderUrl: string;
  readonly fetcherUrl: string;
  /** Where the askers of converter classes are, with `*` for the name of the class; undefined where there are none. */
  readonly askerUrl: string | undefined;
  /** The token that the fetcher and the askers ask for; undefined if none. */
  readonly fetcherToken: string | undefined;
  readonly redis: RedisSettings;
  readonly s3: BucketSettings;
  readonly pods: PodSettings;
  /** Undefined where there are no worker pods: the leader then runs their tasks in processes of its own. */
  readonly workers: WorkerSettings | undefined;
  /** Where the admin socket lies, for `kubectl exec`. */
  readonly dataDir: string;
  /** This pod's name, or that of the machine and the process. */
  readonly identity: string;
  readonly isPod: boolean;
}

/** Settings of the chart for worker pods. */
export interface WorkerSettings {
  /** Name of the Deployment of free workers. */
  readonly deployment: string;
  readonly serviceAccount: string;
  /** Bound workers, at most. */
  readonly max: number;
  /** Free workers: without demand, and at most. */
  readonly free: { readonly min: number; readonly max: number };
  readonly idleSeconds: number;
  /** `Pod`: a worker opens one document. */
  readonly isolation: 'Process' | 'Pod';
}

/** Ingress controllers give up on a request after 15 seconds or more. */
const MOST_WAIT = 10;

export function clusterJobSettings(
  values: Values<typeof SERVICE>,
  pods: Pick<PodSettings, 'parallelism'>,
): JobSettings {
  const settings = jobSettings(values, pods.parallelism);
  return { ...settings, documentWait: Math.min(settings.documentWait, MOST_WAIT) };
}

export async function readCluster(env: Env, kubeconfig: KubeconfigOptions = {}): Promise<ClusterEnvironment> {
  const { namespace, apiServer } = await readApiServer(env, kubeconfig);
  return {
    namespace,
    apiServer,
    port: Number(env['SCRIPTORIUM_PORT'] ?? 8080),
    internalPort: Number(env['SCRIPTORIUM_INTERNAL_PORT'] ?? 8081),
    ...(await readSecrets(env, apiServer, namespace)),
    leaderPort: Number(env['SCRIPTORIUM_LEADER_PORT'] ?? 8082),
    leaderUrl: need(env, 'SCRIPTORIUM_LEADER_URL'),
    fetcherUrl: need(env, 'SCRIPTORIUM_FETCHER_URL'),
    askerUrl: env['SCRIPTORIUM_ASKER_URL'] || undefined,
    redis: readRedis(env),
    s3: readS3(env),
    pods: readPods(env),
    workers: readWorkers(env),
    isPod: isPod(env),
    dataDir: env['SCRIPTORIUM_DATA_DIR'] ?? '/tmp',
    identity: isPod(env) ? need(env, 'HOSTNAME') : `${hostname()}-${process.pid}`,
  };
}

/**
 * A pod uses its service account. Anything else uses a kubeconfig, and so does a pod that is given one by flag; the
 * namespace is then that of its context unless the environment names one.
 */
export async function readApiServer(
  env: Env,
  { file, context }: KubeconfigOptions,
): Promise<Pick<ClusterEnvironment, 'namespace' | 'apiServer'>> {
  if (isPod(env) && file === undefined && context === undefined)
    return { namespace: need(env, 'SCRIPTORIUM_NAMESPACE'), apiServer: await podAccess(env) };
  try {
    const apiServer = await kubeconfigAccess({ file, context });
    return { namespace: env['SCRIPTORIUM_NAMESPACE'] || apiServer.namespace || 'default', apiServer };
  } catch (error) {
    if (error instanceof KubeconfigError) throw new WrongSetting(error.message);
    throw error;
  }
}

export function readS3(env: Env): BucketSettings {
  return {
    endpoint: env['S3_ENDPOINT'] || undefined,
    publicEndpoint: env['S3_PUBLIC_ENDPOINT'] || undefined,
    region: env['S3_REGION'] ?? 'us-east-1',
    bucket: need(env, 'S3_BUCKET'),
    prefix: readPrefix(env['S3_PREFIX']),
    createBucket: env['S3_CREATE_BUCKET'] === 'true',
  };
}

/** The Secret of the chart, filled by the first process that finds it empty, or what the environment says. */
async function readSecrets(
  env: Env,
  access: ApiServerAccess,
  namespace: string,
): Promise<Pick<ClusterEnvironment, 'secret' | 'fetcherToken'>> {
  if (env['SCRIPTORIUM_SECRET'])
    return { secret: env['SCRIPTORIUM_SECRET'], fetcherToken: env['SCRIPTORIUM_FETCHER_TOKEN'] || undefined };
  const client = createKubeClient({ access });
  const name = need(env, 'SCRIPTORIUM_SECRET_NAME');
  try {
    const secret = await ensureSecretKey(client, { namespace, name, key: 'secret' });
    return { secret, fetcherToken: await ensureSecretKey(client, { namespace, name, key: 'fetcher' }) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (hasStatus(error, 401, 403))
      throw new WrongSetting(`The API server refuses the service account: ${why}. Check its Role and RoleBinding.`);
    if (!isTransient(error) || hasStatus(error, 429, 500, 502, 503, 504)) throw error;
    throw new WrongSetting(`The API server does not answer: ${why}. Check networkPolicy.apiServer.`);
  } finally {
    await client.close();
  }
}

export const readRedis = (env: Env): RedisSettings => ({
  url: need(env, 'REDIS_URL'),
  prefix: env['REDIS_PREFIX'] || DEFAULT_PREFIX,
});

function readPods(env: Env): PodSettings {
  const pods = readJsonOf(env, 'SCRIPTORIUM_CONVERTER_POD') as Omit<PodSettings, 'internalUrl'>;
  return { ...pods, internalUrl: need(env, 'SCRIPTORIUM_INTERNAL_URL') };
}

const readWorkers = (env: Env): WorkerSettings | undefined =>
  env['SCRIPTORIUM_WORKERS'] ? (readJsonOf(env, 'SCRIPTORIUM_WORKERS') as WorkerSettings) : undefined;

function readJsonOf(env: Env, name: string): unknown {
  try {
    return JSON.parse(need(env, name));
  } catch (error) {
    if (error instanceof SyntaxError) throw new WrongSetting(`${name} is not valid JSON: ${error.message}`);
    throw error;
  }
}
