import type { Router, RouterContext } from '@koa/router';
import type { Context } from 'koa';
import { oneOfBoth } from './aliases.ts';
import type { ApiDeps } from './deps.ts';
import { authenticate, requireScope } from './middleware/authenticate.ts';
import { clientGone } from './middleware/client-gone.ts';
import { readJson } from './middleware/json-body.ts';
import type { Limits } from './middleware/rate-limit.ts';
import type { Call, Operation } from './operation.ts';
import { invalidRequest, notFound } from './problem.ts';
import type { QueryName } from './schema/all.ts';
import { typedValues, validBody } from './schema/validate.ts';

/** Ids of the interface's resources, as they stand in a path. */
export const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/**
 * Mounts each operation: authenticate, scope, rate, validate, act, present. Nothing is looked up before the scope is
 * checked.
 */
export function mount(router: Router, operations: readonly Operation[], deps: ApiDeps, limit: Limits): void {
  for (const operation of operations) {
    const handle = async (ctx: RouterContext): Promise<void> => {
      const credential = await authenticate(deps.keyring, ctx);
      requireScope(credential, operation.scope);
      limit(credential, operation);
      const call = await readCall(operation, ctx, ctx.params, credential);
      const reply = await operation.handle(deps, call);
      ctx.set('Cache-Control', 'no-store');
      ctx.body = reply.body;
      ctx.status = reply.status;
    };
    router[operation.method](operation.id, operation.path, handle);
    if (operation.formerPath !== undefined) router[operation.method](operation.formerPath, handle);
  }
}

async function readCall(
  operation: Operation,
  ctx: Context,
  params: Readonly<Record<string, string>>,
  credential: Call['credential'],
): Promise<Call> {
  const query = readQuery(operation, ctx);
  for (const id of [...Object.values(params), ...Object.values(query)]) if (!ID.test(id)) throw notFound(operation.tag);
  const header = operation.idempotent ? readKeyHeader(ctx) : undefined;
  const options = operation.options === undefined ? undefined : readOptionalQuery(operation.options, ctx);
  const body = operation.body ? await readBody(operation.body, ctx) : undefined;
  const inBody = (body as { idempotencyKey?: string } | undefined)?.idempotencyKey;
  const idempotencyKey = oneOfBoth(header, inBody, 'The Idempotency-Key header and the idempotencyKey field');
  return {
    credential,
    params,
    query,
    options,
    body,
    gone: clientGone(ctx.res),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  };
}

async function readBody(expected: NonNullable<Operation['body']>, ctx: Context): Promise<unknown> {
  const body = await readJson(ctx);
  if (body === undefined && expected.required) throw invalidRequest('A JSON request body is required.');
  return validBody(expected.schema, body === undefined ? {} : body);
}

/** Query parameters that may be left out; throws 400 for one that the schema does not have. */
function readOptionalQuery(schema: QueryName, ctx: Context): unknown {
  return validBody(schema, typedValues(schema, Object.entries(ctx.query)));
}

function readQuery(operation: Operation, ctx: Context): Record<string, string> {
  const query: Record<string, string> = {};
  for (const name of Object.keys(operation.query ?? {})) {
    const value = ctx.query[name];
    if (typeof value !== 'string' || value === '')
      throw invalidRequest(`The query parameter ${name} is required and must appear only once.`);
    query[name] = value;
  }
  return query;
}

export function readKeyHeader(ctx: Context): string | undefined {
  const header = ctx.req.headers['idempotency-key'];
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || header === '' || header.length > 1024)
    throw invalidRequest('The Idempotency-Key header must be 1 to 1024 characters long.');
  return header;
}
