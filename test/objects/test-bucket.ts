import {
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { randomBytes } from 'node:crypto';
import { ensureBucket } from '../../src/objects/s3-check.ts';
import { s3Client, type S3Settings } from '../../src/objects/s3-client.ts';

/** The address of a real S3, if there is one. */
export const S3 = process.env['S3_ENDPOINT'];

export interface TestBucket {
  readonly bucket: string;
  readonly settings: S3Settings;
  put(key: string, body: string | Uint8Array): Promise<void>;
  read(key: string): Promise<string>;
  /** Keys below a prefix, in their order. */
  list(prefix?: string): Promise<string[]>;
  /** Deletes the bucket with all that is in it. */
  close(): Promise<void>;
}

/** A bucket of the S3 that S3_ENDPOINT names, with what anyone may store in it. */
export async function openTestBucket(): Promise<TestBucket> {
  const settings = {
    bucket: `scriptorium-test-${randomBytes(6).toString('hex')}`,
    region: process.env['AWS_REGION'] ?? 'us-east-1',
    ...(S3 === undefined ? {} : { endpoint: S3 }),
    credentials: {
      accessKeyId: process.env['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: process.env['AWS_SECRET_ACCESS_KEY'] ?? '',
    },
  };
  await ensureBucket(settings);
  const client = s3Client(settings, S3);
  const { bucket: Bucket } = settings;
  const list = async (Prefix = ''): Promise<string[]> => {
    const found: string[] = [];
    let StartAfter = '';
    for (;;) {
      const { Contents = [], IsTruncated } = await client.send(
        new ListObjectsV2Command({ Bucket, Prefix, StartAfter }),
      );
      found.push(...Contents.map(({ Key = '' }) => Key));
      if (!IsTruncated) return found;
      StartAfter = found.at(-1)!;
    }
  };
  return {
    bucket: Bucket,
    settings,
    list,
    put: async (Key, body) => {
      await client.send(new PutObjectCommand({ Bucket, Key, Body: Buffer.from(body) }));
    },
    read: async (Key) =>
      (await (await client.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString()) ?? '',
    close: async () => {
      // What lies in a folder before the folder.
      for (const Key of (await list()).toReversed()) await client.send(new DeleteObjectCommand({ Bucket, Key }));
      await client.send(new DeleteBucketCommand({ Bucket }));
      client.destroy();
    },
  };
}
