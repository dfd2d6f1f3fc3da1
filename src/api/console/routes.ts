import type { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { consoleAssets, type Asset } from '../../console/assets.ts';
import { referenceAssets } from '../../console/reference.ts';
import { UNKNOWN_PAGE } from '../../console/unknown-page.ts';
import type { ApiDeps, RateLimit } from '../deps.ts';
import { referenceContent } from '../openapi/reference.ts';
import { findJob, type KnownJob } from '../jobs/find.ts';
import { presentJob } from '../jobs/present.ts';
import { authenticate, requireScope } from '../middleware/authenticate.ts';
import type { Limits } from '../middleware/rate-limit.ts';
import { ID } from '../mount.ts';
import { checkedPassword } from '../convert/options.ts';
import { readJson } from '../middleware/json-body.ts';
import { invalidRequest, notFound } from '../problem.ts';
import { toCall } from '../convert/routes.ts';
import { mountAccount } from './account.ts';
import { openPictures } from './pictures.ts';
import { listForConsole, presentForConsole } from './job-list.ts';
import { readRetry, retryJob } from './retry.ts';
import { presentSession } from './session.ts';
import { mountSignIn } from './sign-in.ts';

/** Reading a list reads the state of every job of it. */
const LIST_RATE = { perSecond: 20, burst: 200 };
const PICTURE_RATE = { perSecond: 20, burst: 200 };
const PAGE = /^[1-9]\d{0,6}$/;

/**
 * The console at `/`, and what it needs beyond the interface at `/console/api`, with the same keys, scopes and
 * isolation.
 */
export function mountConsole(router: Router, deps: ApiDeps, limit: Limits): void {
  const policy = policyFor(deps);
  serveAssets(router, consoleAssets(), policy);
  serveAssets(router, referenceAssets(referenceContent()), policy);
  mountAccount(router, deps, limit);
  mountSignIn(router, deps.signIn);
  const consoleRouter = { router, deps, limit };
  mountSession(consoleRouter);
  mountJobs(consoleRouter);
  mountPictures(consoleRouter);
}

interface ConsoleRouter {
  readonly router: Router;
  readonly deps: ApiDeps;
  readonly limit: Limits;
}

type ContextWithParams = Context & { params: Record<string, string> };

interface Read {
  readonly path: string;
  readonly rate?: RateLimit;
  readonly method?: 'get' | 'post';
  readonly answer: (workspace: string, ctx: ContextWithParams) => Promise<object>;
}

/** An answer for keys that may read. */
function mountRead({ router, deps, limit }: ConsoleRouter, { path, rate, method = 'get', answer }: Read): void {
  router[method](path, async (ctx) => {
    const credential = await authenticate(deps.keyring, ctx);
    requireScope(credential, 'documents:read');
    limit(credential, { id: path, ...(rate && { rate }) });
    ctx.set('Cache-Control', 'no-store');
    ctx.body = await answer(credential.workspace, ctx);
  });
}

function mountSession({ router, deps, limit }: ConsoleRouter): void {
  router.get('/console/api/session', async (ctx) => {
    const credential = await authenticate(deps.keyring, ctx);
    requireScope(credential, 'documents:read');
    limit(credential, { id: 'console-session' });
    ctx.set('Cache-Control', 'no-store');
    ctx.body = await presentSession(deps, credential);
  });
}

function mountJobs(consoleRouter: ConsoleRouter): void {
  const { router, deps, limit } = consoleRouter;
  mountRead(consoleRouter, {
    path: '/console/api/jobs',
    rate: LIST_RATE,
    answer: (workspace, ctx) => listForConsole(deps, workspace, ctx.query),
  });
  mountRead(consoleRouter, {
    path: '/console/api/jobs/:jobId',
    answer: async (workspace, ctx) => presentForConsole(deps, await requireJob(deps, workspace, ctx)),
  });
  router.post('/console/api/jobs/:jobId/retry', async (ctx) => {
    const credential = await authenticate(deps.keyring, ctx);
    requireScope(credential, 'documents:write');
    limit(credential, { id: 'console-retry', rate: { perSecond: 100, burst: 1000 } });
    const known = await requireJob(deps, credential.workspace, ctx);
    const wish = readRetry((await readJson(ctx)) ?? {});
    ctx.set('Cache-Control', 'no-store');
    ctx.status = 201;
    ctx.body = presentJob(await retryJob(deps, toCall(ctx, credential), known, wish));
  });
}

async function requireJob(deps: ApiDeps, workspace: string, { params }: ContextWithParams): Promise<KnownJob> {
  const jobId = params['jobId']!;
  const known = ID.test(jobId) ? await findJob(deps, workspace, jobId) : undefined;
  if (!known) throw notFound('job');
  return known;
}

function mountPictures(consoleRouter: ConsoleRouter): void {
  const { deps } = consoleRouter;
  const pictures = openPictures(deps);
  mountRead(consoleRouter, {
    path: '/console/api/jobs/:jobId/pages',
    answer: async (workspace, ctx) => (await pictures.pagesOf(await requireJob(deps, workspace, ctx))) ?? {},
  });
  // POST with the password of the document, which is not kept.
  for (const method of ['get', 'post'] as const)
    mountRead(consoleRouter, {
      path: '/console/api/jobs/:jobId/pages/:page.webp',
      rate: PICTURE_RATE,
      method,
      answer: async (workspace, ctx) => {
        const known = await requireJob(deps, workspace, ctx);
        const page = ctx.params['page']!;
        const password = method === 'post' ? readPassword(await readJson(ctx)) : undefined;
        const picture = PAGE.test(page) ? await pictures.read(known, Number(page), password) : undefined;
        if (!picture) throw notFound('picture');
        ctx.set('Content-Type', 'image/webp');
        ctx.set('X-Content-Type-Options', 'nosniff');
        ctx.set('Content-Security-Policy', "default-src 'none'; sandbox");
        return Buffer.from(picture);
      },
    });
}

function readPassword(body: unknown): string {
  const password = (body as { password?: unknown } | undefined)?.password;
  if (typeof password !== 'string') throw invalidRequest('The field password must be a string.');
  return checkedPassword(password);
}

/** Answers a browser that looks for a path that does not exist; programs are answered by the error sink. */
export function unknownPages(deps: ApiDeps): Middleware {
  const policy = policyFor(deps);
  return async (ctx, next) => {
    await next();
    const isUnknown = ctx.method === 'GET' && ctx.status === 404 && ctx.body === undefined && ctx.respond !== false;
    if (!isUnknown || ctx.accepts('json', 'html') !== 'html') return;
    guardPage(ctx, policy);
    ctx.set('Cache-Control', 'no-store');
    ctx.vary('Accept');
    ctx.type = 'html';
    ctx.body = UNKNOWN_PAGE;
    ctx.status = 404;
  };
}

function guardPage(ctx: Context, policy: string): void {
  ctx.set('Content-Security-Policy', policy);
  ctx.set('Referrer-Policy', 'no-referrer');
  ctx.set('X-Content-Type-Options', 'nosniff');
}

function serveAssets(router: Router, assets: ReadonlyMap<string, Asset>, policy: string): void {
  for (const [path, asset] of assets) {
    router.get(path, (ctx) => {
      guardPage(ctx, policy);
      ctx.set('Cache-Control', 'no-cache');
      ctx.set('Vary', 'Accept-Encoding');
      ctx.set('Content-Type', asset.contentType);
      const compressed = ctx.acceptsEncodings('br') === 'br';
      if (compressed) ctx.set('Content-Encoding', 'br');
      ctx.body = compressed ? asset.brotli() : asset.body;
    });
  }
}

/** Only what the console itself serves, and the object store for uploads and images. */
function policyFor(deps: ApiDeps): string {
  const address = deps.objects.address('x');
  const store = URL.canParse(address) ? ` ${new URL(address).origin}` : '';
  return `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:${store}; connect-src 'self'${store}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}
