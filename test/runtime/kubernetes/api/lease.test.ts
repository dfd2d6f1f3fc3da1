import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createKubeClient, type KubeClient } from '../../../../src/runtime/kubernetes/api/client.ts';
import { kubeconfigAccess } from '../../../../src/runtime/kubernetes/api/kubeconfig.ts';
import { startElector, takeLease, type Elector } from '../../../../src/runtime/kubernetes/api/lease.ts';
import { openNamespace, type TestNamespace } from '../namespace.ts';

/** These tests need an API server. */
describe.skipIf(process.env['KUBECONFIG'] === undefined)('a lease', () => {
  let at: TestNamespace;
  let client: KubeClient;
  let asked: string[];
  let onAsked: (verb: string) => void = () => undefined;
  const open: Elector[] = [];
  beforeAll(async () => {
    at = await openNamespace('leases');
    const onRequest = (_resource: string, verb: string): void => {
      asked.push(verb);
      onAsked(verb);
    };
    client = createKubeClient({ access: await kubeconfigAccess(), onRequest });
  });
  afterEach(async () => {
    for (const elector of open.splice(0)) await elector.release();
  });
  afterAll(async () => {
    await client.close();
    await at.close();
  });

  const elect = (name: string, identity: string, onLost: (why: string) => void = () => undefined): Elector => {
    asked = [];
    const elector = startElector({
      client: identity === 'first' ? client : at.client,
      namespace: at.namespace,
      name,
      identity,
      renewMs: 50,
      onLead: () => undefined,
      onLost,
    });
    open.push(elector);
    return elector;
  };

  it('is renewed without being read, and handed over when it is given back', async () => {
    const first = elect('handed-over', 'first');
    await expect.poll(() => asked.filter((verb) => verb === 'PUT').length).toBeGreaterThan(3);
    expect(asked.filter((verb) => verb === 'GET')).toHaveLength(1);
    const second = elect('handed-over', 'second');
    expect(second.leads()).toBe(false);
    await first.release();
    await expect.poll(() => second.leads(), { timeout: 5000 }).toBe(true);
  });

  it('is given back while it is renewed, or taken for the first time', async () => {
    for (const verb of ['PUT', 'PUT', 'PUT', 'PUT', 'PUT', 'POST']) {
      const name = `given-back-${open.length}`;
      const underWay = new Promise<void>((resolve) => {
        onAsked = (one) => void (one === verb && resolve());
      });
      const first = elect(name, 'first');
      await underWay;
      await first.release();
      const second = elect(name, 'second');
      await expect.poll(() => second.leads(), { timeout: 5000 }).toBe(true);
    }
  });

  it('is lost to one who takes it, whoever wrote it before', async () => {
    const lost = Promise.withResolvers<string>();
    const first = elect('taken', 'first', lost.resolve);
    await expect.poll(() => first.leads()).toBe(true);
    const lease = { namespace: at.namespace, name: 'taken' };
    await takeLease(at.client, lease, { identity: 'other', leaseSeconds: 60 });
    expect(await lost.promise).toBe('other holds the lease');
    expect(first.leads()).toBe(false);
  });
});
