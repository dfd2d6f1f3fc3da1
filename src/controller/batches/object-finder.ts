import type { Buckets } from '../../objects/buckets.ts';
import type { BatchItem, BatchState } from '../../records/batches.ts';
import { DEFAULT_PARALLELISM } from '../../resource/batch-fields.ts';
import { folderOf, type ConversionBatch } from '../../resource/batch.ts';
import { newDocumentId, newJobId } from '../../resource/ids.ts';
import { hasEnded } from '../../resource/lifecycle.ts';
import type { JobSettings } from '../../resource/settings.ts';
import { rulesOf } from '../../resource/workspace.ts';
import type { Follower } from '../../runtime/jobs.ts';
import type { Workspaces } from '../../runtime/workspaces.ts';
import { takeListed, type Listing } from './progress.ts';

interface FinderDeps {
  readonly buckets: Buckets;
  readonly jobsFollower: Pick<Follower, 'list'>;
  readonly workspaces: Pick<Workspaces, 'get'>;
  readonly settings: JobSettings;
  readonly now: () => Date;
}

/** Finds what comes next in the sources of batches. */
export class ObjectFinder {
  readonly #deps: FinderDeps;
  /** The keys after the cursor of a state, by the name of the batch, so that nothing is listed twice. */
  readonly #listings = new Map<string, { readonly cursor: string | undefined; readonly listing: Listing }>();

  constructor(deps: FinderDeps) {
    this.#deps = deps;
  }

  forget(name: string): void {
    this.#listings.delete(name);
  }

  /** Takes as many objects as there is room for. */
  async find({ metadata: { name }, spec }: ConversionBatch, before: BatchState): Promise<BatchState> {
    const { bucket, prefix } = folderOf(spec.source);
    const { now, buckets } = this.#deps;
    const suffixes = (spec.suffixes ?? []).map((suffix) => suffix.toLowerCase());
    const newIds = (): Pick<BatchItem, 'jobId' | 'documentId'> => ({
      jobId: newJobId(now()),
      documentId: newDocumentId(now()),
    });
    let room = this.#roomOf(spec, before);
    let state = before;
    while (room > 0 && !state.listed) {
      const kept = this.#listings.get(name);
      const listing =
        kept && kept.cursor === state.cursor ? kept.listing : await buckets.list(bucket, prefix, state.cursor);
      const taken = takeListed(state, listing, { room, suffixes, newIds });
      room -= taken.state.open.length - state.open.length;
      state = taken.state;
      if (taken.rest.objects.length > 0) this.#listings.set(name, { cursor: state.cursor, listing: taken.rest });
      else this.#listings.delete(name);
    }
    return state;
  }

  /** A batch leaves to others what the workspace may have of unfinished jobs. */
  #roomOf({ workspace, parallelism = DEFAULT_PARALLELISM }: ConversionBatch['spec'], { open }: BatchState): number {
    const { settings, workspaces, jobsFollower } = this.#deps;
    const room = parallelism - open.length;
    if (room <= 0) return 0;
    const { maxQueuedJobs } = rulesOf(settings, workspaces.get(workspace)?.spec);
    if (maxQueuedJobs === 0) return room;
    const unfinished = jobsFollower.list().filter((job) => job.spec.workspace === workspace && !hasEnded(job)).length;
    return Math.min(room, maxQueuedJobs - unfinished);
  }
}
