import { openIntent, intentOfResource } from '../../lifecycle/intent.ts';
import { uploadTooLarge } from '../../lifecycle/uploads.ts';
import type { Buckets } from '../../objects/buckets.ts';
import type { Objects } from '../../objects/objects.ts';
import type { BatchFailure, BatchItem, BatchState } from '../../records/batches.ts';
import { keys } from '../../records/keys.ts';
import { readRecord, writeRecord } from '../../records/store.ts';
import type { JobRecord } from '../../records/types.ts';
import { BATCH_LABEL, folderOf, type ConversionBatch } from '../../resource/batch.ts';
import type { ConversionJobSpec } from '../../resource/conversion-job.ts';
import { fileNameOf } from '../../resource/file-name.ts';
import { hasEnded } from '../../resource/lifecycle.ts';
import { pagesIn } from '../../resource/ranges.ts';
import type { JobSettings } from '../../resource/settings.ts';
import type { Follower, Jobs } from '../../runtime/jobs.ts';
import { artifactKey, isTooLong } from './names.ts';
import type { ItemEnding } from './progress.ts';

export interface ItemDeps {
  readonly objects: Objects;
  readonly buckets: Buckets;
  readonly jobs: Jobs;
  readonly jobsFollower: Pick<Follower, 'get'>;
  readonly settings: Pick<JobSettings, 'maxUploadBytes'>;
  readonly now: () => Date;
}

/** `missing`: no job was created, as far as is known. */
export type Observed = ItemEnding | 'open' | 'missing';

/**
 * How a document stands. `ended`: its job has, whatever its status says. What the job has made is copied to the
 * destination first, which can be repeated.
 */
export async function observeItem(
  deps: ItemDeps,
  batch: ConversionBatch,
  item: BatchItem,
  ended: boolean,
): Promise<Observed> {
  const job = deps.jobsFollower.get(item.jobId);
  if (job && !ended && !hasEnded(job)) return 'open';
  const record = await readRecord(deps.objects, keys.record(item.jobId));
  // The record comes before the last status.
  if (!record) return job ? 'open' : 'missing';
  return endingOf(deps, batch, item, record);
}

async function endingOf(
  deps: ItemDeps,
  batch: ConversionBatch,
  item: BatchItem,
  { ending, settledCredits: credits }: JobRecord,
): Promise<ItemEnding> {
  if (ending.state === 'canceled') return { outcome: 'canceled' };
  if (ending.failure) return { outcome: 'failed', failure: failureOf(item, ending.failure), credits };
  if (await deliver(deps, batch, item))
    return { outcome: 'succeeded', pages: ending.pageRange ? pagesIn(ending.pageRange) : 0, credits };
  const message = 'The results were deleted before they were copied to the destination.';
  return { outcome: 'failed', failure: failureOf(item, { code: 'expired', message }), credits };
}

const failureOf = (
  { key, jobId }: BatchItem,
  { code, message }: { readonly code: string; readonly message: string },
): BatchFailure => ({ key, jobId, code, message });

async function deliver({ objects, buckets }: ItemDeps, { spec }: ConversionBatch, item: BatchItem): Promise<boolean> {
  const manifest = await readRecord(objects, keys.manifest(item.jobId));
  if (!manifest) return false;
  // The Markdown last: where it is, the rest is.
  for (const artifact of [...manifest.artifacts].reverse())
    if (!(await buckets.copyOut(artifact.key, artifactKey(spec, item.key, artifact), artifact.contentType)))
      return false;
  return true;
}

/**
 * Creates the job of a document, of which nothing is known yet but its object: an ordinary one, of an ordinary upload.
 * Each step can be repeated. Answers why there can be no job.
 */
export async function startItem(
  deps: ItemDeps,
  batch: ConversionBatch,
  { actor }: BatchState,
  item: BatchItem,
): Promise<BatchFailure | undefined> {
  const { workspace, source } = batch.spec;
  const { objects, buckets, jobs, settings, now } = deps;
  const refused =
    uploadTooLarge(item.bytes, settings.maxUploadBytes) ?? (isTooLong(batch.spec, item.key) ? TOO_LONG : undefined);
  if (refused) return withoutJob(item, refused);
  const fileName = fileNameOf(item.key) ?? 'document';
  const objectKey = keys.upload(workspace, item.documentId, 'document');
  if (!(await buckets.copyIn({ bucket: folderOf(source).bucket, key: item.key }, objectKey)))
    return withoutJob(item, GONE);
  const createdAt = now().toISOString();
  await writeRecord(objects, keys.slot(workspace, item.documentId), {
    documentId: item.documentId,
    workspace,
    fileName,
    fileType: 'application/octet-stream',
    objectKey,
    createdAt,
    // Nobody uploads to it.
    signed: { url: '', expiresAt: createdAt },
  });
  const spec = buildJobSpec(batch, item.documentId);
  if (actor.channel !== 'kubectl') {
    const metadata = { name: item.jobId, uid: '', resourceVersion: '', creationTimestamp: createdAt, generation: 1 };
    const resource = { apiVersion: 'scriptorium.dev/v1alpha1', kind: 'ConversionJob', metadata, spec } as const;
    await openIntent(objects, { ...intentOfResource(resource, now()), actor });
  }
  await jobs.create({ name: item.jobId, spec, labels: { [BATCH_LABEL]: batch.metadata.name } });
  return undefined;
}

const TOO_LONG = { code: 'limit_exceeded', message: 'The key of the result would be longer than 1024 bytes.' } as const;
const GONE = { code: 'upload_missing', message: 'The object was deleted before it was read.' } as const;

const withoutJob = (
  { key }: BatchItem,
  { code, message }: { readonly code: string; readonly message: string },
): BatchFailure => ({
  key,
  code,
  message,
});

/** The options of the batch, and the document. */
function buildJobSpec({ spec }: ConversionBatch, documentId: string): ConversionJobSpec {
  const {
    source: _source,
    destination: _destination,
    suffixes: _suffixes,
    parallelism: _parallelism,
    suspend: _suspend,
    cancel: _cancel,
    ...options
  } = spec;
  return { ...options, source: { type: 'document', documentId } };
}
