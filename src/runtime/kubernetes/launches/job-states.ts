import type { IndexState, LaunchState } from '../../launcher.ts';
import type { KubeClient } from '../api/client.ts';
import { failureMessage, findFailures, readIndexes, type BatchJob, type PodFailure } from './job-status.ts';
import { launchOf } from './manifest.ts';

export interface JobStatesOptions {
  readonly client: KubeClient;
  readonly namespace: string;
}

/** How the indexes of Jobs stand. */
export class JobStates {
  readonly #options: JobStatesOptions;
  /** By the name of a Job: why its indexes failed. */
  readonly #failures = new Map<string, ReadonlyMap<number, PodFailure>>();

  constructor(options: JobStatesOptions) {
    this.#options = options;
  }

  /** Of a Job of ours. */
  async read(job: BatchJob): Promise<LaunchState> {
    const { kind, firstIndex } = launchOf(job.metadata)!;
    const { completedIndexes, failedIndexes, ready = 0 } = job.status ?? {};
    const [completed, failed] = [readIndexes(completedIndexes), readIndexes(failedIndexes)];
    const message = failureMessage(job.status);
    const others: IndexState = { state: ready > 0 ? 'running' : 'waiting' };
    const indexes = new Map<number, IndexState>();
    for (let i = 0; i < (job.spec?.completions ?? 1); i++) {
      if (completed.has(i)) indexes.set(firstIndex + i, { state: 'ended' });
      else if (failed.has(i) || message !== undefined)
        indexes.set(firstIndex + i, await this.#failedState(job.metadata.name, i, message));
      else indexes.set(firstIndex + i, others);
    }
    return { kind, firstIndex, indexes };
  }

  forget(name: string): void {
    this.#failures.delete(name);
  }

  async #failedState(name: string, index: number, detail = ''): Promise<IndexState> {
    const failures = await this.#readFailures(name);
    const reason = failures.get(index);
    // The bad document of another index ended the whole Job: its outcome is in the store, and this index has none.
    if (reason === undefined && [...failures.values()].includes('reported')) return { state: 'waiting' };
    return reason === 'reported'
      ? { state: 'ended' }
      : { state: 'failed', reason: reason ?? 'stranded_running', detail };
  }

  /** Its pods are asked once, since what they say is final. */
  async #readFailures(name: string): Promise<ReadonlyMap<number, PodFailure>> {
    const known = this.#failures.get(name);
    if (known) return known;
    const { client, namespace } = this.#options;
    const pods = await client.core.listNamespacedPod({
      namespace,
      labelSelector: `batch.kubernetes.io/job-name=${name}`,
    });
    const found = findFailures(pods.items);
    this.#failures.set(name, found);
    return found;
  }
}
