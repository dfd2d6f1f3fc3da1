import type { Middleware } from 'koa';
import { inSpan, isTracing } from '../../telemetry/trace.ts';
import { routeOf } from './observe.ts';

/** Requests of probes, scrapers and the console, which only look at the service, are not traced. */
const isTraced = (method: string, path: string): boolean => method !== 'GET' || /^\/(?:api|v1)\//.test(path);

/**
 * A span for each request of a client, by the semantic conventions for HTTP; it continues the trace of a `traceparent`
 * that the client sends.
 */
export const traceRequests: Middleware = async (ctx, next) => {
  const { method, path } = ctx;
  if (!isTracing() || !isTraced(method, path)) return next();
  const attributes = {
    'http.request.method': method,
    'url.path': path,
    'url.scheme': ctx.protocol,
    'server.address': ctx.hostname,
    'scriptorium.request.id': ctx.state['requestId'] as string,
  };
  const traceparent = ctx.get('traceparent') || undefined;
  await inSpan(method, { attributes, server: { traceparent } }, async (span) => {
    await next();
    const route = routeOf(ctx);
    span.rename(`${method} ${route}`);
    span.set({ 'http.route': route, 'http.response.status_code': ctx.status });
    if (ctx.status >= 500) span.fail(`answered ${ctx.status}`);
  });
};
