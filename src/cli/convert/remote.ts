import { createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Refused, restClient, type RestClient } from '../rest/client.ts';
import type { Output } from '../../resource/choices.ts';
import { fileNameOf } from '../../resource/file-name.ts';
import type { JobFailure } from '../../failures/failure.ts';
import type { WarningSummary } from '../../resource/warnings.ts';
import type { Conversion, ConversionFlags, Converter } from './converter.ts';
import type { DocumentProgress, DocumentResult, Image } from './document-result.ts';
import { toOptions } from './options.ts';
import { linkPrefix } from './outputs.ts';

interface RemoteJob {
  readonly id: string;
  readonly status: string;
  readonly stage?: string;
  readonly stageProgress?: number;
  readonly estimatedTotalPages?: number;
  readonly error?: string;
  readonly errorCode?: string;
}

interface RemoteArtifact {
  readonly id: string;
  readonly kind: string;
  readonly fileName: string;
  readonly text?: string;
  readonly downloadUrl?: string;
}

/** A server, and what it converts for this command. */
interface Remote {
  readonly client: RestClient;
  readonly flags: ConversionFlags;
  /** Conversions that have not ended, as their jobs become known. */
  readonly running: Set<Promise<string>>;
}

const FINISHED: ReadonlySet<string> = new Set(['succeeded', 'failed', 'canceled', 'expired']);
/** The first polls come sooner than the 2 s that the interface names: most documents are short. */
const POLLS_MS = [200, 300, 500, 1000, 2000];

/** The longest that jobs are canceled for before the command ends. */
const CANCEL_MS = 10_000;

/** Converts through a server: upload, convert, poll, download. */
export function openRemote(server: string, key: string, flags: ConversionFlags): Converter {
  const remote: Remote = { client: restClient(server, key), flags, running: new Set() };
  return {
    atOnce: 4,
    async convert(work) {
      try {
        return await convert(remote, work);
      } catch (error) {
        if (error instanceof Refused) return { ok: false, failure: failureOfRefusal(error) };
        throw error;
      }
    },
    close: () => cancelRunning(remote),
  };
}

/** With the server's own code where it refused the request: a wrong key, too few credits. */
function failureOfRefusal({ isFailure, code, message }: Refused): JobFailure {
  return { code: isFailure ? 'conversion_failed' : (code as JobFailure['code']), message };
}

async function convert(remote: Remote, { input, folder, target, progress }: Conversion): Promise<DocumentResult> {
  const { client, flags } = remote;
  await mkdir(folder, { recursive: true });
  const job = await runJob(remote, input.path, progress);
  if (job.status !== 'succeeded') return failureOf(job);
  const { artifacts } = (await client.get(`jobs/${encodeURIComponent(job.id)}/artifacts`)) as unknown as {
    artifacts: readonly RemoteArtifact[];
  };
  const markdown = join(folder, 'document.md');
  const document = artifacts.find(({ kind }) => kind === 'markdown');
  if (!document) throw new Refused(500, 'The job has no Markdown.');
  await save(client, document, markdown);
  const images = await saveImages(client, artifacts, folder);
  if (images.length > 0) await moveLinks(markdown, images, linkPrefix(target));
  const outputs = await saveOutputs(client, artifacts, { wanted: flags.outputs ?? [], folder });
  return { ok: true, markdown, outputs, images, warnings: await readWarnings(client, job.id) };
}

/** Uploads a file, converts it, and answers its job once it has ended. */
async function runJob(
  { client, flags, running }: Remote,
  path: string,
  progress: DocumentProgress,
): Promise<RemoteJob> {
  const documentId = await client.upload(path);
  const started = client.convert(documentId, {
    ...toOptions(flags),
    ...(flags.given !== undefined && { password: flags.given }),
  });
  running.add(started);
  return await started.then((id) => poll(client, id, progress)).finally(() => running.delete(started));
}

