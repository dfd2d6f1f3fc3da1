import type { V1Lease } from '@kubernetes/client-node';
import type { KubeClient } from './client.ts';
import { hasStatus } from './transport.ts';
import { V1MicroTime } from './library.ts';

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

/** How often a process that does not lead looks at the lease: hand-over on a release takes that long. */
const FOLLOW_MS = 500;

/**
 * Takes and keeps a Lease. A lease is another's until its duration has passed on *our* clock since we last saw it
 * change, so clocks need not agree. Losing it is final for a process.
 */
export function startElector(options: ElectorOptions): Elector {
  const { client, namespace, name, identity } = options;
  const leaseSeconds = options.leaseSeconds ?? 15;
  const renewMs = options.renewMs ?? 2000;
  const leases = client.coordination;
  let leading = false;
  let stopped = false;
  let renewedAt = 0;
  let seen: { version: string; at: number } | undefined;
  /** As we wrote it last. */
  let ours: V1Lease | undefined;
  let timer: NodeJS.Timeout | undefined;

  const create = (): Promise<V1Lease> =>
    leases.createNamespacedLease({
      namespace,
      body: leaseOf({ name }, { acquireTime: new V1MicroTime(), leaseTransitions: 0 }),
    });

  /** Fails with a conflict if someone else wrote meanwhile. */
  const update = ({ metadata, spec }: V1Lease): Promise<V1Lease> => {
    const held = spec?.holderIdentity === identity;
    const acquireTime = (held ? spec.acquireTime : undefined) ?? new V1MicroTime();
    const leaseTransitions = (spec?.leaseTransitions ?? 0) + (held ? 0 : 1);
    return leases.replaceNamespacedLease({
      namespace,
      name,
      body: leaseOf({ name, resourceVersion: metadata?.resourceVersion ?? '' }, { acquireTime, leaseTransitions }),
    });
  };

  const leaseOf = (
    metadata: NonNullable<V1Lease['metadata']>,
    { acquireTime, leaseTransitions }: { readonly acquireTime: V1MicroTime; readonly leaseTransitions: number },
  ): V1Lease => ({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata,
    spec: {
      acquireTime,
      leaseTransitions,
      holderIdentity: identity,
      leaseDurationSeconds: leaseSeconds,
      renewTime: new V1MicroTime(),
    },
  });

  /** True when the lease did not change for its duration, or was given back. */
  const isFree = ({ metadata, spec }: V1Lease): boolean => {
    const version = metadata?.resourceVersion ?? '';
    if (seen?.version !== version) seen = { version, at: Date.now() };
    return !spec?.holderIdentity || Date.now() - seen.at > (spec.leaseDurationSeconds ?? leaseSeconds) * 1000;
  };

  const attempt = async (): Promise<void> => {
    // Who leads is alone in writing it, and need not read it: a conflict says when that is not so.
    const lease = ours ?? (await read());
    ours = undefined;
    if (!lease) ours = await create();
    else {
      const free = isFree(lease);
      const holder = lease.spec?.holderIdentity;
      if (holder !== identity && !free) {
        if (leading) lost(`${holder} holds the lease`);
        return;
      }
      ours = await update(lease);
    }
    won();
  };

  const read = async (): Promise<V1Lease | undefined> => {
    try {
      return await leases.readNamespacedLease({ namespace, name });
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
    let conflict = false;
    try {
      await attempt();
    } catch (error) {
      conflict = hasStatus(error, 409);
      if (!conflict) options.warn?.({ err: error }, 'failed to renew the lease');
      if (leading && Date.now() - renewedAt > leaseSeconds * 1000 * (2 / 3)) lost('failed to renew the lease in time');
    }
    // Who is told of another holder reads at once who it is.
    const pause = leading ? (conflict ? 0 : renewMs) : FOLLOW_MS * (0.75 + Math.random() / 2);
    if (!stopped) timer = setTimeout(start, pause);
  };
  let running = Promise.resolve();
  const start = (): void => {
    running = loop();
  };
  start();

  return {
    leads: () => leading,
    release: async () => {
      stopped = true;
      clearTimeout(timer);
      // A renewal under way would change the lease between the next two calls.
      await running;
      if (!leading && ours === undefined) return;
      leading = false;
      const lease = await read();
      if (lease?.spec?.holderIdentity !== identity) return;
      await leases.patchNamespacedLease({
        namespace,
        name,
        body: {
          metadata: { resourceVersion: lease.metadata?.resourceVersion },
          spec: { holderIdentity: '', renewTime: new V1MicroTime() },
        },
      });
    },
  };
}

/** Takes a lease from whoever has it; its holder then ends. */
export async function takeLease(
  client: KubeClient,
  lease: { readonly namespace: string; readonly name: string },
  holder: { readonly identity: string; readonly leaseSeconds: number },
): Promise<void> {
  const spec = {
    holderIdentity: holder.identity,
    leaseDurationSeconds: holder.leaseSeconds,
    renewTime: new V1MicroTime(),
  };
  try {
    // No version: whatever was renewed meanwhile does not count.
    await client.coordination.patchNamespacedLease({ ...lease, body: { spec } });
  } catch (error) {
    // Without a lease nobody leads.
    if (!hasStatus(error, 404)) throw error;
  }
}
