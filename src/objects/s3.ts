import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { attachment } from './attachment.ts';
import { checkKey, checkPrefix } from './errors.ts';
import type { Audience, ByteRange, ObjectInfo, Objects, PutOptions } from './objects.ts';
import { isPathStyle, s3Client, sessionKeeper, type S3Settings } from './s3-client.ts';
import { attemptsOf, refusalOf, statusOf } from './s3-errors.ts';
import { partsOf, uploadStream } from './s3-upload.ts';

/** What S3 deletes in one request. */
const DELETE_BATCH = 1000;
const CONFLICT_ATTEMPTS = 6;
const CONFLICT_PAUSE_MS = 10;

export interface S3Objects extends Objects {
  /** Streams a part, or all, of the version with `etag`. Throws where another has replaced it. */
  readVersion(key: string, etag: string, range?: ByteRange): Promise<Readable>;
  close(): void;
}

/**
 * Objects in a bucket of any S3 that keeps conditional puts (`If-None-Match: *` and `If-Match`); `checkConditions`
 * finds out whether it does.
 */
export function s3Objects(settings: S3Settings): S3Objects {
  const Bucket = settings.bucket;
  const prefix = settings.prefix ?? '';
  /** The key in the bucket. */
  const at = (key: string): string => checkKey(prefix + key);
  const client = s3Client(settings, settings.endpoint);
  const signers = { internal: client, public: s3Client(settings, settings.publicEndpoint ?? settings.endpoint) };
  const sessions = { internal: sessionKeeper(client), public: sessionKeeper(signers.public) };
  const sign = async (
    command: GetObjectCommand | PutObjectCommand,
    { audience, expiresInSeconds }: { readonly audience: Audience; readonly expiresInSeconds: number },
  ): Promise<string> => {
    await sessions[audience](expiresInSeconds);
    return getSignedUrl(signers[audience], command, { expiresIn: expiresInSeconds });
  };

  /**
   * A GET of one byte, since an answer to HEAD has no body and cannot say whether the object or the whole bucket is
   * missing.
   */
  const head = async (key: string): Promise<ObjectInfo | undefined> => {
    try {
      const answer = await client.send(new GetObjectCommand({ Bucket, Key: at(key), Range: 'bytes=0-0' }));
      (answer.Body as Readable).resume();
      return infoOf(key, { ...answer, ContentLength: wholeLength(answer) });
    } catch (error) {
      if (statusOf(error) === 416) return headOfEmpty(key);
      if (refusalOf(error, Bucket) === 'missing') return undefined;
      throw error;
    }
  };

  /** An empty object has no first byte. */
  const headOfEmpty = async (key: string): Promise<ObjectInfo | undefined> => {
    try {
      return infoOf(key, await client.send(new HeadObjectCommand({ Bucket, Key: at(key) })));
    } catch (error) {
      if (refusalOf(error, Bucket) === 'missing') return undefined;
      throw error;
    }
  };

  const open = async (
    key: string,
  ): Promise<{ info: ObjectInfo; body: Readable & { transformToByteArray(): Promise<Uint8Array> } } | undefined> => {
    try {
      const answer = await client.send(new GetObjectCommand({ Bucket, Key: at(key) }));
      return {
        info: infoOf(key, answer),
        body: answer.Body as Readable & { transformToByteArray(): Promise<Uint8Array> },
      };
    } catch (error) {
      if (refusalOf(error, Bucket) === 'missing') return undefined;
      throw error;
    }
  };

  const get = async (key: string): Promise<{ info: ObjectInfo; body: Uint8Array } | undefined> => {
    const opened = await open(key);
    return opened && { info: opened.info, body: await opened.body.transformToByteArray() };
  };

  /**
   * Undefined when the condition does not hold. Another writer at the same moment (409) is waited out by asking again.
   */
  const putOn = async (
    key: string,
    body: Uint8Array | string,
    options: PutOptions | undefined,
    condition: { IfNoneMatch?: string; IfMatch?: string },
  ): Promise<string | undefined> => {
    const Body = typeof body === 'string' ? Buffer.from(body) : body;
    const type = options?.contentType === undefined ? {} : { ContentType: options.contentType };
    let attempts = 0;
    for (let conflicts = 0; ; conflicts++) {
      try {
        const answer = await client.send(
          new PutObjectCommand({ Bucket, Key: at(key), Body, ContentLength: Body.length, ...type, ...condition }),
        );
        return bare(answer.ETag);
      } catch (error) {
        attempts += attemptsOf(error);
        const refusal = refusalOf(error, Bucket);
        if (refusal === undefined) throw error;
        if (refusal === 'conflict') {
          if (conflicts === CONFLICT_ATTEMPTS)
            throw Object.assign(new Error(`too many concurrent writes to ${key}`, { cause: error }), {
              transient: true,
            });
          await setTimeout(Math.random() * CONFLICT_PAUSE_MS * 2 ** conflicts);
          continue;
        }
        return attempts > 1 ? ownEtag(key, Body) : undefined;
      }
    }
  };

  /**
   * After a repeated put the object that stands in its way may be its own: an earlier try was carried out though its
   * answer got lost.
   */
  const ownEtag = async (key: string, body: Uint8Array): Promise<string | undefined> => {
    const there = await get(key);
    return there && Buffer.compare(there.body, body) === 0 ? there.info.etag : undefined;
  };

  return {
    head,
    get,
    read: open,

    async readVersion(key, etag, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const answer = await client.send(new GetObjectCommand({ Bucket, Key: at(key), IfMatch: quoted(etag), Range }));
      return answer.Body as Readable;
    },

    async put(key, body, options) {
      return (await putOn(key, body, options, {})) ?? '';
    },

    async receive(key, body, limits) {
      const small = async (bytes: Buffer): Promise<string> => (await putOn(key, bytes, undefined, {})) ?? '';
      return bare(await uploadStream(client, { Bucket, Key: at(key) }, partsOf(body, limits), small));
    },

    putIfAbsent: (key, body, options) => putOn(key, body, options, { IfNoneMatch: '*' }),

    putIfMatch: (key, etag, body, options) => putOn(key, body, options, { IfMatch: quoted(etag) }),

    async copy(from, to, options) {
      const CopySource = `${Bucket}/${at(from)}`;
      const match = options?.ifMatch === undefined ? {} : { CopySourceIfMatch: quoted(options.ifMatch) };
      try {
        await client.send(new CopyObjectCommand({ Bucket, Key: at(to), CopySource, ...match }));
        return true;
      } catch (error) {
        const refusal = refusalOf(error, Bucket);
        if (refusal === 'missing' || refusal === 'precondition') return false;
        throw error;
      }
    },

    async *list(under, options) {
      const after =
        options?.startAfter === undefined || options.startAfter === ''
          ? {}
          : { StartAfter: prefix + options.startAfter };
      let token: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({
            Bucket,
            Prefix: checkPrefix(prefix + under),
            ...after,
            ...(token === undefined ? {} : { ContinuationToken: token }),
          }),
        );
        for (const { Key = '', Size = 0, ETag, LastModified } of page.Contents ?? []) {
          yield {
            key: Key.slice(prefix.length),
            bytes: Size,
            etag: bare(ETag),
            modifiedAt: LastModified ?? new Date(0),
          };
        }
        token = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (token !== undefined);
    },

    async delete(keys) {
      const all = keys.map(at);
      for (let start = 0; start < all.length; start += DELETE_BATCH) {
        const Objects = all.slice(start, start + DELETE_BATCH).map((Key) => ({ Key }));
        const answer = await client
          .send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
          .catch((error: unknown) => {
            refusalOf(error, Bucket);
            throw error;
          });
        const failed = answer.Errors?.find((error) => error.Code !== 'NoSuchKey');
        if (failed)
          throw Object.assign(new Error(`${failed.Key ?? 'an object'} was not deleted: ${failed.Code ?? ''}`), {
            transient: true,
          });
      }
    },

    async signGet(key, options) {
      const { fileName, contentType } = options;
      const command = new GetObjectCommand({
        Bucket,
        Key: at(key),
        ResponseContentDisposition: fileName === undefined ? 'attachment' : attachment(fileName),
        ResponseContentType: contentType ?? 'application/octet-stream',
      });
      return sign(command, options);
    },

    async signPut(key, options) {
      const length = options.bytes === undefined ? {} : { ContentLength: options.bytes };
      return sign(new PutObjectCommand({ Bucket, Key: at(key), ...length }), options);
    },

    address(key) {
      const base = new URL(
        settings.publicEndpoint ?? settings.endpoint ?? `https://s3.${settings.region}.amazonaws.com`,
      );
      const folder = base.pathname.replace(/\/$/, '');
      return isPathStyle(settings)
        ? `${base.origin}${folder}/${Bucket}/${at(key)}`
        : `${base.protocol}//${Bucket}.${base.host}${folder}/${at(key)}`;
    },

    close() {
      for (const one of new Set(Object.values(signers))) one.destroy();
    },
  };
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
