import { createKubeClient, type KubeClient } from '../../runtime/kubernetes/api/client.ts';
import { endLaunches } from '../../runtime/kubernetes/launches/end-launches.ts';
import { namespaceUid, releaseNamespace } from '../../runtime/kubernetes/installation.ts';
import type { KubeconfigOptions } from '../../runtime/kubernetes/api/kubeconfig.ts';
import { s3Objects } from '../../objects/s3.ts';
import { releaseData } from '../../records/installation.ts';
import { CONTROLLER_LEASE } from './controller.ts';
import { readApiServer, readS3 } from './settings.ts';
import { bucketOf } from '../stores/reach-bucket.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The program of the hook that runs before a release is uninstalled: stops its converters and releases its namespace
 * and its bucket for another installation.
 */
export async function runUninstall(env: Env, kubeconfig: KubeconfigOptions): Promise<void> {
  const { apiServer, namespace } = await readApiServer(env, kubeconfig);
  const client = createKubeClient({ access: apiServer });
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  try {
    const job = env['SCRIPTORIUM_HOOK_JOB'];
    if (job && (await isApplied(client, namespace, job)))
      return print('This hook was applied by kubectl, not run by an uninstall. It does nothing.');
    const other = await otherRelease(client, namespace, env['SCRIPTORIUM_RELEASE']);
    if (other !== undefined) return print(`The release ${other} still serves this namespace. Nothing is stopped.`);
    print(`stopped ${await endLaunches(client, namespace, CONTROLLER_LEASE)} launches`);
    await releaseNamespace(client, namespace);
    if (env['S3_BUCKET']) await releaseBucket(client, namespace, env, print);
  } finally {
    await client.close();
  }
}

/** An object store that cannot be reached does not prevent an uninstall. The owner can be deleted by hand. */
async function releaseBucket(
  client: KubeClient,
  namespace: string,
  env: Env,
  print: (line: string) => void,
): Promise<void> {
  const objects = s3Objects(bucketOf(readS3(env)));
  try {
    const released = await releaseData(objects, await namespaceUid(client, namespace));
    if (released) print('released the bucket');
  } catch (error) {
    print(`failed to release the bucket, which still belongs to this namespace: ${String(error)}`);
  } finally {
    objects.close();
  }
}

/** `helm template` also prints hooks, and kubectl applies them like other objects. */
async function isApplied(client: KubeClient, namespace: string, job: string): Promise<boolean> {
  const { metadata } = await client.batch.readNamespacedJob({ namespace, name: job });
  return (metadata?.managedFields ?? []).some(({ manager }) => /^(kubectl|kustomize)/.test(manager ?? ''));
}

/**
 * Another release in this namespace with running controllers. It belongs to the same installation and serves the same
 * jobs.
 */
async function otherRelease(client: KubeClient, namespace: string, release?: string): Promise<string | undefined> {
  if (release === undefined) return undefined;
  const labelSelector = 'app.kubernetes.io/name=scriptorium,app.kubernetes.io/component=controller';
  const { items } = await client.core.listNamespacedPod({ namespace, labelSelector });
  return items
    .filter(({ metadata, status }) => metadata?.deletionTimestamp === undefined && status?.phase === 'Running')
    .map(({ metadata }) => metadata?.labels?.['app.kubernetes.io/instance'])
    .find((instance) => instance !== undefined && instance !== release);
}
