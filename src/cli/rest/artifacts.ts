import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refused, type RestClient } from './client.ts';

type Answer = Readonly<Record<string, unknown>>;

/** An artifact by its id, or a job's Markdown by the job's. */
export async function findArtifact(client: RestClient, id: string): Promise<Answer> {
  if (id.startsWith('art_')) return client.get(`artifacts/${encodeURIComponent(id)}`);
  const { artifacts } = await client.get(`jobs/${encodeURIComponent(id)}/artifacts`);
  const markdown = (artifacts as readonly Answer[]).find(({ kind }) => kind === 'markdown');
  if (!markdown) throw new Refused(404, 'The job has no Markdown (yet).', { code: 'not_found' });
  return markdown;
}

/** Writes the bytes of an artifact to a file, or to standard output. */
export async function saveArtifact(client: RestClient, artifact: Answer, file: string | undefined): Promise<void> {
  const { text, downloadUrl } = artifact;
  if (typeof text === 'string') {
    if (file === undefined) process.stdout.write(text);
    else await writeFile(file, text);
    return;
  }
  const { body } = await client.download(String(downloadUrl));
  if (!body) return;
  if (file === undefined) await pipeline(Readable.fromWeb(body), process.stdout, { end: false });
  else await pipeline(Readable.fromWeb(body), createWriteStream(file));
}
