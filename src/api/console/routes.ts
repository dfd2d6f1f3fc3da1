import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { consoleAssets, type Asset } from '../../console/assets.ts';
import { referenceAssets } from '../../console/reference.ts';
import type { ApiDeps, RateLimit } from '../deps.ts';
import { referenceContent } from '../openapi/reference.ts';
import { findJob, type KnownJob } from '../jobs/find.ts';
import { listPage } from '../jobs/list.ts';
import { authenticate, requireScope } from '../middleware/authenticate.ts';
import type { Limits } from '../middleware/rate-limit.ts';
import { ID } from '../mount.ts';
import { checkedPassword } from '../convert/options.ts';
import { readJson } from '../middleware/json-body.ts';
import { invalidRequest, notFound } from '../problem.ts';
import { mountAccount } from './account.ts';
import { openPictures } from './pictures.ts';
import { presentNamed } from '../jobs/named.ts';
import { recentJobs } from './recent-jobs.ts';

/** Jobs that are added to the console's list at once. */
const OLDER_JOBS = 50;
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
  const read = (
    path: string,
    answer: (workspace: string, ctx: Context & { params: Record<string, string> }) => Promise<object>,
    rate?: RateLimit,
    method: 'get' | 'post' = 'get',
  ): void => {
    router[method](path, async (ctx) => {
      const credential = await authenticate(deps.keyring, ctx);
      requireScope(credential, 'documents:read');
      limit(credential, { id: path, ...(rate && { rate }) });
      ctx.set('Cache-Control', 'no-store');
      ctx.body = await answer(credential.workspace, ctx);
    });
  };
  read('/console/api/balance', async (workspace) => ({
    workspace,
    ...(await deps.ledger.balance(workspace)),
    topUpPath: deps.settings.topUpPath,
  }));
  read('/console/api/jobs', async (workspace) => ({ jobs: await recentJobs(deps, workspace) }), {
    perSecond: 20,
    burst: 200,
  });
  const jobOf = async (workspace: string, jobId: string): Promise<KnownJob> => {
    const known = ID.test(jobId) ? await findJob(deps, workspace, jobId) : undefined;
    if (!known) throw notFound('job');
    return known;
  };
  read('/console/api/jobs/before/:place', async (workspace, ctx) => {
    const options = { limit: OLDER_JOBS, cursor: ctx.params['place']!, sort: '-createdAt' } as const;
    const { jobs, nextCursor } = await listPage(deps, workspace, options);
    return { jobs, ...(nextCursor !== undefined && { nextAfter: nextCursor }) };
  });
  read('/console/api/jobs/:jobId', async (workspace, ctx) =>
    presentNamed(deps, await jobOf(workspace, ctx.params['jobId']!)),
  );
  const pictures = openPictures(deps);
  read(
    '/console/api/jobs/:jobId/pages',
    async (workspace, ctx) => (await pictures.pagesOf(await jobOf(workspace, ctx.params['jobId']!))) ?? {},
  );
  // POST with the password of the document, which is not kept.
  for (const method of ['get', 'post'] as const)
    read(
      '/console/api/jobs/:jobId/pages/:page.webp',
      async (workspace, ctx) => {
        const known = await jobOf(workspace, ctx.params['jobId']!);
        const page = ctx.params['page']!;
        const password = method === 'post' ? readPassword(await readJson(ctx)) : undefined;
        const picture = PAGE.test(page) ? await pictures.read(known, Number(page), password) : undefined;
        if (!picture) throw notFound('picture');
        ctx.set('Content-Type', 'image/webp');
        ctx.set('X-Content-Type-Options', 'nosniff');
        ctx.set('Content-Security-Policy', "default-src 'none'; sandbox");
        return Buffer.from(picture);
      },
      { perSecond: 20, burst: 200 },
      method,
    );
}

function readPassword(body: unknown): string {
  const password = (body as { password?: unknown } | undefined)?.password;
  if (typeof password !== 'string') throw invalidRequest('The field password must be a string.');
  return checkedPassword(password);
}

function serveAssets(router: Router, assets: ReadonlyMap<string, Asset>, policy: string): void {
  for (const [path, asset] of assets) {
    router.get(path, (ctx) => {
      ctx.set('Content-Security-Policy', policy);
      ctx.set('Referrer-Policy', 'no-referrer');
      ctx.set('X-Content-Type-Options', 'nosniff');
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
