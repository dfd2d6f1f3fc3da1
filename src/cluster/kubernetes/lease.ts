import { hasStatus, type KubeClient } from './client.ts';

export interface ElectorOptions {
  readonly client: KubeClient;
  readonly namespace: string;
  readonly name: string;
  /** This process; a pod's name. */
  readonly identity: string;
  readonly leaseSeconds?: number;
  readonly renewMs?: number;
  /** Called once this process leads. */
  readonly onLead: () => void;
  /** Called when it does not any more: the process is to end. */
  readonly onLost: (why: string) => void;
  readonly warn?: (fields: object, message: string) => void;
}

export interface Elector {
  /** Gives the lease back, if it is ours, so that another takes it at once. */
  release(): Promise<void>;
  leads(): boolean;
}

interface Lease {
  readonly metadata: { readonly resourceVersion?: string; readonly name: string };
  readonly spec?: {
    readonly holderIdentity?: string;
    readonly leaseDurationSeconds?: number;
    readonly acquireTime?: string;
    readonly renewTime?: string;
    readonly leaseTransitions?: number;
  };
}

/** How often a process that does not lead looks at the lease: hand-over on a release takes that long. */
const FOLLOW_MS = 500;
/** A call that a dead connection swallowed must not cost the lease. */
const CALL_MS = 4000;

/** MicroTime of the coordination API: six digits of a second. */
const micro = (now: Date): string => now.toISOString().replace(/\.(\d{3})Z$/, '.$1000Z');

/** The leases of a namespace, or one of them. */
const leasePath = (namespace: string, name?: string): string =>
  `/apis/coordination.k8s.io/v1/namespaces/${encodeURIComponent(namespace)}/leases${name === undefined ? '' : `/${encodeURIComponent(name)}`}`;

/**
 * Takes and keeps a Lease. A lease is another's until its duration has passed on *our* clock since we last saw it change, so clocks
 * need not agree. Losing it is final for a process.
 */
export function startElector(options: ElectorOptions): Elector {
  const { client, namespace, name, identity } = options;
  const leaseSeconds = options.leaseSeconds ?? 15;
  const renewMs = options.renewMs ?? 2000;
  const path = leasePath(namespace, name);
  let leading = false;
  let stopped = false;
  let renewedAt = 0;
  let seen: { version: string; at: number } | undefined;
  let timer: NodeJS.Timeout | undefined;

  const attempt = async (): Promise<void> => {
    const lease = await read();
    const now = new Date();
    const spec = { holderIdentity: identity, leaseDurationSeconds: leaseSeconds, renewTime: micro(now) };
    if (!lease) {
      await client.call({
        method: 'POST',
        path: leasePath(namespace),
        signal: AbortSignal.timeout(CALL_MS),
        body: {
          apiVersion: 'coordination.k8s.io/v1',
          kind: 'Lease',
          metadata: { name },
          spec: { ...spec, acquireTime: micro(now), leaseTransitions: 0 },
        },
      });
      return won();
    }
    const version = lease.metadata.resourceVersion ?? '';
    if (seen?.version !== version) seen = { version, at: Date.now() };
    const holder = lease.spec?.holderIdentity;
    const mine = holder === identity;
    const free =
      holder === undefined ||
      holder === '' ||
      Date.now() - seen.at > (lease.spec?.leaseDurationSeconds ?? leaseSeconds) * 1000;
    if (!mine && !free) {
      if (leading) lost(`${holder} holds the lease`);
      return;
    }
    const transitions = (lease.spec?.leaseTransitions ?? 0) + (mine ? 0 : 1);
    const acquired = mine ? (lease.spec?.acquireTime ?? micro(now)) : micro(now);
    await client.call({
      method: 'PUT',
      path,
      signal: AbortSignal.timeout(CALL_MS),
      body: {
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: { name, resourceVersion: version },
        spec: { ...spec, acquireTime: acquired, leaseTransitions: transitions },
      },
    });
    won();
  };

  const read = async (): Promise<Lease | undefined> => {
    try {
      return await client.call<Lease>({ method: 'GET', path, signal: AbortSignal.timeout(CALL_MS) });
    } catch (error) {
      if (hasStatus(error, 404)) return undefined;
      throw error;
    }
  };

  const won = (): void => {
    renewedAt = Date.now();
    if (leading || stopped) return;
    leading = true;
    options.onLead();
  };

  const lost = (why: string): void => {
    leading = false;
    stopped = true;
    options.onLost(why);
  };

  const loop = async (): Promise<void> => {
    try {
      await attempt();
    } catch (error) {
      if (!hasStatus(error, 409)) options.warn?.({ err: error }, 'the lease could not be renewed');
      if (leading && Date.now() - renewedAt > leaseSeconds * 1000 * (2 / 3))
        lost('the lease could not be renewed in time');
    }
    if (!stopped) timer = setTimeout(() => void loop(), leading ? renewMs : FOLLOW_MS * (0.75 + Math.random() / 2));
  };
  void loop();

  return {
    leads: () => leading,
    release: async () => {
      stopped = true;
      clearTimeout(timer);
      if (!leading) return;
      leading = false;
      const lease = await read();
      if (lease?.spec?.holderIdentity !== identity) return;
      await client.call({
        method: 'PATCH',
        path,
        body: {
          metadata: { resourceVersion: lease.metadata.resourceVersion },
          spec: { holderIdentity: '', renewTime: micro(new Date()) },
        },
      });
    },
  };
}

/** Takes a lease from whoever has it; its holder then ends. */
export async function takeLease(
  client: KubeClient,
  namespace: string,
  name: string,
  identity: string,
  leaseSeconds: number,
): Promise<void> {
  try {
    // No version: whatever was renewed meanwhile does not count.
    await client.call({
      method: 'PATCH',
      path: leasePath(namespace, name),
      body: { spec: { holderIdentity: identity, leaseDurationSeconds: leaseSeconds, renewTime: micro(new Date()) } },
    });
  } catch (error) {
    // Without a lease nobody leads.
    if (!hasStatus(error, 404)) throw error;
  }
}
