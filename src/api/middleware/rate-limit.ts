import { randomUUID } from 'node:crypto';
import type { ApiKey } from '../../records/types.ts';
import { rulesOf } from '../../resource/workspace.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { ApiDeps, RateLimit } from '../deps.ts';
import { tooMany } from '../problem.ts';

/** More than that many buckets are not kept: full ones are as good as none. */
const MOST_BUCKETS = 10_000;
/** How long the other processes do not know what this one let through. */
const PUBLISH_MS = 250;

/** Takes one request out of a bucket; throws 429 when it is empty. */
type Take = (bucket: string, limit: RateLimit) => void;

/**
 * Token buckets that all processes share. What is kept of a bucket is when it is full again: a request moves this on by
 * the time in which its token flows back. Each process decides at once, on what it knows, and publishes its use soon
 * after; while the ledger cannot be reached, each goes on by itself.
 */
export function sharedBuckets(ledger: Pick<Ledger, 'publishUse' | 'onUse'>, now: () => Date): Take {
  const me = randomUUID();
  const start = now().getTime();
  const fullAt = new Map<string, number>();
  let unpublished = new Map<string, number>();

  const forgetFull = (time: number): void => {
    for (const [bucket, at] of fullAt) if (at <= time) fullAt.delete(bucket);
  };
  const add = (bucket: string, milliseconds: number): void => {
    const time = now().getTime() - start;
    if (fullAt.size >= MOST_BUCKETS) forgetFull(time);
    fullAt.set(bucket, Math.max(time, fullAt.get(bucket) ?? 0) + milliseconds);
  };
  const publish = (): void => {
    ledger.publishUse({ process: me, milliseconds: Object.fromEntries(unpublished) });
    unpublished = new Map();
  };

  ledger.onUse(({ process, milliseconds }) => {
    if (process === me) return;
    for (const [bucket, more] of Object.entries(milliseconds)) add(bucket, more);
  });
  return (bucket, { perSecond, burst }) => {
    const time = now().getTime() - start;
    const cost = 1000 / perSecond;
    const taken = Math.max(0, (fullAt.get(bucket) ?? 0) - time);
    // Times are sums of fractions.
    const wait = taken + cost - burst * cost;
    if (wait > cost / 1000)
      throw tooMany(
        'Too many requests. Wait for the time in the Retry-After header.',
        Math.max(1, Math.ceil(wait / 1000)),
      );
    add(bucket, cost);
    if (unpublished.size === 0) setTimeout(publish, PUBLISH_MS).unref();
    unpublished.set(bucket, (unpublished.get(bucket) ?? 0) + cost);
  };
}

/** Kinds of requests, and how often one workspace may make those that cost more than a look-up. */
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
export function requestLimits(general: RateLimit, { ledger, now, settings, workspaces }: ApiDeps): Limits {
  const take = sharedBuckets(ledger, now);
  const limitOf = (workspace: string): RateLimit => {
    const { requestsPerSecond: perSecond } = rulesOf(settings, workspaces.get(workspace)?.spec);
    if (perSecond !== undefined) return { perSecond, burst: BURST_SECONDS * perSecond };
    return { perSecond: 2 * general.perSecond, burst: 2 * general.burst };
  };
  return ({ id, workspace }, what) => {
    take(`key ${id}`, general);
    take(`workspace ${workspace}`, limitOf(workspace));
    if (what?.rate) take(`${what.id} ${workspace}`, what.rate);
  };
}
