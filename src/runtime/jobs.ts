import type { ConversionJob, ConversionJobSpec, ConversionJobStatus } from '../resource/conversion-job.ts';

export type CreateResult =
  | { readonly created: true; readonly job: ConversionJob }
  | { readonly created: false; readonly reason: 'exists' };

/**
 * `conflict`: someone else wrote in between; read again. `gone`: there is no such job (or another of the same name).
 */
export type WriteResult =
  | { readonly written: true; readonly job: ConversionJob }
  | { readonly written: false; readonly reason: 'conflict' | 'gone' };

/** A cached, followed view of all jobs. It may lag behind a live read, and events may repeat. */
export interface Follower {
  get(name: string): ConversionJob | undefined;
  list(): readonly ConversionJob[];
  /** Seconds since the last sign of life of the source (0 for a local store). */
  ageSeconds(): number;
  stop(): Promise<void>;
}

/** The port to the ConversionJob resources: the API server's custom resources, or files in the data folder. */
export interface Jobs {
  /** Fails with `exists` where the name is taken. The store gives uid, resourceVersion and creationTimestamp. */
  create(job: {
    readonly name: string;
    readonly spec: ConversionJobSpec;
    readonly labels?: Readonly<Record<string, string>>;
  }): Promise<CreateResult>;
  /** A live read. */
  get(name: string): Promise<ConversionJob | undefined>;
  list(): Promise<readonly ConversionJob[]>;
  /**
   * Resolves once the first list is in; from then on `changed` is called with the name of every created, changed or
   * deleted job. It must only queue.
   */
  follow(changed: (name: string) => void): Promise<Follower>;
  /** Replaces the status if `resourceVersion` is still the stored one. */
  writeStatus(name: string, resourceVersion: string, status: ConversionJobStatus): Promise<WriteResult>;
  /** Sets `spec.cancel` to true; the only change of a spec there is. */
  cancel(name: string): Promise<WriteResult>;
  /** Deletes if uid and resourceVersion (when given) are still the stored ones. */
  delete(
    name: string,
    preconditions?: { readonly uid: string; readonly resourceVersion: string },
  ): Promise<WriteResult | { readonly written: true }>;
}
