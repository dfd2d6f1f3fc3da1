import type { ConversionJob, ObjectMeta } from '../resource/conversion-job.ts';

/** A resource of one kind in the store: users write `spec`, the controller `status`. */
export interface Resource {
  readonly apiVersion: 'scriptorium.dev/v1alpha1';
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly spec: { readonly cancel?: boolean };
  readonly status?: object;
}

export type Created<R> =
  | { readonly created: true; readonly job: R }
  | { readonly created: false; readonly reason: 'exists' };

/**
 * `conflict`: someone else wrote in between; read again. `gone`: there is no such job (or another of the same name).
 */
export type Written<R> =
  | { readonly written: true; readonly job: R }
  | { readonly written: false; readonly reason: 'conflict' | 'gone' };

/** A cached, followed view of all of them. It may lag behind a live read, and events may repeat. */
export interface FollowerOf<R> {
  get(name: string): R | undefined;
  list(): readonly R[];
  /** Seconds since the last sign of life of the source (0 for a local store). */
  ageSeconds(): number;
  stop(): Promise<void>;
}

/** The port to resources of one kind: the API server's custom resources, or files in the data folder. */
export interface Resources<R extends Resource> {
  /** Fails with `exists` where the name is taken. The store gives uid, resourceVersion and creationTimestamp. */
  create(job: {
    readonly name: string;
    readonly spec: R['spec'];
    readonly labels?: Readonly<Record<string, string>>;
  }): Promise<Created<R>>;
  /** A live read. */
  get(name: string): Promise<R | undefined>;
  list(): Promise<readonly R[]>;
  /**
   * Resolves once the first list is in; from then on `changed` is called with the name of every created, changed or
   * deleted job. It must only queue.
   */
  follow(changed: (name: string) => void): Promise<FollowerOf<R>>;
  /** Replaces the status if `resourceVersion` is still the stored one. */
  writeStatus(name: string, resourceVersion: string, status: NonNullable<R['status']>): Promise<Written<R>>;
  /** Sets `spec.cancel` to true; the only change of a spec there is. */
  cancel(name: string): Promise<Written<R>>;
  /** Deletes if uid and resourceVersion (when given) are still the stored ones. */
  delete(
    name: string,
    preconditions?: { readonly uid: string; readonly resourceVersion: string },
  ): Promise<Written<R> | { readonly written: true }>;
}

export type Jobs = Resources<ConversionJob>;
export type Follower = FollowerOf<ConversionJob>;
