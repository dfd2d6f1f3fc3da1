import type { V1Deployment, V1Pod } from '@kubernetes/client-node';
import type { Stall } from '../launcher.ts';
import type { WorkerPod, WorkerPods } from '../workers/worker-pods.ts';
import type { KubeClient } from './api/client.ts';
import { hasStatus } from './api/transport.ts';
import { stallOfPod } from './launches/stalls.ts';
import { startReflector, type KubeObject, type Reflector } from './api/reflector.ts';
import { millisecondsOf, type Wire } from './api/wire.ts';

/** `free` or `bound`. The selector of the Deployment asks for free ones, so it replaces one that was bound. */
const STATE = 'scriptorium.dev/worker';
/** Of the template that a pod was made from. */
const REVISION = 'scriptorium.dev/revision';
/** An annotation, since names of workspaces need not be values of labels. */
const WORKSPACE = 'scriptorium.dev/workspace';
const SAFE_TO_EVICT = 'cluster-autoscaler.kubernetes.io/safe-to-evict';

/** So long after its binding, the kubelet ends a worker even if no controller lives. */
const BOUND_SECONDS = 3600;
const REFRESH_MS = 15_000;

export interface KubernetesWorkerPodsOptions {
  readonly client: KubeClient;
  readonly namespace: string;
  /** Name of the Deployment of free workers. */
  readonly deployment: string;
  readonly warn: (fields: object, message: string) => void;
}

type Pod = Wire<V1Pod> & KubeObject;
type Deployment = Wire<V1Deployment>;

/** `~1` and `~0` stand for slash and tilde in a JSON pointer (RFC 6901). */
const pointer = (...names: readonly string[]): string =>
  names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The `WorkerPods` port on a Deployment of pods. */
export async function kubernetesWorkerPods(options: KubernetesWorkerPodsOptions): Promise<WorkerPods> {
  const { client, namespace, warn } = options;
  const ours = { namespace, name: options.deployment };
  const readDeployment = (): Promise<Deployment> => client.apps.readNamespacedDeployment(ours);

  let deployment = await readDeployment();
  let listener = (): void => {};
  const { matchLabels = {} } = deployment.spec?.selector ?? {};
  const selector = Object.entries(matchLabels)
    .map(([name, value]) => (name === STATE ? name : `${name}=${value}`))
    .join(',');
  const reflector: Reflector<Pod> = await startReflector<Pod>({
    client,
    path: `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods`,
    labelSelector: selector,
    changed: () => listener(),
    warn,
  });
  const refresh = async (): Promise<void> => {
    try {
      const before = revisionOf(deployment);
      deployment = await readDeployment();
      if (revisionOf(deployment) !== before || troubleOf(deployment)) listener();
    } catch (error) {
      warn({ err: error }, 'failed to read the Deployment of workers');
    }
  };
  const timer = setInterval(() => void refresh(), REFRESH_MS);
  timer.unref();

  const patchOf = (pod: Pod, workspace: string): object[] => {
    const { metadata } = deployment;
    const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: metadata?.name, uid: metadata?.uid };
    const seconds = Math.ceil((Date.now() - startOf(pod)) / 1000) + BOUND_SECONDS;
    return [
      // Not the version, with which the kubelet's writes would conflict.
      { op: 'test', path: pointer('metadata', 'labels', STATE), value: 'free' },
      { op: 'test', path: pointer('metadata', 'uid'), value: pod.metadata.uid },
      { op: 'replace', path: pointer('metadata', 'labels', STATE), value: 'bound' },
      {
        op: 'add',
        path: '/metadata/annotations',
        value: { ...pod.metadata.annotations, [WORKSPACE]: workspace, [SAFE_TO_EVICT]: 'true' },
      },
      // Instead of the ReplicaSet: a pod without a controller would outlive the release and stop a drain.
      {
        op: 'replace',
        path: '/metadata/ownerReferences',
        value: [{ ...owner, controller: true, blockOwnerDeletion: false }],
      },
      { op: 'add', path: '/spec/activeDeadlineSeconds', value: seconds },
    ];
  };

  return {
    list: () =>
      reflector
        .list()
        .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
        .map((pod) => workerPod(pod, revisionOf(deployment))),
    trouble: () => troubleOf(deployment),
    bind: async ({ name, uid }, workspace) => {
      const pod = reflector.get(name);
      if (pod?.metadata.uid !== uid) return false;
      try {
        const body = patchOf(pod, workspace);
        reflector.learn((await client.core.patchNamespacedPod({ namespace, name, body })) as Pod);
        return true;
      } catch (error) {
        // Gone, or free no more.
        if (hasStatus(error, 404, 409, 422)) return false;
        throw error;
      }
    },
    remove: async ({ name, uid }) => {
      try {
        await client.core.deleteNamespacedPod({ namespace, name, body: { preconditions: { uid } } });
      } catch (error) {
        if (!hasStatus(error, 404, 409)) throw error;
      }
    },
    keepFree: async (replicas) => {
      if (deployment.spec?.replicas === replicas) return;
      await client.apps.patchNamespacedDeploymentScale({ ...ours, body: { spec: { replicas } } });
      deployment = { ...deployment, spec: { ...deployment.spec!, replicas } };
    },
    follow: (changed) => {
      listener = changed;
    },
    close: async () => {
      clearInterval(timer);
      await reflector.stop();
    },
  };
}

