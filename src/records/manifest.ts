import { artifactIdOf } from '../job/ids.ts';
import type { Outcome, WrittenFile } from '../job/worker-protocol.ts';
import { markdownName } from './cache.ts';
import type { Intent, Manifest, ManifestEntry } from './types.ts';

/**
 * The artifacts of a converted job, from the outcomes of its ranges and its merge, in page order: the Markdown as number 0, then the
 * images. An image that several ranges hold (a logo) has the same name in each and is listed once.
 */
export function manifestOf(intent: Intent, outcomes: readonly Outcome[], now: Date): Manifest {
  const artifacts: ManifestEntry[] = [];
  const add = (kind: ManifestEntry['kind'], prefix: string, file: WrittenFile, fileName: string): void => {
    artifacts.push({
      id: artifactIdOf(intent.jobId, artifacts.length),
      kind,
      key: prefix + file.name,
      contentType: file.contentType,
      fileName,
      bytes: file.bytes,
      sha256: file.sha256,
    });
  };
  const succeeded = outcomes.filter((outcome) => outcome.outcome === 'succeeded');
  const merged = succeeded.find((outcome) => outcome.markdown);
  if (!merged?.markdown) throw new Error(`job ${intent.jobId} has no Markdown`);
  add('markdown', merged.prefix, merged.markdown, markdownName(intent.fileName));
  const named = new Set<string>();
  for (const outcome of succeeded) {
    for (const image of outcome.images) {
      if (named.has(image.name)) continue;
      named.add(image.name);
      add('image', outcome.prefix, image, image.name);
    }
  }
  return {
    jobId: intent.jobId,
    createdAt: now.toISOString(),
    artifacts,
    warnings: succeeded.flatMap((outcome) => outcome.warnings),
  };
}
