import type { Launch, LaunchState } from '../../launcher.ts';
import { jobName } from './manifest.ts';

/** Launches that have no Job yet, in the order in which they came, found by the name of their Job or by their job. */
export class QueuedLaunches {
  readonly #launches = new Map<string, Launch>();
  readonly #names = new Map<string, Set<string>>();

  add(launch: Launch): void {
    const name = jobName(launch);
    this.#launches.set(name, launch);
    this.#names.set(launch.jobId, (this.#names.get(launch.jobId) ?? new Set()).add(name));
  }

  get(name: string): Launch | undefined {
    return this.#launches.get(name);
  }

  has(name: string): boolean {
    return this.#launches.has(name);
  }

  remove(name: string): void {
    const launch = this.#launches.get(name);
    if (!launch) return;
    this.#launches.delete(name);
    const others = this.#names.get(launch.jobId);
    others?.delete(name);
    if (others?.size === 0) this.#names.delete(launch.jobId);
  }

  /** The names of the launches of a job. */
  namesOf(jobId: string): string[] {
    return [...(this.#names.get(jobId) ?? [])];
  }

  statesOf(jobId: string): LaunchState[] {
    return this.namesOf(jobId).map((name) => {
      const { kind, firstIndex, count } = this.#launches.get(name)!;
      const numbers = Array.from({ length: count }, (_, index) => firstIndex + index);
      return {
        kind,
        firstIndex,
        queued: true,
        indexes: new Map(numbers.map((index) => [index, { state: 'waiting' }])),
      };
    });
  }

  /** The names of all, the oldest first. */
  names(): Iterable<string> {
    return this.#launches.keys();
  }
}
