import type { Middleware } from 'koa';
import type { Logger } from '../../telemetry/log.ts';
import { isTransient } from '../../failures/transient.ts';
import { Problem, unavailable } from '../problem.ts';

/** Never sent: what metrics and logs say of a request whose client left, as nginx does. */
const CLIENT_CLOSED_REQUEST = 499;

/**
 * The one error sink: a `Problem` is answered as it says, what passes by itself as 503, anything else as 500 without
 * its text.
 */
export function errors(log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next();
      if (ctx.body === undefined && ctx.respond !== false) throwUnanswered(ctx.status);
    } catch (error) {
      if (ctx.res.destroyed) {
        // Nobody reads an answer any more, and what was broken off for that is no failure.
        ctx.status = CLIENT_CLOSED_REQUEST;
        return;
      }
      const problem = toProblem(error);
      ctx.respond = true;
      if (problem.status >= 500)
        log[problem.status === 503 ? 'warn' : 'error'](
          { err: error, requestId: ctx.state['requestId'] },
          'request failed',
        );
      ctx.status = problem.status;
      ctx.set(problem.headers);
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { error: problem.message, code: problem.code, ...problem.details };
    }
  };
}

/**
 * The answer where no route matched: an unknown address, or a method that the address does not take (its `Allow` header
 * is set by then).
 */
function throwUnanswered(status: number): void {
  if (status === 404) throw new Problem(404, 'not_found', 'This path does not exist.');
  if (status === 405 || status === 501)
    throw new Problem(405, 'method_not_allowed', 'This path does not support this HTTP method.');
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isTransient(error))
    return unavailable(Math.ceil(((error as { retryAfterMs?: number }).retryAfterMs ?? 1000) / 1000));
  return new Problem(500, 'internal_error', 'An internal error occurred.');
}
