import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { attachment } from './attachment.ts';
import { checkKey, checkPrefix } from './errors.ts';
import type { Audience, ByteRange, ObjectInfo, Objects, PutOptions } from './objects.ts';
import { isPathStyle, s3Client, sessionKeeper, type S3Settings } from './s3-client.ts';
import { attemptsOf, explainRefusal, statusOf } from './s3-errors.ts';
import { partsOf, uploadStream } from './s3-upload.ts';

/** The most objects that S3 deletes in one request. */
const DELETE_BATCH = 1000;
const CONFLICT_ATTEMPTS = 6;
const CONFLICT_PAUSE_MS = 10;

export interface S3Objects extends Objects {
  /** Streams a part, or all, of the version with `etag`. Throws where another has replaced it. */
  readVersion(key: string, etag: string, range?: ByteRange): Promise<Readable>;
  close(): void;
}

/** A bucket, and who asks it. */
interface Bucket {
  readonly settings: S3Settings;
  readonly name: string;
  readonly client: S3Client;
  readonly signers: Readonly<Record<Audience, S3Client>>;
  readonly sessions: Readonly<Record<Audience, ReturnType<typeof sessionKeeper>>>;
}

function openBucket(settings: S3Settings): Bucket {
  const client = s3Client(settings, settings.endpoint);
  const signers = { internal: client, public: s3Client(settings, settings.publicEndpoint ?? settings.endpoint) };
  const sessions = { internal: sessionKeeper(client), public: sessionKeeper(signers.public) };
  return { settings, name: settings.bucket, client, signers, sessions };
}

/**
 * Objects in a bucket of any S3 that keeps conditional puts (`If-None-Match: *` and `If-Match`); `checkConditions`
 * finds out whether it does.
 */
export function s3Objects(settings: S3Settings): S3Objects {
  const bucket = openBucket(settings);
  return {
    head: (key) => head(bucket, key),
    get: (key) => get(bucket, key),
    read: (key) => read(bucket, key),
    readVersion: (key, etag, range) => readVersion(bucket, { key, etag }, range),
    put: async (key, body, options) => (await put(bucket, { key, body, options })) ?? '',
    receive: (key, body, limits) => receive(bucket, key, partsOf(body, limits)),
    putIfAbsent: (key, body, options) => put(bucket, { key, body, options }, { IfNoneMatch: '*' }),
    putIfMatch: (key, etag, body, options) => put(bucket, { key, body, options }, { IfMatch: quoted(etag) }),
    copy: (from, to, options) => copy(bucket, { from, to, ifMatch: options?.ifMatch }),
    list: (prefix, options) => list(bucket, prefix, options?.startAfter),
    delete: (keys) => remove(bucket, keys),
    signGet: (key, options) => signGet(bucket, key, options),
    signPut: (key, options) => signPut(bucket, key, options),
    address: (key) => addressOf(bucket, key),
    close: () => {
      for (const one of new Set(Object.values(bucket.signers))) one.destroy();
    },
  };
}

/** The key in the bucket. */
const keyIn = ({ settings }: Bucket, key: string): string => checkKey((settings.prefix ?? '') + key);

/** Names an object in a request. */
const at = (bucket: Bucket, key: string): { readonly Bucket: string; readonly Key: string } => ({
  Bucket: bucket.name,
  Key: keyIn(bucket, key),
});

/** Undefined where what is asked for is missing. */
async function unlessMissing<T>({ name }: Bucket, ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (explainRefusal(error, name) === 'missing') return undefined;
    throw error;
  }
}

/**
 * A GET of one byte, since an answer to HEAD has no body and cannot say whether the object or the whole bucket is
 * missing.
 */
const head = (bucket: Bucket, key: string): Promise<ObjectInfo | undefined> =>
  unlessMissing(bucket, async () => {
    try {
      const answer = await bucket.client.send(new GetObjectCommand({ ...at(bucket, key), Range: 'bytes=0-0' }));
      (answer.Body as Readable).resume();
      return infoOf(key, { ...answer, ContentLength: wholeLength(answer) });
    } catch (error) {
      // An empty object has no first byte.
      if (statusOf(error) !== 416) throw error;
      return infoOf(key, await bucket.client.send(new HeadObjectCommand(at(bucket, key))));
    }
  });

