import type { Middleware } from 'koa';
import type { Logger } from '../../telemetry/log.ts';
import type { Metrics } from '../../telemetry/metrics.ts';

/** Counts and logs each request by its route's pattern, never by its path: paths are endless. */
export function observe(metrics: Metrics, log: Logger): Middleware {
  return async (ctx, next) => {
    const started = performance.now();
    await next();
    const seconds = (performance.now() - started) / 1000;
    const route = routeOf(ctx._matchedRoute, ctx.state['route']);
    const method = METHODS.has(ctx.method) ? ctx.method : 'other';
    metrics.requests.inc({ route, method, status: String(ctx.status) });
    metrics.requestSeconds.observe({ route, method }, seconds);
    log.debug(
      { route, method, status: ctx.status, ms: Math.round(seconds * 1000), requestId: ctx.state['requestId'] },
      'request',
    );
  };
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

function routeOf(matched: unknown, named: unknown): string {
  if (typeof matched === 'string') return matched;
  return typeof named === 'string' ? named : 'other';
}
