import { CreateBucketCommand, HeadBucketCommand } from '@aws-sdk/client-s3';
import type { Objects } from './objects.ts';
import { s3Client, type S3Settings } from './s3-client.ts';
import { explainRefusal, statusOf } from './s3-errors.ts';

/** Makes the bucket when it is missing; for a store of our own, not where the bucket is given. */
export async function ensureBucket(settings: S3Settings): Promise<void> {
  const client = s3Client(settings, settings.endpoint);
  try {
    await client.send(new HeadBucketCommand({ Bucket: settings.bucket }));
  } catch (error) {
    if (explainRefusal(error, settings.bucket) !== 'missing') throw error;
    try {
      await client.send(new CreateBucketCommand({ Bucket: settings.bucket }));
    } catch (failed) {
      // Another replica made it in between.
      if (statusOf(failed) !== 409) throw failed;
    }
  } finally {
    client.destroy();
  }
}

/**
 * Finds out whether the store keeps conditional puts: some accept the headers and ignore them, and then two writers
 * would both believe that theirs is the one receipt of a job. Throws with a sentence that says which condition was
 * ignored.
 */
export async function checkConditions(objects: Objects, probe: string): Promise<void> {
  const key = `probe/${probe}`;
  try {
    const first = await objects.put(key, '1');
    if ((await objects.putIfAbsent(key, '2')) !== undefined)
      throw new Error('the object store ignores If-None-Match on PUT; Scriptorium cannot run on it');
    const second = await objects.putIfMatch(key, first, '3');
    if (second === undefined)
      throw new Error('the object store rejects a matching If-Match; Scriptorium cannot run on it');
    if ((await objects.putIfMatch(key, first, '4')) !== undefined)
      throw new Error('the object store ignores If-Match on PUT; Scriptorium cannot run on it');
    if (await objects.copy(key, `${key}-copy`, { ifMatch: first }))
      throw new Error('the object store ignores x-amz-copy-source-if-match; Scriptorium cannot run on it');
  } finally {
    await objects.delete([key, `${key}-copy`]);
  }
}
