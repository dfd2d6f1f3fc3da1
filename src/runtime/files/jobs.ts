import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConversionJob, ConversionJobSpec, ConversionJobStatus } from '../../resource/conversion-job.ts';
import type { CreateResult, Follower, Jobs, WriteResult } from '../jobs.ts';
import { flushFolder, writeAtomically } from './write-atomically.ts';

/** A Kubernetes object name (RFC 1123 subdomain), so that both adapters take the same names. */
const NAME = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

/**
 * The `Jobs` port on files: `<folder>/<name>.json`, each replaced by an atomic rename, so that a kill at any moment
 * leaves the old or the new version. Specs are flushed to the disk; a status, of which there are many and which the
 * controller can find again, is not. One process at a time owns the folder; it keeps all jobs in memory.
 */
export async function openLocalJobs(folder: string, now: () => Date = () => new Date()): Promise<Jobs> {
  await mkdir(folder, { recursive: true });
  const jobs = await readAll(folder);
  const followers = new Set<(name: string) => void>();
  const queues = new Map<string, Promise<unknown>>();
  let version = Math.max(0, ...[...jobs.values()].map(({ metadata }) => Number(metadata.resourceVersion)));

  // Versions go on rising after a restart, even when the newest job was deleted.
  const nextVersion = (): string => String((version = Math.max(version + 1, now().getTime() * 1000)));

  /** Changes of one job happen one after another. */
  function serialised<T>(name: string, act: () => Promise<T>): Promise<T> {
    const run = (queues.get(name) ?? Promise.resolve()).then(act, act);
    const forget = (): void => {
      if (queues.get(name) === run) queues.delete(name);
    };
    queues.set(name, run);
    run.then(forget, forget);
    return run;
  }
  function tell(name: string): void {
    for (const changed of followers) changed(name);
  }
  async function store(job: ConversionJob, flushed: boolean): Promise<ConversionJob> {
    // Through text, so that nothing is shared with the caller and memory says what a restart would read.
    const text = JSON.stringify(job);
    const frozen = freeze(JSON.parse(text) as ConversionJob);
    const { name, resourceVersion } = job.metadata;
    await writeAtomically(join(folder, `${name}.json`), text, { version: resourceVersion, flushed });
    jobs.set(frozen.metadata.name, frozen);
    tell(frozen.metadata.name);
    return frozen;
  }

  return {
    async create({ name, spec, labels }): Promise<CreateResult> {
      if (!NAME.test(name)) throw new Error(`${JSON.stringify(name)} is not a valid job name`);
      return await serialised(name, async () => {
        if (jobs.has(name)) return { created: false, reason: 'exists' };
        const metadata = {
          name,
          uid: randomUUID(),
          resourceVersion: nextVersion(),
          creationTimestamp: now().toISOString(),
          generation: 1,
          ...(labels && { labels }),
        };
        const job = await store(
          { apiVersion: 'scriptorium.dev/v1alpha1', kind: 'ConversionJob', metadata, spec },
          true,
        );
        return { created: true, job };
      });
    },
    get: (name) => Promise.resolve(jobs.get(name)),
    list: () => Promise.resolve([...jobs.values()]),
    follow(changed): Promise<Follower> {
      followers.add(changed);
      return Promise.resolve({
        get: (name) => jobs.get(name),
        list: () => [...jobs.values()],
        ageSeconds: () => 0,
        stop() {
          followers.delete(changed);
          return Promise.resolve();
        },
      });
    },
    writeStatus(name: string, resourceVersion: string, status: ConversionJobStatus): Promise<WriteResult> {
      return serialised(name, async () => {
        const job = jobs.get(name);
        if (!job) return { written: false, reason: 'gone' };
        if (job.metadata.resourceVersion !== resourceVersion) return { written: false, reason: 'conflict' };
        return {
          written: true,
          job: await store({ ...job, metadata: { ...job.metadata, resourceVersion: nextVersion() }, status }, false),
        };
      });
    },
    cancel(name): Promise<WriteResult> {
      return serialised(name, async () => {
        const job = jobs.get(name);
        if (!job) return { written: false, reason: 'gone' };
        if (job.spec.cancel) return { written: true, job };
        const spec: ConversionJobSpec = { ...job.spec, cancel: true };
        const metadata = { ...job.metadata, resourceVersion: nextVersion(), generation: job.metadata.generation + 1 };
        return { written: true, job: await store({ ...job, metadata, spec }, true) };
      });
    },
    delete(name, preconditions) {
      return serialised(name, async () => {
        const job = jobs.get(name);
        if (!job || (preconditions && job.metadata.uid !== preconditions.uid))
          return { written: false, reason: 'gone' } as const;
        if (preconditions && job.metadata.resourceVersion !== preconditions.resourceVersion)
          return { written: false, reason: 'conflict' } as const;
        await unlink(join(folder, `${name}.json`));
        await flushFolder(folder);
        jobs.delete(name);
        tell(name);
        return { written: true } as const;
      });
    },
  };
}

async function readAll(folder: string): Promise<Map<string, ConversionJob>> {
  const jobs = new Map<string, ConversionJob>();
  for (const file of await readdir(folder)) {
    if (file.endsWith('.json')) {
      const job = parse(await readFile(join(folder, file), 'utf8'));
      if (job) jobs.set(job.metadata.name, freeze(job));
      // A status that a power cut left without its bytes: the sweep for intents without a resource closes the job.
      else await rename(join(folder, file), join(folder, `${file}.damaged`));
    } else if (file.endsWith('.tmp')) {
      await unlink(join(folder, file)); // a write that was cut off before its rename
    }
  }
  return jobs;
}

function parse(text: string): ConversionJob | undefined {
  try {
    return JSON.parse(text) as ConversionJob;
  } catch {
    return undefined;
  }
}

/** What is handed out is shared: nobody may change it. */
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
  }
  return value;
}
