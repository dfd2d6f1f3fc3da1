import type { Readable } from 'node:stream';

/** A store's metadata of an object. `etag` changes with every write. */
export interface ObjectInfo {
  readonly key: string;
  readonly bytes: number;
  readonly etag: string;
  readonly modifiedAt: Date;
}

export interface PutOptions {
  readonly contentType?: string;
}

export interface BodyLimits {
  readonly bytes?: number;
  readonly maxBytes?: number;
}

/**
 * Who will use a signed URL: a client of the service, or a worker of ours (inside the cluster, or over the API's
 * internal socket).
 */
export type Audience = 'public' | 'internal';

export interface SignGet {
  readonly audience: Audience;
  readonly expiresInSeconds: number;
  /** Served as an attachment of this name and type. */
  readonly fileName?: string;
  readonly contentType?: string;
}

export interface SignPut {
  readonly audience: Audience;
  readonly expiresInSeconds: number;
  /** When given, the length is signed: another length is refused. */
  readonly bytes?: number;
  /** The most a PUT without a signed length may carry, where the store can tell. */
  readonly maxBytes?: number;
  readonly contentType?: string;
}

/**
 * The object store: the durable truth. A key is `a/b/c` of `[A-Za-z0-9._=-]` segments (other characters are
 * percent-encoded by the caller). Every call that fails for want of the store throws an error that `isTransient`
 * (src/failures/transient.ts) recognises; a missing object is data.
 */
export interface Objects {
  /** Undefined when there is no such object. */
  head(key: string): Promise<ObjectInfo | undefined>;
  get(key: string): Promise<{ readonly info: ObjectInfo; readonly body: Uint8Array } | undefined>;
  /** Streams a large object. */
  read(key: string): Promise<{ readonly info: ObjectInfo; readonly body: Readable } | undefined>;
  /** Overwrites. Returns the new etag. */
  put(key: string, body: Uint8Array | string, options?: PutOptions): Promise<string>;
  /**
   * Stores a body as it streams in: all of it or, with an error, nothing. Throws `BodyRefused` for another length than
   * `bytes` or more than `maxBytes`. A refused body is left unread, so that its request can still be answered.
   */
  receive(key: string, body: Readable, limits: BodyLimits): Promise<string>;
  /** The etag when this call created the object, undefined when there was one already. */
  putIfAbsent(key: string, body: Uint8Array | string, options?: PutOptions): Promise<string | undefined>;
  /** The new etag, or undefined when the object is no longer (or not) the one with `etag`. */
  putIfMatch(key: string, etag: string, body: Uint8Array | string, options?: PutOptions): Promise<string | undefined>;
  /**
   * Copies within the store; with `ifMatch` only if the source is still that one. False when the source is missing or
   * another.
   */
  copy(from: string, to: string, options?: { readonly ifMatch?: string }): Promise<boolean>;
  /** Everything below a prefix, in key order. */
  list(prefix: string, options?: { readonly startAfter?: string }): AsyncIterable<ObjectInfo>;
  /** Deleting what is not there is no error. */
  delete(keys: readonly string[]): Promise<void>;
  signGet(key: string, options: SignGet): Promise<string>;
  signPut(key: string, options: SignPut): Promise<string>;
  /** The unsigned address of the object, for the interface's `accessUrl`. */
  address(key: string): string;
}

/** One stored version of an object, kept open whatever is written meanwhile. */
export interface OpenObject {
  readonly info: ObjectInfo;
  /** From `start` to `end` (inclusive), or all of it. */
  stream(range?: ByteRange): Readable;
  close(): Promise<void>;
}

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Objects whose signed URLs the service answers itself (`src/objects/serve.ts`). */
export interface ServedObjects extends Objects {
  openObject(key: string): Promise<OpenObject | undefined>;
}
