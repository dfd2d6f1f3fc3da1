import type { Context } from 'koa';
import { getRawBody } from 'raw-body';
import { invalidRequest } from '../problem.ts';

const LIMIT = 1024 * 1024;

/** Reads the request's JSON; undefined for an empty body. */
export async function readJson(ctx: Context, limit = LIMIT): Promise<unknown> {
  const bytes = await readBytes(ctx, limit);
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    throw invalidRequest('The request body is not valid UTF-8 JSON.');
  }
}

/** Reads the request's bytes. */
export async function readBytes(ctx: Context, limit: number): Promise<Buffer> {
  try {
    return await getRawBody(ctx.req, { limit });
  } catch (error) {
    if ((error as { type?: unknown }).type === 'entity.too.large') {
      ctx.set('Connection', 'close');
      throw invalidRequest(`The request body exceeds the limit of ${limit} bytes.`);
    }
    throw invalidRequest('The request body is incomplete.');
  }
}
