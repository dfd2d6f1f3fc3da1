import { setTimeout as sleep } from 'node:timers/promises';
import { createKubeClient, type KubeClient } from '../../cluster/kubernetes/client.ts';
import { kubernetesJobs } from '../../cluster/kubernetes/jobs.ts';
import { kubernetesLauncher } from '../../cluster/kubernetes/launcher.ts';
import type { Jobs } from '../../cluster/jobs.ts';
import type { Launcher } from '../../cluster/launcher.ts';
import type { JobSettings } from '../../job/settings.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { redisLedger } from '../../ledger/redis.ts';
import type { Objects } from '../../objects/objects.ts';
import { checkConditions, ensureBucket } from '../../objects/s3-check.ts';
import { s3Objects } from '../../objects/s3.ts';
import type { S3Settings } from '../../objects/s3-client.ts';
import { gatherLedgerFacts } from '../../records/ledger-facts.ts';
import type { Logger } from '../../telemetry/log.ts';
import { isTransient } from '../../telemetry/transient.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { ClusterEnvironment } from './settings.ts';

/** The four ports, on Kubernetes, S3 and Redis. */
export interface Stores {
  readonly client: KubeClient;
  readonly jobs: Jobs;
  readonly launcher: Launcher;
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
    onWrite: (resource, verb) => metrics.apiServerWrites.inc({ resource, verb }),
  });
  const warn = (fields: object, message: string): void => log.warn(fields, message);
  const objects = s3Objects(store);
  await untilReached(async () => {
    if (s3.createBucket) await ensureBucket(store);
    await checkConditions(objects, environment.identity);
  }, log);
  const ledger = redisLedger({ url: environment.redisUrl });
  const sign = { audience: 'internal', expiresInSeconds: settings.urlLifetime } as const;
  const launcher = await kubernetesLauncher({
    client,
    namespace,
    warn,
    pods: environment.pods,
    prober: environment.proberUrl,
    fetcher: environment.fetcherUrl,
    sign: {
      get: (key) => objects.signGet(key, sign),
      put: (key) => objects.signPut(key, { ...sign, maxBytes: settings.maxUploadBytes }),
    },
  });
  const stopRebuilds = keepLedger(ledger, objects, log);
  return {
    client,
    launcher,
    objects,
    ledger,
    jobs: kubernetesJobs({ client, namespace, warn }),
    close: async () => {
      stopRebuilds();
      await launcher.close();
      await ledger.close();
      await client.close();
    },
  };
}

export function bucketOf(s3: ClusterEnvironment['s3']): S3Settings {
  return {
    bucket: s3.bucket,
    region: s3.region,
    ...(s3.endpoint ? { endpoint: s3.endpoint } : {}),
    ...(s3.publicEndpoint ? { publicEndpoint: s3.publicEndpoint } : {}),
  };
}

/** A store that is not there yet is waited for; one that cannot hold the service's promises ends the process with a sentence. */
async function untilReached(look: () => Promise<void>, log: Logger): Promise<void> {
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (!isTransient(error)) throw error;
      log.warn({ err: error }, 'waiting for the object store');
      await sleep(1000);
    }
  }
}

/** Rebuilds the ledger whenever it is found empty: at the first start, and after a flush. Any process may; a lock lets one. */
function keepLedger(ledger: Ledger, objects: Objects, log: Logger): () => void {
  let busy = false;
  const look = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      if (!(await ledger.needsRebuild())) return;
      const began = Date.now();
      if (await ledger.rebuild(() => gatherLedgerFacts(objects, new Date())))
        log.info({ ms: Date.now() - began }, 'the ledger was rebuilt from the object store');
    } catch (error) {
      log.warn({ err: error }, 'the ledger could not be looked at');
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void look(), REBUILD_LOOK_MS);
  void look();
  return () => clearInterval(timer);
}
