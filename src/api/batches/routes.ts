import { newBatchState } from '../../records/batches.ts';
import { createRecord } from '../../records/store.ts';
import { keys } from '../../records/keys.ts';
import { refusalOfFolders, type ConversionBatch, type ConversionBatchSpec } from '../../resource/batch.ts';
import { createdAtOf } from '../../resource/conversion-job.ts';
import { defined } from '../../resource/defined.ts';
import { newBatchId } from '../../resource/ids.ts';
import { specOfOptions } from '../../resource/options.ts';
import type { Resources } from '../../runtime/jobs.ts';
import type { ApiDeps } from '../deps.ts';
import { claim, requestHash } from '../idempotency.ts';
import { operation, type Call } from '../operation.ts';
import { ownPath } from '../own-path.ts';
import { invalidRequest, notFound, unavailable } from '../problem.ts';
import type { Accepted } from '../schema/all.ts';
import { presentBatch } from './present.ts';

export const createBatch = operation({
  id: 'createBatch',
  tag: 'batches',
  method: 'post',
  path: ownPath('/batches'),
  summary: 'Convert all documents of a folder of a bucket',
  description:
    'Creates a job for each object, a few at a time, and copies what it makes to the destination. The workspace must be allowed to use both folders, which an operator of the service sets. Jobs are priced and charged like any other.',
  scope: 'documents:write',
  idempotent: true,
  params: {},
  body: { schema: 'CreateBatchRequest', required: true },
  responses: {
    201: { description: 'Batch created.', schema: 'Batch' },
    200: { description: 'The idempotency key was used before; this is the existing batch.', schema: 'Batch' },
  },
  rate: { perSecond: 2, burst: 20 },
  async handle(deps, call) {
    const { resources, ownBucket } = requireBatches(deps);
    const spec = readSpec(call);
    const refusal = refusalOfFolders(spec, deps.workspaces.get(spec.workspace)?.spec, ownBucket);
    if (refusal !== undefined) throw invalidRequest(refusal);
    const { id, fresh } = await claim(
      deps,
      call,
      { operation: 'createBatch', hash: requestHash(spec) },
      newBatchId(deps.now()),
    );
    const createdAt = deps.now().toISOString();
    const actor = { type: 'api_key', channel: 'api', credentialId: call.credential.id } as const;
    // Before the resource, so that its jobs have the key in their receipts.
    await createRecord(
      deps.objects,
      keys.batch(id),
      newBatchState({ id, name: id, workspace: spec.workspace, createdAt, actor }),
    );
    const made = await resources.create({ name: id, spec });
    const batch = made.created ? made.job : await resources.get(id);
    // It was deleted since an earlier request under the key.
    if (!batch) throw unavailable();
    return { status: fresh ? 201 : 200, body: presentBatch(batch) };
  },
});

export const listBatches = operation({
  id: 'listBatches',
  tag: 'batches',
  method: 'get',
  path: ownPath('/batches'),
  summary: 'List batches',
  description:
    'The batches of the workspace, newest first. To get the next page, set cursor to nextCursor; the last page has none.',
  scope: 'documents:read',
  idempotent: false,
  params: {},
  options: 'ListBatchesOptions',
  responses: { 200: { description: 'A page of batches.', schema: 'BatchList' } },
  rate: { perSecond: 5, burst: 50 },
  async handle(deps, { credential, options: { limit, cursor } }) {
    const all = (await deps.batches?.resources.list()) ?? [];
    const listed = all
      .filter(({ spec }) => spec.workspace === credential.workspace)
      .map((batch) => ({ batch, place: `${createdAtOf(batch.metadata)}_${batch.metadata.name}` }))
      .filter(({ place }) => cursor === undefined || place < cursor)
      .sort((a, b) => (a.place < b.place ? 1 : -1));
    const page = listed.slice(0, limit);
    const batches = page.map(({ batch }) => presentBatch(batch));
    return { status: 200, body: { batches, ...(listed.length > limit && { nextCursor: page.at(-1)!.place }) } };
  },
});

export const getBatch = operation({
  id: 'getBatch',
  tag: 'batches',
  method: 'get',
  path: ownPath('/batches/:batchId'),
  summary: 'Get a batch',
  description: 'Poll every few seconds until status is completed or canceled.',
  scope: 'documents:read',
  idempotent: false,
  params: { batchId: 'ID of the batch.' },
  responses: { 200: { description: 'The current state of the batch.', schema: 'Batch' } },
  rate: { perSecond: 20, burst: 200 },
  handle: async (deps, call) => ({ status: 200, body: presentBatch(await requireBatch(deps, call)) }),
});

export const cancelBatch = operation({
  id: 'cancelBatch',
  tag: 'batches',
  method: 'post',
  path: ownPath('/batches/:batchId/cancel'),
  summary: 'Cancel a batch',
  description:
    'Creates no further jobs, and cancels those that have not finished. A finished batch is returned unchanged.',
  scope: 'documents:delete',
  idempotent: true,
  params: { batchId: 'ID of the batch.' },
  body: { schema: 'CancelBatchRequest', required: false },
  responses: { 200: { description: 'The batch, which ends soon.', schema: 'Batch' } },
  async handle(deps, call) {
    const batch = await requireBatch(deps, call);
    if (batch.status?.finishedAt !== undefined) return { status: 200, body: presentBatch(batch) };
    const written = await requireBatches(deps).resources.cancel(batch.metadata.name);
    if (!written.written) throw unavailable();
    return { status: 200, body: presentBatch(written.job) };
  },
});

function requireBatches({ batches }: ApiDeps): {
  readonly resources: Resources<ConversionBatch>;
  readonly ownBucket: string;
} {
  if (batches) return batches;
  throw invalidRequest('Batches need a service that keeps its documents in a bucket. Set S3_BUCKET.');
}

async function requireBatch(deps: ApiDeps, { credential, params }: Call): Promise<ConversionBatch> {
  const name = params['batchId']!;
  // Without a bucket, there is none.
  const batch = await deps.batches?.resources.get(name.toLowerCase());
  if (batch?.spec.workspace !== credential.workspace || batch.metadata.name !== name) throw notFound('batch');
  return batch;
}

function readSpec({ body, credential }: Call<Accepted<'CreateBatchRequest'>>): ConversionBatchSpec {
  const { source, destination, suffixes, parallelism, capabilityVersion, forceRefresh } = body;
  if (destination.startsWith(source) || source.startsWith(destination))
    throw invalidRequest('source and destination must not contain each other.');
  return {
    workspace: credential.workspace,
    source,
    destination,
    ...defined({ suffixes, parallelism, capabilityVersion, forceRefresh }),
    ...specOfOptions(body),
  };
}
