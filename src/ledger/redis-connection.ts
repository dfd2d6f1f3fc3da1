import { Redis } from 'ioredis';
import { createHash } from 'node:crypto';
import { SCRIPTS, type ScriptName } from './redis-scripts.ts';

/** The ledger's server did not answer, or not now (loading, read-only, out of memory): to be tried again. */
class LedgerUnavailable extends Error {
  readonly code = 'ledger_unavailable';
  readonly transient = true;
  constructor(cause: unknown) {
    super('failed to connect to the ledger', { cause });
    this.name = 'LedgerUnavailable';
  }
}

const COMMAND_MS = 5000;
const CONNECT_MS = 3000;
const LONGEST_PAUSE_MS = 2000;

/**
 * A connection that comes back by itself. A command whose answer got lost is sent again, which every script of ours
 * allows.
 */
export function connectRedis(url: string): Redis {
  const redis = new Redis(url, {
    commandTimeout: COMMAND_MS,
    connectTimeout: CONNECT_MS,
    maxRetriesPerRequest: 3,
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2),
    // A former primary that became a replica: reconnecting finds the new one.
    reconnectOnError: (error) => (error.message.startsWith('READONLY') ? 2 : false),
  });
  // A command says only that there is no connection; this is why: the certificate, the password.
  onConnectionError(redis, (error) => lastErrors.set(redis, error));
  return redis;
}

const ignore = (): void => undefined;

/** Calls the listener when a connection breaks; without this, that would end the process. */
export function onConnectionError(redis: Redis, listener: (error: Error) => void = ignore): void {
  redis.on('error', (error: Error) => {
    listener(error);
    // A TLS socket fails twice where the server sends an alert after we refused its certificate. ioredis listens once.
    if (!redis.stream?.listeners('error').includes(ignore)) redis.stream?.on('error', ignore);
  });
}

const lastErrors = new WeakMap<Redis, Error>();

export type Answer = readonly [string, ...unknown[]];

/**
 * Runs scripts by their hash, and by their text where the server does not know them (a new server, or SCRIPT FLUSH).
 */
export function scriptRunner(
  redis: Redis,
): (name: ScriptName, keys: readonly string[], args: readonly (string | number)[]) => Promise<Answer> {
  const hashes = new Map<ScriptName, string>();
  return async (name, keys, args) => {
    const text = SCRIPTS[name];
    const hash = hashes.get(name) ?? createHash('sha1').update(text).digest('hex');
    hashes.set(name, hash);
    try {
      return (await redis.evalsha(hash, keys.length, ...keys, ...args)) as Answer;
    } catch (error) {
      if (replyCode(error) !== 'NOSCRIPT') throw asUnavailable(error, redis);
    }
    try {
      return (await redis.eval(text, keys.length, ...keys, ...args)) as Answer;
    } catch (error) {
      throw asUnavailable(error, redis);
    }
  };
}

/** A reply's first word is its code; `ERR` and `WRONGTYPE` are bugs of ours, all else passes. */
export function asUnavailable(error: unknown, redis: Redis): unknown {
  const code = replyCode(error);
  if (code === 'ERR' || code === 'WRONGTYPE') return error;
  return new LedgerUnavailable(causeOf(error, redis));
}

/** A command that waited in vain for a connection does not say why there is none. */
function causeOf(error: unknown, redis: Redis): unknown {
  if (!(error instanceof Error)) return error;
  const isUnsent = error.name === 'MaxRetriesPerRequestError' || (redis.status !== 'ready' && isLate(error));
  const cause = (isUnsent && lastErrors.get(redis)) || error;
  if (!isUnsent || !redis.options.tls || !isLate(cause)) return cause;
  return new Error(`${cause.message}: the TLS handshake was not completed`);
}

const isLate = ({ message }: Error): boolean => /timed out|ETIMEDOUT/.test(message);

function replyCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name !== 'ReplyError') return undefined;
  return error.message.split(' ', 1)[0];
}
