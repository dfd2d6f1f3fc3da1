import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';

const USABLE = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * Takes the caller's X-Request-Id, or makes one, and answers it. No answer is to be taken for another type than it
 * says.
 */
export const requestId: Middleware = async (ctx, next) => {
  const given = ctx.get('X-Request-Id');
  const id = USABLE.test(given) ? given : randomUUID();
  ctx.state['requestId'] = id;
  ctx.set('X-Request-Id', id);
  ctx.set('X-Content-Type-Options', 'nosniff');
  await next();
};
