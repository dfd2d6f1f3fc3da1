import { newDocumentId } from '../../resource/ids.ts';
import { keys } from '../../records/keys.ts';
import { createOrRead, replaceRecord, type Stored } from '../../records/store.ts';
import type { UploadSlot } from '../../records/types.ts';
import { oneOfBoth } from '../aliases.ts';
import type { ApiDeps } from '../deps.ts';
import { claim, requestHash } from '../idempotency.ts';
import { operation, type Call, type Reply } from '../operation.ts';
import type { Accepted } from '../schema/all.ts';
import { objectName } from './object-name.ts';
import { presentSlot } from './present.ts';

export const createUpload = operation({
  id: 'createUpload',
  tag: 'uploads',
  method: 'post',
  path: '/api/v1/uploads',
  summary: 'Create an upload slot',
  description: 'Returns a pre-signed URL. PUT the raw bytes of the file to it, then create a job with the documentId.',
  scope: 'documents:write',
  idempotent: true,
  params: {},
  body: { schema: 'CreateUploadRequest', required: true },
  responses: {
    201: { description: 'Upload slot created.', schema: 'UploadSlot' },
    200: { description: 'The idempotency key was used before; this is the existing slot.', schema: 'UploadSlot' },
  },
  // Each may fill the store with as much as a document may have.
  rate: { perSecond: 100, burst: 1000 },
  handle: async (deps, call) => create(deps, call),
});

async function create(deps: ApiDeps, call: Call<Accepted<'CreateUploadRequest'>>): Promise<Reply> {
  const { fileName, fileType } = call.body;
  const contentHash = oneOfBoth(call.body.content_hash, call.body.contentHash, 'content_hash and contentHash');
  const workspace = call.credential.workspace;
  const { id: documentId, fresh } = await claim(
    deps,
    call,
    { operation: 'createUpload', hash: requestHash({ fileName, fileType, contentHash }) },
    newDocumentId(deps.now()),
  );
  const objectKey = keys.upload(workspace, documentId, objectName(fileName));
  const slot: UploadSlot = {
    documentId,
    workspace,
    fileName,
    fileType,
    objectKey,
    ...(contentHash === undefined ? {} : { contentHash }),
    createdAt: deps.now().toISOString(),
    signed: await sign(deps, objectKey),
  };
  const stored = await createOrRead(deps.objects, keys.slot(workspace, documentId), slot);
  return { status: fresh ? 201 : 200, body: presentSlot(deps.objects, await withLiveUrl(deps, stored)) };
}

/** A replay gives the same slot, signed again once its URL has expired. */
async function withLiveUrl(deps: ApiDeps, stored: Stored<UploadSlot>): Promise<UploadSlot> {
  if (Date.parse(stored.value.signed.expiresAt) > deps.now().getTime()) return stored.value;
  const renewed = { ...stored.value, signed: await sign(deps, stored.value.objectKey) };
  await replaceRecord(deps.objects, keys.slot(renewed.workspace, renewed.documentId), stored.etag, renewed);
  return renewed;
}

async function sign(deps: ApiDeps, objectKey: string): Promise<UploadSlot['signed']> {
  const lifetime = deps.settings.uploadUrlLifetime;
  const expiresAt = new Date(deps.now().getTime() + lifetime * 1000).toISOString();
  const url = await deps.objects.signPut(objectKey, {
    audience: 'public',
    expiresInSeconds: lifetime,
    maxBytes: deps.settings.maxUploadBytes,
  });
  return { url, expiresAt };
}
