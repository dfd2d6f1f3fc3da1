import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refused, type RestClient } from './client.ts';

type Answer = Readonly<Record<string, unknown>>;

/** An artifact by its id, or a job's Markdown by the job's. */
export async function findArtifact(client: RestClient, id: string): Promise<Answer> {
  if (id.startsWith('art_')) return client.get(`artifacts/${encodeURIComponent(id)}`);
  const { artifacts } = await client.get(`jobs/${encodeURIComponent(id)}/artifacts`);
  const markdown = (artifacts as readonly Answer[]).find(({ kind }) => kind === 'markdown');
  if (!markdown) throw new Refused(404, 'The job has no Markdown yet.', { code: 'not_found' });
  return markdown;
}

/** Writes the bytes of an artifact to a file, or to standard output. */
export async function saveArtifact(client: RestClient, artifact: Answer, file: string | undefined): Promise<void> {
  const { text, downloadUrl } = artifact;
  const bytes =
    typeof text === 'string' ? [text] : Readable.fromWeb((await client.download(String(downloadUrl))).body!);
  if (file === undefined) return pipeline(bytes, process.stdout, { end: false });
  // Made before a byte is on its way, so that whatever fails here is the file's fault.
  const handle = await open(file, 'w').catch((error: Error) => {
    throw new Refused(0, `Failed to write ${file}: ${error.message}.`, { code: 'cannot_write' });
  });
  await pipeline(bytes, handle.createWriteStream());
}
