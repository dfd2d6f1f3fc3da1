import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Middleware } from 'koa';

/** Answers one request for a signed URL of an embedded object store, on the raw request. */
export type ServeSigned = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Hands `/objects/…` to the embedded store; a cluster's clients talk to S3 themselves. */
export function signedObjects(serve: ServeSigned): Middleware {
  return async (ctx, next) => {
    if (!ctx.path.startsWith('/objects/')) return next();
    ctx.state['route'] = '/objects/*';
    ctx.respond = false;
    await serve(ctx.req, ctx.res);
  };
}
