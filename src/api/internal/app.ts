import { Router } from '@koa/router';
import Koa, { type Context, type Middleware } from 'koa';
import type { FinishResponse, StartResponse, Task, UrlsResponse } from '../../job/worker-protocol.ts';
import { errors } from '../middleware/errors.ts';
import { readJson } from '../middleware/json-body.ts';
import { observe } from '../middleware/observe.ts';
import { requestId } from '../middleware/request-id.ts';
import { mountMetrics } from '../open-routes.ts';
import { Problem } from '../problem.ts';
import {
  attemptOf,
  attemptToken,
  hasOutcome,
  launchOf,
  prefixOf,
  reportProgress,
  taskFor,
  unfinishedReader,
} from './attempt.ts';
import type { InternalDeps } from './deps.ts';
import { finish } from './finish.ts';
import { writeBudget } from './write-budget.ts';
import { readFinish, readReport, readStart, readUrls } from './schema.ts';

const ATTEMPTS = '/internal/v1/attempts';
const BODY_LIMIT = 32 * 1024 * 1024;
const REPORT_EVERY_MS = 5_000;

/**
 * The worker protocol's server side (`src/job/worker-protocol.ts`), for a Unix socket or a port that only workers
 * reach.
 */
export function createInternalApp(deps: InternalDeps, before: readonly Middleware[] = []): Koa {
  const app = new Koa();
  const intents = unfinishedReader(deps);
  const budget = writeBudget(deps.settings.scratchBytes);
  const router = new Router();
  mountMetrics(router, deps.metrics);
  router.post('startAttempt', ATTEMPTS, async (ctx) => {
    const launch = await launchOf(deps, bearer(ctx));
    const { index, instance } = readStart(await readJson(ctx, BODY_LIMIT));
    if (launch.index !== undefined && launch.index !== index)
      throw new Problem(403, 'forbidden', 'This launch token is for another index.');
    if (launch.instance !== undefined && launch.instance !== instance)
      throw new Problem(403, 'forbidden', 'This launch token is for another process.');
    const intent = await intents.readNow(launch.jobId);
    if (await hasOutcome(deps, launch.jobId, index)) {
      ctx.body = { done: true } satisfies StartResponse;
      return;
    }
    const task = await taskFor(deps, intent, { index, native: launch.native });
    await deps.ledger.startAttempt(launch.jobId, index, instance);
    const prefix = prefixOf({ jobId: launch.jobId, index, attempt: instance });
    ctx.body = {
      token: attemptToken(deps, launch, index, instance),
      task,
      prefix,
      reportEveryMs: REPORT_EVERY_MS,
    } satisfies StartResponse;
  });
  router.post('report', `${ATTEMPTS}/current/report`, async (ctx) => {
    const claim = attemptOf(deps, bearer(ctx));
    const progress = readReport(await readJson(ctx, BODY_LIMIT));
    await intents.read(claim.jobId);
    await reportProgress(deps, claim, progress);
    deps.nudge(claim.jobId, 'progress');
    ctx.body = { continue: true };
  });
  router.post('urls', `${ATTEMPTS}/current/urls`, async (ctx) => {
    const claim = attemptOf(deps, bearer(ctx));
    const request = readUrls(await readJson(ctx, BODY_LIMIT));
    const intent = await intents.read(claim.jobId);
    await reportProgress(deps, claim, { pagesDone: 0, ocrPages: 0 });
    const readable = request.get?.length ? readableKeys(await taskFor(deps, intent, claim)) : new Set<string>();
    const get = (request.get ?? []).map((key) => {
      if (!readable.has(key)) throw new Problem(403, 'forbidden', 'This object does not belong to the task.');
      return deps.objects.signGet(key, { audience: 'internal', expiresInSeconds: deps.settings.urlLifetime });
    });
    const prefix = prefixOf(claim);
    budget.take(prefix, request.put ?? []);
    const put = (request.put ?? []).map(({ name, bytes, contentType }) =>
      deps.objects.signPut(prefix + name, {
        audience: 'internal',
        expiresInSeconds: deps.settings.urlLifetime,
        bytes,
        contentType,
      }),
    );
    ctx.body = { get: await Promise.all(get), put: await Promise.all(put) } satisfies UrlsResponse;
  });
  router.post('finish', `${ATTEMPTS}/current/finish`, async (ctx) => {
    const claim = attemptOf(deps, bearer(ctx));
    const recorded = await finish(deps, claim, readFinish(await readJson(ctx, BODY_LIMIT)));
    budget.forget(prefixOf(claim));
    deps.nudge(claim.jobId);
    ctx.body = { recorded } satisfies FinishResponse;
  });
  app.use(requestId);
  app.use(observe(deps.metrics, deps.log));
  app.use(errors(deps.log));
  for (const middleware of before) app.use(middleware);
  app.use(router.routes());
  app.on('error', (error: unknown) => deps.log.warn({ err: error }, 'failed to send the response'));
  return app;
}

function bearer(ctx: Pick<Context, 'get'>): string {
  return /^Bearer +(\S+)$/i.exec(ctx.get('Authorization'))?.[1] ?? '';
}

function readableKeys(task: Task): ReadonlySet<string> {
  return new Set(task.kind === 'convert' ? [task.input.key] : task.parts);
}
