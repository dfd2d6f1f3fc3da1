import { setTimeout as sleep } from 'node:timers/promises';
import { checkConditions, ensureBucket } from '../../objects/s3-check.ts';
import { statusOf } from '../../objects/s3-errors.ts';
import type { S3Settings } from '../../objects/s3-client.ts';
import type { Objects } from '../../objects/objects.ts';
import type { Logger } from '../../telemetry/log.ts';
import { isTransient } from '../../failures/transient.ts';
import { WrongSetting } from '../settings.ts';
import type { BucketSettings } from './bucket-settings.ts';
import { connectionTrouble } from './connection-trouble.ts';
import type { SettingNames } from './setting-names.ts';

export function bucketOf(s3: BucketSettings): S3Settings {
  return {
    bucket: s3.bucket,
    region: s3.region,
    prefix: s3.prefix,
    ...(s3.endpoint ? { endpoint: s3.endpoint } : {}),
    ...(s3.publicEndpoint ? { publicEndpoint: s3.publicEndpoint } : {}),
  };
}

export interface ReachBucket {
  readonly s3: BucketSettings;
  readonly objects: Objects;
  /** Of this process, so that two may look at a time. */
  readonly identity: string;
  readonly names: SettingNames;
  readonly log: Logger;
}

/**
 * Calls `use` once the bucket is there and keeps its conditions. A store that is not there yet is waited for; one that
 * cannot hold the service's promises ends the process with a sentence.
 */
export async function untilReached<T>(
  { s3, objects, identity, names, log }: ReachBucket,
  use: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      if (s3.createBucket) await ensureBucket(bucketOf(s3));
      await checkConditions(objects, identity);
      return await use();
    } catch (error) {
      if (!isTransient(error)) throw explain(error, s3, names);
      const why = explainCause(error);
      const store = s3.endpoint ?? 'S3';
      log.warn({ err: error }, `waiting for the stores: ${store}: ${why}. Check ${names.store}.`);
      await sleep(1000);
    }
  }
}

/** The client of S3 says at length that it could not connect. */
function explainCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === 'TimeoutError' ? 'it did not answer in time' : error.message;
}

/** A fault that an operator can mend is a sentence. */
function explain(error: unknown, { bucket }: BucketSettings, names: SettingNames): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === 'CredentialsProviderError')
    return new WrongSetting(`No credentials for the object store: ${error.message}. ${names.giveCredentials}`);
  const trouble = connectionTrouble({ name: 'the object store', address: names.endpoint }, error, names);
  if (trouble !== undefined) return new WrongSetting(trouble);
  const status = statusOf(error);
  // The answer to a HEAD has no body that would say more than its status.
  const why = error.name === 'Unknown' ? String(status) : `${error.name}: ${error.message.replace(/\.$/, '')}`;
  if (status === 403)
    return new WrongSetting(`The object store refuses the credentials (${why}). ${names.giveCredentials}`);
  if (status !== undefined && status >= 300 && status < 500)
    return new WrongSetting(
      `The object store refuses the bucket ${bucket} (${why}). Check ${names.bucket}, ${names.region} and ${names.endpoint}.`,
    );
  return error;
}
