import { Router } from '@koa/router';
import Koa, { type Middleware } from 'koa';
import { DEFAULT_RATE_LIMIT, type ApiDeps, type RateLimit } from './deps.ts';
import { mountConsole, unknownPages } from './console/routes.ts';
import { mountConvert } from './convert/routes.ts';
import { mountDocling } from './drop-in/docling/routes.ts';
import { mountMarker } from './drop-in/marker/routes.ts';
import { mountMineru } from './drop-in/mineru/routes.ts';
import { mountTika } from './drop-in/tika/routes.ts';
import { mountUnstructured } from './drop-in/unstructured/routes.ts';
import { mountVersion } from './drop-in/version.ts';
import { mountOpenWebUi } from './drop-in/open-webui/routes.ts';
import { mountMcp } from './mcp/routes.ts';
import { errors } from './middleware/errors.ts';
import { observe } from './middleware/observe.ts';
import { requestLimits } from './middleware/rate-limit.ts';
import { requestId } from './middleware/request-id.ts';
import { traceRequests } from './middleware/trace.ts';
import { mountOpenRoutes } from './open-routes.ts';
import { mount } from './mount.ts';
import { MORE_OPERATIONS, OPERATIONS } from './operations.ts';

export interface AppOptions {
  readonly rateLimit?: RateLimit;
  /**
   * Other handlers on the public port: the signed URLs of an embedded store, the console. Outside of the JSON error
   * sink's routes.
   */
  readonly before?: readonly Middleware[];
}

/** The public application. It needs no port: `app.callback()` serves a request. */
export function createApp(deps: ApiDeps, options: AppOptions = {}): Koa {
  const app = new Koa();
  const router = new Router();
  mountOpenRoutes(router, deps);
  const limit = requestLimits(options.rateLimit ?? DEFAULT_RATE_LIMIT, deps);
  mountConsole(router, deps, limit);
  mountConvert(router, deps, limit);
  mountMcp(router, deps, limit);
  mountDocling(router, { deps, limit });
  mountVersion(router);
  mountUnstructured(router, { deps, limit });
  mountTika(router, { deps, limit });
  mountMineru(router, { deps, limit });
  mountMarker(router, { deps, limit });
  mountOpenWebUi(router, { deps, limit });
  mount(router, [...OPERATIONS, ...MORE_OPERATIONS], deps, limit);
  app.use(requestId);
  app.use(traceRequests);
  app.use(observe(deps.metrics, deps.log));
  app.use(errors(deps.log));
  app.use(unknownPages(deps));
  for (const middleware of options.before ?? []) app.use(middleware);
  app.use(router.routes());
  app.use(router.allowedMethods());
  app.on('error', (error: unknown) => deps.log.warn({ err: error }, 'failed to send the response'));
  return app;
}
