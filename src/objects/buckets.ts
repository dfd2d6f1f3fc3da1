import { CopyObjectCommand, ListObjectsV2Command, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { checkKey } from './errors.ts';
import { s3Client, type S3Settings } from './s3-client.ts';
import { statusOf } from './s3-errors.ts';
import { partsOf, uploadStream } from './s3-upload.ts';

/** An object of a bucket that is not the service's own. Its key may have any characters. */
export interface ForeignKey {
  readonly bucket: string;
  readonly key: string;
}

/** A part of a listing, in the order of the store. */
export interface ListedPage {
  readonly objects: readonly { readonly key: string; readonly bytes: number }[];
  /** Nothing follows. */
  readonly isLast: boolean;
}

/**
 * Buckets beside that of the service, in the same object store and with the service's identity. The store copies
 * between them: no byte passes through this process. A bucket that refuses throws `BucketRefused`.
 */
export interface Buckets {
  /** The bucket of the service, which is none of them. */
  readonly own: string;
  /** The first thousand objects below a prefix after a key, or the first of all. */
  list(bucket: string, prefix: string, startAfter?: string): Promise<ListedPage>;
  /** To a key of the service. False where the object does not exist. */
  copyIn(from: ForeignKey, to: string): Promise<boolean>;
  /** From a key of the service. False where the object does not exist. */
  copyOut(from: string, to: ForeignKey, contentType: string): Promise<boolean>;
  write(to: ForeignKey, body: Readable): Promise<void>;
  close(): void;
}

/** An operator has to act: a bucket is missing, or the identity of the service may not use it. */
export class BucketRefused extends Error {
  constructor(bucket: string, error: Error) {
    super(`The object store refuses the bucket ${bucket} (${error.name}).`, { cause: error });
    this.name = 'BucketRefused';
  }
}

export function s3Buckets(settings: S3Settings): Buckets {
  const client = s3Client(settings, settings.endpoint);
  const own = (key: string): ForeignKey => ({
    bucket: settings.bucket,
    key: checkKey((settings.prefix ?? '') + key),
  });
  return {
    own: settings.bucket,
    list: (bucket, prefix, startAfter) => list(client, { bucket, prefix, startAfter }),
    copyIn: (from, to) => copy(client, { from, to: own(to), foreign: from.bucket }),
    copyOut: (from, to, contentType) => copy(client, { from: own(from), to, foreign: to.bucket, contentType }),
    write: async ({ bucket, key }, body) => {
      const at = { Bucket: bucket, Key: key };
      const small = async (part: Buffer): Promise<string> => {
        return (await client.send(new PutObjectCommand({ ...at, Body: part, ContentLength: part.length }))).ETag ?? '';
      };
      await refusable(bucket, () => uploadStream(client, at, partsOf(body, {}), small));
    },
    close: () => client.destroy(),
  };
}

/** Keys are asked for in their URL encoding, since XML cannot hold each character. Some stores ignore that. */
const decoded = (key: string, encoding: string | undefined): string =>
  encoding === 'url' ? decodeURIComponent(key.replaceAll('+', ' ')) : key;
const encoded = ({ bucket, key }: ForeignKey): string =>
  `${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;

function list(
  client: S3Client,
  {
    bucket,
    prefix,
    startAfter,
  }: { readonly bucket: string; readonly prefix: string; readonly startAfter?: string | undefined },
): Promise<ListedPage> {
  return refusable(bucket, async () => {
    const {
      Contents = [],
      IsTruncated,
      EncodingType,
    } = await client.send(
      new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix,
        EncodingType: 'url',
        ...(startAfter === undefined ? {} : { StartAfter: startAfter }),
      }),
    );
    const objects = Contents.map(({ Key = '', Size = 0 }) => ({ key: decoded(Key, EncodingType), bytes: Size }));
    return { objects, isLast: !IsTruncated };
  });
}

interface Copy {
  readonly from: ForeignKey;
  readonly to: ForeignKey;
  readonly foreign: string;
  readonly contentType?: string;
}

function copy(client: S3Client, { from, to, foreign, contentType }: Copy): Promise<boolean> {
  return refusable(foreign, async () => {
    try {
      await client.send(
        new CopyObjectCommand({
          Bucket: to.bucket,
          Key: to.key,
          CopySource: encoded(from),
          // Metadata that clients of the other bucket gave the object is not copied.
          MetadataDirective: 'REPLACE',
          ...(contentType === undefined ? {} : { ContentType: contentType }),
        }),
      );
      return true;
    } catch (error) {
      if (statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket') return false;
      throw error;
    }
  });
}

/** A permanent refusal is not an outage of the store. */
async function refusable<T>(bucket: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const status = statusOf(error) ?? 0;
    if (error instanceof Error && status >= 300 && status < 500 && status !== 429)
      throw new BucketRefused(bucket, error);
    throw error;
  }
}
