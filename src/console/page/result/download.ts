import { call, type Artifact, type Job } from '../client.ts';
import { announce, make } from '../dom.ts';
import { nameOf } from '../jobs/words.ts';

/** Characters that a path or some file system has another use for. */
const UNSAFE = /[\\/:*?"<>|]/g;

/** Saves the results of jobs as one ZIP, a folder for each document. `progress` is called with how many are read. */
export async function downloadZip(jobs: readonly Job[], progress: (read: number) => void): Promise<void> {
  const { zipSync } = await import('fflate');
  const files: Record<string, Uint8Array> = {};
  const folders = new Set<string>();
  for (const [read, job] of jobs.entries()) {
    progress(read);
    const folder = freeName(nameOf(job).replaceAll(UNSAFE, '_'), folders);
    const { artifacts } = await call<{ artifacts: Artifact[] }>('GET', `/api/v1/jobs/${job.id}/artifacts`);
    // The blocks were made for this page, not asked for.
    for (const artifact of artifacts.filter(({ kind }) => kind !== 'document'))
      files[`${folder}/${artifact.fileName.replaceAll(UNSAFE, '_')}`] = await bytesOf(artifact);
  }
  const zip = new Blob([new Uint8Array(zipSync(files))], { type: 'application/zip' });
  const link = make('a', { href: URL.createObjectURL(zip), download: 'scriptorium.zip' });
  link.click();
  URL.revokeObjectURL(link.href);
  announce(`${jobs.length} results downloaded`);
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${name} (${n})`;
  taken.add(free.toLowerCase());
  return free;
}

/** The content of an artifact; throws a sentence for the person in front. */
export async function bytesOf({ text, downloadUrl }: Artifact): Promise<Uint8Array> {
  if (text !== undefined || downloadUrl === undefined) return new TextEncoder().encode(text ?? '');
  const response = await fetch(downloadUrl).catch(() => {
    throw new Error(
      'Failed to load the result. If the object store is on another host, its CORS rules must allow downloads from this page.',
    );
  });
  if (!response.ok)
    throw new Error(`Failed to load the result: the object store responded with status ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
}
