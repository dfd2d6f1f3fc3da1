import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The two tokens of the worker protocol: `launch`, which a process is started with, and `attempt`, which it is
 * exchanged for. Both are a JSON claim and its HMAC-SHA-256 under a secret of the service, so that any replica can
 * check them.
 */
export interface LaunchClaim {
  readonly use: 'launch';
  readonly jobId: string;
  readonly native: boolean;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

export interface AttemptClaim {
  readonly use: 'attempt';
  readonly jobId: string;
  readonly index: number;
  readonly attempt: string;
  readonly native: boolean;
  readonly expires: number;
}

export function signToken(secret: string, claim: LaunchClaim | AttemptClaim): string {
  const body = Buffer.from(JSON.stringify(claim)).toString('base64url');
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
}

/** Undefined for a token that is forged, expired or of the other kind. */
export function readToken<U extends 'launch' | 'attempt'>(
  secret: string,
  use: U,
  token: string,
  now: Date,
): ((LaunchClaim | AttemptClaim) & { use: U }) | undefined {
  const [body, mac] = token.split('.');
  if (!body || !mac) return undefined;
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(mac, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const claim = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as LaunchClaim | AttemptClaim;
  return claim.use === use && claim.expires > now.getTime()
    ? (claim as (LaunchClaim | AttemptClaim) & { use: U })
    : undefined;
}