const revisionOf = (deployment: Deployment): string | undefined =>
  deployment.spec?.template.metadata?.labels?.[REVISION];

/** The deadline of a pod counts from here. */
const startOf = ({ metadata, status }: Pod): number => millisecondsOf(status?.startTime ?? metadata.creationTimestamp);

function readyAt({ status }: Pod): number | undefined {
  const ready = status?.conditions?.find((condition) => condition.type === 'Ready' && condition.status === 'True');
  return ready?.lastTransitionTime === undefined ? undefined : millisecondsOf(ready.lastTransitionTime);
}

/** A Deployment whose ReplicaSet may not make pods says so. */
function troubleOf({ status }: Deployment): Stall | undefined {
  const failure = status?.conditions?.find(({ type, status: is }) => type === 'ReplicaFailure' && is === 'True');
  return failure && { reason: failure.reason ?? 'FailedCreate', message: failure.message ?? '' };
}

/** Of the scheduler or the kubelet, or the last words of a container that ended with an error. */
function troubleOfPod(pod: Pod): Stall | undefined {
  for (const { name, state, lastState } of pod.status?.containerStatuses ?? []) {
    const ended = state?.terminated ?? lastState?.terminated;
    if (ended && ended.exitCode !== 0)
      return { reason: ended.reason ?? 'Error', message: ended.message ?? `Its ${name} ended with ${ended.exitCode}.` };
  }
  return stallOfPod(pod);
}

function hasStarted({ status }: Pod): boolean {
  const containers = status?.containerStatuses ?? [];
  return (
    containers.length > 0 &&
    containers.every(({ state, lastState }) => state?.running ?? state?.terminated ?? lastState?.terminated)
  );
}

function workerPod(pod: Pod, revision: string | undefined): WorkerPod {
  const { metadata, spec, status } = pod;
  const bound = metadata.labels?.[STATE] !== 'free';
  const { activeDeadlineSeconds } = spec ?? {};
  const restarts = Math.max(0, ...(status?.containerStatuses ?? []).map(({ restartCount }) => restartCount));
  return {
    name: metadata.name,
    uid: metadata.uid,
    // A bound pod of nobody is of no use to anyone.
    workspace: bound ? (metadata.annotations?.[WORKSPACE] ?? '') : undefined,
    placed: spec?.nodeName !== undefined,
    readyAt: readyAt(pod),
    started: hasStarted(pod),
    trouble: troubleOfPod(pod),
    failed: status?.phase === 'Failed' || status?.phase === 'Succeeded',
    restarts,
    outdated: metadata.labels?.[REVISION] !== revision,
    endsAt: activeDeadlineSeconds === undefined ? undefined : startOf(pod) + activeDeadlineSeconds * 1000,
  };
}
