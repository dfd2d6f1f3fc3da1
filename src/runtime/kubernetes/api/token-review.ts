import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isTransient } from '../../../failures/transient.ts';
import type { KubeClient } from './client.ts';

/** Who presents a token that is bound to a pod. */
export interface PodIdentity {
  readonly podUid: string;
  readonly podName: string;
}

const KNOWN = { max: 1000, ttl: 60_000, noDeleteOnStaleGet: true };
const POD_UID = 'authentication.kubernetes.io/pod-uid';
const POD_NAME = 'authentication.kubernetes.io/pod-name';

/**
 * Asks the API server whose token this is, of one service account and for one audience. Answers are cached for a
 * minute: whether the pod still lives is seen elsewhere.
 */
export function tokenReviews(
  client: KubeClient,
  { username, audience }: { readonly username: string; readonly audience: string },
): (token: string) => Promise<PodIdentity | undefined> {
  const known = new LRUCache<string, { readonly identity: PodIdentity | undefined }>(KNOWN);
  const review = async (token: string): Promise<PodIdentity | undefined> => {
    const { status } = await client.authentication.createTokenReview({
      body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token, audiences: [audience] } },
    });
    const isOurs = status?.authenticated === true && status.audiences?.includes(audience) === true;
    return isOurs && status.user?.username === username ? identityOf(status.user.extra) : undefined;
  };
  return async (token) => {
    const key = createHash('sha256').update(token).digest('hex');
    const cached = known.get(key);
    if (cached) return cached.identity;
    const identity = await review(token).catch((error: unknown) => {
      // Without an API server, who was known stays known: pods go on with what they have.
      const before = known.get(key, { allowStale: true })?.identity;
      if (before && isTransient(error)) return before;
      throw error;
    });
    known.set(key, { identity });
    return identity;
  };
}

function identityOf(extra: Readonly<Record<string, readonly string[]>> = {}): PodIdentity | undefined {
  const [podUid, podName] = [extra[POD_UID]?.[0], extra[POD_NAME]?.[0]];
  return podUid === undefined || podName === undefined ? undefined : { podUid, podName };
}
