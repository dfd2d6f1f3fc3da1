import type { CoreV1Event, V1Pod, V1PodCondition } from '@kubernetes/client-node';
import { EXIT } from '../../../protocol/worker.ts';
import type { Stall } from '../../launcher.ts';
import { deleteLostPod } from './batch-jobs.ts';
import type { KubeClient } from '../api/client.ts';
import type { BatchJob } from './job-status.ts';
import { suspendedBy } from './kueue-jobs.ts';
import { millisecondsOf, type Wire } from '../api/wire.ts';

type Pod = Wire<V1Pod>;
type Event = Wire<CoreV1Event>;

interface Namespace {
  readonly client: KubeClient;
  readonly namespace: string;
}

/** A pod that is scheduled, pulled and mounted within this time is no stall. */
const START_MS = 15_000;
/** Why a container waits that is only just being made. */
const STARTING: ReadonlySet<string> = new Set(['ContainerCreating', 'PodInitializing']);
const MOST_MESSAGE = 1000;

/**
 * Why a Job has no pod that runs, as the scheduler, the kubelet or the Job controller say; undefined while it is
 * starting, or when nobody says anything.
 */
export async function findStall(at: Namespace, job: BatchJob, now: Date): Promise<Stall | undefined> {
  const { name } = job.metadata;
  if (job.spec?.suspend) return suspendedBy(job);
  const age = now.getTime() - millisecondsOf(job.status?.startTime ?? job.metadata.creationTimestamp);
  if (age < START_MS) return undefined;
  const ofJob = { labelSelector: `batch.kubernetes.io/job-name=${name}`, limit: MOST_PODS };
  if ((job.status?.ready ?? 0) === 0) return stallOfPods(at, name, await listPods(at, ofJob));
  return age < UNREACHABLE_MS ? undefined : stallOfUnreachable(await listPods(at, { ...ofJob, fieldSelector: FAILED }));
}

/** Of a Job none of whose pods is ready. */
async function stallOfPods(at: Namespace, name: string, pods: readonly Pod[]): Promise<Stall | undefined> {
  const pending = pods.filter((pod) => pod.status?.phase === 'Pending');
  const stalled = [stallOfUnreachable(pods), ...pending.map(stallOfPod)].find((stall) => stall);
  if (stalled) return stalled;
  const [starting] = pending;
  if (starting) return stallOfEvents(await listEvents(at, 'Pod', starting.metadata?.name ?? ''), MOUNT_REASONS);
  if (pods.some((pod) => pod.status?.phase === 'Running')) return undefined;
  return stallOfEvents(await listEvents(at, 'Job', name), CREATE_REASONS);
}

/** A converter that reaches nothing tries for so long. */
const UNREACHABLE_MS = 30_000;
const FAILED = 'status.phase=Failed';

/** The termination message of the last pod that could not reach what it needs; others may be trying. */
export function stallOfUnreachable(pods: readonly Pod[]): Stall | undefined {
  const ends = pods.flatMap(({ status }) => {
    const end = status?.containerStatuses?.[0]?.state?.terminated;
    return end?.exitCode === EXIT.unavailable ? [{ ...end, at: millisecondsOf(end.finishedAt) }] : [];
  });
  const last = ends.sort((a, b) => b.at - a.at)[0];
  if (!last) return undefined;
  const message = `Converters start but do not report: check DNS and network policies. ${last.message ?? ''}`.trim();
  return { ...stallFor('ConvertersNotReporting', message), waits: true, outage: true, seenAt: last.at };
}

type PodQuery = Omit<Parameters<KubeClient['core']['listNamespacedPod']>[0], 'namespace'>;

const MOST_PODS = 50;
const MOUNT_REASONS: ReadonlySet<string> = new Set(['FailedMount', 'FailedAttachVolume', 'FailedCreatePodSandBox']);
const CREATE_REASONS: ReadonlySet<string> = new Set(['FailedCreate']);

/** Messages of the scheduler or the kubelet in the pod itself. */
export function stallOfPod({ status }: Pod): Stall | undefined {
  const { containerStatuses = [], conditions = [] } = status ?? {};
  const waiting = containerStatuses[0]?.state?.waiting;
  if (waiting?.reason && !STARTING.has(waiting.reason)) return stallFor(waiting.reason, waiting.message);
  const unscheduled = conditions.find(({ type, status: is }) => type === 'PodScheduled' && is === 'False');
  return unscheduled && stallOfScheduler(unscheduled);
}

function stallOfScheduler({ reason = 'Unschedulable', message = '' }: Wire<V1PodCondition>): Stall {
  // A pod that needs room has it once others have ended, or a node was added: that is waiting, as in any queue.
  const waits = /Insufficient|Too many pods/.test(message);
  return { ...stallFor(reason, message), ...(waits && { waits }) };
}

/** The newest of these events. */
export function stallOfEvents(events: readonly Event[], reasons: ReadonlySet<string>): Stall | undefined {
  const found = events.filter(({ reason }) => reason !== undefined && reasons.has(reason));
  const newest = found.sort((a, b) => timeOf(b) - timeOf(a))[0];
  if (!newest) return undefined;
  const full = /exceeded quota/.test(newest.message ?? '');
  return stallFor(full ? 'QuotaExceeded' : newest.reason!, newest.message);
}

const timeOf = ({ lastTimestamp, eventTime, metadata }: Event): number =>
  millisecondsOf(lastTimestamp ?? eventTime ?? metadata.creationTimestamp);

const stallFor = (reason: string, message = ''): Stall => ({ reason, message: message.slice(0, MOST_MESSAGE) });

async function listPods({ client, namespace }: Namespace, query: PodQuery): Promise<readonly Pod[]> {
  return (await client.core.listNamespacedPod({ namespace, ...query })).items;
}

async function listEvents({ client, namespace }: Namespace, kind: string, name: string): Promise<readonly Event[]> {
  const fieldSelector = `involvedObject.kind=${kind},involvedObject.name=${name}`;
  return (await client.core.listNamespacedEvent({ namespace, fieldSelector, limit: MOST_PODS })).items;
}

/** A kubelet that lives deletes a pod within its grace period, and these seconds. */
const KUBELET_SECONDS = 30;

/** Those that open documents. */
const OF_DOCUMENTS = 'app.kubernetes.io/name=scriptorium,app.kubernetes.io/component in (converter,worker)';
/** One that had not started when its node was lost says no more than one that had. */
const NOT_ENDED = 'status.phase!=Succeeded,status.phase!=Failed';

/**
 * Deletes converters and workers that should be gone, but whose node does not answer: while such a pod is there, its
 * Job makes no other one. Its attempt is void as soon as the other one starts, should it live on. Answers how many it
 * deleted.
 */
export async function deleteLostPods(at: Namespace, now: Date): Promise<number> {
  let deleted = 0;
  for (const pod of await listPods(at, { labelSelector: OF_DOCUMENTS, fieldSelector: NOT_ENDED })) {
    const { metadata } = pod;
    if (metadata?.name === undefined || metadata.deletionTimestamp === undefined) continue;
    // The time at which the grace period ends.
    if (now.getTime() - millisecondsOf(metadata.deletionTimestamp) < KUBELET_SECONDS * 1000) continue;
    await deleteLostPod(at.client, at.namespace, pod);
    deleted += 1;
  }
  return deleted;
}
