import type { Context } from 'koa';
import type { ApiKey, Scope } from '../../records/types.ts';
import type { Keyring } from '../credentials/keyring.ts';
import { Problem, unauthorized } from '../problem.ts';

const KEY = /^Bearer +(scr_live_[0-9A-Za-z]{20,100})$/i;

/** The credential of the request; 401 without a good key. */
export async function authenticate(ring: Keyring, ctx: Context): Promise<ApiKey> {
  const match = KEY.exec(ctx.get('Authorization').trim());
  const found = match && (await ring.find(match[1]!));
  if (!found)
    throw unauthorized(
      ctx.get('Authorization')
        ? 'The API key is invalid.'
        : 'An API key is required. Send it in the header Authorization: Bearer <API_KEY>.',
    );
  return found;
}

/** 403 for a credential without the scope, before anything is looked up. */
export function requireScope(key: ApiKey, scope: Scope): void {
  if (!key.scopes.includes(scope))
    throw new Problem(403, 'insufficient_scope', `The API key does not have the scope ${scope}.`);
}
