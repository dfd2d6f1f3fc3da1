import type { Context } from 'koa';
import { toCall } from '../convert/routes.ts';
import type { ApiDeps } from '../deps.ts';
import { authenticate, requireScope } from '../middleware/authenticate.ts';
import type { Limits } from '../middleware/rate-limit.ts';
import type { Call } from '../operation.ts';
import { Problem } from '../problem.ts';

/** The context of every handler of a drop-in. */
export interface DropIn {
  readonly deps: ApiDeps;
  readonly limit: Limits;
}

/** Headers in which clients of other services send their keys. */
const KEY_HEADERS = ['X-Api-Key', 'Unstructured-Api-Key'];

/**
 * The call of a client that was made for another service: its key may come in a header of that service, or as the
 * password (or the name alone) of Basic authentication, which clients without keys send for `http://:KEY@host`.
 */
export async function admitCall(
  { deps, limit }: DropIn,
  ctx: Context,
  rated: Parameters<Limits>[1] = { id: 'convert', rate: { perSecond: 100, burst: 1000 } },
): Promise<Call> {
  const key =
    basicKey(ctx.get('Authorization')) ?? KEY_HEADERS.map((name) => ctx.get(name)).find((text) => text !== '');
  if (key !== undefined && !/^bearer /i.test(ctx.get('Authorization')))
    ctx.req.headers.authorization = `Bearer ${key.trim()}`;
  const credential = await authenticate(deps.keyring, ctx);
  requireScope(credential, 'documents:write');
  requireScope(credential, 'documents:read');
  limit(credential, rated);
  ctx.set('Cache-Control', 'no-store');
  return toCall(ctx, credential);
}

function basicKey(authorization: string): string | undefined {
  const encoded = /^Basic +([\w+/=-]+)$/i.exec(authorization.trim())?.[1];
  if (encoded === undefined) return undefined;
  const [name = '', ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return password.join(':') || name;
}

/** Errors as these clients read them: with the sentence in `detail`, too. */
export async function withDetail(work: () => Promise<void>): Promise<void> {
  await withErrors(work, (problem) => problem);
}

/** The same, where the other service says some of it otherwise. */
export async function withErrors(work: () => Promise<void>, as: (problem: Problem) => Problem): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status, code, message, details, headers } = as(error);
    throw new Problem(status, code, message, { details: { detail: message, ...details }, headers });
  }
}
