import type { V1Deployment, V1Pod } from '@kubernetes/client-node';
import type { Stall } from '../launcher.ts';
import type { WorkerPod, WorkerPods } from '../workers/worker-pods.ts';
import type { KubeClient } from './api/client.ts';
import { hasStatus } from './api/transport.ts';
import { stallOfPod } from './launches/stalls.ts';
import type { KubeObject } from './api/object-cache.ts';
import { startReflector, type Reflector } from './api/reflector.ts';
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
  const { client, namespace, deployment } = options;
  const found = await client.apps.readNamespacedDeployment({ namespace, name: deployment });
  const pods = new DeploymentPods(options, found);
  await pods.start();
  return pods;
}

class DeploymentPods implements WorkerPods {
  readonly #options: KubernetesWorkerPodsOptions;
  #deployment: Deployment;
  #pods!: Reflector<Pod>;
  #changed = (): void => {};
  #refreshes: NodeJS.Timeout | undefined;

  constructor(options: KubernetesWorkerPodsOptions, deployment: Deployment) {
    this.#options = options;
    this.#deployment = deployment;
  }

  /** Resolves once all pods are known. */
  async start(): Promise<void> {
    const { client, namespace, warn } = this.#options;
    this.#pods = await startReflector<Pod>({
      client,
      path: `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods`,
      labelSelector: selectorOf(this.#deployment),
      changed: () => this.#changed(),
      warn,
    });
    this.#refreshes = setInterval(() => void this.#refresh(), REFRESH_MS).unref();
  }

  list(): readonly WorkerPod[] {
    const revision = revisionOf(this.#deployment);
    return this.#pods
      .list()
      .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
      .map((pod) => workerPod(pod, revision));
  }

  trouble(): Stall | undefined {
    return troubleOf(this.#deployment);
  }

  async bind({ name, uid }: WorkerPod, workspace: string): Promise<boolean> {
    const { client, namespace } = this.#options;
    const pod = this.#pods.get(name);
    if (pod?.metadata.uid !== uid) return false;
    try {
      const body = bindingPatch(pod, workspace, this.#deployment);
      this.#pods.learn((await client.core.patchNamespacedPod({ namespace, name, body })) as Pod);
      return true;
    } catch (error) {
      // Gone, or free no more.
      if (hasStatus(error, 404, 409, 422)) return false;
      throw error;
    }
  }

  async remove({ name, uid }: WorkerPod): Promise<void> {
    const { client, namespace } = this.#options;
    try {
      await client.core.deleteNamespacedPod({ namespace, name, body: { preconditions: { uid } } });
    } catch (error) {
      if (!hasStatus(error, 404, 409)) throw error;
    }
  }

  async keepFree(replicas: number): Promise<void> {
    const { client, namespace, deployment: name } = this.#options;
    if (this.#deployment.spec?.replicas === replicas) return;
    await client.apps.patchNamespacedDeploymentScale({ namespace, name, body: { spec: { replicas } } });
    this.#deployment = { ...this.#deployment, spec: { ...this.#deployment.spec!, replicas } };
  }

  follow(changed: () => void): void {
    this.#changed = changed;
  }

  async close(): Promise<void> {
    clearInterval(this.#refreshes);
    await this.#pods.stop();
  }

  /** Looks for another template, and for what keeps the Deployment from making pods. */
  async #refresh(): Promise<void> {
    const { client, namespace, deployment: name, warn } = this.#options;
    try {
      const before = revisionOf(this.#deployment);
      this.#deployment = await client.apps.readNamespacedDeployment({ namespace, name });
      if (revisionOf(this.#deployment) !== before || troubleOf(this.#deployment)) this.#changed();
    } catch (error) {
      warn({ err: error }, 'failed to read the Deployment of workers');
    }
  }
}

/** Free pods and bound ones. */
function selectorOf({ spec }: Deployment): string {
  return Object.entries(spec?.selector.matchLabels ?? {})
    .map(([name, value]) => (name === STATE ? name : `${name}=${value}`))
    .join(',');
}

/** A JSON patch (RFC 6902) that binds a pod that is free. */
function bindingPatch(pod: Pod, workspace: string, { metadata }: Deployment): object[] {
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
  const { labels = {}, annotations = {} } = metadata;
  const { activeDeadlineSeconds } = spec ?? {};
  return {
    name: metadata.name,
    uid: metadata.uid,
    // A bound pod of nobody is of no use to anyone.
    workspace: labels[STATE] === 'free' ? undefined : (annotations[WORKSPACE] ?? ''),
    placed: spec?.nodeName !== undefined,
    readyAt: readyAt(pod),
    started: hasStarted(pod),
    trouble: troubleOfPod(pod),
    failed: status?.phase === 'Failed' || status?.phase === 'Succeeded',
    restarts: restartsOf(pod),
    outdated: labels[REVISION] !== revision,
    endsAt: activeDeadlineSeconds === undefined ? undefined : startOf(pod) + activeDeadlineSeconds * 1000,
  };
}

const restartsOf = ({ status }: Pod): number =>
  Math.max(0, ...(status?.containerStatuses ?? []).map(({ restartCount }) => restartCount));
