import type { RateLimit } from '../deps.ts';
import { Problem } from '../problem.ts';

/** A token bucket for each credential, in this process. */
export function rateLimiter(limit: RateLimit, now: () => Date): (credentialId: string) => void {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return (credentialId) => {
    const at = now().getTime();
    const bucket = buckets.get(credentialId) ?? { tokens: limit.burst, at };
    bucket.tokens = Math.min(limit.burst, bucket.tokens + ((at - bucket.at) / 1000) * limit.perSecond);
    bucket.at = at;
    buckets.set(credentialId, bucket);
    if (bucket.tokens < 1) {
      const seconds = Math.max(1, Math.ceil((1 - bucket.tokens) / limit.perSecond));
      throw new Problem(429, 'rate_limited', 'Too many requests. Wait for the time in the Retry-After header.', {
        headers: { 'Retry-After': String(seconds) },
      });
    }
    bucket.tokens -= 1;
  };
}
