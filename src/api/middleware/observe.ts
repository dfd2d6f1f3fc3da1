import type { Context, Middleware } from 'koa';
import type { Logger } from '../../telemetry/log.ts';
import type { Metrics } from '../../telemetry/metrics.ts';

/** Counts and logs each request by its route's pattern, never by its path: paths are endless. */
export function observe(metrics: Metrics, log: Logger): Middleware {
  return async (ctx, next) => {
    const started = performance.now();
    await next();
    const seconds = (performance.now() - started) / 1000;
    const route = routeOf(ctx);
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

/** The pattern of the route that took a request. */
export function routeOf({
  _matchedRoute: matched,
  state,
}: Pick<Context, 'state'> & { _matchedRoute?: unknown }): string {
  const named: unknown = state['route'];
  if (typeof matched === 'string') return matched;
  return typeof named === 'string' ? named : 'other';
}
