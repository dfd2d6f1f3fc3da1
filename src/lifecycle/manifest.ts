import { artifactName } from '../resource/file-name.ts';
import { artifactIdOf } from '../resource/ids.ts';
import type { Outcome, WrittenFile } from '../protocol/worker.ts';
import { writeSettingsOf } from './tasks.ts';
import type { Intent, Manifest, ManifestEntry } from '../records/types.ts';

type Succeeded = Extract<Outcome, { outcome: 'succeeded' }>;

/**
 * The outcome with the document's Markdown. It counts the pages, OCR pages and warnings of the parts that it merged.
 */
export function joinOutcomes(jobId: string, outcomes: readonly Outcome[]): Succeeded & { markdown: WrittenFile } {
  for (const outcome of outcomes)
    if (outcome.outcome === 'succeeded' && outcome.markdown) return { ...outcome, markdown: outcome.markdown };
  throw new Error(`job ${jobId} has no Markdown`);
}

/**
 * The artifacts of a converted job, from the outcomes of its ranges and its merge, in page order: the Markdown as
 * number 0, what else was asked for, then the images. An image that several ranges hold (a logo) has the same name in
 * each and is listed once.
 */
export function buildManifest(intent: Intent, outcomes: readonly Outcome[], now: Date): Manifest {
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
  const document = joinOutcomes(intent.jobId, outcomes);
  add('markdown', document.prefix, document.markdown, artifactName(intent.fileName, 'markdown'));
  for (const output of writeSettingsOf(intent.spec).outputs ?? []) {
    const file = document.outputs?.[output];
    if (file) add(output, document.prefix, file, artifactName(intent.fileName, output));
  }
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
    warnings: document.warnings,
  };
}
