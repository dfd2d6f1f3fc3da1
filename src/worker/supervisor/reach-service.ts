import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, type Answer } from '../transfer/http.ts';

/** Where the kubelet reads why a container ended. */
export const TERMINATION_LOG = '/dev/termination-log';

/** Something that a pod needs cannot be reached. The message names the step that failed and what to check. */
export class StepFailed extends Error {
  /** True where the other side is only not there yet, as while it starts. */
  readonly waits: boolean;

  constructor(message: string, waits: boolean) {
    super(message);
    this.name = 'StepFailed';
    this.waits = waits;
  }
}

const SECONDS = 5;

/** Where the leading controller, which converters do not ask, and the API's internal port are. */
export interface ServiceUrls {
  readonly leader?: string;
  readonly internal: string;
}

const STORE = '/internal/v1/store';

/**
 * Tries, in this order, what a pod needs for its work: name resolution, the leading controller, the API and the object
 * store. Throws `StepFailed` at the first that fails.
 */
export async function reachService({ leader, internal }: ServiceUrls): Promise<void> {
  await resolve(new URL(leader ?? internal).hostname);
  const service = { advice: 'Check the NetworkPolicies of the namespace and of the network plugin', waits: true };
  if (leader !== undefined) await reach({ ...service, step: 'controller', url: leader, isOwn: isHealthy });
  const { json } = await reach({ ...service, step: 'API', base: internal, url: STORE, isOwn: isApi });
  const store = json?.['url'];
  // An API of an older version does not say it.
  if (typeof store !== 'string') return;
  const advice = 'Check s3.endpoint, networkPolicy.s3 and caBundle';
  await reach({ step: 'object store', url: store, advice, waits: false, isOwn: isStore });
}

const isHealthy = ({ status, json }: Answer): boolean => status === 200 && json?.['status'] === 'ok';
const isApi = ({ status, json }: Answer): boolean =>
  (status === 200 && json?.['url'] !== undefined) || (status === 404 && json?.['code'] === 'not_found');
/** Any store, whatever it refuses: its errors are XML. */
const isStore = ({ status, text }: Answer): boolean => status < 300 || /<(Error|Code)\b/.test(text);

async function resolve(host: string): Promise<void> {
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return;
  const late = new AbortController();
  const code = await Promise.race([
    lookup(host).then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    ),
    sleep(SECONDS * 1000, 'ETIMEOUT', { signal: late.signal }),
  ]);
  late.abort();
  if (code === undefined) return;
  throw new StepFailed(
    `name resolution: ${host} was not resolved (${code}). Check the cluster DNS and networkPolicy.dns`,
    false,
  );
}

interface Step {
  readonly step: string;
  /** Of a URL that is a path. */
  readonly base?: string;
  readonly url: string;
  readonly advice: string;
  /** Whether a refused connection means that the other side is not there yet. */
  readonly waits: boolean;
  /** Whether it is the server that was asked that answers so. */
  readonly isOwn: (answer: Answer) => boolean;
}

/**
 * While a cluster does not know the address of a Service yet, a request to it may leave the node, and be answered by
 * whatever takes any address, such as an egress proxy.
 */
async function reach({ step, url, base = new URL(url).origin, advice, waits, isOwn }: Step): Promise<Answer> {
  const answer = await ask(base, { method: 'GET', url, idleMs: SECONDS * 1000 }).catch((error: unknown) => {
    const { code = (error as Error).message } = error as NodeJS.ErrnoException;
    const isStarting = waits && code === 'ECONNREFUSED';
    const trouble = `${step}: ${base} ${TROUBLE[code] ?? 'cannot be reached'} (${code})`;
    throw new StepFailed(`${trouble}. ${isStarting ? NOT_STARTED : advice}`, isStarting);
  });
  if (isOwn(answer)) return answer;
  answer.hangUp();
  throw new StepFailed(`${step}: something else answers at ${base} (${answer.status}). ${advice}`, true);
}

const NOT_STARTED = 'It has not started: look at its pods';
const TROUBLE: Readonly<Record<string, string>> = {
  ETIMEDOUT: `did not answer within ${SECONDS} seconds`,
  ECONNREFUSED: 'refused the connection',
  ENOTFOUND: 'is not a known name',
  EAI_AGAIN: 'was not resolved',
};
