import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { inTurn } from '../../middleware/in-turn.ts';
import type { Call } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { admitCall, withErrors, type DropIn } from '../access.ts';
import { startEach, waitForEach, type EndedJob } from '../convert-each.ts';
import { CHUNKERS, type ChunkerName } from './chunk-options.ts';
import { refused } from '../given.ts';
import { readForm, readSources, type Asked } from './requests.ts';
import { presentResult, type DoclingAnswer } from './results.ts';
import { failureOf, findTask, hasEnded, presentTask, waitForTask } from './tasks.ts';

const MOST_WAIT = 60;
/** An answer is held in memory with its images. */
const presenting = inTurn(2, 6);

type Read = (dropIn: DropIn, call: Call, ctx: Context, chunker?: ChunkerName) => Promise<Asked>;
const READERS: Readonly<Record<'file' | 'source', Read>> = { file: readForm, source: readSources };

/** The endpoints of docling-serve (1.31): convert and chunk, file and source, at once and as a task. */
export function mountDocling(router: Router, dropIn: DropIn): void {
  for (const [kind, read] of Object.entries(READERS)) {
    mountWork(router, dropIn, { path: `/v1/convert/${kind}`, read });
    for (const chunker of CHUNKERS) mountWork(router, dropIn, { path: `/v1/chunk/${chunker}/${kind}`, read, chunker });
  }
  router.post('/v1/convert/source/batch', async (ctx) =>
    withDoclingErrors(async () => {
      await admitCall(dropIn, ctx);
      throw refused('Batches of buckets are not supported. Send files or URLs to /v1/convert/source/async.');
    }),
  );
  mountTasks(router, dropIn);
  router.get('/health', (ctx) => void (ctx.body = { status: 'ok' }));
}

/** An operation, and the same as a task. */
function mountWork(
  router: Router,
  dropIn: DropIn,
  { path, read, chunker }: { readonly path: string; readonly read: Read; readonly chunker?: ChunkerName },
): void {
  const { deps } = dropIn;
  router.post(path, async (ctx) =>
    withDoclingErrors(async () => {
      const call = await admitCall(dropIn, ctx);
      const { inputs, options, presentation } = await read(dropIn, call, ctx, chunker);
      const ended = await waitForEach(deps, call, await startEach(deps, call, inputs, options));
      await answer(dropIn, ctx, call, { ended, presentation });
    }),
  );
  router.post(`${path}/async`, async (ctx) =>
    withDoclingErrors(async () => {
      const call = await admitCall(dropIn, ctx);
      const { inputs, options, presentation } = await read(dropIn, call, ctx, chunker);
      const jobs = await startEach(deps, call, inputs, options);
      ctx.body = presentTask({ jobs, jobIds: jobs.map(({ base }) => base.jobId), presentation });
    }),
  );
}

function mountTasks(router: Router, dropIn: DropIn): void {
  const { deps } = dropIn;
  router.get('/v1/status/poll/:taskId', async (ctx) =>
    withDoclingErrors(async () => {
      const call = await admitCall(dropIn, ctx);
      const seconds = Math.min(MOST_WAIT, Math.max(0, Number(ctx.query['wait'] ?? 0) || 0));
      const task = await findTask(deps, call.credential.workspace, ctx.params['taskId']!);
      ctx.body = presentTask(await waitForTask(deps, task, { seconds, gone: call.gone }));
    }),
  );
  router.get('/v1/result/:taskId', async (ctx) =>
    withDoclingErrors(async () => {
      const call = await admitCall(dropIn, ctx);
      const task = await findTask(deps, call.credential.workspace, ctx.params['taskId']!);
      const { jobs, presentation } = task;
      const ended = jobs.filter((job): job is EndedJob => job.stage === 'ended');
      if (!hasEnded(task) || ended.every(({ expiredAt }) => expiredAt !== undefined)) throw noResult();
      if (ended.every(({ ending }) => ending.state === 'failed' || ending.state === 'canceled'))
        ctx.body = { kind: 'TaskFailureResult', failure: failureOf(task) };
      else await answer(dropIn, ctx, call, { ended, presentation });
    }),
  );
}

/** The sentence is the one that the official client knows. */
const noResult = (): Problem =>
  new Problem(404, 'not_found', 'Task result not found. Please wait for a completion status.');

async function answer(
  { deps }: DropIn,
  ctx: Context,
  { credential }: Call,
  { ended, presentation }: { readonly ended: readonly EndedJob[]; readonly presentation: Asked['presentation'] },
): Promise<void> {
  const result: DoclingAnswer = await presenting(credential.workspace, () => presentResult(deps, ended, presentation));
  if ('json' in result) ctx.body = result.json;
  else {
    ctx.type = 'application/zip';
    ctx.attachment('converted_docs.zip');
    ctx.body = result.zip;
  }
}

/** docling-serve says 422 of what is wrong with a request, and names a limit of use in its own way. */
async function withDoclingErrors(work: () => Promise<void>): Promise<void> {
  await withErrors(work, ({ status, code, message, details, headers }) => {
    if (status === 402) {
      const { requiredCredits = 0, availableCredits = 0 } = details as Partial<Record<string, number>>;
      const limit = { currentUsage: Math.ceil(requiredCredits), limit: Math.floor(availableCredits) };
      const shape = { error: 'usage_limit_exceeded', message, details: limit };
      return new Problem(status, code, message, { details: { ...details, ...shape }, headers });
    }
    return new Problem(status === 400 ? 422 : status, code, message, { details, headers });
  });
}
