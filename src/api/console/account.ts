import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { usageByDay } from '../../accounting/checkpoints.ts';
import { webhookSecret } from '../../lifecycle/webhooks.ts';
import type { ApiKey, Scope } from '../../records/types.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../credentials/api-keys.ts';
import { presentKey, readOwnKey } from '../credentials/key-bodies.ts';
import type { ApiDeps } from '../deps.ts';
import { authenticate, requireScope } from '../middleware/authenticate.ts';
import { readJson } from '../middleware/json-body.ts';
import type { Limits } from '../middleware/rate-limit.ts';
import { notFound, Problem } from '../problem.ts';
import { listDeliveries, readWebhookTest, testWebhook } from './webhooks.ts';

const USAGE_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
/** The rate for a workspace of requests that read many objects. */
const RATE = { perSecond: 1, burst: 10 };

/** The workspace itself in the console: its usage by day, and its keys for those who may manage them. */
export function mountAccount(router: Router, deps: ApiDeps, limit: Limits): void {
  const { objects, keyring, now } = deps;
  const enter = async (ctx: Context, scope: Scope): Promise<ApiKey> => {
    const credential = await authenticate(keyring, ctx);
    requireScope(credential, scope);
    limit(credential, { id: 'console-account', rate: RATE });
    ctx.set('Cache-Control', 'no-store');
    return credential;
  };

  router.get('/console/api/usage', async (ctx) => {
    const { workspace } = await enter(ctx, 'documents:read');
    const since = new Date(now().getTime() - (USAGE_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
    ctx.body = { since, days: await usageByDay(objects, workspace, since) };
  });

  router.get('/console/api/keys', async (ctx) => {
    const { id, workspace } = await enter(ctx, 'keys:manage');
    const keys = await listApiKeys(objects, workspace);
    const uses = await keyring.lastUses(keys.map(({ hash }) => hash));
    ctx.body = {
      keys: keys.map((key) => ({ ...presentKey(key), lastUsedAt: uses.get(key.hash), current: key.id === id })),
    };
  });

  router.post('/console/api/keys', async (ctx) => {
    const credential = await enter(ctx, 'keys:manage');
    const wish = readOwnKey((await readJson(ctx)) ?? {});
    const beyond = wish.scopes.find((scope) => !credential.scopes.includes(scope));
    if (beyond !== undefined)
      throw new Problem(403, 'insufficient_scope', `A key can give only its own scopes, and yours lacks ${beyond}.`);
    const { key, record } = await createApiKey(objects, { ...wish, workspace: credential.workspace, now: now() });
    ctx.body = { ...presentKey(record), key };
  });

  router.get('/console/api/webhooks', async (ctx) => {
    const { workspace, scopes } = await enter(ctx, 'documents:read');
    const secret = scopes.includes('keys:manage') ? webhookSecret(deps.secret, workspace) : undefined;
    ctx.body = { deliveries: await listDeliveries(deps, workspace), ...(secret !== undefined && { secret }) };
  });

  router.post('/console/api/webhooks/test', async (ctx) => {
    const { workspace } = await enter(ctx, 'keys:manage');
    const { url } = readWebhookTest((await readJson(ctx)) ?? {});
    ctx.body = await testWebhook(deps, workspace, url);
  });

  router.post('/console/api/keys/:id/revoke', async (ctx) => {
    const { workspace } = await enter(ctx, 'keys:manage');
    const revoked = await revokeApiKey(objects, ctx.params['id']!, now(), workspace);
    if (!revoked) throw notFound('key');
    keyring.forget();
    ctx.body = presentKey(revoked);
  });
}
