import { artifactName } from '../resource/file-name.ts';
import { artifactIdOf, sha256 } from '../resource/ids.ts';
import { engineVersion } from '../protocol/engine-version.ts';
import type { Objects } from '../objects/objects.ts';
import { keys } from '../records/keys.ts';
import type { Key } from '../records/key.ts';
import { readRecord } from '../records/store.ts';
import type { CacheEntry, Intent, Manifest } from '../records/types.ts';
import { ocrOf, writingOf } from './tasks.ts';

/** The same bytes, options, range and engine in the same workspace. Undefined while the range is not known. */
export function computeCacheKey(
  intent: Intent,
  ocrLanguages: readonly string[],
  engine: string,
): Key<CacheEntry> | undefined {
  const { source, range, spec } = intent;
  if (!source || !range) return undefined;
  const facts = [
    source.sha256,
    source.format,
    range.start,
    range.end,
    spec.includeImages ?? false,
    spec.capabilityVersion ?? '1',
    engine,
    ocrOf(spec, ocrLanguages),
    writingOf(intent),
    ...classOf(intent),
  ];
  return keys.cache(intent.workspace, sha256(JSON.stringify(facts)));
}

const classOf = ({ spec, converterClass }: Intent): unknown[] => {
  const chosen = converterClass ?? spec.converterClassName;
  return chosen === undefined ? [] : [chosen];
};

/**
 * Copies a cached result to a job's own artifacts. Undefined when there is none, it has expired, or a copy failed: then
 * the document is converted.
 */
export async function copyCached(
  objects: Objects,
  intent: Intent,
  ocrLanguages: readonly string[],
  now: Date,
): Promise<{ manifest: Manifest; ocrPages: number } | undefined> {
  const key = computeCacheKey(intent, ocrLanguages, engineVersion());
  const entry = key && (await readRecord(objects, key));
  if (!entry) return undefined;
  const from = entry.jobId;
  const record = await readRecord(objects, keys.record(from));
  const cached = await readRecord(objects, keys.manifest(from));
  if (!record || record.expiredAt !== undefined || record.ending.state !== 'succeeded' || !cached) return undefined;
  const prefix = keys.attempt(intent.jobId, 0, 'cached');
  const artifacts = [];
  for (const [n, artifact] of cached.artifacts.entries()) {
    const to = `${prefix}${n}`;
    if (!(await objects.copy(artifact.key, to))) return undefined;
    artifacts.push({
      ...artifact,
      id: artifactIdOf(intent.jobId, n),
      key: to,
      ...(artifact.kind === 'image' ? {} : { fileName: artifactName(intent.fileName, artifact.kind) }),
    });
  }
  return {
    manifest: { jobId: intent.jobId, createdAt: now.toISOString(), artifacts, warnings: cached.warnings },
    ocrPages: record.ending.usage.ocrPages ?? 0,
  };
}
