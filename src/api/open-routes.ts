import type { Router } from '@koa/router';
import type { Middleware } from 'koa';
import type { Metrics } from '../telemetry/metrics.ts';
import type { ApiDeps } from './deps.ts';
import { interfaceDocument, openApiDocument } from './openapi/document.ts';
import { ownPath } from './own-path.ts';
import { OUTPUT_SCHEMA_FILES } from './outputs/files.ts';
import { notFound, unavailable } from './problem.ts';

const REMEMBERED_MS = 1_000;

/** Does the work once for all who ask at a time or within a second of its success: nobody needs a key to ask. */
function remembered<T>(work: () => Promise<T>): () => Promise<T> {
  let last: { readonly result: Promise<T>; until: number } | undefined;
  return () => {
    if (last && performance.now() < last.until) return last.result;
    const current = { result: work(), until: Infinity };
    last = current;
    current.result.then(
      () => (current.until = performance.now() + REMEMBERED_MS),
      () => (current.until = 0),
    );
    return current.result;
  };
}

/** Every port of ours answers `GET /metrics`, so that a scraper can be kept from the others. */
export function mountMetrics(router: Router, { registry }: Metrics): void {
  const collect = remembered(async () => registry.metrics());
  router.get('metrics', '/metrics', async (ctx) => {
    ctx.set('Content-Type', registry.contentType);
    ctx.body = await collect();
  });
}

/** Health and figures are for the cluster: what came through an ingress or another proxy does not get them. */
const insideOnly: Middleware = async (ctx, next) => {
  if (ctx.get('X-Forwarded-For') !== '' || ctx.get('Forwarded') !== '') throw notFound('path');
  await next();
};

/** Routes without a key: health, metrics, and the description of the interface. */
export function mountOpenRoutes(router: Router, deps: ApiDeps): void {
  router.get('healthz', '/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  const checkStores = remembered(async () => {
    if (await deps.ledger.needsRebuild()) throw unavailable();
    await deps.objects.head('readyz');
  });
  router.get('readyz', '/readyz', insideOnly, async (ctx) => {
    await checkStores();
    ctx.body = { status: 'ready' };
  });
  // The name that docling-serve has for it.
  router.get('/ready', async (ctx) => {
    await checkStores();
    ctx.body = { status: 'ok' };
  });
  router.get('/metrics', insideOnly);
  mountMetrics(router, deps.metrics);
  const described = ownPath('/openapi.json');
  // Half of the operations were described here before.
  router.get('/openapi-more.json', (ctx) => {
    ctx.status = 308;
    ctx.redirect(described.slice(1));
  });
  for (const [path, document] of [
    // The interface promises its own operations at this address.
    ['/openapi.json', interfaceDocument()],
    [described, openApiDocument()],
    ...Object.entries(OUTPUT_SCHEMA_FILES),
  ] as const) {
    const description = JSON.stringify(document);
    router.get(path, (ctx) => {
      ctx.type = 'application/json';
      ctx.set('Cache-Control', 'public, max-age=300');
      ctx.body = description;
    });
  }
}
