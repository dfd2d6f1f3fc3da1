import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConversionJob } from '../../resource/conversion-job.ts';
import type { Jobs, Resource, Resources } from '../jobs.ts';
import { flushFolder, writeAtomically } from './write-atomically.ts';

/** A Kubernetes object name (RFC 1123 subdomain), so that both adapters take the same names. */
const NAME = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

/** The `Jobs` port on files. */
export const openLocalJobs = (folder: string, now?: () => Date): Promise<Jobs> =>
  openLocalResources<ConversionJob>('ConversionJob', folder, now);

/**
 * Resources of one kind as files: `<folder>/<name>.json`, each replaced by an atomic rename, so that a kill at any
 * moment leaves the old or the new version. Specs are flushed to the disk; a status, of which there are many and which
 * the controller can find again, is not. One process at a time owns the folder; it keeps all of them in memory.
 */
export async function openLocalResources<R extends Resource>(
  kind: R['kind'],
  folder: string,
  now: () => Date = () => new Date(),
): Promise<Resources<R>> {
  await mkdir(folder, { recursive: true });
  return new FileResources(kind, folder, await readAll<R>(folder), now);
}

// Members of the port are bound, since they are handed on alone.
class FileResources<R extends Resource> implements Resources<R> {
  readonly #kind: R['kind'];
  readonly #folder: string;
  readonly #jobs: Map<string, R>;
  readonly #now: () => Date;
  readonly #followers = new Set<(name: string) => void>();
  readonly #queues = new Map<string, Promise<unknown>>();
  #version: number;

  constructor(kind: R['kind'], folder: string, jobs: Map<string, R>, now: () => Date) {
    this.#kind = kind;
    this.#folder = folder;
    this.#jobs = jobs;
    this.#now = now;
    this.#version = Math.max(0, ...[...jobs.values()].map(({ metadata }) => Number(metadata.resourceVersion)));
  }

  readonly create: Resources<R>['create'] = async ({ name, spec, labels }) => {
    if (!NAME.test(name)) throw new Error(`${JSON.stringify(name)} is not a valid job name`);
    return await this.#inTurn(name, async () => {
      if (this.#jobs.has(name)) return { created: false, reason: 'exists' };
      const metadata = {
        name,
        uid: randomUUID(),
        resourceVersion: this.#nextVersion(),
        creationTimestamp: this.#now().toISOString(),
        generation: 1,
        ...(labels && { labels }),
      };
      const apiVersion = 'scriptorium.dev/v1alpha1';
      return { created: true, job: await this.#store({ apiVersion, kind: this.#kind, metadata, spec } as R, true) };
    });
  };

  readonly get: Resources<R>['get'] = (name) => Promise.resolve(this.#jobs.get(name));

  readonly list: Resources<R>['list'] = () => Promise.resolve([...this.#jobs.values()]);

  readonly follow: Resources<R>['follow'] = async (changed) => {
    this.#followers.add(changed);
    return {
      get: (name) => this.#jobs.get(name),
      list: () => [...this.#jobs.values()],
      ageSeconds: () => 0,
      stop: async () => void this.#followers.delete(changed),
    };
  };

  readonly writeStatus: Resources<R>['writeStatus'] = (name, resourceVersion, status) =>
    this.#inTurn(name, async () => {
      const job = this.#jobs.get(name);
      if (!job) return { written: false, reason: 'gone' };
      if (job.metadata.resourceVersion !== resourceVersion) return { written: false, reason: 'conflict' };
      const metadata = { ...job.metadata, resourceVersion: this.#nextVersion() };
      return { written: true, job: await this.#store({ ...job, metadata, status }, false) };
    });

  readonly cancel: Resources<R>['cancel'] = (name) =>
    this.#inTurn(name, async () => {
      const job = this.#jobs.get(name);
      if (!job) return { written: false, reason: 'gone' };
      if (job.spec.cancel) return { written: true, job };
      const spec = { ...job.spec, cancel: true };
      const generation = job.metadata.generation + 1;
      const metadata = { ...job.metadata, resourceVersion: this.#nextVersion(), generation };
      return { written: true, job: await this.#store({ ...job, metadata, spec }, true) };
    });

  readonly delete: Resources<R>['delete'] = (name, preconditions) =>
    this.#inTurn(name, async () => {
      const job = this.#jobs.get(name);
      if (!job || (preconditions && job.metadata.uid !== preconditions.uid)) return { written: false, reason: 'gone' };
      if (preconditions && job.metadata.resourceVersion !== preconditions.resourceVersion)
        return { written: false, reason: 'conflict' };
      await unlink(join(this.#folder, `${name}.json`));
      await flushFolder(this.#folder);
      this.#jobs.delete(name);
      this.#notify(name);
      return { written: true };
    });

  /** Versions go on rising after a restart, even when the newest job was deleted. */
  #nextVersion(): string {
    return String((this.#version = Math.max(this.#version + 1, this.#now().getTime() * 1000)));
  }

  /** Changes of one job happen one after another. */
  #inTurn<T>(name: string, act: () => Promise<T>): Promise<T> {
    const run = (this.#queues.get(name) ?? Promise.resolve()).then(act, act);
    const forget = (): void => {
      if (this.#queues.get(name) === run) this.#queues.delete(name);
    };
    this.#queues.set(name, run);
    run.then(forget, forget);
    return run;
  }

  #notify(name: string): void {
    for (const changed of this.#followers) changed(name);
  }

  async #store(job: R, flushed: boolean): Promise<R> {
    // Through text, so that nothing is shared with the caller and memory says what a restart would read.
    const text = JSON.stringify(job);
    const frozen = freeze(JSON.parse(text) as R);
    const { name, resourceVersion } = job.metadata;
    await writeAtomically(join(this.#folder, `${name}.json`), text, { version: resourceVersion, flushed });
    this.#jobs.set(name, frozen);
    this.#notify(name);
    return frozen;
  }
}

async function readAll<R extends Resource>(folder: string): Promise<Map<string, R>> {
  const jobs = new Map<string, R>();
  for (const file of await readdir(folder)) {
    if (file.endsWith('.json')) {
      const job = parse<R>(await readFile(join(folder, file), 'utf8'));
      if (job) jobs.set(job.metadata.name, freeze(job));
      // A status that a power cut left without its bytes: the sweep for intents without a resource closes the job.
      else await rename(join(folder, file), join(folder, `${file}.damaged`));
    } else if (file.endsWith('.tmp')) {
      await unlink(join(folder, file)); // a write that was cut off before its rename
    }
  }
  return jobs;
}

function parse<R>(text: string): R | undefined {
  try {
    return JSON.parse(text) as R;
  } catch {
    return undefined;
  }
}

/** Objects that are handed out are shared: nobody may change them. */
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
  }
  return value;
}
