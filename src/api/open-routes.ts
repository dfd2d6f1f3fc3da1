import type { Router } from '@koa/router';
import type { Metrics } from '../telemetry/metrics.ts';
import type { ApiDeps } from './deps.ts';
import { moreOpenApiDocument, openApiDocument } from './openapi/document.ts';
import { unavailable } from './problem.ts';

/** Every port of ours answers `GET /metrics`, so that a scraper can be kept from the others. */
export function mountMetrics(router: Router, { registry }: Metrics): void {
  router.get('metrics', '/metrics', async (ctx) => {
    ctx.set('Content-Type', registry.contentType);
    ctx.body = await registry.metrics();
  });
}

/** What needs no key: health, metrics, and the description of the interface. */
export function mountOpenRoutes(router: Router, deps: ApiDeps): void {
  router.get('healthz', '/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('readyz', '/readyz', async (ctx) => {
    if (await deps.ledger.needsRebuild()) throw unavailable();
    await deps.objects.head('readyz');
    ctx.body = { status: 'ready' };
  });
  mountMetrics(router, deps.metrics);
  for (const [path, document] of [
    ['/openapi.json', openApiDocument()],
    ['/openapi-more.json', moreOpenApiDocument()],
  ] as const) {
    const description = JSON.stringify(document);
    router.get(path, (ctx) => {
      ctx.type = 'application/json';
      ctx.set('Cache-Control', 'public, max-age=300');
      ctx.body = description;
    });
  }
}