async function poll(client: RestClient, id: string, progress: DocumentProgress): Promise<RemoteJob> {
  let pages = 0;
  let reported = 0;
  for (let i = 0; ; i++) {
    const job = (await client.get(`jobs/${encodeURIComponent(id)}`)) as unknown as RemoteJob;
    if (pages === 0 && job.estimatedTotalPages !== undefined) progress.pagesKnown((pages = job.estimatedTotalPages));
    for (const done = countDone(job, pages); reported < done; reported++) progress.pageDone();
    if (FINISHED.has(job.status)) return job;
    await delay(POLLS_MS[Math.min(i, POLLS_MS.length - 1)]);
  }
}

function countDone({ status, stage, stageProgress = 0 }: RemoteJob, pages: number): number {
  if (stage === 'converting') return Math.floor((stageProgress / 100) * pages);
  return FINISHED.has(status) || stage === 'finalizing' ? pages : 0;
}

const failureOf = ({ status, error, errorCode = 'conversion_failed' }: RemoteJob): DocumentResult => ({
  ok: false,
  failure: { code: errorCode as JobFailure['code'], message: error ?? `The job is ${status}.` },
});

async function save(client: RestClient, artifact: RemoteArtifact, file: string): Promise<void> {
  const isComplete = artifact.text !== undefined || artifact.downloadUrl !== undefined;
  const { text, downloadUrl } = isComplete
    ? artifact
    : ((await client.get(`artifacts/${encodeURIComponent(artifact.id)}`)) as unknown as RemoteArtifact);
  if (text !== undefined) return await writeFile(file, text);
  if (downloadUrl === undefined) throw new Refused(500, 'The server did not return a download URL.');
  const { body } = await client.download(downloadUrl);
  if (!body) throw new Refused(500, 'The download is empty.');
  await pipeline(Readable.fromWeb(body), createWriteStream(file));
}

async function saveImages(
  client: RestClient,
  artifacts: readonly RemoteArtifact[],
  folder: string,
): Promise<readonly Image[]> {
  const images: Image[] = [];
  for (const artifact of artifacts.filter(({ kind }) => kind === 'image')) {
    const name = fileNameOf(artifact.fileName) ?? artifact.id;
    await save(client, artifact, join(folder, name));
    images.push({ name, file: join(folder, name) });
  }
  return images;
}

async function saveOutputs(
  client: RestClient,
  artifacts: readonly RemoteArtifact[],
  { wanted, folder }: { readonly wanted: readonly Output[]; readonly folder: string },
): Promise<ReadonlyMap<Output, string>> {
  const outputs = new Map<Output, string>();
  for (const output of wanted) {
    const artifact = artifacts.find(({ kind }) => kind === output);
    if (!artifact) throw new Refused(500, `The job has no artifact ${output}.`);
    outputs.set(output, join(folder, `output-${output}`));
    await save(client, artifact, outputs.get(output)!);
  }
  return outputs;
}

/** A server of an earlier release does not list them. */
async function readWarnings(client: RestClient, jobId: string): Promise<readonly WarningSummary[]> {
  try {
    const answer = await client.get(`../../jobs/${encodeURIComponent(jobId)}/warnings`);
    return (answer as { warnings?: readonly WarningSummary[] }).warnings ?? [];
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return [];
    throw error;
  }
}

/** Jobs that have not ended would be paid for, though nobody waits for them any more. */
async function cancelRunning({ client, running }: Remote): Promise<void> {
  const canceled = Promise.allSettled([...running].map((started) => cancel(client, started)));
  const late = delay(CANCEL_MS, 'late' as const, { ref: false });
  for (const one of await Promise.race([canceled, late.then(() => [])]))
    if (one.status === 'rejected') process.stderr.write(`A job was not canceled: ${String(one.reason)}\n`);
}

async function cancel(client: RestClient, started: Promise<string>): Promise<void> {
  const id = await started;
  const job = await client.post(`jobs/${encodeURIComponent(id)}/cancel`);
  if (!FINISHED.has(String(job['status']))) throw new Refused(500, `Job ${id} continues.`);
}

/** The server's links name the images alone; here they lie in a folder. */
async function moveLinks(file: string, images: readonly Image[], folder: string): Promise<void> {
  let text = await readFile(file, 'utf8');
  for (const { name } of images)
    text = text
      .replaceAll(`](${name})`, `](${folder}${name})`)
      .replaceAll(`<img src="${name}"`, `<img src="${folder}${name}"`);
  await writeFile(file, text);
}
