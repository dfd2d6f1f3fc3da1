import type { ConversionBatch } from '../resource/batch.ts';
import type { Follower, Jobs, Resources } from '../runtime/jobs.ts';
import type { ClassOf, ConverterClasses } from '../runtime/converter-classes.ts';
import type { Tasks } from '../runtime/tasks.ts';
import type { Workspaces } from '../runtime/workspaces.ts';
import type { JobSettings } from '../resource/settings.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Objects } from '../objects/objects.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { ConsoleSignIn } from './console/sign-in.ts';
import type { Keyring } from './credentials/keyring.ts';

/** Asks the controller to look at a job: at once, or, for mere `progress`, together with the next reports. */
export type Nudge = Ledger['nudge'];

/** The dependencies of the API's apps; composed in `cli/`, and by the tests with the embedded adapters. */
export interface ApiDeps {
  readonly keyring: Keyring;
  readonly objects: Objects;
  readonly ledger: Ledger;
  readonly jobs: Jobs;
  /** Where documents are kept in a bucket, which is none of those of batches. */
  readonly batches?: { readonly resources: Resources<ConversionBatch>; readonly ownBucket: string };
  /** The followed view of all jobs; it may lag. */
  readonly follower: Pick<Follower, 'get' | 'list' | 'ageSeconds'>;
  readonly tasks: Pick<Tasks, 'probe' | 'draw' | 'fetch' | 'size' | 'release' | 'post'>;
  readonly settings: JobSettings;
  /** Converters that would begin at once, where that is known: on a single machine. */
  readonly freeConverters?: () => number;
  readonly workspaces: Pick<Workspaces, 'get' | 'list' | 'set'>;
  readonly classes?: Pick<ConverterClasses, 'get' | 'list' | 'set'>;
  /** The converter class of a job, where there are classes. */
  readonly classOf?: ClassOf;
  /** Signs tokens and seals passwords; the controller has the same. */
  readonly secret: string;
  readonly now: () => Date;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** On a single machine: how the console signs in without a key. */
  readonly signIn?: ConsoleSignIn;
  /** Asks the controller to look at a job that waits for credits. Best effort. */
  readonly nudge: Nudge;
}

/** Requests a second that one credential may make on average, and how many at once. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

export const DEFAULT_RATE_LIMIT: RateLimit = { perSecond: 500, burst: 2000 };
