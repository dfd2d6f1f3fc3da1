import { Busboy } from '@fastify/busboy';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { newDocumentId } from '../../resource/ids.ts';
import { BodyRefused } from '../../objects/errors.ts';
import { keys } from '../../records/keys.ts';
import { readRecord, writeRecord } from '../../records/store.ts';
import type { ApiDeps } from '../deps.ts';
import { inTurn } from '../middleware/in-turn.ts';
import { invalidRequest, Problem } from '../problem.ts';
import { objectName } from '../uploads/object-name.ts';

/** A document that came with a request, stored as an upload of its workspace. */
export interface Received {
  readonly documentId: string;
  readonly fileName: string;
  readonly objectKey: string;
  readonly bytes: number;
  /** `sha256:<hex>` */
  readonly contentHash: string;
}

export interface ReceivedForm {
  readonly documents: readonly Received[];
  /** Each field with its values, in their order. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

interface FileFacts {
  readonly fileName: string;
  readonly fileType: string;
}

/** At most as many bytes as were announced. */
interface Body {
  readonly stream: Readable;
  readonly length: number;
}

const FIELD_BYTES = 16 * 1024;
const FIELDS = 100;

/**
 * A body on its way to S3 holds some 16 MiB, or as much as it says that it has. Those that wait are left with their
 * senders; short ones do not wait for long ones.
 */
const receiving = { long: inTurn(4, 8), short: inTurn(32, 128) };
export const SHORT_BYTES = 1024 * 1024;

export const lengthOf = (ctx: Context): number => Number(ctx.req.headers['content-length'] ?? Infinity);

/** The request's body as a document, streamed to the store. */
export async function receiveRaw(deps: ApiDeps, workspace: string, ctx: Context, facts: FileFacts): Promise<Received> {
  try {
    return await storeDocument(deps, workspace, { stream: ctx.req, length: lengthOf(ctx) }, facts);
  } catch (error) {
    throw toRefusal(ctx, error, deps);
  }
}

/** A multipart form with at most `most` files, in fields of these names, streamed to the store one after the other. */
export async function receiveForm(
  deps: ApiDeps,
  workspace: string,
  ctx: Context,
  { fileFields, most = 1 }: { readonly fileFields: readonly string[]; readonly most?: number },
): Promise<ReceivedForm> {
  const fields = new Map<string, string[]>();
  const stored: Promise<Received>[] = [];
  try {
    await new Promise<void>((done, fail) => {
      const form = openForm(ctx, most);
      form.on('file', (...[name, stream, fileName, , fileType]) => {
        stream.on('error', () => undefined);
        ctx.req.once('close', () => !ctx.req.complete && stream.destroy(new Error('the request broke off')));
        if (!fileFields.includes(name))
          return fail(invalidRequest(`${name} is not a known file field. Send the file as ${fileFields[0]}.`));
        const facts = { fileName: fileName || 'document', fileType };
        const document = storeDocument(deps, workspace, { stream, length: lengthOf(ctx) }, facts);
        stored.push(document);
        document.catch(fail);
      });
      form.on('field', (name, value, _nameCut, valueCut) => {
        if (valueCut) return fail(invalidRequest(`${name} is longer than ${FIELD_BYTES} bytes.`));
        fields.set(name, [...(fields.get(name) ?? []), value]);
      });
      form.on('filesLimit', () => fail(invalidRequest(tooManyFiles(most))));
      form.on('fieldsLimit', () => fail(invalidRequest(`The form has more than ${FIELDS} fields.`)));
      form.on('error', () => fail(invalidRequest('The request body is not a valid multipart form.')));
      form.on('finish', done);
      ctx.req.once('close', () => !ctx.req.complete && fail(invalidRequest('The request body is incomplete.')));
      ctx.req.pipe(form);
    });
    return { fields, documents: await Promise.all(stored) };
  } catch (error) {
    for (const each of await Promise.allSettled(stored))
      if (each.status === 'fulfilled') await dropDocument(deps, workspace, each.value);
    throw toRefusal(ctx, error, deps);
  }
}

const tooManyFiles = (most: number): string =>
  most === 1
    ? 'The form has several files. Send one file in each request.'
    : `The form has more than ${most} files. Send the others in another request.`;

function openForm(ctx: Context, files: number): InstanceType<typeof Busboy> {
  try {
    const headers = { ...ctx.req.headers, 'content-type': ctx.get('Content-Type') };
    return new Busboy({ headers, limits: { files, fields: FIELDS, fieldSize: FIELD_BYTES } });
  } catch {
    throw invalidRequest('The Content-Type of the form has no boundary.');
  }
}

/** Stores a document as createUpload and a PUT would. */
export async function storeDocument(
  deps: ApiDeps,
  workspace: string,
  body: Body,
  { fileName, fileType }: FileFacts,
): Promise<Received> {
  const documentId = newDocumentId(deps.now());
  const objectKey = keys.upload(workspace, documentId, objectName(fileName));
  const hash = createHash('sha256');
  let bytes = 0;
  async function* passing(): AsyncGenerator<Buffer> {
    for await (const chunk of body.stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  const inPlace = body.length <= SHORT_BYTES ? receiving.short : receiving.long;
  await inPlace(workspace, () =>
    deps.objects.receive(objectKey, Readable.from(passing()), { maxBytes: deps.settings.maxUploadBytes }),
  );
  const createdAt = deps.now().toISOString();
  const contentHash = `sha256:${hash.digest('hex')}`;
  await writeRecord(deps.objects, keys.slot(workspace, documentId), {
    documentId,
    workspace,
    fileName,
    fileType,
    objectKey,
    contentHash,
    createdAt,
    // Nobody was given a URL to upload it again.
    signed: { url: '', expiresAt: createdAt },
  });
  return { documentId, fileName, objectKey, bytes, contentHash };
}

/** Deletes a document that no job was made for. */
export async function dropDocument(
  deps: ApiDeps,
  workspace: string,
  { documentId, objectKey }: Received,
): Promise<void> {
  await deps.objects.delete([objectKey, keys.slot(workspace, documentId)]);
}

/** Gives a document the name that an option of its form says. */
export async function renameDocument(
  deps: ApiDeps,
  workspace: string,
  document: Received,
  fileName: string,
): Promise<Received> {
  const slot = await readRecord(deps.objects, keys.slot(workspace, document.documentId));
  if (slot) await writeRecord(deps.objects, keys.slot(workspace, document.documentId), { ...slot, fileName });
  return { ...document, fileName };
}

/** The rest of a refused body is read and dropped, so that the client, which is still sending, gets the answer. */
function toRefusal(ctx: Context, error: unknown, { settings }: ApiDeps): unknown {
  if (!ctx.req.complete) {
    ctx.set('Connection', 'close');
    ctx.req.unpipe();
    ctx.req.resume();
  }
  if (error instanceof BodyRefused)
    return new Problem(413, 'body_too_large', `The file exceeds the limit of ${settings.maxUploadBytes} bytes.`);
  return ctx.req.destroyed && !ctx.req.complete ? invalidRequest('The request body is incomplete.') : error;
}
