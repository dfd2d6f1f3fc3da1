import { setTimeout as delay } from 'node:timers/promises';
import type { Source } from '../../resource/conversion-job.ts';
import { OUTPUTS, type Output } from '../../resource/choices.ts';
import { passwordMark } from '../../secrets/sealed-password.ts';
import { keys } from '../../records/keys.ts';
import { readRecord } from '../../records/store.ts';
import type { Manifest } from '../../records/types.ts';
import type { ApiDeps } from '../deps.ts';
import { requestHash } from '../idempotency.ts';
import { cancel } from '../jobs/cancel.ts';
import { submitJob } from '../jobs/create.ts';
import { findJob, type KnownJob } from '../jobs/find.ts';
import { stateOf } from '../jobs/present.ts';
import { creditsMissing } from '../jobs/read.ts';
import type { Call } from '../operation.ts';
import { Problem } from '../problem.ts';
import { toSpec, type ConvertOptions } from './options.ts';
import { dropDocument, type Received } from './receive.ts';

/** A document that was received, an earlier upload, or the URL of a document. */
export type Input = { readonly document: Received } | { readonly documentId: string } | { readonly url: string };

/** Makes an ordinary job. A retry under the same idempotency key with the same bytes gets the job that is there. */
export async function startConversion(
  deps: ApiDeps,
  call: Call,
  input: Input,
  { wait: _wait, output, password, ...options }: ConvertOptions,
): Promise<KnownJob> {
  const { workspace } = call.credential;
  const received = 'document' in input ? input.document : undefined;
  const source = toSource(input, options.fileName);
  const what = {
    ...(received && { sha256: received.contentHash, fileName: received.fileName }),
    ...(password !== undefined && { password: passwordMark(deps.secret, password) }),
  };
  const { known } = await submitJob(deps, call, {
    operation: 'convert',
    hash: requestHash({ ...options, ...(isArtifact(output) && { output }), ...what }),
    spec: toSpec(workspace, source, { ...options, ...(output && { output }) }),
    ...(password !== undefined && { password }),
  });
  const used = known.base.spec.source;
  if (received && !(used.type === 'document' && used.documentId === received.documentId))
    await dropDocument(deps, workspace, received);
  return known;
}

function toSource(input: Input, fileName: string | undefined): Source {
  if ('url' in input) return { type: 'external', fileUrl: input.url, ...(fileName && { fileName }) };
  return { type: 'document', documentId: 'document' in input ? input.document.documentId : input.documentId };
}

/**
 * Waits for the end of a conversion that was asked for in one call. The job of a client that goes away is canceled,
 * since nobody else knows of it; with an idempotency key, the client can send the request again.
 */
export async function waitOrCancel(deps: ApiDeps, call: Call, first: KnownJob, seconds: number): Promise<KnownJob> {
  return cancelIfLeft(deps, call, await waitForEnd(deps, first, { seconds, gone: call.gone }));
}

export const cancelIfLeft = async (deps: ApiDeps, call: Call, known: KnownJob): Promise<KnownJob> =>
  call.gone.aborted && call.idempotencyKey === undefined ? cancel(deps, known) : known;

const CHECK_MS = 20;
const READ_MS = 1000;

/**
 * The job once it has ended, or as it is when the time is over or the client has gone. Throws 402 where it waits for
 * credits. The followed view is looked at often, since that costs nothing, and the stores now and then.
 */
export async function waitForEnd(
  deps: ApiDeps,
  first: KnownJob,
  { seconds, gone }: { readonly seconds: number; readonly gone: AbortSignal },
): Promise<KnownJob> {
  const { jobId, workspace } = first.base;
  const until = performance.now() + seconds * 1000;
  let known = first;
  for (let readAt = performance.now(); ;) {
    if (known.stage === 'ended') return known;
    if (known.stage === 'live' && stateOf(known) === 'input_required') throw await creditsMissing(deps, known);
    const isOver = (): boolean => performance.now() >= until || gone.aborted;
    if ((await waitForChange(deps, jobId, { readAgainAt: readAt + READ_MS, isOver })) === 'over') return known;
    readAt = performance.now();
    known = (await findJob(deps, workspace, jobId)) ?? known;
  }
}

/** Waits until the followed view has another state, or the stores are to be read again, or it is over. */
async function waitForChange(
  { follower }: ApiDeps,
  jobId: string,
  { readAgainAt, isOver }: { readonly readAgainAt: number; readonly isOver: () => boolean },
): Promise<'read' | 'over'> {
  const stateNow = (): string | undefined => follower.get(jobId)?.status?.state;
  const before = stateNow();
  while (stateNow() === before && performance.now() < readAgainAt) {
    if (isOver()) return 'over';
    await delay(CHECK_MS);
  }
  return 'read';
}

/** The artifacts of a job that has succeeded; throws what else became of it. */
export async function requireResult(
  deps: ApiDeps,
  { base, ending, expiredAt }: Extract<KnownJob, { stage: 'ended' }>,
): Promise<Manifest> {
  const { jobId } = base;
  if (ending.state === 'failed') {
    const { code = 'conversion_failed', message = 'The conversion failed.' } = ending.failure ?? {};
    const tooLarge =
      code === 'document_too_large'
        ? { maxPages: deps.settings.maxPages, ...(ending.source && { estimatedPages: ending.source.pages }) }
        : {};
    throw new Problem(code === 'document_too_large' ? 413 : 422, code, message, { details: { jobId, ...tooLarge } });
  }
  if (ending.state === 'canceled') throw new Problem(422, 'canceled', 'The job was canceled.', { details: { jobId } });
  const manifest = expiredAt === undefined ? await readRecord(deps.objects, keys.manifest(jobId)) : undefined;
  if (!manifest)
    throw new Problem(422, 'expired', 'The artifacts of this job have been deleted.', { details: { jobId } });
  return manifest;
}

/** Whether what a call returns is an artifact besides the Markdown, which the job has to make. */
const isArtifact = (output: ConvertOptions['output']): output is Output => OUTPUTS.some((each) => each === output);

/** The Markdown of a job that has succeeded. */
export const readMarkdown = async (deps: ApiDeps, manifest: Manifest): Promise<Buffer> =>
  (await readArtifact(deps, manifest, 'markdown')).body;

/** The Markdown of a job that has succeeded, or another of its artifacts. */
export async function readArtifact(
  deps: ApiDeps,
  manifest: Manifest,
  wanted: 'markdown' | Output,
): Promise<{ readonly body: Buffer; readonly contentType: string }> {
  const entry = manifest.artifacts.find(({ kind }) => kind === wanted);
  const found = entry && (await deps.objects.get(entry.key));
  if (!found)
    throw new Problem(422, 'expired', 'The artifacts of this job have been deleted.', {
      details: { jobId: manifest.jobId },
    });
  return { body: Buffer.from(found.body), contentType: entry.contentType };
}
