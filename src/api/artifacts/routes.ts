import { setImmediate } from 'node:timers/promises';
import { artifactOf } from '../../resource/ids.ts';
import { keys } from '../../records/keys.ts';
import { readRecord } from '../../records/store.ts';
import type { Manifest } from '../../records/types.ts';
import type { ApiDeps } from '../deps.ts';
import { findJob, type KnownJob } from '../jobs/find.ts';
import { stateOf } from '../jobs/present.ts';
import { atOnce } from '../middleware/at-once.ts';
import { operation, type Call, type Reply } from '../operation.ts';
import { notFound } from '../problem.ts';
import { presentArtifact } from './present.ts';

export const listJobArtifacts = operation({
  id: 'listJobArtifacts',
  tag: 'artifacts',
  method: 'get',
  path: '/api/v1/jobs/:jobId/artifacts',
  summary: 'List the artifacts of a job',
  description: 'The list is empty while the job is running and after its artifacts have expired.',
  scope: 'documents:read',
  idempotent: false,
  params: { jobId: 'ID of the job.' },
  responses: { 200: { description: 'The artifacts.', schema: 'ArtifactList' } },
  // Each image's URL is signed anew.
  rate: { perSecond: 50, burst: 500 },
  handle: list,
});

export const getArtifact = operation({
  id: 'getArtifact',
  tag: 'artifacts',
  method: 'get',
  path: '/api/v1/artifacts/:artifactId',
  summary: 'Get an artifact',
  description: 'Returns the metadata of the artifact and either its text (small Markdown files) or a download URL.',
  scope: 'documents:read',
  idempotent: false,
  params: { artifactId: 'ID of the artifact.' },
  responses: { 200: { description: 'The artifact.', schema: 'Artifact' } },
  handle: get,
});

async function list(deps: ApiDeps, call: Call): Promise<Reply> {
  const jobId = call.params['jobId']!;
  const known = await findJob(deps, call.credential.workspace, jobId);
  if (!known) throw notFound('job');
  const manifest = await readManifest(deps, known);
  if (!manifest) return { status: 200, body: { jobId, artifacts: [] } };
  const present = (): Promise<unknown[]> => presentAll(deps, manifest);
  const isLong = manifest.artifacts.length > IN_A_TURN;
  const artifacts = isLong ? await longAtOnce(call.credential.workspace, present) : await present();
  return { status: 200, body: { jobId, artifacts } };
}

/** URLs that are signed before other requests have their turn. */
const IN_A_TURN = 100;
/** A list has no pages, and may have thousands of URLs. */
const longAtOnce = atOnce(4);

async function presentAll(deps: ApiDeps, manifest: Manifest): Promise<unknown[]> {
  const artifacts: unknown[] = [];
  for (const entry of manifest.artifacts) {
    artifacts.push(await presentArtifact(deps, manifest, entry));
    if (artifacts.length % IN_A_TURN === 0) await setImmediate();
  }
  return artifacts;
}

async function get(deps: ApiDeps, call: Call): Promise<Reply> {
  const artifactId = call.params['artifactId']!;
  const place = artifactOf(artifactId);
  const known = place && (await findJob(deps, call.credential.workspace, place.jobId));
  const manifest = known && (await readManifest(deps, known));
  const entry = manifest?.artifacts.find((artifact) => artifact.id === artifactId);
  if (!manifest || !entry) throw notFound('artifact');
  return { status: 200, body: await presentArtifact(deps, manifest, entry) };
}

/** The manifest counts only when the job has succeeded: it is written before the receipt that decides. */
async function readManifest(deps: ApiDeps, known: KnownJob): Promise<Manifest | undefined> {
  if (stateOf(known) !== 'succeeded') return undefined;
  return readRecord(deps.objects, keys.manifest(known.base.jobId));
}
