import type { V1Pod } from '@kubernetes/client-node';
import type { LaunchClaim } from '../../../secrets/worker-tokens.ts';
import type { KubeClient } from '../api/client.ts';
import { hasStatus } from '../api/transport.ts';
import { CONVERTER_AUDIENCE, FIRST_INDEX, IGNORED, launchOf, NATIVE } from './manifest.ts';
import { tokenReviews } from '../api/token-review.ts';
import { millisecondsOf, type Wire } from '../api/wire.ts';

export interface ConverterTokensOptions {
  readonly client: KubeClient;
  readonly namespace: string;
  /** That of converter pods. */
  readonly serviceAccount: string;
}

const INDEX = 'batch.kubernetes.io/job-completion-index';
/**
 * The Job controller waits longer each time, up to ten minutes, so that this is hours of outage. A process that opened
 * a document must not say for ever that there is one.
 */
const MOST_IGNORED = 20;
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const LIFETIME_MS = 24 * 60 * 60 * 1000;

/**
 * The index that the token of a converter pod may start: the one that the live pod has, in that pod. Undefined for any
 * other token.
 */
export function converterTokens({
  client,
  namespace,
  serviceAccount,
}: ConverterTokensOptions): (token: string) => Promise<LaunchClaim | undefined> {
  const review = tokenReviews(client, {
    username: `system:serviceaccount:${namespace}:${serviceAccount}`,
    audience: CONVERTER_AUDIENCE,
  });
  return async (token) => {
    const identity = JWT.test(token) ? await review(token) : undefined;
    const pod = identity && (await readPod(client, namespace, identity.podName));
    if (pod?.metadata?.uid !== identity?.podUid) return undefined;
    return pod && claimOf(pod);
  };
}

function claimOf(pod: Wire<V1Pod>): LaunchClaim | undefined {
  const { metadata } = pod;
  const launch = metadata && launchOf(metadata);
  const index = indexOf(pod);
  if (!launch || metadata?.uid === undefined || index === undefined || !isAtWork(pod)) return undefined;
  return {
    use: 'launch',
    jobId: launch.jobId,
    index,
    instance: metadata.uid,
    native: metadata.annotations?.[NATIVE] === 'true',
    ...(metadata.creationTimestamp && { startingSince: millisecondsOf(metadata.creationTimestamp) }),
    expires: Date.now() + LIFETIME_MS,
  };
}

/** The index within the conversion: that within its Job, after those of others. */
function indexOf({ metadata }: Wire<V1Pod>): number | undefined {
  const { annotations = {}, labels = {} } = metadata ?? {};
  const index = Number(annotations[INDEX] ?? labels[INDEX] ?? NaN) + Number(annotations[FIRST_INDEX] ?? 0);
  return Number.isInteger(index) ? index : undefined;
}

function isAtWork({ metadata, status }: Wire<V1Pod>): boolean {
  const isOfJob = metadata?.ownerReferences?.some(({ kind, controller }) => kind === 'Job' && controller === true);
  const ignored = Number(metadata?.annotations?.[IGNORED] ?? 0);
  return isOfJob === true && ignored <= MOST_IGNORED && status?.phase !== 'Succeeded' && status?.phase !== 'Failed';
}

async function readPod(client: KubeClient, namespace: string, name: string): Promise<Wire<V1Pod> | undefined> {
  try {
    return await client.core.readNamespacedPod({ namespace, name });
  } catch (error) {
    if (hasStatus(error, 404)) return undefined;
    throw error;
  }
}