interface Opened {
  readonly info: ObjectInfo;
  readonly body: Readable & { transformToByteArray(): Promise<Uint8Array> };
}

const read = (bucket: Bucket, key: string): Promise<Opened | undefined> =>
  unlessMissing(bucket, async () => {
    const answer = await bucket.client.send(new GetObjectCommand(at(bucket, key)));
    return { info: infoOf(key, answer), body: answer.Body as Opened['body'] };
  });

async function get(bucket: Bucket, key: string): Promise<{ info: ObjectInfo; body: Uint8Array } | undefined> {
  const opened = await read(bucket, key);
  return opened && { info: opened.info, body: await opened.body.transformToByteArray() };
}

async function readVersion(
  bucket: Bucket,
  { key, etag }: { readonly key: string; readonly etag: string },
  range: ByteRange | undefined,
): Promise<Readable> {
  const Range = range && `bytes=${range.start}-${range.end}`;
  const command = new GetObjectCommand({ ...at(bucket, key), IfMatch: quoted(etag), Range });
  return (await bucket.client.send(command)).Body as Readable;
}

interface Put {
  readonly key: string;
  readonly body: Uint8Array | string;
  readonly options?: PutOptions | undefined;
}

/**
 * Undefined when the condition does not hold. Another writer at the same moment (409) is waited out by asking again.
 */
async function put(
  bucket: Bucket,
  { key, body, options }: Put,
  condition: { readonly IfNoneMatch?: string; readonly IfMatch?: string } = {},
): Promise<string | undefined> {
  const Body = typeof body === 'string' ? Buffer.from(body) : body;
  const type = options?.contentType === undefined ? {} : { ContentType: options.contentType };
  const request = { ...at(bucket, key), Body, ContentLength: Body.length, ...type, ...condition };
  let attempts = 0;
  for (let conflicts = 0; ; conflicts++) {
    try {
      return bare((await bucket.client.send(new PutObjectCommand(request))).ETag);
    } catch (error) {
      attempts += attemptsOf(error);
      const refusal = explainRefusal(error, bucket.name);
      if (refusal === undefined) throw error;
      if (refusal !== 'conflict') return attempts > 1 ? ownEtag(bucket, key, Body) : undefined;
      if (conflicts === CONFLICT_ATTEMPTS)
        throw Object.assign(new Error(`too many concurrent writes to ${key}`, { cause: error }), { transient: true });
      await setTimeout(Math.random() * CONFLICT_PAUSE_MS * 2 ** conflicts);
    }
  }
}

/**
 * After a repeated put the object that stands in its way may be its own: an earlier try was carried out though its
 * answer got lost.
 */
async function ownEtag(bucket: Bucket, key: string, body: Uint8Array): Promise<string | undefined> {
  const found = await get(bucket, key);
  return found && Buffer.compare(found.body, body) === 0 ? found.info.etag : undefined;
}

async function receive(bucket: Bucket, key: string, parts: ReturnType<typeof partsOf>): Promise<string> {
  const small = async (body: Buffer): Promise<string> => (await put(bucket, { key, body })) ?? '';
  return bare(await uploadStream(bucket.client, at(bucket, key), parts, small));
}

async function copy(
  bucket: Bucket,
  { from, to, ifMatch }: { readonly from: string; readonly to: string; readonly ifMatch: string | undefined },
): Promise<boolean> {
  const CopySource = `${bucket.name}/${keyIn(bucket, from)}`;
  const match = ifMatch === undefined ? {} : { CopySourceIfMatch: quoted(ifMatch) };
  try {
    await bucket.client.send(new CopyObjectCommand({ ...at(bucket, to), CopySource, ...match }));
    return true;
  } catch (error) {
    const refusal = explainRefusal(error, bucket.name);
    if (refusal === 'missing' || refusal === 'precondition') return false;
    throw error;
  }
}

