import type { ApiKey } from '../../records/types.ts';
import { rulesOf } from '../../job/workspace.ts';
import type { ApiDeps, RateLimit } from '../deps.ts';
import { tooMany } from '../problem.ts';

/** More than that many buckets are not kept: full ones are as good as none. */
const MOST_BUCKETS = 10_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** A token bucket for each name, in this process. */
function rateLimiter(limitOf: (name: string) => RateLimit, now: () => Date): (name: string) => void {
  const buckets = new Map<string, Bucket>();
  const filled = ({ tokens, at }: Bucket, { perSecond, burst }: RateLimit, time: number): number =>
    Math.min(burst, tokens + ((time - at) / 1000) * perSecond);
  const forgetFull = (time: number): void => {
    for (const [name, bucket] of buckets) {
      const limit = limitOf(name);
      if (filled(bucket, limit, time) >= limit.burst) buckets.delete(name);
    }
  };
  return (name) => {
    const time = now().getTime();
    if (buckets.size >= MOST_BUCKETS) forgetFull(time);
    const limit = limitOf(name);
    const known = buckets.get(name);
    const bucket = { tokens: known ? filled(known, limit, time) : limit.burst, at: time };
    buckets.set(name, bucket);
    if (bucket.tokens < 1)
      throw tooMany(
        'Too many requests. Wait for the time in the Retry-After header.',
        Math.max(1, Math.ceil((1 - bucket.tokens) / limit.perSecond)),
      );
    bucket.tokens -= 1;
  };
}

/** What is asked of the service, and how often one workspace may ask it where this costs more than a look-up. */
export interface Limited {
  readonly id: string;
  readonly rate?: RateLimit;
}

export type Limits = (credential: Pick<ApiKey, 'id' | 'workspace'>, what?: Limited) => void;

/** A workspace may use up so many seconds of a rate of its own at once. */
const BURST_SECONDS = 4;

/**
 * A key has a limit, all keys of a workspace together what it is set to, or twice as much, and what is dear has a limit
 * of its own.
 */
export function requestLimits(general: RateLimit, { now, settings, workspaces }: ApiDeps): Limits {
  const byKey = rateLimiter(() => general, now);
  const byWorkspace = rateLimiter((workspace) => {
    const { requestsPerSecond: perSecond } = rulesOf(settings, workspaces.get(workspace)?.spec);
    if (perSecond !== undefined) return { perSecond, burst: BURST_SECONDS * perSecond };
    return { perSecond: 2 * general.perSecond, burst: 2 * general.burst };
  }, now);
  const dear = new Map<string, (workspace: string) => void>();
  return ({ id, workspace }, what) => {
    byKey(id);
    byWorkspace(workspace);
    if (!what?.rate) return;
    const { rate } = what;
    const limit = dear.get(what.id) ?? rateLimiter(() => rate, now);
    dear.set(what.id, limit);
    limit(workspace);
  };
}
