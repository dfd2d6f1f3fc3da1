import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { BodyRefused } from './errors.ts';
import type { BodyLimits } from './objects.ts';

/** All parts but the last must have 5 MiB at least; each is held in memory while it is sent. */
const PART_BYTES = 8 * 1024 * 1024;

/**
 * Stores a body of unknown length: `small` puts one that fits into a part, a longer one is a multipart upload, which
 * nobody sees until it is complete. Returns the etag.
 */
export async function uploadStream(
  client: S3Client,
  place: { readonly Bucket: string; readonly Key: string },
  parts: AsyncIterable<Buffer>,
  small: (body: Buffer) => Promise<string>,
): Promise<string> {
  const pending = parts[Symbol.asyncIterator]();
  const first = await pending.next();
  const second = first.done ? first : await pending.next();
  if (second.done) return small(first.done ? Buffer.alloc(0) : first.value);
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(place));
  try {
    const sent: { ETag: string | undefined; PartNumber: number }[] = [];
    const send = async (Body: Buffer): Promise<void> => {
      const PartNumber = sent.length + 1;
      const answer = await client.send(
        new UploadPartCommand({ ...place, UploadId, PartNumber, Body, ContentLength: Body.length }),
      );
      sent.push({ ETag: answer.ETag, PartNumber });
    };
    await send(first.value as Buffer);
    for (let part: IteratorResult<Buffer> = second; !part.done; part = await pending.next()) await send(part.value);
    const answer = await client.send(
      new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts: sent } }),
    );
    return answer.ETag ?? '';
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => undefined);
    throw error;
  }
}

/** A body in pieces of one part each. Throws `BodyRefused` for a length that is not allowed. */
export async function* partsOf(body: Readable, { bytes, maxBytes }: BodyLimits): AsyncGenerator<Buffer> {
  const most = Math.min(bytes ?? Infinity, maxBytes ?? Infinity);
  let [total, held, chunks] = [0, 0, [] as Buffer[]];
  // A refused request still has to be answered, so its stream is left as it is.
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    total += chunk.length;
    if (total > most) throw new BodyRefused('body_too_large', `the body exceeds the limit of ${most} bytes`);
    chunks.push(chunk);
    held += chunk.length;
    if (held < PART_BYTES) continue;
    yield Buffer.concat(chunks);
    [held, chunks] = [0, []];
  }
  if (bytes !== undefined && total !== bytes)
    throw new BodyRefused('wrong_length', `the body has ${total} bytes, not ${bytes}`);
  if (held > 0) yield Buffer.concat(chunks);
}
