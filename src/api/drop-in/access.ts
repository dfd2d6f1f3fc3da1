import type { Context } from 'koa';
import { callOf } from '../convert/routes.ts';
import type { ApiDeps } from '../deps.ts';
import { authenticate, requireScope } from '../middleware/authenticate.ts';
import type { Limits } from '../middleware/rate-limit.ts';
import type { Call } from '../operation.ts';
import { Problem } from '../problem.ts';

/** What every handler of a drop-in has. */
export interface DropIn {
  readonly deps: ApiDeps;
  readonly limit: Limits;
}

/** The call of a client that was made for another service: its key may come in `X-Api-Key`. */
export async function admitCall({ deps, limit }: DropIn, ctx: Context): Promise<Call> {
  const key = ctx.get('X-Api-Key');
  if (ctx.get('Authorization') === '' && key !== '') ctx.req.headers.authorization = `Bearer ${key}`;
  const credential = await authenticate(deps.keyring, ctx);
  requireScope(credential, 'documents:write');
  requireScope(credential, 'documents:read');
  limit(credential, { id: 'convert', rate: { perSecond: 100, burst: 1000 } });
  ctx.set('Cache-Control', 'no-store');
  return callOf(ctx, credential);
}

/** Errors as these clients read them: with the sentence in `detail`, too. */
export async function withDetail(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status, code, message, details, headers } = error;
    throw new Problem(status, code, message, { details: { ...details, detail: message }, headers });
  }
}

/** A client that knows no job has nothing of a 202. */
export const notYet = (jobId: string, seconds: number): Problem =>
  new Problem(504, 'not_finished', `The conversion has not finished after ${seconds} seconds. Job ${jobId} continues.`);
