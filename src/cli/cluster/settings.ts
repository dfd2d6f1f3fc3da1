import { podAccess, type ApiServerAccess } from '../../cluster/kubernetes/access.ts';
import type { PodSettings } from '../../cluster/kubernetes/manifest.ts';
import { WrongSetting } from '../settings.ts';

/** What a process in a cluster finds in its environment; the chart writes it. */
export interface ClusterEnvironment {
  readonly namespace: string;
  readonly apiServer: ApiServerAccess;
  readonly port: number;
  readonly internalPort: number;
  /** Signs launch and attempt tokens; the same in every replica. */
  readonly secret: string;
  readonly proberUrl: string;
  readonly fetcherUrl: string;
  readonly redisUrl: string;
  readonly s3: {
    readonly endpoint: string | undefined;
    readonly publicEndpoint: string | undefined;
    readonly region: string;
    readonly bucket: string;
    readonly createBucket: boolean;
  };
  readonly pods: PodSettings;
  /** Where the admin socket lies, for `kubectl exec`. */
  readonly dataDir: string;
  /** This pod's name. */
  readonly identity: string;
}

type Env = Readonly<Record<string, string | undefined>>;

export async function readCluster(env: Env): Promise<ClusterEnvironment> {
  return {
    namespace: need(env, 'SCRIPTORIUM_NAMESPACE'),
    apiServer: await podAccess(env),
    port: Number(env['SCRIPTORIUM_PORT'] ?? 8080),
    internalPort: Number(env['SCRIPTORIUM_INTERNAL_PORT'] ?? 8081),
    secret: need(env, 'SCRIPTORIUM_SECRET'),
    proberUrl: need(env, 'SCRIPTORIUM_PROBER_URL'),
    fetcherUrl: need(env, 'SCRIPTORIUM_FETCHER_URL'),
    redisUrl: need(env, 'REDIS_URL'),
    s3: readS3(env),
    pods: readPods(env),
    dataDir: env['SCRIPTORIUM_DATA_DIR'] ?? '/tmp',
    identity: need(env, 'HOSTNAME'),
  };
}

export function readS3(env: Env): ClusterEnvironment['s3'] {
  return {
    endpoint: env['S3_ENDPOINT'] || undefined,
    publicEndpoint: env['S3_PUBLIC_ENDPOINT'] || undefined,
    region: env['S3_REGION'] ?? 'us-east-1',
    bucket: need(env, 'S3_BUCKET'),
    createBucket: env['S3_CREATE_BUCKET'] === 'true',
  };
}

function readPods(env: Env): PodSettings {
  const text = need(env, 'SCRIPTORIUM_CONVERTER_POD');
  try {
    return {
      ...(JSON.parse(text) as Omit<PodSettings, 'internalUrl'>),
      internalUrl: need(env, 'SCRIPTORIUM_INTERNAL_URL'),
    };
  } catch (error) {
    if (error instanceof SyntaxError) throw new WrongSetting(`SCRIPTORIUM_CONVERTER_POD is no JSON: ${error.message}`);
    throw error;
  }
}

export function need(env: Env, name: string): string {
  const value = env[name];
  if (value === undefined || value === '') throw new WrongSetting(`${name} is not set.`);
  return value;
}
