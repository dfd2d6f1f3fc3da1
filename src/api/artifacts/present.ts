import { fileNameOf } from '../../resource/file-name.ts';
import type { ManifestEntry, Manifest } from '../../records/types.ts';
import type { ApiDeps } from '../deps.ts';
import type { Answer } from '../schema/all.ts';

/** The interface's Artifact: small Markdown with its text, anything else with a URL that is signed now. */
export async function presentArtifact(
  deps: ApiDeps,
  manifest: Manifest,
  entry: ManifestEntry,
): Promise<Answer<'Artifact'>> {
  const { settings, objects } = deps;
  // Those of older manifests may be as users wrote them.
  const fileName = fileNameOf(entry.fileName) ?? entry.id;
  return {
    id: entry.id,
    jobId: manifest.jobId,
    kind: entry.kind,
    contentType: entry.contentType,
    createdAt: manifest.createdAt,
    fileName,
    sizeBytes: entry.bytes,
    contentHash: `sha256:${entry.sha256}`,
    expiresAt: new Date(Date.parse(manifest.createdAt) + settings.artifactRetention * 1000).toISOString(),
    ...((await inlineText(deps, entry)) ?? {
      downloadUrl: await objects.signGet(entry.key, {
        audience: 'public',
        expiresInSeconds: settings.urlLifetime,
        fileName,
        contentType: entry.contentType,
      }),
    }),
  };
}

async function inlineText(
  { objects, settings }: ApiDeps,
  entry: ManifestEntry,
): Promise<{ readonly text: string } | undefined> {
  if (entry.kind !== 'markdown' || entry.bytes > settings.inlineBytes) return undefined;
  const found = await objects.get(entry.key);
  return found && { text: Buffer.from(found.body).toString('utf8') };
}
