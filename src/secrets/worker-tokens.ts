import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The two tokens of the worker protocol: `launch`, which a process is started with, and `attempt`, which it is
 * exchanged for. Both are a JSON claim and its HMAC-SHA-256 under a secret of the service, so that any replica can
 * check them.
 */
export interface LaunchClaim {
  readonly use: 'launch';
  readonly jobId: string;
  /** The only index that it starts; any of the job's where there is none. */
  readonly index?: number;
  /** The only process that it starts: a pod, by its uid. */
  readonly instance?: string;
  readonly native: boolean;
  /** When its pod was created, in milliseconds since the epoch. */
  readonly startingSince?: number;
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

/**
 * A launch token that starts one index only. Whoever holds a launch token can make it, without the secret, and nobody
 * can make a launch token of it.
 */
export function tokenOfIndex(launchToken: string, index: number): string {
  const [body, mac, ...more] = launchToken.split('.');
  return body && mac && more.length === 0 ? `${body}.${index}.${macOfIndex(mac, index)}` : launchToken;
}

const macOfIndex = (mac: string, index: number | string): string =>
  createHmac('sha256', mac).update(String(index)).digest('base64url');

/** The token that replicas of the API present to the leading controller with a task. */
export const taskToken = (secret: string): string => createHmac('sha256', secret).update('tasks').digest('base64url');

export const isTaskToken = (secret: string, token: string): boolean => isSameSecret(token, taskToken(secret));

/** Compares in a time that says nothing of where they differ. */
export function isSameSecret(one: string, other: string): boolean {
  const [given, expected] = [Buffer.from(one), Buffer.from(other)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Undefined for a token that is forged, expired or of the other kind. */
export function readToken<U extends 'launch' | 'attempt'>(
  secret: string,
  use: U,
  token: string,
  now: Date,
): ((LaunchClaim | AttemptClaim) & { use: U }) | undefined {
  const [body, ...rest] = token.split('.');
  const index = rest.length === 2 && /^\d{1,7}$/.test(rest[0]!) ? rest[0] : undefined;
  if (!body || (rest.length !== 1 && index === undefined)) return undefined;
  const whole = createHmac('sha256', secret).update(body).digest('base64url');
  const expected = Buffer.from(index === undefined ? whole : macOfIndex(whole, index));
  const given = Buffer.from(rest.at(-1)!);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const claim = {
    ...(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as LaunchClaim | AttemptClaim),
    ...(index !== undefined && { index: Number(index) }),
  };
  return claim.use === use && claim.expires > now.getTime()
    ? (claim as (LaunchClaim | AttemptClaim) & { use: U })
    : undefined;
}
