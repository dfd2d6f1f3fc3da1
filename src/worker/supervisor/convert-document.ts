import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Output } from '../../resource/choices.ts';
import { engineVersion } from '../../protocol/engine-version.ts';
import type { ConvertOrder } from '../../protocol/supervisor.ts';
import { MAX_ASKED_BYTES } from '../../protocol/tasks.ts';
import type { ConvertTask, FinishOutcome, WrittenFile } from '../../protocol/worker.ts';
import { bounded, isStopped, type Attempt } from '../client.ts';
import { startProgress } from '../progress.ts';
import { pieces, type Content } from '../transfer/content.ts';
import type { StoredAsset } from '../part-file.ts';
import { DOCUMENT_FILES } from '../document-files.ts';
import { REPLACED, storeContents, storeImages } from '../transfer/store-files.ts';
import { openSteps, type Steps } from '../steps.ts';
import type { Ask, Desk, OpenDocument, TaskTerms } from './desk.ts';

/** Within the scratch folder of the process. */
const PART = '.';

/**
 * One index of a launch: the process of the document converts and merges it into files, and what is said to the API and
 * stored is said and stored here.
 */
export async function convertDocument(
  desk: Desk,
  { launchToken, index, jobId }: ConvertOrder,
  terms: TaskTerms,
): Promise<void> {
  const stop = new AbortController();
  const steps = openSteps();
  try {
    const attempt = await desk.service.startAttempt(launchToken, { index, instance: randomUUID() });
    if (!attempt) return;
    const { task, reportEveryMs, traceparent } = attempt.start;
    if (task.kind !== 'convert' || !task.mergeHere) throw new Error('A worker converts whole documents only');
    const progress = startProgress(attempt, reportEveryMs, () => stop.abort());
    try {
      const document = await steps.measure('download', () => inputOf(desk, attempt, jobId, task));
      const signal = AbortSignal.any([terms.signal, stop.signal]);
      const asking = {
        ...terms,
        signal,
        onPage: () => progress.pageDone(),
        onQuestion: async (name: string) => attempt.ask(await readPicture(desk, name)),
      };
      const outcome: FinishOutcome = document
        ? await convert(desk, { attempt, task, document, asking, steps })
        : { outcome: 'failed', failure: REPLACED };
      await attempt.finish({ ...bounded(outcome), ...(traceparent !== undefined && { timing: steps.timing() }) });
    } finally {
      progress.stop();
    }
  } catch (error) {
    // The job has ended, or another attempt goes on.
    if (!isStopped(error) && !stop.signal.aborted) throw error;
  }
}

/** The bytes that were probed and priced; undefined when others lie in their place. */
async function inputOf(
  desk: Desk,
  attempt: Attempt,
  jobId: string,
  { input }: ConvertTask,
): Promise<OpenDocument | undefined> {
  const { key, bytes, sha256 } = input;
  const here = desk.stillOpen(jobId, key, sha256);
  if (here) return here;
  const { get } = await attempt.urls({ get: [key] });
  const document = await desk.open({ jobId, url: get[0]!, bytes, key });
  return document.sha256 === sha256 ? document : undefined;
}

async function readPicture({ runner }: Desk, name: string): Promise<Uint8Array> {
  const picture = await runner.file(name);
  if (picture.bytes > MAX_ASKED_BYTES) throw new Error(`A picture has ${picture.bytes} bytes`);
  return await buffer(pieces(picture));
}

interface Conversion {
  readonly attempt: Attempt;
  readonly task: ConvertTask;
  readonly document: OpenDocument;
  readonly asking: Omit<Ask, 'request'>;
  readonly steps: Steps;
}

async function convert(desk: Desk, { attempt, task, document, asking, steps }: Conversion): Promise<FinishOutcome> {
  const { ocrDataFolder, limits } = desk;
  const { input, range, settings } = task;
  const { path, bytes } = document;
  const { fileName, password } = input;
  const file = {
    path,
    bytes,
    ...(fileName !== undefined && { fileName }),
    ...(password !== undefined && { password }),
  };
  const askedAt = performance.now();
  const converted = await desk.ask(
    document,
    {
      ...asking,
      request: {
        ask: 'convert',
        file,
        range,
        ...settings,
        ...(ocrDataFolder !== undefined && { ocrDataFolder }),
        ...(limits && { limits }),
        folder: PART,
        write: settings,
        ...(attempt.start.traceparent !== undefined && { timed: true }),
      },
    },
    'converted',
  );
  const { steps: measured = [], ...answer } = converted;
  steps.add(measured, askedAt);
  if (answer.outcome !== 'converted') return answer;
  const { images, stored } = await steps.measure('store', () => storeAll(desk, attempt, settings, answer.assets));
  const { pages, ocrPages, warnings } = answer;
  return {
    outcome: 'succeeded',
    engine: engineVersion(),
    ...stored,
    images,
    pages,
    ocrPages,
    warnings,
  };
}

async function storeAll(
  { runner, service }: Desk,
  attempt: Attempt,
  { outputs = [] }: ConvertTask['settings'],
  assets: readonly StoredAsset[],
): Promise<{ readonly images: readonly WrittenFile[]; readonly stored: Awaited<ReturnType<typeof storeContents>> }> {
  const store = { urls: attempt.urls, upload: service.upload };
  const images = await storeImages(store, assets, ({ file: name }) => runner.file(name));
  const written = (kind: keyof typeof DOCUMENT_FILES): Promise<Content> => runner.file(DOCUMENT_FILES[kind].name);
  const contents = new Map<Output, Content>();
  for (const output of outputs) contents.set(output, await written(output));
  return { images, stored: await storeContents(store, await written('markdown'), contents) };
}
