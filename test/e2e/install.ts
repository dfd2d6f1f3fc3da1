import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { forgetOwner, helm, IMAGE, install, kubectl, NAMESPACE, RELEASE, values } from './cluster.ts';
import { fixBridgeAddress, isHere } from './host.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Builds an image and loads it into the node, where the cluster beside us offers that. */
const CLUSTER = resolve(ROOT, '../shared/cluster/cluster');

/**
 * Builds the image, installs the chart, and waits until it serves. The release is left as it is when
 * `SCRIPTORIUM_KEEP=true`.
 */
export async function setup(): Promise<() => Promise<void>> {
  if (isHere) await fixBridgeAddress();
  if (process.env['SCRIPTORIUM_IMAGE'] === undefined) {
    if (!existsSync(CLUSTER)) throw new Error('set SCRIPTORIUM_IMAGE to an image that the cluster can run');
    execFileSync(CLUSTER, ['build', IMAGE, ROOT], { stdio: 'inherit' });
  }
  const isNew = await kubectl('create', 'namespace', NAMESPACE).then(
    () => true,
    () => false,
  );
  // A namespace of this name that was deleted with its release may still own the bucket.
  if (isNew) await forgetOwner(NAMESPACE);
  await kubectl('label', 'namespace', NAMESPACE, 'pod-security.kubernetes.io/enforce=restricted', '--overwrite');
  await install(RELEASE, NAMESPACE, ...values());
  return async () => {
    if (process.env['SCRIPTORIUM_KEEP'] === 'true') return;
    await helm('uninstall', RELEASE, '--namespace', NAMESPACE, '--wait');
    await kubectl('delete', 'namespace', NAMESPACE, '--timeout=120s');
  };
}
