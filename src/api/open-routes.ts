import type { Router } from '@koa/router';
import type { ApiDeps } from './deps.ts';
import { openApiDocument } from './openapi/document.ts';
import { unavailable } from './problem.ts';

/** What needs no key: health, metrics, and the description of the interface. */
export function mountOpenRoutes(router: Router, deps: ApiDeps): void {
  const description = JSON.stringify(openApiDocument());
  router.get('healthz', '/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('readyz', '/readyz', async (ctx) => {
    if (await deps.ledger.needsRebuild()) throw unavailable();
    await deps.objects.head('readyz');
    ctx.body = { status: 'ready' };
  });
  router.get('metrics', '/metrics', async (ctx) => {
    ctx.set('Content-Type', deps.metrics.registry.contentType);
    ctx.body = await deps.metrics.registry.metrics();
  });
  router.get('openapi', '/openapi.json', (ctx) => {
    ctx.type = 'application/json';
    ctx.set('Cache-Control', 'public, max-age=300');
    ctx.body = description;
  });
}
