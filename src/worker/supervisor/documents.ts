import type { JobFailure } from '../../failures/failure.ts';
import type { WorkerTask } from '../../protocol/supervisor.ts';
import { MAX_PICTURE_BYTES, type TaskResult } from '../../protocol/tasks.ts';
import { convertDocument } from './convert-document.ts';
import { openSteps } from '../steps.ts';
import { openDesk, type Desk, type DeskOptions, type TaskTerms } from './desk.ts';

/** Runs the tasks of documents: everything but the opening of a document, which its process does. */
export function openDocuments(options: DeskOptions): {
  /**
   * The result of a probe or a picture; nothing for a conversion, and nothing for a probe that needs native code where
   * its process has none.
   */
  run(task: WorkerTask, signal: AbortSignal): Promise<unknown>;
} {
  const desk = openDesk(options);
  return {
    run: async (task, signal) => {
      const terms = { limits: task.limits, last: task.last, signal };
      switch (task.do) {
        case 'probe':
          return probe(desk, task.request, terms);
        case 'draw':
          return draw(desk, task.request, terms);
        case 'convert':
          return convertDocument(desk, task.request, terms);
      }
    },
  };
}

type RequestOf<D extends WorkerTask['do']> = Extract<WorkerTask, { do: D }>['request'];

const bounded = ({ code, message }: JobFailure): JobFailure => ({ code, message: message.slice(0, 2000) });

async function probe(
  desk: Desk,
  request: RequestOf<'probe'>,
  terms: TaskTerms,
): Promise<TaskResult<'probe'> | undefined> {
  const { jobId, get, key, fileName, password, traceparent } = request;
  const steps = openSteps();
  const document = await steps.measure('download', () =>
    desk.open({ jobId, url: get, bytes: request.bytes, ...(key !== undefined && { key }) }),
  );
  const { path, bytes, sha256 } = document;
  const file = {
    path,
    bytes,
    ...(fileName !== undefined && { fileName }),
    ...(password !== undefined && { password }),
  };
  const ceilings = desk.limits && { limits: desk.limits };
  const answer = await steps.measure('read', () =>
    desk.ask(document, { ...terms, request: { ask: 'probe', file, native: desk.native, ...ceilings } }, 'probed'),
  );
  if (answer.outcome === 'needs-native') return undefined;
  const timed = traceparent === undefined ? {} : { timing: steps.timing() };
  if (answer.outcome === 'failed') return { ok: false, failure: bounded(answer.failure), sha256, ...timed };
  return { ok: true, source: { ...answer.source, bytes, sha256 }, ...timed };
}

/** Within the scratch folder of the process. */
const PICTURE = 'page.webp';

async function draw(desk: Desk, request: RequestOf<'draw'>, terms: TaskTerms): Promise<TaskResult<'draw'>> {
  const { jobId, get, put, bytes, page, password } = request;
  const document = await desk.open({ jobId, url: get, bytes });
  if (document.sha256 !== request.sha256)
    return {
      ok: false,
      failure: { code: 'content_hash_mismatch', message: 'The document has changed since it was converted.' },
    };
  const file = { path: document.path, bytes: document.bytes, ...(password !== undefined && { password }) };
  const answer = await desk.ask(document, { ...terms, request: { ask: 'draw', file, page, out: PICTURE } }, 'drawn');
  if (answer.outcome === 'failed') return { ok: false, failure: bounded(answer.failure) };
  if (answer.outcome === 'needs-native') throw new Error('A picture was asked of a process without native code');
  const picture = await desk.runner.file(PICTURE);
  if (picture.bytes > MAX_PICTURE_BYTES) throw new Error(`A picture has ${picture.bytes} bytes`);
  await desk.service.upload(put, picture, 'image/webp');
  return { ok: true };
}
