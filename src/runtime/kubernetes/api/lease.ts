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
export const startElector = (options: ElectorOptions): Elector => new LeaseElector(options);

class LeaseElector implements Elector {
  readonly #options: ElectorOptions;
  readonly #leaseSeconds: number;
  readonly #renewMs: number;
  #leads = false;
  #stopped = false;
  #renewedAt = 0;
  /** The version that was last seen, and since when. */
  #seen: { readonly version: string; readonly at: number } | undefined;
  /** The lease as this process wrote it last. */
  #ours: V1Lease | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void>;

  constructor(options: ElectorOptions) {
    this.#options = options;
    this.#leaseSeconds = options.leaseSeconds ?? 15;
    this.#renewMs = options.renewMs ?? 2000;
    this.#running = this.#round();
  }

  leads(): boolean {
    return this.#leads;
  }

  async release(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    // A renewal under way would change the lease between the next two calls.
    await this.#running;
    if (!this.#leads && this.#ours === undefined) return;
    this.#leads = false;
    const lease = await this.#read();
    if (lease?.spec?.holderIdentity !== this.#options.identity) return;
    const { client, namespace, name } = this.#options;
    await client.coordination.patchNamespacedLease({
      namespace,
      name,
      body: {
        metadata: { resourceVersion: lease.metadata?.resourceVersion },
        spec: { holderIdentity: '', renewTime: new V1MicroTime() },
      },
    });
  }

  /** Tries to take or to renew the lease, and plans the next round. */
  async #round(): Promise<void> {
    let conflict = false;
    try {
      await this.#takeOrRenew();
    } catch (error) {
      conflict = hasStatus(error, 409);
      if (!conflict) this.#options.warn?.({ err: error }, 'failed to renew the lease');
      if (this.#leads && Date.now() - this.#renewedAt > this.#leaseSeconds * 1000 * (2 / 3))
        this.#lose('failed to renew the lease in time');
    }
    // After a conflict, the next round reads at once who holds the lease.
    const pause = this.#leads ? (conflict ? 0 : this.#renewMs) : FOLLOW_MS * (0.75 + Math.random() / 2);
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#round();
    }, pause);
  }

  async #takeOrRenew(): Promise<void> {
    // Who leads is alone in writing it, and need not read it: a conflict says when that is not so.
    const lease = this.#ours ?? (await this.#read());
    this.#ours = undefined;
    if (!lease) this.#ours = await this.#create();
    else {
      const free = this.#isFree(lease);
      const holder = lease.spec?.holderIdentity;
      if (holder !== this.#options.identity && !free) {
        if (this.#leads) this.#lose(`${holder} holds the lease`);
        return;
      }
      this.#ours = await this.#update(lease);
    }
    this.#win();
  }

  #win(): void {
    this.#renewedAt = Date.now();
    if (this.#leads || this.#stopped) return;
    this.#leads = true;
    this.#options.onLead();
  }

  #lose(why: string): void {
    this.#leads = false;
    this.#stopped = true;
    this.#options.onLost(why);
  }

  /** True when the lease did not change for its duration, or was given back. */
  #isFree({ metadata, spec }: V1Lease): boolean {
    const version = metadata?.resourceVersion ?? '';
    if (this.#seen?.version !== version) this.#seen = { version, at: Date.now() };
    const seconds = spec?.leaseDurationSeconds ?? this.#leaseSeconds;
    return !spec?.holderIdentity || Date.now() - this.#seen.at > seconds * 1000;
  }

  async #read(): Promise<V1Lease | undefined> {
    const { client, namespace, name } = this.#options;
    try {
      return await client.coordination.readNamespacedLease({ namespace, name });
    } catch (error) {
      if (hasStatus(error, 404)) return undefined;
      throw error;
    }
  }

  #create(): Promise<V1Lease> {
    const { client, namespace, name } = this.#options;
    const body = this.#leaseOf({ name }, { acquireTime: new V1MicroTime(), leaseTransitions: 0 });
    return client.coordination.createNamespacedLease({ namespace, body });
  }

  /** Fails with a conflict if someone else wrote meanwhile. */
  #update({ metadata, spec }: V1Lease): Promise<V1Lease> {
    const { client, namespace, name, identity } = this.#options;
    const held = spec?.holderIdentity === identity;
    const acquireTime = (held ? spec.acquireTime : undefined) ?? new V1MicroTime();
    const leaseTransitions = (spec?.leaseTransitions ?? 0) + (held ? 0 : 1);
    const version = { name, resourceVersion: metadata?.resourceVersion ?? '' };
    const body = this.#leaseOf(version, { acquireTime, leaseTransitions });
    return client.coordination.replaceNamespacedLease({ namespace, name, body });
  }

  #leaseOf(
    metadata: NonNullable<V1Lease['metadata']>,
    held: { readonly acquireTime: V1MicroTime; readonly leaseTransitions: number },
  ): V1Lease {
    return {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata,
      spec: {
        ...held,
        holderIdentity: this.#options.identity,
        leaseDurationSeconds: this.#leaseSeconds,
        renewTime: new V1MicroTime(),
      },
    };
  }
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
