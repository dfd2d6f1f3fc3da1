import { Router } from '@koa/router';
import Koa, { type Context, type Middleware } from 'koa';
import { errors } from '../middleware/errors.ts';
import { MAX_ASKED_BYTES } from '../../protocol/tasks.ts';
import { readBytes, readJson } from '../middleware/json-body.ts';
import { observe } from '../middleware/observe.ts';
import { requestId } from '../middleware/request-id.ts';
import { mountMetrics } from '../open-routes.ts';
import type { Attempts } from './attempts.ts';
import type { InternalDeps } from './deps.ts';

const ATTEMPTS = '/internal/v1/attempts';
const STORE = '/internal/v1/store';
const BODY_LIMIT = 32 * 1024 * 1024;

/** The worker protocol over HTTP, for a Unix socket or a port that only workers reach. */
export function createInternalApp(deps: InternalDeps, attempts: Attempts, before: readonly Middleware[] = []): Koa {
  const app = new Koa();
  const router = new Router();
  mountMetrics(router, deps.metrics);
  const post = (name: string, path: string, answer: (token: string, body: unknown) => Promise<object>): void =>
    void router.post(name, path, async (ctx) => {
      ctx.body = await answer(bearer(ctx), await readJson(ctx, BODY_LIMIT));
    });
  post('startAttempt', ATTEMPTS, attempts.start);
  for (const what of ['report', 'urls', 'finish'] as const) post(what, `${ATTEMPTS}/current/${what}`, attempts[what]);
  router.post('ask', `${ATTEMPTS}/current/ask`, async (ctx) => {
    ctx.body = await attempts.ask(bearer(ctx), await readBytes(ctx, MAX_ASKED_BYTES));
  });
  const { storeUrl } = deps;
  if (storeUrl)
    router.get('store', STORE, async (ctx) => {
      ctx.body = { url: await storeUrl() };
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