async function* list(bucket: Bucket, under: string, startAfter = ''): AsyncGenerator<ObjectInfo> {
  const { prefix = '' } = bucket.settings;
  const after = startAfter === '' ? {} : { StartAfter: prefix + startAfter };
  const request = { Bucket: bucket.name, Prefix: checkPrefix(prefix + under), ...after };
  let token: string | undefined;
  do {
    const page = await bucket.client.send(
      new ListObjectsV2Command({ ...request, ...(token === undefined ? {} : { ContinuationToken: token }) }),
    );
    for (const { Key = '', Size, ...facts } of page.Contents ?? [])
      yield infoOf(Key.slice(prefix.length), { ContentLength: Size, ...facts });
    token = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}

async function remove(bucket: Bucket, keys: readonly string[]): Promise<void> {
  const all = keys.map((key) => keyIn(bucket, key));
  for (let start = 0; start < all.length; start += DELETE_BATCH) {
    const Objects = all.slice(start, start + DELETE_BATCH).map((Key) => ({ Key }));
    const command = new DeleteObjectsCommand({ Bucket: bucket.name, Delete: { Objects, Quiet: true } });
    const answer = await bucket.client.send(command).catch((error: unknown) => {
      explainRefusal(error, bucket.name);
      throw error;
    });
    const failed = answer.Errors?.find((error) => error.Code !== 'NoSuchKey');
    if (!failed) continue;
    const message = `${failed.Key ?? 'an object'} was not deleted: ${failed.Code ?? ''}`;
    throw Object.assign(new Error(message), { transient: true });
  }
}

async function signGet(bucket: Bucket, key: string, options: Parameters<Objects['signGet']>[1]): Promise<string> {
  const { fileName, contentType } = options;
  const command = new GetObjectCommand({
    ...at(bucket, key),
    ResponseContentDisposition: fileName === undefined ? 'attachment' : attachment(fileName),
    ResponseContentType: contentType ?? 'application/octet-stream',
  });
  return sign(bucket, command, options);
}

async function signPut(bucket: Bucket, key: string, options: Parameters<Objects['signPut']>[1]): Promise<string> {
  const length = options.bytes === undefined ? {} : { ContentLength: options.bytes };
  return sign(bucket, new PutObjectCommand({ ...at(bucket, key), ...length }), options);
}

async function sign(
  { sessions, signers }: Bucket,
  command: GetObjectCommand | PutObjectCommand,
  { audience, expiresInSeconds }: { readonly audience: Audience; readonly expiresInSeconds: number },
): Promise<string> {
  await sessions[audience](expiresInSeconds);
  return getSignedUrl(signers[audience], command, { expiresIn: expiresInSeconds });
}

function addressOf(bucket: Bucket, key: string): string {
  const { publicEndpoint, endpoint, region } = bucket.settings;
  const base = new URL(publicEndpoint ?? endpoint ?? `https://s3.${region}.amazonaws.com`);
  const folder = base.pathname.replace(/\/$/, '');
  return isPathStyle(bucket.settings)
    ? `${base.origin}${folder}/${bucket.name}/${keyIn(bucket, key)}`
    : `${base.protocol}//${bucket.name}.${base.host}${folder}/${keyIn(bucket, key)}`;
}

/** Of the object that a part was asked of. */
const wholeLength = ({ ContentRange, ContentLength }: GetObjectCommandOutput): number | undefined =>
  ContentRange === undefined ? ContentLength : Number(ContentRange.split('/')[1]);

function infoOf(
  key: string,
  facts: { ContentLength?: number | undefined; ETag?: string | undefined; LastModified?: Date | undefined },
): ObjectInfo {
  return {
    key,
    bytes: facts.ContentLength ?? 0,
    etag: bare(facts.ETag),
    modifiedAt: facts.LastModified ?? new Date(0),
  };
}

const bare = (etag: string | undefined): string => (etag ?? '').replaceAll('"', '');
const quoted = (etag: string): string => `"${etag}"`;
