import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Router } from '@koa/router';
import Koa, { type Middleware } from 'koa';
import { jobIdOf } from '../../resource/ids.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../credentials/api-keys.ts';
import { presentKey, readCreateKey } from '../credentials/key-bodies.ts';
import { audit, type Audit } from '../../accounting/audit.ts';
import { grantCredits } from '../../accounting/grants.ts';
import { gatherLedgerFacts } from '../../accounting/ledger-facts.ts';
import { webhookSecret } from '../../lifecycle/webhooks.ts';
import type { ApiDeps } from '../deps.ts';
import { errors } from '../middleware/errors.ts';
import { readJson } from '../middleware/json-body.ts';
import { requestId } from '../middleware/request-id.ts';
import { mountMetrics } from '../open-routes.ts';
import { notFound, unauthorized, unavailable } from '../problem.ts';
import { readGrant, readWorkspace } from './schema.ts';
import { mountClasses } from './classes.ts';
import { mountWorkspaces } from './workspaces.ts';

export type AdminDeps = Pick<
  ApiDeps,
  | 'objects'
  | 'ledger'
  | 'jobs'
  | 'follower'
  | 'workspaces'
  | 'classes'
  | 'settings'
  | 'keyring'
  | 'now'
  | 'log'
  | 'metrics'
> & {
  readonly secret: string;
  /** The bearer token that callers have to send. */
  readonly token: string;
};

const AUDIT_PAUSE_MS = 1_000;

/**
 * The server side of the commands `keys`, `credits`, `workspaces`, `classes`, `webhooks` and `ledger`. Only the user of
 * the service can open its socket; the token keeps out processes of this user that cannot read the data folder.
 */
export function createAdminApp(deps: AdminDeps): Koa {
  const app = new Koa();
  const router = new Router();
  mountKeys(router, deps);
  mountLedger(router, deps);
  mountWorkspaces(router, deps);
  mountClasses(router, deps);
  router.get('/admin/v1/webhooks/secret', (ctx) => {
    const { workspace } = readWorkspace({ workspace: one(ctx.query['workspace']) });
    ctx.body = { workspace, secret: webhookSecret(deps.secret, workspace) };
  });
  mountMetrics(router, deps.metrics);
  app.use(requestId);
  app.use(errors(deps.log));
  app.use(requireToken(deps.token));
  app.use(router.routes());
  return app;
}

function requireToken(token: string): Middleware {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const expected = digest(`Bearer ${token}`);
  return async (ctx, next) => {
    if (!timingSafeEqual(digest(ctx.get('Authorization')), expected))
      throw unauthorized('The token of the admin socket is missing or wrong.');
    await next();
  };
}

function mountKeys(router: Router, { objects, keyring, now }: AdminDeps): void {
  router.post('/admin/v1/keys', async (ctx) => {
    const { key, record } = await createApiKey(objects, { ...readCreateKey(await readJson(ctx)), now: now() });
    ctx.body = { ...presentKey(record), key };
  });
  router.get('/admin/v1/keys', async (ctx) => {
    const listed = await listApiKeys(objects, one(ctx.query['workspace']));
    const uses = await keyring.lastUses(listed.map(({ hash }) => hash));
    ctx.body = { keys: listed.map((key) => ({ ...presentKey(key), lastUsedAt: uses.get(key.hash) })) };
  });
  router.post('/admin/v1/keys/:id/revoke', async (ctx) => {
    const revoked = await revokeApiKey(objects, ctx.params['id']!, now());
    if (!revoked) throw notFound('key');
    keyring.forget();
    ctx.body = presentKey(revoked);
  });
}

function mountLedger(router: Router, deps: AdminDeps): void {
  const { objects, ledger, now } = deps;
  router.post('/admin/v1/credits', async (ctx) => {
    const { grant, balance } = await grantCredits(objects, ledger, {
      ...readGrant(await readJson(ctx)),
      createdAt: now().toISOString(),
    });
    ctx.body = { ...grant, balance };
  });
  router.get('/admin/v1/credits', async (ctx) => {
    const workspace = one(ctx.query['workspace']);
    const balances: unknown[] = [];
    for (const name of workspace === undefined ? await ledger.workspaces() : [workspace]) {
      const balance = await ledger.balance(name);
      if (balance) balances.push({ workspace: name, ...balance });
    }
    if (workspace !== undefined && balances.length === 0) throw notFound('workspace');
    ctx.body = { balances };
  });
  router.get('/admin/v1/ledger/audit', async (ctx) => {
    const result = await settledAudit(deps);
    ctx.body = { ok: result.findings.length === 0, ...result };
  });
  router.post('/admin/v1/ledger/rebuild', async (ctx) => {
    if (!(await ledger.rebuild(() => gatherLedgerFacts(objects, now())))) throw unavailable();
    ctx.body = { rebuilt: true };
  });
}

/**
 * While jobs run, a difference may be a step that is just being taken: only what is still there at a second look is a
 * finding.
 */
async function settledAudit(deps: AdminDeps): Promise<Audit> {
  const first = await look(deps);
  if (first.findings.length === 0) return first;
  await sleep(AUDIT_PAUSE_MS);
  const second = await look(deps);
  const before = new Set(first.findings.map((finding) => JSON.stringify(finding)));
  return { ...second, findings: second.findings.filter((finding) => before.has(JSON.stringify(finding))) };
}

async function look({ objects, ledger, jobs, now }: AdminDeps): Promise<Audit> {
  const resources = new Set((await jobs.list()).map((job) => jobIdOf(job.metadata)));
  return audit({ objects, ledger, now: now(), quiet: false, resources });
}

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);
