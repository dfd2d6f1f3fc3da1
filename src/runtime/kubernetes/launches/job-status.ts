import type { V1Job, V1Pod } from '@kubernetes/client-node';
import { EXIT } from '../../../protocol/worker.ts';
import type { IndexState } from '../../launcher.ts';
import type { KubeObject } from '../api/object-cache.ts';
import type { Wire } from '../api/wire.ts';

export type BatchJob = Wire<V1Job> & KubeObject;

type Status = NonNullable<Wire<V1Job>['status']>;

/** The message of the condition `Failed`; undefined for a Job that has not failed. */
export function failureMessage(status: Status | undefined): string | undefined {
  const failed = status?.conditions?.find((condition) => condition.type === 'Failed' && condition.status === 'True');
  return failed && (failed.message ?? '');
}

/** Complete or failed. */
export const isFinished = ({ status }: BatchJob): boolean =>
  status?.completionTime !== undefined || failureMessage(status) !== undefined;

/** The interval string of an Indexed Job's status: `0,2-4`. */
export function readIndexes(text: string | undefined): ReadonlySet<number> {
  const indexes = new Set<number>();
  for (const piece of (text ?? '').split(',')) {
    const [from, to] = piece.split('-');
    if (!from) continue;
    for (let index = Number(from); index <= Number(to ?? from); index++) indexes.add(index);
  }
  return indexes;
}

/** Why an index failed; `reported` when the worker wrote its outcome, or was not wanted any more. */
export type PodFailure = Extract<IndexState, { state: 'failed' }>['reason'] | 'reported';

const INDEX = 'batch.kubernetes.io/job-completion-index';
const REPORTED: ReadonlySet<number> = new Set([EXIT.failure, EXIT.stopped]);
/** Exit codes above it are a signal's: the process was ended from outside. */
const SIGNALS = 128;

/** By index, from its pods in their order: a limit that was exceeded, what the worker reported, or the first crash. */
export function findFailures(pods: readonly Wire<V1Pod>[]): ReadonlyMap<number, PodFailure> {
  const failures = new Map<number, PodFailure>();
  for (const pod of pods) {
    const index = Number(pod.metadata?.annotations?.[INDEX] ?? 0);
    const failure = certainFailure(pod) ?? failures.get(index) ?? crash(pod);
    if (failure !== undefined) failures.set(index, failure);
  }
  return failures;
}

const exitOf = ({ status }: Wire<V1Pod>) => status?.containerStatuses?.[0]?.state?.terminated;

const hasStarted = ({ status }: Wire<V1Pod>): boolean => {
  const [container] = status?.containerStatuses ?? [];
  return container?.state?.waiting === undefined && container?.state?.terminated?.reason !== 'ContainerStatusUnknown';
};

function certainFailure(pod: Wire<V1Pod>): PodFailure | undefined {
  const exit = exitOf(pod);
  if (exit && REPORTED.has(exit.exitCode)) return 'reported';
  // Its deadline counts from its node's first look at it: one that never started says nothing about the document.
  if (pod.status?.reason === 'DeadlineExceeded') return hasStarted(pod) ? 'conversion_timeout' : 'stranded_running';
  return exit?.reason === 'OOMKilled' ? 'out_of_memory' : undefined;
}

function crash(pod: Wire<V1Pod>): PodFailure | undefined {
  const code = exitOf(pod)?.exitCode ?? 0;
  if (code === 0) return undefined;
  return code > SIGNALS || code === EXIT.unavailable ? 'stranded_running' : 'conversion_failed';
}
