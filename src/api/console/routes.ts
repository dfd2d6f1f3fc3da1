import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { consoleAssets, type Asset } from '../../console/assets.ts';
import { referenceAssets } from '../../console/reference.ts';
import { jobIdOf } from '../../job/ids.ts';
import { keys } from '../../records/keys.ts';
import { readRecord } from '../../records/store.ts';
import type { Intent, Manifest } from '../../records/types.ts';
import type { ApiDeps } from '../deps.ts';
import { endedOf, findJob, readJobRecord, type KnownJob } from '../jobs/find.ts';
import { presentJob } from '../jobs/present.ts';
import { authenticate, requireScope } from '../middleware/authenticate.ts';
import { ID } from '../mount.ts';
import { notFound } from '../problem.ts';
import { openPictures } from './pictures.ts';

const LISTED = 50;
const DAYS = 8;
const PAGE = /^[1-9]\d{0,6}$/;

/** The console at `/`, and what it needs beyond the interface at `/console/api`, with the same keys, scopes and isolation. */
export function mountConsole(router: Router, deps: ApiDeps, limit: (credentialId: string) => void): void {
  serveAssets(router, consoleAssets(), policyFor(deps));
  // Swagger UI sets styles on elements, and has its icons in the style sheet.
  serveAssets(router, referenceAssets(), "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  const read = (path: string, answer: (workspace: string, ctx: Context & { params: Record<string, string> }) => Promise<object>): void => {
    router.get(path, async (ctx) => {
      const credential = await authenticate(deps.keyring, ctx);
      requireScope(credential, 'documents:read');
      limit(credential.id);
      ctx.set('Cache-Control', 'no-store');
      ctx.body = await answer(credential.workspace, ctx);
    });
  };
  read('/console/api/balance', async (workspace) => ({ workspace, ...(await deps.ledger.balance(workspace)), topUpPath: deps.settings.topUpPath }));
  read('/console/api/jobs', async (workspace) => ({ jobs: await recentJobs(deps, workspace) }));
  const jobOf = async (workspace: string, jobId: string): Promise<KnownJob> => {
    const known = ID.test(jobId) ? await findJob(deps, workspace, jobId) : undefined;
    if (!known) throw notFound('job');
    return known;
  };
  const pictures = openPictures(deps);
  read('/console/api/jobs/:jobId/pages', async (workspace, ctx) => (await pictures.pagesOf(await jobOf(workspace, ctx.params['jobId']!))) ?? {});
  read('/console/api/jobs/:jobId/pages/:page.webp', async (workspace, ctx) => {
    const known = await jobOf(workspace, ctx.params['jobId']!);
    const page = ctx.params['page']!;
    const picture = PAGE.test(page) ? await pictures.read(known, Number(page)) : undefined;
    if (!picture) throw notFound('picture');
    ctx.set('Content-Type', 'image/webp');
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Content-Security-Policy', "default-src 'none'; sandbox");
    return Buffer.from(picture);
  });
  read('/console/api/jobs/:jobId/warnings', async (workspace, ctx) => {
    const { jobId } = (await jobOf(workspace, ctx.params['jobId']!)).base;
    return { warnings: (await readRecord<Manifest>(deps.objects, keys.manifest(jobId)))?.value.warnings ?? [] };
  });
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

/** The workspace's jobs, newest first: those that live, and those whose receipts are of the last days. */
async function recentJobs(deps: ApiDeps, workspace: string): Promise<object[]> {
  const found = new Map<string, KnownJob>();
  for (const job of deps.follower.list()) {
    if (job.spec.workspace !== workspace) continue;
    const jobId = jobIdOf(job.metadata);
    const intent = (await readRecord<Intent>(deps.objects, keys.intent(jobId)))?.value;
    const base = intent ?? { jobId, workspace, createdAt: job.metadata.creationTimestamp.replace(/(\.\d+)?Z$/, '.000Z'), spec: job.spec };
    found.set(jobId, { stage: 'live', base, job, ...(intent ? { intent } : {}) });
  }
  for (const jobId of await recentReceipts(deps, workspace)) {
    const record = await readJobRecord(deps, jobId);
    if (record?.workspace === workspace) found.set(jobId, endedOf(record));
  }
  const jobs = [...found.values()].sort((a, b) => (a.base.createdAt < b.base.createdAt ? 1 : -1)).slice(0, LISTED);
  return Promise.all(jobs.map(async (known) => ({ ...presentJob(known), documentName: await nameOf(deps, known) })));
}

async function nameOf(deps: ApiDeps, known: KnownJob): Promise<string> {
  const { source } = known.base.spec;
  const named = known.base as Partial<Pick<Intent, 'fileName'>>;
  if (named.fileName !== undefined) return named.fileName;
  if (source.type === 'external') return source.fileName ?? source.fileUrl;
  return (await readJobRecord(deps, known.base.jobId))?.fileName ?? source.documentId;
}

async function recentReceipts(deps: ApiDeps, workspace: string): Promise<string[]> {
  const ids: string[] = [];
  for (let day = 0; day < DAYS && ids.length < LISTED; day++) {
    const date = new Date(deps.now().getTime() - day * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    const ofDay: string[] = [];
    const prefix = keys.receipt(workspace, date, '').replace(/\.json$/, '');
    for await (const { key } of deps.objects.list(prefix)) ofDay.push(decodeURIComponent(key.slice(prefix.length, -'.json'.length).replaceAll('=', '%')));
    ids.push(...ofDay.sort().reverse());
  }
  return ids.slice(0, LISTED);
}

